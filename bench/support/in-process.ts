import { type Latency, latency } from '#bench/support/measure';
import { type BankPlan, WARM_UP } from '#bench/support/plan';
import { type Db, sql } from '#lib/base/db/db';
import { countStatements } from '#lib/base/db/observe';
import { type BankScope, mintBankScope } from '#lib/base/scope';
import { ensureBank } from '#lib/memory/banks/service';
import { recallBody } from '#lib/memory/recall/contract';
import { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';
import { recall } from '#lib/memory/recall/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

/** A recall without HTTP, authentication and another process: its statements and their time. */
export interface InProcessRecall {
  /** the largest number of statements of any recall */
  readonly statements: number;
  readonly recall: Latency;
  readonly database: Latency;
}

export async function recallInside(db: Db, bank: BankPlan): Promise<InProcessRecall> {
  const scope = await scopeOf(db, bank.name);
  const services = { db, embedder: builtinEmbedder(), cachedBanks: await warmBank(db, scope) };
  const samples: { statements: number; whole: number; database: number }[] = [];
  for (const query of bank.questions) {
    const body = recallBody.parse({ query });
    const started = performance.now();
    const { statements } = await countStatements(() => recall(services, scope, body));
    const whole = performance.now() - started;
    samples.push({ statements: statements.length, whole, database: statements.reduce((sum, { milliseconds }) => sum + milliseconds, 0) });
  }
  const timed = samples.slice(WARM_UP);
  return {
    statements: Math.max(...samples.map(({ statements }) => statements)),
    recall: latency(timed.map(({ whole }) => whole)),
    database: latency(timed.map(({ database }) => database)),
  };
}

export async function scopeOf(db: Db, bank: string): Promise<BankScope> {
  const [row] = await db.query<{ org_id: string }>(sql`select org_id from banks where id = ${bank}`);
  const actor = { kind: 'unrestricted_key', keyId: null, label: 'benchmark' } as const;
  return ensureBank(db, mintBankScope({ orgId: row!.org_id, actor, bankId: bank, bankUid: 0, bank: null }));
}

/** Loads the bank cache, as on a server that has already answered a recall. */
export async function warmBank(db: Db, { bank }: BankScope): Promise<CachedBanks> {
  const cachedBanks = new CachedBanks(db);
  const { model, dimensions } = builtinEmbedder();
  if (bank?.embeddingModel === model) await cachedBanks.warm(bank, { model, dimensions });
  return cachedBanks;
}
