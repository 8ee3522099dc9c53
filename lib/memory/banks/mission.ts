import { fold } from '#lib/base/text/terms';

/**
 * Matches only a line end. The white space around it is trimmed later: a pattern that includes it
 * takes quadratic time for many spaces.
 */
const SENTENCE_END = /(?<=[.!?])\s+|(?<=[。！？])\s*|\n/u;

const sentences = (text: string): string[] => text.split(SENTENCE_END).filter((sentence) => sentence.trim() !== '');
const sameness = (sentence: string): string =>
  fold(sentence)
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim();

/**
 * Appends the sentences of `addition` that the mission does not contain yet, on a new line. The
 * existing text, its order and wording are unchanged.
 */
export function mergeMission(mission: string, addition: string): string {
  const known = new Set(sentences(mission).map(sameness));
  const added: string[] = [];
  for (const sentence of sentences(addition)) {
    const key = sameness(sentence);
    if (known.has(key)) continue;
    known.add(key);
    added.push(sentence.trim());
  }
  if (added.length === 0) return mission;
  return [mission.trimEnd(), added.join(' ')].filter((part) => part !== '').join('\n');
}
