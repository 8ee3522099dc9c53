import { fold } from '#lib/base/text/terms';

/** A line end alone: the white space around it is trimmed later, and a pattern that includes it is quadratic in a run of blanks. */
const SENTENCE_END = /(?<=[.!?])\s+|(?<=[。！？])\s*|\n/u;

const sentences = (text: string): string[] => text.split(SENTENCE_END).filter((sentence) => sentence.trim() !== '');
const sameness = (sentence: string): string =>
  fold(sentence)
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim();

/** The mission with the sentences of `addition` that it does not hold yet, on a new line. Order, wording and what was there stay. */
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
