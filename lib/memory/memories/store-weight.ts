import type { Queryable } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { NAMES_PER_MEMORY, PART_WEIGHT, USUAL_NAMES } from '#lib/memory/memories/weight';

/** Limits a change to the weight of one transaction; see `weight.ts`. */

/**
 * The weight of the memory `u.id`: the memory, additional names, observations that cite it and are
 * rewritten, and further evidence.
 */
const WEIGHT = `(1
  + greatest(0, (select count(*) from memory_entities x where x.bank_uid = $1 and x.memory_id = u.id) - ${USUAL_NAMES}) / ${NAMES_PER_MEMORY}.0
  + (select count(*) from observation_sources s where s.bank_uid = $1 and s.memory_id = u.id)
  + (select count(*) from memory_evidence e where e.bank_uid = $1 and e.memory_id = u.id) / 4.0)`;

/** The longest prefix of a list within the weight limit, at least one element. */
const beginning = (weight: string): string => `
  select id from (
    select id, place, sum(weight) over (order by place) as weight from (
      select l.id, l.place, ${weight} as weight from unnest($2::uuid[]) with ordinality as l(id, place)) weighed) summed
  where weight <= $3::numeric or place = 1 order by place`;

const read = async (
  db: Queryable,
  { name, text }: { readonly name: string; readonly text: string },
  { scope, ids, most }: { readonly scope: BankScope; readonly ids: readonly string[]; readonly most: number },
): Promise<string[]> => {
  const rows = await db.query<{ id: string }>({ name, text, values: [scope.bankUid, ids, most] });
  return rows.map(({ id }) => id);
};

const UNITS = beginning(`(select ${WEIGHT} from (select l.id) u)`);

/** The first of these memories, as many as one transaction of this weight may change. */
export const unitsOfPart = (db: Queryable, scope: BankScope, ids: readonly string[], most = PART_WEIGHT): Promise<string[]> =>
  read(db, { name: 'memories_units_of_part', text: UNITS }, { scope, ids, most });

/** The memories of a chunk, and those that it repeats: each of them changes, or gets a copy. */
const CHUNKS = beginning(`(select coalesce(sum(${WEIGHT}), 0) from memories u where u.bank_uid = $1 and u.chunk_id = l.id)
  + (select count(*) from memory_evidence e where e.bank_uid = $1 and e.chunk_id = l.id)`);

/**
 * The first of these chunks, as many as one transaction may change or delete with their memories.
 */
export const chunksOfPart = (db: Queryable, scope: BankScope, chunkIds: readonly string[]): Promise<string[]> =>
  read(db, { name: 'memories_chunks_of_part', text: CHUNKS }, { scope, ids: chunkIds, most: PART_WEIGHT });
