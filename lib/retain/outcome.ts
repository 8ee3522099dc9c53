import type { Layout } from '#lib/retain/layout';
import type { Cut, Draft } from '#lib/retain/plan';
import type { ReadUnit } from '#lib/retain/read';
import type { TurnCounts } from '#lib/retain/store-look';
import type { ItemResult } from '#lib/retain/view';

/** What became of each item of a request, once it is laid out. Pure. */

/** What they say is counted where it is stored: some of it may have been deleted by hand. */
export const keptChunks = (layouts: readonly Layout[]): string[] =>
  layouts.flatMap(({ placed }) => placed.filter(({ kept }) => kept !== null).map(({ id }) => id));

interface Asked {
  readonly drafts: readonly Draft[];
  readonly cuts: ReadonlyMap<Draft, { readonly cut: Cut }>;
}

interface Known {
  /** what kept chunks say, by their turns */
  readonly told: TurnCounts;
  /** what was read anew and stays deleted */
  readonly buried: ReadonlySet<ReadUnit>;
}

/** Facts of an item are the units that say what it says, whoever said it first. */
export function resultsOf({ drafts, cuts }: Asked, layouts: readonly Layout[], { told, buried }: Known): ItemResult[] {
  const results: ItemResult[] = [];
  for (const draft of drafts) {
    for (const { index } of draft.items) results[index] = { documentId: draft.id, facts: 0, failures: 0 };
    for (const position of cuts.get(draft)!.cut.unreadable) results[draft.items[position]!.index]!.failures++;
  }
  for (const { draft, placed } of layouts) {
    for (const { id, chunk, kept, read } of placed) {
      const resultAt = (position: number): ItemResult => results[draft.items[position]!.index]!;
      if (kept) {
        const first = chunk.turns[0]!.ordinal;
        for (const { ordinal, item } of chunk.turns) resultAt(item).facts += told.get(id)?.get(kept.turnStart + ordinal - first) ?? 0;
        continue;
      }
      const { units, failures, failedByModel = false } = read!;
      for (const unit of units) if (!buried.has(unit)) results[unit.source.index]!.facts++;
      for (const position of failures) {
        resultAt(position).failures++;
        resultAt(position).byModel ||= failedByModel;
      }
    }
  }
  return results;
}
