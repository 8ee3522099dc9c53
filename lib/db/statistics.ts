import { type Db, sql } from '#lib/db/db';

/**
 * Keeps the planner's picture of the tables near the truth while they fill. The embedded database has no autovacuum, and a server's looks
 * once a minute, while a new bank can reach ten thousand units in seconds: until then every index that begins with the bank looks as
 * good as any other, and the plans that connections keep (those of foreign keys too) walk through whole banks.
 */
const FIRST_LOOK = 100;
/** Statistics are renewed when there is this much more than they know of. */
const GROWTH = 1.5;

interface Progress {
  written: number;
  nextLook: number;
}
const progress = new WeakMap<Db, Progress>();

/**
 * To be called after a commit with the number of units it wrote; looks after 100, 150, 225 … of them in this process, and analyses only
 * where the tables did grow. Every process may do so at any time.
 */
export async function noteGrowth(db: Db, rows: number): Promise<void> {
  const state = progress.get(db) ?? { written: 0, nextLook: FIRST_LOOK };
  progress.set(db, state);
  state.written += rows;
  if (state.written < state.nextLook) return;
  state.nextLook = Math.ceil(state.written * GROWTH);
  const [row] = await db.query<{ units: number; known: number }>(
    sql`select (select coalesce(sum(unit_count), 0) from banks) as units, reltuples as known from pg_class where oid = 'memories'::regclass`,
  );
  if (!row || row.units < Math.max(row.known, FIRST_LOOK / GROWTH) * GROWTH) return;
  await db.query(
    sql`analyze banks, documents, chunks, memories, memory_embeddings, memory_entities, entities, entity_aliases, memory_evidence, memory_links`,
  );
}
