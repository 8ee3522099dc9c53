import type { Queryable, Row, Statement } from '#lib/base/db/db';
import { inSnapshot, type ReadOnlyDb } from '#lib/base/db/read-only';
import { scopeAt } from '#lib/base/db/revision';
import { render } from '#lib/base/db/statement';
import { type BankScope, mintBankScope } from '#lib/base/scope';
import { ALL_IDS, type IdRange, inPast, type PastState } from '#lib/memory/as-of/views';

/** What a request asks for: `as_of` by the time of storage, `valid_at` by validity. */
export interface PastTimes {
  readonly as_of?: Date | null | undefined;
  readonly valid_at?: Date | null | undefined;
}

/** Whether a request is about the present state, which is read as it is stored. */
export const isPresent = ({ as_of, valid_at }: PastTimes): boolean => !as_of && !valid_at;

/** An earlier state of a bank. */
export interface PastBank {
  /** reads the earlier state, and cannot write */
  readonly db: ReadOnlyDb;
  /** the scope with the counts of the earlier state */
  readonly scope: BankScope;
  /** whether a memory of that time can no longer be shown; null without `as_of` */
  readonly incomplete: boolean | null;
}

/** Statements are not prepared: an earlier state is rarely read twice. */
const reading = (db: Queryable, state: PastState): Queryable => ({
  cell: db.cell,
  query: <R extends Row = Row>(statement: Statement) => db.query<R>({ name: '', ...inPast(render(statement), state) }),
});

/** The range of a state with at most this many memories is that of their ids. */
const FEW = 10_000;

/**
 * The range of ids; null: the bank had no memory. The earliest memories are read first, along the
 * index of the time of creation. If they are not all, the ends of the range are searched among all
 * ids, which reads few rows if ids are in the order of creation and little was stored later. An end
 * beyond which the bank has no ids has no limit, so that nothing beyond it is counted.
 */
async function readIds(db: Queryable, { bankUid, asOf }: Times): Promise<IdRange | null> {
  if (asOf === null) return ALL_IDS;
  const end = (order: string): string => `case when (select n from total) <= ${FEW} then (select id from early order by id${order} limit 1)
        else (select id from memories where bank_uid = $1 and created_at <= $2::timestamptz order by id${order} limit 1) end`;
  const [row] = await db.query<{ low: string | null; high: string | null; lowest: string | null; highest: string | null }>({
    name: 'as_of_ids',
    text: `with early as materialized (
        select id from memories where bank_uid = $1 and created_at <= $2::timestamptz order by created_at limit ${FEW + 1}
      ), total as materialized (select count(*) as n from early)
      select ${end('')} as low, ${end(' desc')} as high,
        (select id from memories where bank_uid = $1 order by id limit 1) as lowest,
        (select id from memories where bank_uid = $1 order by id desc limit 1) as highest`,
    values: [bankUid, asOf],
  });
  const { low = null, high = null, lowest, highest } = row ?? {};
  if (low === null || high === null) return null;
  return { low: low === lowest ? ALL_IDS.low : low, high: high === highest ? ALL_IDS.high : high };
}

type Times = Omit<PastState, 'ids'>;

/**
 * Memories of that time may be committed after the range was read, so a snapshot reads it again.
 */
const pastReader = (db: Queryable, times: Times, ids: IdRange | null): ReadOnlyDb => ({
  readOnly: true,
  ...reading(db, { ...times, ids }),
  snapshot: (work) => inSnapshot(db, async (tx) => work(reading(tx, { ...times, ids: await readIds(tx, times) }))),
});

/**
 * Whether a memory that existed then was permanently deleted since, or is an observation that was
 * written again.
 */
async function isIncomplete(db: Queryable, { bankUid }: BankScope, asOf: Date, withObservations: boolean): Promise<boolean> {
  const [row] = await db.query<{ incomplete: boolean }>({
    name: 'as_of_incomplete',
    text: `select exists (select from memory_tallies t where t.bank_uid = $1 and t.missing @> $2::timestamptz and ($3 or t.fact_type <> 'observation'))
        or ($3 and exists (select from memories m
          where m.bank_uid = $1 and m.updated_at > m.created_at and m.updated_at > $2::timestamptz and m.created_at <= $2::timestamptz
            and m.fact_type = 'observation')) as incomplete`,
    values: [bankUid, asOf, withObservations],
  });
  return row?.incomplete ?? false;
}

/** `withObservations`: the answer may contain observations. */
export async function pastBank(
  db: Queryable,
  scope: BankScope,
  { as_of, valid_at }: PastTimes,
  { withObservations = true }: { readonly withObservations?: boolean } = {},
): Promise<PastBank> {
  const times: Times = { bankUid: scope.bankUid, asOf: as_of ?? null, validAt: valid_at ?? null };
  const ids = await readIds(db, times);
  // An observation that was written again must have existed.
  const incomplete = as_of ? await isIncomplete(db, scope, as_of, withObservations && ids !== null) : null;
  const past = pastReader(db, times, ids);
  const { bank } = await scopeAt(past, scope);
  // What was committed since the range was read is of a later revision than this one.
  const revisions = scope.bank && { revision: scope.bank.revision, backlogRevision: scope.bank.backlogRevision };
  return { db: past, scope: mintBankScope({ ...scope, bank: bank && { ...bank, ...revisions }, isEarlier: true }), incomplete };
}

/**
 * Reads from the present state, or from the earlier one that a request asks for. With `as_of` the
 * answer says whether it is incomplete.
 */
export async function readState<T extends object>(
  db: Queryable,
  scope: BankScope,
  times: PastTimes,
  read: (db: Queryable, scope: BankScope) => Promise<T>,
  options: { readonly withObservations?: boolean } = {},
): Promise<T & { incomplete?: boolean }> {
  if (isPresent(times)) return read(db, scope);
  const past = await pastBank(db, scope, times, options);
  const answer = await read(past.db, past.scope);
  return past.incomplete === null ? answer : { ...answer, incomplete: past.incomplete };
}
