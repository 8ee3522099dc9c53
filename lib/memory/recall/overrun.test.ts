import { expect, it } from 'vitest';
import { openEmptyDatabase } from '#e2e/fixtures/database';
import { type Queryable, sql } from '#lib/base/db/db';
import { mintBankScope } from '#lib/base/scope';
import { recallBody } from '#lib/memory/recall/contract';
import { recall } from '#lib/memory/recall/service';
import type { Embedder } from '#lib/models/embeddings/port';

const DEADLINE_MS = 1_000;
const wordless: Embedder = { model: 'none', dimensions: 1, embed: async (texts) => texts.map(() => null) };
const bank = {
  uid: 1,
  id: 'large',
  revision: 0,
  backlogRevision: 0,
  unitCount: 1,
  termCount: 1,
  speakers: [],
  embeddingModel: null,
  config: {},
};
const actor = { kind: 'unrestricted_key', keyId: null, label: 'test' } as const;
const scope = mintBankScope({ orgId: '0', actor, bankId: bank.id, bankUid: bank.uid, bank });

it('recall reports a timeout if the database exceeds its deadline', async () => {
  const db = await openEmptyDatabase();
  // Like a bank where retrieval takes minutes; the real deadline of the real database cancels it.
  const endless = sql`select count(*) from generate_series(1, 100000000) a, generate_series(1, 100) b`;
  const query = () => db.transaction((tx) => tx.query(endless), { statementTimeoutMs: DEADLINE_MS });
  const asked = recall({ db: { query } as unknown as Queryable, embedder: wordless }, scope, recallBody.parse({ query: 'apple' }));
  await expect(asked).rejects.toMatchObject({ name: 'ServiceError', code: 'timeout' });
  await db.close();
});
