import { describe, expect, it } from 'vitest';
import { conversation, questions } from '#bench/support/generate';
import { runs } from '#e2e/fixtures/runs';
import { ByteVectors } from '#lib/memory/recall/retrieval/cached/byte-vectors';
import { withSpare } from '#lib/memory/recall/retrieval/cached/find';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

const SENTENCES = 8000;
const QUESTIONS = 10;
/** The greatest one is that of 2,000 candidates. */
const CAPS = [1, 60, 150, 500, 1000];

const product = (a: ArrayLike<number>, b: ArrayLike<number>): number => Array.from(a).reduce((sum, number, i) => sum + number * b[i]!, 0);

describe('the memories that a very large bank finds', () => {
  it.each(Array.from({ length: runs(12) }, (_, seed) => seed))('contain the nearest ones of an exact search: bank %i', async (seed) => {
    const embedder = builtinEmbedder();
    const sessions = conversation({ seed, sentences: SENTENCES, turnsPerSession: 20 });
    const rows = await embedder.embed(sessions.flatMap(({ turns }) => turns));
    const vectors = new ByteVectors(embedder.dimensions!, { slots: rows.length });
    for (const [slot, row] of rows.entries()) vectors.put(slot, row);
    const every = new Uint8Array(rows.length).fill(1);
    for (const question of await embedder.embed(questions(sessions, seed, QUESTIONS))) {
      const cosines = rows.map((row) => product(row!, question!));
      const exact = cosines.toSorted((a, b) => b - a);
      const slots = { passes: every, hasVector: every, size: rows.length };
      for (const cap of CAPS) {
        const found = new Set(vectors.compare(question!).nearest(withSpare(cap), slots, (a, b) => a - b)());
        // Of equal ones at the end, any may be found.
        const missed = cosines.flatMap((cosine, slot) => (cosine > exact[cap - 1]! && !found.has(slot) ? [slot] : []));
        expect(missed, `${cap} nearest`).toEqual([]);
      }
    }
  });
});
