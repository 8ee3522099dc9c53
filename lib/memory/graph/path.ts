import type { Queryable } from '#lib/base/db/db';
import { present } from '#lib/base/defined';
import type { BankScope } from '#lib/base/scope';
import type { TagFilter } from '#lib/base/tags/filter';
import type { EdgeKind, GraphMode } from '#lib/memory/graph/literals';
import { readStep } from '#lib/memory/graph/store-neighbors';

/** Maximum number of nodes on one side of the search; otherwise a hub would read the whole bank. */
const MAX_SEEN = 20_000;

interface Side {
  readonly seen: Map<string, { before: string | null; kind: EdgeKind | null }>;
  frontier: string[];
}

const sideOf = (id: string): Side => ({ seen: new Map([[id, { before: null, kind: null }]]), frontier: [id] });

/**
 * Searches from both ends alternately, the smaller frontier first, one statement per step. Of
 * equally long paths, returns the one with the smallest ids.
 */
export async function pathBetween(
  db: Queryable,
  scope: BankScope,
  { from, to, maxSteps, mode, tags }: { from: string; to: string; maxSteps: number; mode: GraphMode; tags: TagFilter | null },
): Promise<{ ids: string[]; kinds: EdgeKind[] } | null> {
  if (from === to) return { ids: [from], kinds: [] };
  const [left, right] = [sideOf(from), sideOf(to)];
  for (let step = 0; step < maxSteps; step++) {
    const [side, other] = left.frontier.length <= right.frontier.length ? [left, right] : [right, left];
    const rows = await readStep(db, scope, {
      from: side.frontier,
      seen: [...side.seen.keys()],
      limit: MAX_SEEN - side.seen.size,
      tags,
      named: mode === 'entities' ? 'by units' : 'by observations too',
    });
    for (const { id, before, kind } of rows) side.seen.set(id, { before, kind });
    const met = rows.map(({ id }) => id).find((id) => other.seen.has(id));
    if (met !== undefined) return joined(left, right, met);
    side.frontier = rows.map(({ id }) => id);
    if (side.frontier.length === 0) return null;
  }
  return null;
}

function joined(left: Side, right: Side, met: string): { ids: string[]; kinds: EdgeKind[] } {
  const back = walk(left, met);
  const on = walk(right, met);
  return { ids: [...back.ids.reverse(), met, ...on.ids], kinds: [...back.kinds.reverse(), ...on.kinds] };
}

function walk({ seen }: Side, from: string): { ids: string[]; kinds: EdgeKind[] } {
  const ids: string[] = [];
  const kinds: EdgeKind[] = [];
  for (let at = seen.get(from); at && at.before !== null; at = seen.get(at.before)) {
    ids.push(at.before);
    kinds.push(present(at.kind));
  }
  return { ids, kinds };
}
