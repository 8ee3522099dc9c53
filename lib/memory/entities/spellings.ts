import { defined } from '#lib/base/defined';
import { compatibleForm } from '#lib/base/text/compatible-form';
import { nameWords } from '#lib/base/text/names';
import { fold } from '#lib/base/text/terms';
import { isExactOnly, LITERAL } from '#lib/memory/entities/resolve';

/**
 * Finds the spellings of an entity in a text. Divides memories without recorded spellings when a
 * spelling is split off or a merge is undone. Longer spellings match first: "Alice Chen" does not
 * use "Alice".
 */

const SIGN = /[\p{L}\p{N}_]/u;

/** Whether `text` contains `needle` without adjacent letters or digits. */
function occursIn(text: string, needle: string): boolean {
  for (let at = text.indexOf(needle); needle && at >= 0; at = text.indexOf(needle, at + 1)) {
    const before = text.slice(0, at).at(-1) ?? ' ';
    const after = text[at + needle.length] ?? ' ';
    if (!SIGN.test(before) && !SIGN.test(after)) return true;
  }
  return false;
}

/** Keys of names that are sequences of words, by their first word, longest first. */
function byFirstWord(keys: readonly string[]): Map<string, string[][]> {
  const found = new Map<string, string[][]>();
  for (const key of keys) {
    const words = key.split(' ');
    found.set(defined(words[0]), [...(found.get(defined(words[0])) ?? []), words]);
  }
  for (const runs of found.values()) runs.sort((a, b) => b.length - a.length);
  return found;
}

export type SpellingFinder = (text: string) => ReadonlySet<string>;

/** Returns a function that finds these spellings in many texts. */
export function spellingFinder(keys: readonly string[]): SpellingFinder {
  const literal = keys.filter((key) => key.startsWith(LITERAL));
  const exact = keys.filter((key) => !key.startsWith(LITERAL) && isExactOnly(key));
  const runs = byFirstWord(keys.filter((key) => !isExactOnly(key)));
  return (text) => {
    const used = new Set<string>();
    const lower = compatibleForm(text).toLowerCase();
    for (const key of literal) if (occursIn(lower, key.slice(LITERAL.length))) used.add(key);
    if (exact.length > 0) {
      const folded = fold(text);
      for (const key of exact) if (occursIn(folded, key)) used.add(key);
    }
    const words = nameWords(text);
    for (let at = 0; at < words.length; ) {
      const run = runs.get(defined(words[at]))?.find((candidate) => candidate.every((word, i) => words[at + i] === word));
      if (run) used.add(run.join(' '));
      at += run?.length ?? 1;
    }
    return used;
  };
}
