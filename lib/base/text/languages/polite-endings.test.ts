import { describe, expect, it } from 'vitest';
import { withoutPoliteEndings } from '#lib/base/text/languages/polite-endings';

describe('polite endings', () => {
  it.each([
    ['아파트 월세는 얼마예요?', '아파트 월세는 얼마?'],
    ['경기는 누가 이겼어요?', '경기는 누가 이겼어?'],
    ['회의는 언제입니까?', '회의는 언제입?'],
    ['기차가 늦었어요. 왜 늦었나요', '기차가 늦었어. 왜 늦었나'],
  ])('are removed from the ends of sentences: %s', (text, rest) => {
    expect(withoutPoliteEndings(text, 'ko')).toBe(rest);
  });

  it.each(['무엇이 필요?', '요가 수업은 언제?', '월요일에 뭐 해?', '요?', ''])('leave other words: %s', (text) => {
    expect(withoutPoliteEndings(text, 'ko')).toBe(text);
  });

  it('are Korean only', () => {
    expect(withoutPoliteEndings('What is 예요?', 'en')).toBe('What is 예요?');
  });
});
