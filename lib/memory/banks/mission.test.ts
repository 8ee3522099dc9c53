import { describe, expect, it } from 'vitest';
import { mergeMission } from '#lib/memory/banks/mission';

describe('mergeMission', () => {
  it.each([
    ['', 'I help with taxes.', 'I help with taxes.'],
    ['I help with taxes.', 'I live in Oslo.', 'I help with taxes.\nI live in Oslo.'],
    ['I help with taxes.', 'i help  with taxes!', 'I help with taxes.'],
    ['A. B.', 'B. C. c.', 'A. B.\nC.'],
    ['我住在上海。', '我住在上海。我喜欢茶。', '我住在上海。\n我喜欢茶。'],
    ['A.', '  \n ', 'A.'],
  ])('%j + %j', (mission, addition, merged) => {
    expect(mergeMission(mission, addition)).toBe(merged);
  });

  it.each([' ', '\t', '\u00a0', '\u2028', '\u3000', '\ufeff'])('is linear in a run of white space: %j', (blank) => {
    // Quadratic time would take hours here.
    expect(mergeMission('A.', `${blank.repeat(1_000_000)}B.`)).toBe('A.\nB.');
  });
});
