import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

interface TestVectors {
  sentences: { text: string; rows: number[]; first8: number[] }[];
  cosines: number[][];
}

const expected = JSON.parse(readFileSync(new URL('./static-en-256/test-vectors.json', import.meta.url), 'utf8')) as TestVectors;
const embedder = builtinEmbedder();
const cosine = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

describe('builtinEmbedder', () => {
  it('cuts text into the tokens of the model', () => {
    for (const { text, rows } of expected.sentences) expect(embedder.tokenRows(text)).toEqual(rows);
  });

  it('gives the vectors of the model', async () => {
    const vectors = (await embedder.embed(expected.sentences.map(({ text }) => text))).map((vector) => vector!);
    expected.sentences.forEach(({ first8 }, i) => {
      first8.forEach((value, j) => {
        expect(vectors[i]![j]).toBeCloseTo(value, 4);
      });
    });
    expected.cosines.forEach((line, i) => {
      line.forEach((value, j) => {
        expect(cosine(vectors[i]!, vectors[j]!)).toBeCloseTo(value, 3);
      });
    });
  });

  it('returns vectors of unit length, or null for a text without known words', async () => {
    const [known, ...unknown] = await embedder.embed(['A dog.', '', '   ', '한국어', '\u0000\u200b', 'ж'.repeat(200)]);
    expect(cosine(known!, known!)).toBeCloseTo(1, 5);
    expect(unknown).toEqual([null, null, null, null, null]);
  });

  it('gives no vector to signs, however many, nor to unknown words with signs', async () => {
    const texts = ['.', '?!', '$ + = ~', '한국어.', '«…»', '(한국어?)'];
    expect(await embedder.embed(texts)).toEqual(texts.map(() => null));
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[\p{P}$+<=>^`|~\s]{0,12}$/u), async (signs) => {
        expect(await embedder.embed([signs])).toEqual([null]);
      }),
    );
  });

  it('names its model and dimensions, and is one per process', async () => {
    expect([embedder.model, embedder.dimensions]).toEqual(['builtin/static-en-256', 256]);
    expect(builtinEmbedder()).toBe(embedder);
    expect((await embedder.embed(['x']))[0]).toHaveLength(256);
  });

  it('ignores case, accents and Unicode normalization', async () => {
    const [a, b, c] = await embedder.embed(['Café RÉSUMÉ', 'cafe resume', 'Cafe\u0301 re\u0301sume\u0301']);
    expect(a).toEqual(b);
    expect(a).toEqual(c);
  });
});
