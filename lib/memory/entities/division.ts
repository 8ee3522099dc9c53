import { defined } from '#lib/base/defined';
import { nameKey } from '#lib/base/text/names';
import { spellingFinder } from '#lib/memory/entities/spellings';

/** Divides the memories and the name of an entity when some of its spellings leave it. Pure. */

interface DividedUnit {
  readonly id: string;
  readonly text: string;
  readonly context: string;
  /** keys of the spellings that it used when it was read; empty: its text decides */
  readonly spellings: readonly string[];
}

interface EntitySpellings {
  readonly canonical_name: string;
  readonly alias_keys: readonly string[];
  readonly alias_names: readonly string[];
}

/**
 * Divides the memories of an entity by the spellings that they use. A memory that uses none of them
 * remains.
 */
export function divide(texts: readonly DividedUnit[], keys: readonly string[], leaving: ReadonlySet<string>) {
  const find = spellingFinder(keys);
  const uses = new Map<string, number>();
  const go: string[] = [];
  const shared: string[] = [];
  const known = new Set(keys);
  const spellingsUsed = ({ text, context, spellings }: DividedUnit): ReadonlySet<string> => {
    const knownSpellings = spellings.filter((key) => known.has(key));
    if (knownSpellings.length > 0) return new Set(knownSpellings);
    const inText = find(text);
    return inText.size > 0 ? inText : find(context);
  };
  for (const unit of texts) {
    const { id } = unit;
    const used = spellingsUsed(unit);
    for (const key of used) uses.set(key, (uses.get(key) ?? 0) + 1);
    const leaves = [...used].filter((key) => leaving.has(key)).length;
    if (leaves === 0) continue;
    go.push(id);
    if (leaves < used.size) shared.push(id);
  }
  return { go, shared, uses };
}

export const spelled = ({ alias_keys, alias_names }: EntitySpellings): ReadonlyMap<string, string> =>
  new Map(alias_keys.map((key, i) => [key, defined(alias_names[i])]));

/** The most used of some spellings; of equally used ones the longest. */
export const mostUsed = (names: ReadonlyMap<string, string>, keys: readonly string[], uses: ReadonlyMap<string, number>): string =>
  defined(
    names.get(defined(keys.toSorted((a, b) => (uses.get(b) ?? 0) - (uses.get(a) ?? 0) || b.length - a.length || (a < b ? -1 : 1))[0])),
  );

/** Whether the entity's name is among the spellings that leave it. */
export const isNameOf = (entity: EntitySpellings, names: ReadonlyMap<string, string>, leaving: ReadonlySet<string>): boolean =>
  leaving.has(nameKey(entity.canonical_name)) || [...leaving].some((key) => names.get(key) === entity.canonical_name);
