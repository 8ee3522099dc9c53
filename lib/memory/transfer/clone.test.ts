import { describe, expect, it } from 'vitest';
import { contentOf as contentOfBank, fillArchivedBank } from '#e2e/fixtures/archived-bank';
import { db, orgId, scope, withTestBank } from '#e2e/fixtures/bank';
import { inconsistencies } from '#e2e/fixtures/consistency';
import { jobApp, jobOf, quickRunner } from '#e2e/fixtures/jobs';
import { reaches, withRunners } from '#e2e/fixtures/runners';
import { type Db, sql, type Tx } from '#lib/base/db/db';
import { render } from '#lib/base/db/statement';
import { purgeBanks } from '#lib/base/purge/purge';
import type { BankScope } from '#lib/base/scope';
import { Deferred, type Job } from '#lib/jobs/operations/port';
import { registerHandler } from '#lib/jobs/operations/service';
import { dropArchives } from '#lib/memory/archives/service';
import { currentBank } from '#lib/memory/banks/service';
import { recallBody } from '#lib/memory/recall/contract';
import { recall } from '#lib/memory/recall/service';
import { cloneHandler } from '#lib/memory/transfer/run';
import { cloneBank } from '#lib/memory/transfer/service';

withTestBank();
const runners = withRunners();

const contentOf = (of: BankScope) => contentOfBank(db, of);
const filled = () => fillArchivedBank(db, scope);

async function targetScope(): Promise<BankScope | null> {
  const [row] = await db.query<{ uid: number }>(sql`select uid from banks where org_id = ${orgId} and id = 'copy'`);
  return row ? currentBank(db, { ...scope, bankId: 'copy', bankUid: row.uid }) : null;
}

describe('a clone', () => {
  it('equals the original in all rows, answers as it does, and is consistent', async () => {
    await filled();
    const { operation_id } = await cloneBank(db, scope, 'copy');
    registerHandler(cloneHandler);
    runners.push(await quickRunner(jobApp(db)));
    const { result_metadata } = await reaches(operation_id, 'completed');
    expect(result_metadata).toMatchObject({ target_bank_id: 'copy' });
    const [original, copy] = [(await currentBank(db, scope))!, (await targetScope())!];
    expect(await contentOf(copy)).toEqual(await contentOf(original));
    expect(await inconsistencies(db, copy)).toEqual([]);
    const ask = async (of: BankScope): Promise<unknown> =>
      (await recall(jobApp(db), of, recallBody.parse({ query: 'Where did Ana meet Ben?' }))).results;
    expect(await ask(copy)).toEqual(await ask(original));
    const [left] = await db.query<{ n: number }>(sql`select count(*) as n from archive_blocks`);
    expect(left!.n).toBe(0);
  });

  it('that is interrupted anywhere leaves nothing half, and a further run completes it', async () => {
    await filled();
    const original = (await currentBank(db, scope))!;
    const { operation_id } = await cloneBank(db, scope, 'copy');
    for (const least of [0, 2, 5, 11, 18]) {
      let steps = 0;
      const interrupted: Partial<Job> = {
        operationId: operation_id,
        fence: async () => {
          if (steps++ === least) throw new Error('the process died');
        },
      };
      await expect(cloneHandler.run(jobOf(jobApp(db), original, { targetId: 'copy' }, interrupted as never))).rejects.toThrow();
      expect(await targetScope()).toBeNull();
      await purgeBanks(db);
    }
    // In another database than the directory, the target may be listed already.
    const complete = () => Promise.reject(new Error('the process died'));
    await expect(
      cloneHandler.run(jobOf(jobApp(db), original, { targetId: 'copy' }, { operationId: operation_id, complete })),
    ).rejects.toThrow('the process died');
    await cloneHandler.run(jobOf(jobApp(db), original, { targetId: 'copy' }, { operationId: operation_id }));
    expect(await contentOf((await targetScope())!)).toEqual(await contentOf(original));
    await purgeBanks(db);
    const banks = await db.query<{ id: string }>(
      sql`select id from banks where org_id = ${orgId} or restored_by is not null or org_id is null order by id`,
    );
    expect(banks.map(({ id }) => id)).toEqual(['bank', 'copy']);
  });

  it('starts again if something is permanently deleted before it is published', async () => {
    await filled();
    const original = (await currentBank(db, scope))!;
    const { operation_id: operationId } = await cloneBank(db, scope, 'copy');
    let steps = 0;
    /** Deletes the archive in the transaction of a step, as a permanent deletion does. */
    const run = (isDeletedAt: (step: number) => boolean, app = jobApp(db)): Promise<unknown> => {
      steps = 0;
      const fence = async (tx: Tx): Promise<void> => {
        if (isDeletedAt(steps++)) await dropArchives(tx, scope);
      };
      const complete = () => Promise.reject(new Error('the process died'));
      return Promise.resolve(cloneHandler.run(jobOf(app, original, { targetId: 'copy' }, { operationId, fence, complete })));
    };
    await expect(run(() => false)).rejects.toThrow('the process died');
    const last = steps - 1;
    for (const deletedAt of [2, 4, last >> 1, last]) {
      await expect(run((step) => step === deletedAt)).rejects.toBeInstanceOf(Deferred);
      expect(await targetScope()).toBeNull();
    }
    let isDeleted = false;
    const query: Db['query'] = async (statement) => {
      if (!isDeleted && render(statement).name === 'archive_block_read') {
        isDeleted = true;
        await db.transaction((tx) => dropArchives(tx, scope));
      }
      return db.query(statement);
    };
    await expect(run(() => false, jobApp({ ...db, query }))).rejects.toBeInstanceOf(Deferred);
    expect(isDeleted).toBe(true);
  });

  it('makes the planner know the new bank', async () => {
    await fillArchivedBank(db, scope, 110);
    const original = (await currentBank(db, scope))!;
    const { operation_id: operationId } = await cloneBank(db, scope, 'copy');
    const texts: string[] = [];
    const query: Db['query'] = (statement) => {
      texts.push(render(statement).text);
      return db.query(statement);
    };
    await cloneHandler.run(jobOf(jobApp({ ...db, query }), original, { targetId: 'copy' }, { operationId }));
    expect(texts.filter((text) => text.includes('pg_relation_size'))).toHaveLength(1);
  });

  it('is refused to itself, to a bank that exists, and of a missing bank', async () => {
    const codeOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: { code?: string }) => error.code);
    expect(await codeOf(cloneBank(db, scope, 'bank'))).toBe('bad_request');
    expect(await codeOf(cloneBank(db, { ...scope, bankUid: 0 }, 'copy'))).toBe('not_found');
    await cloneBank(db, scope, 'copy');
    await cloneHandler.run(jobOf(jobApp(db), (await currentBank(db, scope))!, { targetId: 'copy' }, { operationId: await pending() }));
    expect(await codeOf(cloneBank(db, scope, 'copy'))).toBe('bad_request');
  });
});

async function pending(): Promise<string> {
  const [row] = await db.query<{ id: string }>(sql`select id from operations where bank_uid = ${scope.bankUid}`);
  return row!.id;
}
