import { conversation, randomFrom } from '#bench/support/generate';
import { scopeOf } from '#bench/support/in-process';
import { batchesOf } from '#bench/support/measure';
import { type Db, type SQL, sql, type Tx } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import { type BankScope, mintBankScope } from '#lib/base/scope';
import { ensureBank } from '#lib/memory/banks/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

/**
 * Fills a bank with very many memories: a few thousand are retained, then SQL doubles the bank
 * until it is large enough. A copy has other ids, times and vectors, the same text, and its own
 * entities, except for those that much of the bank mentions.
 */

const BATCH = 500;
const TURNS = 20;
const PEOPLE = 3000;
/** Memories that are retained; the others are copies. */
const MOST_RETAINED = 16_000;
/** An entity that this share of the memories mentions has no copies. */
const COMMON = 0.002;

const SYLLABLES = ['bar', 'cel', 'dim', 'for', 'gan', 'hel', 'jor', 'kam', 'lor', 'mir', 'nor', 'pel', 'ras', 'sol', 'tam', 'vel'];
const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);
/** A different name for each number. No two names are similar in more than a syllable. */
const nameOf = (n: number): string => {
  const part = (m: number) => capital([0, 1, 2].map((i) => SYLLABLES[Math.floor(m / 16 ** i) % 16]!).join(''));
  return `${part(n * 7)} ${part(n * 13 + 5)}`;
};

async function newOrganization(db: Db): Promise<string> {
  const orgId = newId();
  await db.query(sql`insert into organizations (id, slug, name) values (${orgId}, 'bench', 'Bench')`);
  return orgId;
}

export interface EntityItem {
  readonly content: string;
  readonly timestamp: string;
  readonly document_id: string;
  readonly tags: readonly string[];
  readonly entities: readonly { readonly text: string; readonly type: string }[];
}

/**
 * Sentences that mention three entities on average: a speaker, and two of three thousand people by
 * Zipf's law. Each is a document.
 */
export function itemsWithEntities(units: number, seed = 1): EntityItem[] {
  const random = randomFrom(6 + seed);
  const somebody = (): string => nameOf(Math.floor(PEOPLE ** random()) - 1);
  return conversation({ seed, sentences: units, turnsPerSession: TURNS }).flatMap(({ id, timestamp, turns }) =>
    turns.map((content, i) => ({
      content,
      timestamp,
      document_id: `${id}-${i}`,
      tags: [`month-${timestamp.slice(5, 7)}`],
      entities: [somebody(), somebody()].map((text) => ({ text, type: 'PERSON' })),
    })),
  );
}

/**
 * Retains memories of `itemsWithEntities`. Creates the bank, and the organization if none is given.
 */
export async function fillBank(db: Db, units: number, inOrganization?: string): Promise<BankScope> {
  const orgId = inOrganization ?? (await newOrganization(db));
  const actor = { kind: 'unrestricted_key', keyId: null, label: 'benchmark' } as const;
  const scope = mintBankScope({ orgId, actor, bankId: 'bench', bankUid: 0, bank: null });
  const items = itemsWithEntities(units);
  for (const batch of batchesOf(items, BATCH))
    await retain({ db, embedder: builtinEmbedder() }, await ensureBank(db, scope), retainBody.parse({ items: batch }));
  await db.query(sql`vacuum analyze`);
  return ensureBank(db, scope);
}

/**
 * A bank of at least `units` memories. The user of the database must be allowed to disable
 * triggers.
 */
export async function fillLargeBank(db: Db, units: number, inOrganization?: string): Promise<BankScope> {
  const doublings = Math.max(0, Math.ceil(Math.log2(units / MOST_RETAINED)));
  const scope = await fillBank(db, Math.ceil(units / 2 ** doublings), inOrganization);
  if (doublings === 0) return scope;
  await db.transaction(async (tx) => {
    await tx.query(sql`set local statement_timeout = 0`);
    await tx.query(sql`set local session_replication_role = replica`);
    await withoutIndexes(tx, async () => {
      for (let round = 0; round < doublings; round++) await double(tx, scope, 2 ** round);
    });
    await recount(tx, scope);
  });
  await db.query(sql`vacuum analyze`);
  return scopeOf(db, scope.bankId);
}

/** Milliseconds between the ids of a memory and of its first copy; longer than a fill takes. */
const ID_SHIFT = 3_600_000;

/** The id of the same row in copy `number`: its time is shifted, so the order of ids remains. */
const shifted = (column: string, number: number): SQL => {
  const digits = `replace(${column}::text, '-', '')`;
  return sql.raw(
    `(lpad(to_hex(('x' || left(${digits}, 12))::bit(48)::bigint + ${number * ID_SHIFT}), 12, '0') || substr(${digits}, 13))::uuid`,
  );
};

/** Copies the rows `t` of a bank; `changes` has other expressions for some columns. */
async function copy(
  tx: Tx,
  { bankUid }: BankScope,
  table: string,
  changes: Readonly<Record<string, SQL>>,
  joined: SQL = sql``,
): Promise<void> {
  const columns = await tx.query<{ name: string }>(sql`
    select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`);
  const names = columns.map(({ name }) => name);
  const values = names.map((name) => changes[name] ?? sql.raw(`t."${name}"`));
  await tx.query(sql`
    insert into ${sql.raw(table)} (${sql.raw(names.map((name) => `"${name}"`).join(', '))})
    select ${sql.join(values, sql`, `)} from ${sql.raw(table)} t ${joined} where t.bank_uid = ${bankUid}`);
}

/** Adds a copy of each memory, `number` minutes and days before the original. */
async function double(tx: Tx, scope: BankScope, number: number): Promise<void> {
  const bank = scope.bankUid;
  const at = (column: string, unit: string): SQL => sql.raw(`t.${column} - ${number} * interval '1 ${unit}'`);
  const id = (column: string): SQL => shifted(`t.${column}`, number);
  const named = (column: string): SQL => sql.raw(`t.${column} || ' ${number}'`);
  const entity = (column: string, condition = ''): SQL => sql.raw(`join copied_entities k on k.old = t.${column}${condition}`);
  await tx.query(sql`
    create temporary table copied_entities on commit drop as
    select e.id as old, case when e.mention_count < ${COMMON}::float8 * b.unit_count then ${shifted('e.id', number)} else e.id end as new
    from entities e join banks b on b.uid = e.bank_uid where e.bank_uid = ${bank}`);
  await copy(tx, scope, 'documents', { uid: id('uid'), id: named('id') });
  await copy(tx, scope, 'chunks', { id: id('id'), document_uid: id('document_uid') });
  await copy(tx, scope, 'memory_entities', { memory_id: id('memory_id'), entity_id: sql.raw('k.new') }, entity('entity_id'));
  await copy(
    tx,
    scope,
    'entity_aliases',
    { key: named('key'), name: named('name'), entity_id: sql.raw('k.new') },
    entity('entity_id', ' and k.old <> k.new'),
  );
  await copy(tx, scope, 'entities', { id: sql.raw('k.new'), canonical_name: named('canonical_name') }, entity('id', ' and k.old <> k.new'));
  await copy(tx, scope, 'memory_links', { from_id: id('from_id'), to_id: id('to_id') });
  await copy(tx, scope, 'consolidation_items', { memory_id: id('memory_id') });
  await copy(
    tx,
    scope,
    'memory_embeddings',
    { memory_id: id('memory_id'), embedding: sql`l2_normalize(t.embedding + n.near)` },
    sql`join (
      select memory_id, lead(embedding, ${number}::int, embedding) over (order by memory_id) as near from memory_embeddings where bank_uid = ${bank}
    ) n on n.memory_id = t.memory_id`,
  );
  await copy(tx, scope, 'memories', {
    id: id('id'),
    document_uid: id('document_uid'),
    chunk_id: id('chunk_id'),
    superseded_by: id('superseded_by'),
    mentioned_at: at('mentioned_at', 'minute'),
    occurred_start: at('occurred_start', 'minute'),
    occurred_end: at('occurred_end', 'minute'),
    created_at: at('created_at', 'day'),
    updated_at: at('updated_at', 'day'),
    fingerprint: sql`t.fingerprint + ${number}::bigint`,
    revision: sql`t.revision + (select max(revision) from memories where bank_uid = ${bank})`,
  });
  await tx.query(sql`drop table copied_entities`);
}

const COPIED = [
  ...['documents', 'chunks', 'memories', 'memory_embeddings', 'memory_entities', 'memory_links'],
  ...['entities', 'entity_aliases', 'consolidation_items'],
];

/** Inserts are several times as fast while the tables have only their keys. */
async function withoutIndexes(tx: Tx, work: () => Promise<void>): Promise<void> {
  const dropped = await tx.query<{ name: string; definition: string }>(sql`
    select i.indexname as name, i.indexdef as definition from pg_indexes i
    where i.schemaname = 'public' and i.tablename = any(${sql.param(COPIED)}::text[])
      and not exists (select from pg_constraint c where c.conname = i.indexname)`);
  for (const { name } of dropped) await tx.query(sql.raw(`drop index "${name}"`));
  await work();
  for (const { definition } of dropped) await tx.query(sql.raw(definition));
}

/** Updates the counts that triggers and writers usually keep. */
async function recount(tx: Tx, { bankUid: bank }: BankScope): Promise<void> {
  await tx.query(sql`
    update entities e set mention_count = c.n, first_seen = c.first, last_seen = c.last from (
      select x.entity_id, count(*) as n, min(m.mentioned_at) as first, max(m.mentioned_at) as last
      from memory_entities x join memories m on m.bank_uid = x.bank_uid and m.id = x.memory_id and m.state = 'valid'
      where x.bank_uid = ${bank} group by 1) c
    where e.bank_uid = ${bank} and e.id = c.entity_id`);
  await tx.query(sql`
    update memory_tallies t set units = c.n from (select fact_type, state, count(*) as n from memories where bank_uid = ${bank} group by 1, 2) c
    where t.bank_uid = ${bank} and t.fact_type = c.fact_type and t.state = c.state`);
  await tx.query(sql`delete from tag_tallies where bank_uid = ${bank}`);
  await tx.query(sql`
    insert into tag_tallies (bank_uid, tag, units) select m.bank_uid, g.tag, count(*) from memories m cross join lateral unnest(m.tags) as g(tag)
    where m.bank_uid = ${bank} and m.state = 'valid' group by 1, 2`);
  await tx.query(sql`delete from time_tallies where bank_uid = ${bank}`);
  await tx.query(sql`
    insert into time_tallies (bank_uid, time_field, hour, fact_type, units)
    select m.bank_uid, f.time_field, date_trunc('hour', f.at, 'UTC'), m.fact_type, count(*) from memories m cross join lateral (values
      ('created_at', m.created_at), ('mentioned_at', coalesce(m.mentioned_at, m.created_at)), ('occurred_start', coalesce(m.occurred_start, m.created_at))
    ) f(time_field, at) where m.bank_uid = ${bank} and m.state = 'valid' group by 1, 2, 3, 4`);
  await tx.query(sql`
    update banks b set unit_count = c.units, term_count = c.terms, revision = c.revision
    from (select count(*) filter (where state = 'valid') as units, sum(term_count) filter (where state = 'valid') as terms, max(revision) as revision
      from memories where bank_uid = ${bank}) c where b.uid = ${bank}`);
}
