import { array, type Row, sql, type Tx } from '#lib/base/db/db';

/** Finds banks with pending memories but without an operation, across banks. */

export interface SweptBank extends Row {
  bank_uid: number;
  id: string;
}

/** A setting of the bank, else the default of the server. */
const setting = (name: string, fallback: boolean) => sql`
  case when jsonb_typeof(b.config->${name}) = 'boolean' then (b.config->>${name})::boolean else ${fallback}::boolean end`;

/**
 * Queues an operation for each bank with pending memories and no operation: none waits or runs, and
 * none failed or was canceled within the hour. A concurrent call finds the operation and adds
 * none. Handles as many banks as there are `ids`. Each takes one index lookup, for any number
 * of its memories.
 */
export async function queueForgotten(
  tx: Tx,
  args: {
    readonly type: string;
    readonly subject: string;
    readonly payload: object;
    readonly ids: readonly string[];
    readonly label: string;
    readonly observes: boolean;
    readonly bySelf: boolean;
  },
): Promise<SweptBank[]> {
  // Two statements: Citus cannot insert what a recursive query reads.
  const forgotten = await tx.query<{ uid: number }>(sql`
    with recursive behind as (
      (select bank_uid from consolidation_items where status = 'pending' and bank_uid is not null order by bank_uid limit 1)
      union all
      select (select i.bank_uid from consolidation_items i where i.status = 'pending' and i.bank_uid > p.bank_uid order by i.bank_uid limit 1)
      from behind p where p.bank_uid is not null
    )
    select b.uid from behind p join banks b on b.uid = p.bank_uid and b.org_id is not null
    where ${setting('enable_observations', args.observes)} and ${setting('enable_auto_consolidation', args.bySelf)}
      and exists (
        select from consolidation_items i join memories m on m.bank_uid = i.bank_uid and m.id = i.memory_id and m.state = 'valid'
        where i.bank_uid = b.uid and i.status = 'pending')
      and not exists (
        select from operations o where o.bank_uid = b.uid and o.type = ${args.type} and o.status in ('pending', 'processing'))
      and not exists (
        select from operations o where o.bank_uid = b.uid and o.type = ${args.type} and o.status in ('failed', 'cancelled')
          and o.completed_at > now() - interval '1 hour')
    order by b.uid limit ${args.ids.length}::int`);
  if (forgotten.length === 0) return [];
  const uids = forgotten.map(({ uid }) => uid);
  return tx.query<SweptBank>(sql`
    insert into operations (bank_uid, id, type, subject, actor_kind, actor_label, payload)
    select f.uid, f.id, ${args.type}, ${args.subject}, 'anonymous', ${args.label}, ${JSON.stringify(args.payload)}::jsonb
    from unnest(${array(uids, 'bigint[]')}, ${array(args.ids.slice(0, uids.length), 'uuid[]')}) f(uid, id)
    on conflict do nothing returning bank_uid, id`);
}
