import { describe, expect, it } from 'vitest';
import { mergeMission } from '#lib/banks/mission';

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
});
