import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';
import { EnglishVectors } from '#lib/models/embeddings/english';
import { MultilingualVectors } from '#lib/models/embeddings/multilingual';

const vectorsOf = (table: string) =>
  z
    .object({
      sentences: z.array(z.object({ text: z.string(), rows: z.array(z.number()), first8: z.array(z.number()) })),
      cosines: z.array(z.array(z.number())),
    })
    .parse(JSON.parse(readFileSync(new URL(`./${table}/test-vectors.json`, import.meta.url), 'utf8')));
const embedder = builtinEmbedder();
const cosine = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

describe.each([
  ['static-en-256', await EnglishVectors.read()],
  ['static-multi-256', await MultilingualVectors.read()],
])('%s', (name, table) => {
  const { sentences, cosines } = vectorsOf(name);

  it('cuts text into the pieces of the model', () => {
    for (const { text, rows } of sentences) expect(table.rowsOf(text)).toEqual(rows);
  });

  it('gives the vectors of the model', () => {
    const vectors = sentences.map(({ text }) => table.vector(text)!);
    sentences.forEach(({ first8 }, i) => {
      first8.forEach((value, j) => {
        expect(vectors[i]![j]).toBeCloseTo(value, 4);
      });
    });
    cosines.forEach((line, i) => {
      line.forEach((value, j) => {
        expect(cosine(vectors[i]!, vectors[j]!)).toBeCloseTo(value, 2);
      });
    });
  });

  it('gives no vector to signs', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\p{P}$+<=>^`|~\s]{0,12}$/u), (signs) => {
        expect(table.vector(signs)).toBeNull();
      }),
    );
  });
});

describe('builtinEmbedder', () => {
  it('uses the table of the language', async () => {
    const texts = ['I moved to Lisbon last spring.', 'Meine Schwester ist nach Lissabon gezogen.', '我姐姐搬到了里斯本。'];
    const [english, ...others] = await embedder.embed(texts);
    expect(english).toEqual((await EnglishVectors.read()).vector(texts[0]!));
    const multilingual = await MultilingualVectors.read();
    expect(others).toEqual(texts.slice(1).map((text) => multilingual.vector(text)));
  });

  it('answers questions across languages', async () => {
    const [question, answer, other] = await embedder.embed([
      'Where does my sister live now?',
      'Meine Schwester ist nach Lissabon gezogen.',
      'Am Wochenende habe ich einen Kuchen gebacken.',
    ]);
    expect(cosine(question!, answer!)).toBeGreaterThan(cosine(question!, other!) + 0.1);
  });

  it('returns vectors of unit length, or null for a text without known words', async () => {
    const [known, ...unknown] = await embedder.embed(['A dog.', '', '   ', '\u0000\u200b', '𓀀𓀁']);
    expect(cosine(known!, known!)).toBeCloseTo(1, 5);
    expect(unknown).toEqual([null, null, null, null]);
  });

  it('gives no vector to signs, however many, nor to unknown words with signs', async () => {
    const texts = ['.', '?!', '$ + = ~', '𓀀𓀁.', '«…»', '(𓀀?)'];
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
    const texts = ['The CAFÉ wants my RÉSUMÉ', 'the cafe wants my resume', 'The Cafe\u0301 wants my re\u0301sume\u0301'];
    const [a, b, c] = await embedder.embed(texts);
    expect(a).toEqual(b);
    expect(a).toEqual(c);
  });
});
