import { describe, expect, it } from 'vitest';
import { cpuOf } from '#e2e/fixtures/cpu';
import { countTokens } from '#lib/base/text/tokens';

describe('countTokens', () => {
  // counts of the cl100k_base encoding
  it.each<[string, number]>([
    ['', 0],
    ['hello world', 2],
    ['hello world, how are you?', 7],
    ['Melinda started pottery classes last spring.', 8],
    ['東京', 3],
    ['\n\n', 1],
  ])('%j: %i', (text, tokens) => {
    expect(countTokens(text)).toBe(tokens);
  });

  it('counts special tokens as the characters they are', () => {
    expect(countTokens('<|endoftext|>')).toBeGreaterThan(1);
    expect(countTokens('a <|im_start|> b <|fim_prefix|>')).toBeGreaterThan(6);
  });

  it('takes lone surrogates and long unbroken runs', async () => {
    expect(countTokens('\ud800 x \udfff')).toBeGreaterThan(0);
    const run = 'a1'.repeat(50_000);
    expect(await cpuOf(() => expect(countTokens(run)).toBeGreaterThan(10_000))).toBeLessThan(5000);
  });

  it('measures a long run in pieces, close to its true count', () => {
    const run = 'abcdefghij'.repeat(60);
    const exact = countTokens(run.slice(0, 399)) * (600 / 399);
    expect(Math.abs(countTokens(run) - exact)).toBeLessThan(12);
  });

  it('counts the text around a long run exactly', () => {
    const [before, run] = ['Ann went to Porto. ', 'x'.repeat(500)];
    expect(countTokens(`${before}${run}`) - countTokens(run)).toBe(countTokens(before.trimEnd()) + 1);
  });

  it.each([
    ['blanks', ' '],
    ['tabs', '\t'],
    ['line feeds', '\n'],
    ['no-break spaces', '\u00a0'],
    ['line separators', '\u2028'],
    ['letters', 'q'],
    ['han', '漢'],
    ['signs', ';'],
    ['emoji', '👍'],
  ])('takes time linear in the length of a run of %s', async (_, character) => {
    const timeOf = (length: number): Promise<number> => cpuOf(() => countTokens(`tea${character.repeat(length)}?`));
    await timeOf(5000);
    expect(await timeOf(80_000)).toBeLessThan(8 * (await timeOf(20_000)) + 50);
  });

  it('counts a word that repeats as fast behind many other words as in front of them', async () => {
    const word = 'Aa '.repeat(60_000);
    const others = Array.from({ length: 20_000 }, (_, i) => `w${i.toString(36)}zq`).join(' ');
    countTokens(word);
    const before = await cpuOf(() => countTokens(word));
    countTokens(others);
    expect(await cpuOf(() => countTokens(word))).toBeLessThan(6 * before + 20);
  });
});
