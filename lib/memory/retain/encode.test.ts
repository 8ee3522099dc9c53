import { expect, it, vi } from 'vitest';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { jobApp, jobOf } from '#e2e/fixtures/jobs';
import { type Db, sql } from '#lib/base/db/db';
import { currentBank } from '#lib/memory/banks/service';
import { consolidationHandler } from '#lib/memory/observations/consolidate';
import { reembeddingHandler } from '#lib/memory/reembedding/run';
import { retainBody } from '#lib/memory/retain/contract';
import { encodeUnits } from '#lib/memory/retain/embed';
import type { ReadUnit } from '#lib/memory/retain/read';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';
import { encodedVectors } from '#lib/models/embeddings/encode';
import type { Embedder } from '#lib/models/embeddings/port';

withTestBank();

/** Counts the numbers of vectors that are read, and those that are read in a transaction. */
class VectorReads {
  total = 0;
  inTransactions = 0;
  private open = 0;

  readonly embedder = (model: string): Embedder => ({
    model,
    dimensions: 256,
    embed: async (texts) => (await builtinEmbedder().embed(texts)).map((vector) => vector && this.watched(vector)),
  });

  readonly database = (): Db => {
    const transaction: Db['transaction'] = (work, options) =>
      db.transaction(async (tx) => {
        this.open++;
        return work(tx).finally(() => {
          this.open--;
        });
      }, options);
    const get = (target: Db, name: keyof Db): unknown => {
      const value = name === 'transaction' ? transaction : target[name];
      return typeof value === 'function' ? value.bind(target) : value;
    };
    return new Proxy(db, { get: (target, name) => get(target, name as keyof Db) });
  };

  private watched(vector: Float32Array): Float32Array {
    return new Proxy(vector, {
      get: (target, name) => {
        this.total++;
        if (this.open > 0) this.inTransactions++;
        return Reflect.get(target, name, target);
      },
    });
  }
}

/** The first two are one observation. */
const SENTENCES = ['Ana: I live in Porto.', 'Ana: I live in Porto, really.', 'Ben: My violin is red.', 'Ben: Otters eat apples.'];
const stored = async () =>
  db.query<{ model: string; type: string; n: number }>(sql`
    select model, fact_type as type, count(*) as n from memory_embeddings where bank_uid = ${scope.bankUid} group by 1, 2 order by 1, 2`);

it('encodes no vector in a transaction, which would block all callers of the process', async () => {
  const reads = new VectorReads();
  const through = reads.database();
  const embedder = reads.embedder('builtin/static-en-256');
  const appWith = (used: Embedder) => jobApp(through, { embedder: used });

  await retain(
    { db: through, embedder },
    scope,
    retainBody.parse({ items: SENTENCES.map((content) => ({ content, timestamp: '2026-01-05' })) }),
  );
  const { result } = await consolidationHandler.run(
    jobOf(appWith(embedder), (await currentBank(db, scope))!, { automatic: false, sweep: false, within: null }),
  );
  expect(result).toMatchObject({ outcome: 'completed' });
  const before = await stored();
  expect(before.map(({ model }) => model)).toContain(embedder.model);
  expect(before.map(({ type }) => type)).toContain('observation');
  const former = reads.total;
  expect(former).toBeGreaterThan(before.length * 256);

  const other = reads.embedder('other/words');
  await reembeddingHandler(0).run(jobOf(appWith(other), (await currentBank(db, scope))!, {}));
  expect(await stored()).toEqual(before.map((row) => ({ ...row, model: other.model })));
  expect(reads.total).toBeGreaterThan(former);

  expect(reads.inTransactions).toBe(0);
});

it('can pause between any two vectors', async () => {
  const texts = SENTENCES.slice(0, 3);
  const vectors = await builtinEmbedder().embed(texts);
  const units = vectors.map((vector) => ({ vector, direction: null }) as ReadUnit);
  const encoded: number[] = [];
  await encodeUnits(units, async () => {
    encoded.push(units.filter(({ direction }) => direction !== null).length);
  });
  expect(encoded).toEqual([0, 1, 2]);
  expect(units.map(({ direction }) => direction?.split(',').length)).toEqual([256, 256, 256]);

  const now = vi.spyOn(performance, 'now');
  try {
    let time = 0;
    now.mockImplementation(() => (time += 1000));
    let turns = 0;
    const count = (): void => {
      turns++;
      turning = setImmediate(count);
    };
    let turning = setImmediate(count);
    const result = await encodedVectors({ ...builtinEmbedder(), embed: async () => vectors } as Embedder, texts);
    clearImmediate(turning);
    expect(turns).toBeGreaterThanOrEqual(texts.length);
    expect(result.map((text) => JSON.parse(text!).length)).toEqual([256, 256, 256]);
  } finally {
    now.mockRestore();
  }
});
