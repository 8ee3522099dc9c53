import { defined } from '#lib/base/defined';
import { fold } from '#lib/base/text/terms';
import { type Matter, mattersOf } from '#lib/memory/observations/rules/topics';

/**
 * A lasting statement of a memory. Statements with the same slot belong together: they repeat,
 * complete or replace each other.
 */
export interface SlotClaim extends Matter {
  /**
   * verbatim, with its speaker and with following sentences about the same subject ("he", "she" or
   * "it")
   */
  readonly sentence: string;
  /**
   * equal for two sentences that differ only in case, punctuation and filler words, or that name
   * the same place as home
   */
  readonly words: string;
}

/** In characters. A longer sentence states more than one thing. */
const MAX_SENTENCE = 280;
const MIN_WORDS = 3;

const FILLERS = new Set(
  'a an the really very just also too currently now still actually quite so well oh yeah yes absolutely definitely certainly recently finally'.split(
    ' ',
  ),
);
const wordsOf = (sentence: string): string[] =>
  (fold(sentence).match(/[\p{L}\p{N}]+(?:[.,:'’-][\p{L}\p{N}]+)*/gu) ?? [])
    .map((word) => word.replaceAll('’', "'"))
    .filter((word) => !FILLERS.has(word));

/** Equal for two texts with the same words in the same order; numbers and negation count. */
export const sameWords = (text: string): string => wordsOf(text).join(' ');

/** The text of a memory without its leading speaker. */
export function bodyOf(text: string, speaker: string | null): string {
  const prefix = speaker === null ? null : `${speaker}: `;
  return prefix !== null && text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

/** The end of a sentence. A title before a name does not end one. */
const BORDER = /(?<=[.!?…]["'”’)\]]{0,2})(?<!\b(?:Mr|Mrs|Ms|Dr|St|vs|No|Prof|e\.g|i\.e|etc)\.)\s+|(?<!\s)\s*\n\s*/u;

/** The sentences and lines of a text, in order, trimmed. */
export const sentencesOf = (text: string): string[] => text.split(BORDER).map((part) => part.trim());

/** "I live in Porto" and "I moved to Porto for the studio": the place, verbatim. */
const PLACE =
  /\b\p{L}+(?: back)? (?:in|to|at|near) (?<place>\p{Lu}[\p{L}\p{N}'’.-]*(?:(?:, | (?:(?:de|da|do|di|la|of|the|am|upon) )?)\p{Lu}[\p{L}\p{N}'’.-]*)*)/u;

function placeOf(sentence: string, slot: string): string | null {
  if (!slot.endsWith('|home') && !slot.endsWith('|home|country')) return null;
  const { place } = PLACE.exec(sentence)?.groups ?? {};
  return place === undefined ? null : fold(place).replace(/[.’']+$/, '');
}

/** Matches a sentence that continues about the subject of the sentence before it. */
const CONTINUES = /^(?:He|She|It|They|His|Her|Its|Their)(?= )/;

/** A sentence about a person, with the following sentences about the same person. */
function withWhatFollows(parts: readonly string[], i: number): string {
  let claimed = defined(parts[i]);
  for (const next of parts.slice(i + 1)) {
    if (!CONTINUES.test(next) || next.endsWith('?') || claimed.length + next.length >= MAX_SENTENCE) break;
    claimed = `${claimed} ${next}`;
  }
  return claimed;
}

/**
 * The claims of a memory, sentence by sentence. Questions, conditions and momentary states claim
 * nothing.
 */
export function claimsOf(text: string, speaker: string | null): SlotClaim[] {
  const body = bodyOf(text, speaker);
  const prefix = text.slice(0, text.length - body.length);
  const parts = sentencesOf(body);
  return parts.flatMap((sentence, i) => {
    if (sentence.length > MAX_SENTENCE || sentence.endsWith('?') || /^(?:if|when|unless|maybe|perhaps)\b/i.test(sentence)) return [];
    if (wordsOf(sentence).length < MIN_WORDS) return [];
    return mattersOf(sentence, speaker).map((matter) => {
      const claimed = matter.slot.endsWith('|about') ? withWhatFollows(parts, i) : sentence;
      return {
        ...matter,
        sentence: `${prefix}${claimed}`,
        words: (matter.denies ? null : placeOf(claimed, matter.slot)) ?? wordsOf(claimed).join(' '),
      };
    });
  });
}
