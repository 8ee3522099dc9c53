import type { Language } from '#lib/base/text/languages/of';

/** Nouns such as 필요 (need) and 중요 (importance) end like a polite verb. */
const NOUN_BEFORE = '필중수주동개소긴강민담월';
const KOREAN = new RegExp(`(?:예요|에요|(?<![${NOUN_BEFORE}])요|니다|니까)(?=\\s{0,3}(?:[.?!…]|$))`, 'gu');

/**
 * A text without the polite endings of its sentences, in Korean; other texts stay unchanged. The
 * endings are a quarter of a short question, so its vector would be near any polite sentence. A
 * text of nothing else stays unchanged.
 */
export function withoutPoliteEndings(text: string, language: Language): string {
  if (language !== 'ko') return text;
  const rest = text.replace(KOREAN, '');
  return /\p{L}/u.test(rest) ? rest : text;
}
