/** The question within a prompt that also contains instructions. Pure. */

/** In characters. A shorter prompt is treated as one question, with all its text. */
const LONG = 400;
const MAX_QUESTIONS = 3;

const NAMES = 'goal|question|query|task|request|prompt|user[-_ ]?(?:query|question|message|request|prompt)';
const TAGGED = new RegExp(`<(${NAMES})>([^<>]+)</\\1>`, 'gi');
const LABELED = new RegExp(`^[ \\t>*#-]*(?:${NAMES})[ \\t*]*:[ \\t*]*(\\S[^\\n]*)$`, 'gim');
/** Sentences, each with its punctuation mark; line breaks end them as well. */
const SENTENCES = /(?<=[.!?。！？؟])|\n/;
const ASKS = /[?？؟]$/;

const questionsIn = (text: string): string[] =>
  text
    .split(SENTENCES)
    .map((sentence) => sentence.trim())
    .filter((sentence) => ASKS.test(sentence) && /[\p{L}\p{N}]/u.test(sentence));

/**
 * The question in a prompt. In a long prompt it is, in this order:
 * - the content of a tag such as `<goal>` or `<question>`
 * - the line after a label such as `Question:`
 * - the sentences that end with a question mark, at most three
 *
 * Among several tags or labels, the first one with a question mark is used. A short prompt, and one
 * without any of these, is returned unchanged.
 */
export function questionIn(prompt: string): string {
  if (prompt.length <= LONG) return prompt;
  const marked = [
    [...prompt.matchAll(TAGGED)].map(([, , content = '']) => content),
    [...prompt.matchAll(LABELED)].map(([, line = '']) => line),
  ];
  for (const found of marked) {
    const one = found.find((text) => /[?？؟]/.test(text)) ?? found[0];
    if (one === undefined) continue;
    const text = one.trim();
    return text.length <= LONG ? text : questionsIn(text).slice(0, MAX_QUESTIONS).join(' ') || text;
  }
  return questionsIn(prompt).slice(0, MAX_QUESTIONS).join(' ') || prompt;
}
