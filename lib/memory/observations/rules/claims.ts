import { defined } from '#lib/base/defined';
import { fold } from '#lib/base/text/terms';
import { type Matter, mattersOf } from '#lib/memory/observations/rules/topics';

/** What a memory states that lasts. Statements of one slot belong together: they repeat, complete or replace one another. */
export interface SlotClaim extends Matter {
  /** verbatim, behind its speaker; with the sentences that go on about the same with "he", "she" or "it" */
  readonly sentence: string;
  /** equal where two sentences say the same but for case, signs and filling words, or name the same place as home */
  readonly words: string;
}

/** A longer sentence states more than one thing. */
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

/** Equal for two texts that say the same words in the same order; numbers and negation count. */
export const sameWords = (text: string): string => wordsOf(text).join(' ');

/** A memory's text without the speaker in front. */
export function bodyOf(text: string, speaker: string | null): string {
  const prefix = speaker === null ? null : `${speaker}: `;
  return prefix !== null && text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

/** Where a sentence ends; a title before a name does not end one. */
const BORDER = /(?<=[.!?…]["'”’)\]]{0,2})(?<!\b(?:Mr|Mrs|Ms|Dr|St|vs|No|Prof|e\.g|i\.e|etc)\.)\s+|(?<!\s)\s*\n\s*/u;

/** "I live in Porto" and "I moved to Porto for the studio": the place, as it is written. */
const PLACE =
  /\b\p{L}+(?: back)? (?:in|to|at|near) (?<place>\p{Lu}[\p{L}\p{N}'’.-]*(?:(?:, | (?:(?:de|da|do|di|la|of|the|am|upon) )?)\p{Lu}[\p{L}\p{N}'’.-]*)*)/u;

function placeOf(sentence: string, slot: string): string | null {
  if (!slot.endsWith('|home') && !slot.endsWith('|home|country')) return null;
  const { place } = PLACE.exec(sentence)?.groups ?? {};
  return place === undefined ? null : fold(place).replace(/[.’']+$/, '');
}

/** Goes on about whom the sentence before it is about. */
const GOES_ON = /^(?:He|She|It|They|His|Her|Its|Their)(?= )/;

/** A sentence about somebody, with those that follow it and tell of nobody else. */
function withWhatFollows(parts: readonly string[], i: number): string {
  let told = defined(parts[i]);
  for (const next of parts.slice(i + 1)) {
    if (!GOES_ON.test(next) || next.endsWith('?') || told.length + next.length >= MAX_SENTENCE) break;
    told = `${told} ${next}`;
  }
  return told;
}

/** What a memory claims, sentence by sentence; questions, conditions and what is said of a moment claim nothing. */
export function claimsOf(text: string, speaker: string | null): SlotClaim[] {
  const body = bodyOf(text, speaker);
  const prefix = text.slice(0, text.length - body.length);
  const parts = body.split(BORDER).map((part) => part.trim());
  return parts.flatMap((sentence, i) => {
    if (sentence.length > MAX_SENTENCE || sentence.endsWith('?') || /^(?:if|when|unless|maybe|perhaps)\b/i.test(sentence)) return [];
    if (wordsOf(sentence).length < MIN_WORDS) return [];
    return mattersOf(sentence, speaker).map((matter) => {
      const told = matter.slot.endsWith('|about') ? withWhatFollows(parts, i) : sentence;
      return {
        ...matter,
        sentence: `${prefix}${told}`,
        words: (matter.denies ? null : placeOf(told, matter.slot)) ?? wordsOf(told).join(' '),
      };
    });
  });
}
