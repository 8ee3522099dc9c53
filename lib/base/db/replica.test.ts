import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { db, newTestBank, scope, setScope, withTestDatabase } from '#e2e/fixtures/bank';
import { isGate } from '#e2e/fixtures/runs';
import { canReplicate, openStandby, type Standby } from '#e2e/fixtures/standby';
import { openFurther } from '#lib/base/db/connect';
import { type Db, sql } from '#lib/base/db/db';
import { Replica, type ReplicaRead, readBank } from '#lib/base/db/replica';
import { scopeAt } from '#lib/base/db/revision';
import { defined } from '#lib/base/defined';
import { deleteDocument, listDocuments } from '#lib/memory/documents/service';
import { listEntities } from '#lib/memory/entities/service';
import { listMemories as listing } from '#lib/memory/memories/contract';
import { listMemories } from '#lib/memory/memories/service';
import { recallBody } from '#lib/memory/recall/contract';
import { recall } from '#lib/memory/recall/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { getStats } from '#lib/memory/stats/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

const ROUNDS = 1_000;
const LISTING = defined(listing.query);

/** A standby copies the whole server, so the gate does not start one. */
describe.runIf(canReplicate() && !isGate)('reads from a streaming replica', () => {
  withTestDatabase();

  let standby: Standby;
  let at: Db;
  let replica: Replica;
  let now = 0;
  const reads: ReplicaRead[] = [];
  const lost: string[] = [];

  beforeAll(async () => {
    standby = await openStandby();
    const [row] = await db.query<{ name: string }>(sql`select current_database() as name`);
    at = await openFurther({ kind: 'pg', url: standby.urlOf(row!.name) });
    replica = new Replica(at, { count: (read) => reads.push(read), lost: (reason) => lost.push(reason) }, () => now);
  });
  afterAll(async () => {
    await at?.close();
    await standby?.remove();
  });
  afterEach(() => {
    reads.length = 0;
    lost.length = 0;
    now += 60_000;
  });

  const replay = (does: 'pause' | 'resume') => at.query(sql.raw(`select pg_wal_replay_${does}()`));
  const say = (content: string, document_id: string) =>
    retain({ db, embedder: builtinEmbedder() }, scope, retainBody.parse({ items: [{ content, document_id }] }));
  /** The next request: authentication reads the bank from the primary. */
  const authenticate = async () => setScope(await scopeAt(db, scope));
  const read = <T>(work: (from: Db) => Promise<T>): Promise<T> => readBank({ db, replica }, scope, work);
  const isReached = async (): Promise<boolean> =>
    (await at.query(sql`select revision from banks where uid = ${scope.bankUid} and revision = ${scope.bank?.revision}`)).length > 0;
  const documents = (from: Db) => listDocuments(from, scope, { tags_match: 'any', limit: 100, offset: 0 });

  it('go to the primary until the replica has the revision of the request', async () => {
    await newTestBank();
    await replay('pause');
    await say('Ana lives in Porto.', 'one');
    await authenticate();
    expect((await read(documents)).total).toBe(1);
    expect(reads).toEqual(['behind']);
    await replay('resume');
    await expect.poll(isReached).toBe(true);
    expect((await read(documents)).total).toBe(1);
    expect(reads).toEqual(['behind', 'replica']);
  });

  it('go to the primary while the replica is away, and return to it', async () => {
    await newTestBank();
    await say('Ana lives in Porto.', 'one');
    await authenticate();
    await standby.kill();
    expect((await read(documents)).total).toBe(1);
    expect((await read(documents)).total).toBe(1);
    expect(reads).toEqual(['unavailable', 'unavailable']);
    expect(lost).toHaveLength(1);
    await standby.start();
    await expect.poll(isReached).toBe(true);
    now += 60_000;
    await read(documents);
    expect(reads.at(-1)).toBe('replica');
  });

  it('throw what a read itself refuses', async () => {
    await newTestBank();
    await authenticate();
    await expect.poll(isReached).toBe(true);
    await expect(read(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(reads).toEqual([]);
  });

  it(`are never older than the request, in ${ROUNDS} rounds with a replica that lags`, async () => {
    await newTestBank();
    const embedder = builtinEmbedder();
    const answers: ((from: Db) => Promise<unknown>)[] = [
      documents,
      (from) => listMemories(from, scope, LISTING.parse({})),
      (from) => listEntities(from, scope, { limit: 50, offset: 0 }),
      (from) => recall({ db: from, embedder }, scope, recallBody.parse({ query: 'Who lives where?' })),
    ];
    const seed = Number(process.env.FUZZ_SEED ?? 1);
    const plan = fc.sample(
      fc.record({ lags: fc.boolean(), writes: fc.integer({ min: 0, max: 5 }), reads: fc.nat({ max: answers.length }) }),
      { seed, numRuns: ROUNDS },
    );
    const seen = new Set<ReplicaRead>();
    for (const [round, { lags, writes, reads: which }] of plan.entries()) {
      await replay(lags ? 'pause' : 'resume');
      if (writes === 0) await deleteDocument(db, scope, `document-${round % 7}`).catch(() => undefined);
      else if (writes > 2) await say(`Person ${round} lives in Town ${writes}.`, `document-${round % 7}`);
      await authenticate();
      const answer = answers[which];
      if (answer) expect(await read(answer)).toEqual(await answer(db));
      else
        expect(await getStats({ db, replica }, scope, { refresh: true })).toMatchObject({
          total_nodes: (await getStats({ db }, scope, { refresh: true })).total_nodes,
        });
      for (const one of reads) seen.add(one);
    }
    await replay('resume');
    expect([...seen].toSorted()).toEqual(['behind', 'replica']);
  });

  it('ignore a replica that became a primary of its own', async () => {
    await newTestBank();
    await authenticate();
    await expect.poll(isReached).toBe(true);
    await at.query(sql`select pg_promote()`);
    await read(documents);
    expect(reads).toEqual(['unavailable']);
    expect(lost[0]).toContain('does not follow a primary');
  });
});
