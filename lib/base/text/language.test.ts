import { expect, it, vi } from 'vitest';
import model from 'wink-eng-lite-web-model';

interface Data {
  readonly features: { readonly lexeme: { readonly list: string[]; readonly intrinsicSize: number } };
}

const core = vi.spyOn(model as unknown as { core: () => Data }, 'core');
// Another test of this process may have loaded the model.
const SHARED = Symbol.for('memory-bank.once-per-process');
const before: unknown = Reflect.get(globalThis, SHARED);
Reflect.deleteProperty(globalThis, SHARED);
vi.resetModules();
const { isCommonWord, readWords } = await import('#lib/base/text/language');
vi.resetModules();
const again = await import('#lib/base/text/language');
Reflect.set(globalThis, SHARED, before);

const SENTENCES = ['Ana Полякова met Бобров. He is at Acme Corp. in Porto. Then she left.', 'Ships sail. Кораблі плывут. 船舶 sank.'];
const answers = () => [SENTENCES.map(readWords), ['Ship', 'ships', 'поляков', 'qzxjvkqw', 'bob'].map(isCommonWord)];
/** The beginnings of the sentences of a text. */
const openings = (text: string): string[] => {
  const { words, sentences } = readWords(text);
  return sentences.map((first) => words[first]!.value);
};

/** Different words, each of a shape of its own. */
const newWord = (n: number): string => [...String(n)].map((digit) => 'бвгджзклмн'[Number(digit)]).join('');
const readNewWords = (from: number, to: number): void => {
  for (let at = from; at < to; at += 100) readWords(Array.from({ length: 100 }, (_, i) => newWord(at + i)).join(' '));
};

it('answers the same after many new words', () => {
  const before = answers();
  readNewWords(100_000, 130_000);
  expect(answers()).toEqual(before);
  // Otherwise the new word counts as an abbreviation, behind which a sentence may end.
  expect(openings(`She saw ${newWord(200_001)} The man. He left.`)).toEqual(['She', 'He']);
});

it('is loaded once for all bundles', () => {
  expect(again.readWords).not.toBe(readWords);
  again.readWords('Ana met Tom.');
  expect(core).toHaveBeenCalledTimes(1);
});

it('reads its data once, and removes new words from it', () => {
  readNewWords(300_000, 350_000);
  expect(core).toHaveBeenCalledTimes(1);
  const { list, intrinsicSize } = (core.mock.results[0]!.value as Data).features.lexeme;
  expect(list.length - intrinsicSize).toBeLessThan(6_000);
});
