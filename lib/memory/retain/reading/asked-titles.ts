/**
 * The titles of activities in the history of an account: "Prompted What is a sextant?". The first
 * words say what the person did, and the others are the words of the person.
 */

/** The names of the assistant whose activities are read. */
export const ASSISTANT = /(?<!\p{L})(?:Gemini|Bard)(?!\p{L})/u;

/** What precedes the words of the person, in English. */
const ASKED = /^(?:Prompted(?: with)?|Asked(?: Gemini| Bard)?|Said|Branched|Answered):?(?:\s|$)/;
const ATTACHED = /\s{1,3}Attached \d{1,3} files?\.?\s{0,3}$/;
/** A word, or words up to a colon */
const VERB = /^[^:：\s][^:：]{0,38}[:：]\s{0,2}|^\S{1,39}\s/;

/** Returns the words of the person in a title; null if the person did something else. */
export type AskedWords = (title: string, isAnswered: boolean) => string | null;

/**
 * `answered`: titles of activities with an answer. In other languages, what most of them begin with
 * is not part of the words.
 */
export function askedWordsOf(answered: readonly string[]): AskedWords {
  const counts = new Map<string, number>();
  for (const title of answered) {
    const verb = VERB.exec(title)?.[0];
    if (verb !== undefined) counts.set(verb, (counts.get(verb) ?? 0) + 1);
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  const verb = most && most[1] > 1 && most[1] * 2 > answered.length ? most[0] : null;
  return (title, isAnswered) => {
    const prefix = ASKED.exec(title)?.[0] ?? (verb !== null && title.startsWith(verb) ? verb : null);
    if (prefix === null && (verb !== null || !isAnswered)) return null;
    return title
      .slice(prefix?.length ?? 0)
      .replace(ATTACHED, '')
      .trim();
  };
}
