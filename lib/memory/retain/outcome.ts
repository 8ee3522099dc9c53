import { defined, present } from '#lib/base/defined';
import type { Cut } from '#lib/memory/retain/cut';
import type { Layout } from '#lib/memory/retain/layout';
import type { Draft } from '#lib/memory/retain/plan';
import type { Chunk } from '#lib/memory/retain/reading/chunk';
import type { TurnCounts } from '#lib/memory/retain/store-read';
import type { ItemResult } from '#lib/memory/retain/view';

/** The outcome of each item of a request, after the layout. Pure. */

/**
 * The facts of unchanged chunks are counted in the database, because some may have been deleted
 * manually.
 */
export const unchangedChunks = (layouts: readonly Layout[]): string[] =>
  layouts.flatMap(({ placed }) => placed.filter(({ unchanged }) => unchanged !== null).map(({ id }) => id));

/**
 * The chunks of a layout that a batch counts: those that it writes and, in the last batch, the
 * unchanged ones.
 */
export const toCount = (layout: Layout, written: ReadonlyMap<Chunk, string>): Layout => ({
  ...layout,
  placed: layout.placed.filter(({ chunk, unchanged }) => unchanged === null || (layout.isWhole && !written.has(chunk))),
});

interface OutcomeInput {
  readonly drafts: readonly Draft[];
  /** drafts without further batches */
  readonly finished: readonly Draft[];
  readonly cuts: ReadonlyMap<Draft, { readonly cut: Cut }>;
}

/**
 * Facts of an item are the memories with its content, including those of earlier items.
 * `unchangedFacts`: facts of unchanged chunks, by turn.
 */
export function resultsOf({ drafts, finished, cuts }: OutcomeInput, layouts: readonly Layout[], unchangedFacts: TurnCounts): ItemResult[] {
  const results: ItemResult[] = [];
  for (const draft of drafts) {
    for (const { index } of draft.items) results[index] = { documentId: draft.id, facts: 0, failures: 0 };
    if (!finished.includes(draft)) continue;
    const { unreadable, timedOut = false } = defined(cuts.get(draft)).cut;
    for (const position of unreadable) addFailure(defined(results[defined(draft.items[position]).index]), { timedOut });
  }
  const counted = new Set<string>();
  for (const { draft, placed } of layouts) {
    for (const { id, chunk, unchanged, read } of placed) {
      const resultAt = (position: number): ItemResult => defined(results[defined(draft.items[position]).index]);
      if (unchanged) {
        const first = defined(chunk.turns[0]).ordinal;
        for (const { ordinal, item } of chunk.turns)
          resultAt(item).facts += unchangedFacts.get(id)?.get(unchanged.turnStart + ordinal - first) ?? 0;
        continue;
      }
      const { units, failures, failedByModel, timedOut } = present(read);
      for (const { source, fingerprint } of units) {
        // Units with the same words are stored once.
        const key = `${source.index} ${fingerprint}`;
        if (fingerprint === null || !counted.has(key)) defined(results[source.index]).facts++;
        counted.add(key);
      }
      for (const position of failures) addFailure(resultAt(position), { byModel: failedByModel, timedOut });
    }
  }
  return results;
}

function addFailure(result: ItemResult, { byModel = false, timedOut = false }: Pick<ItemResult, 'byModel' | 'timedOut'>): void {
  result.failures++;
  if (byModel) result.byModel = true;
  if (timedOut) result.timedOut = true;
}

/** Adds the results of a batch to those of the previous batches. */
export function addResults(sum: ItemResult[], more: readonly ItemResult[]): ItemResult[] {
  more.forEach((result, index) => {
    const before = sum[index];
    const byModel = before?.byModel || result.byModel;
    const timedOut = before?.timedOut || result.timedOut;
    sum[index] = {
      documentId: result.documentId,
      facts: result.facts + (before?.facts ?? 0),
      failures: result.failures + (before?.failures ?? 0),
      ...(byModel && { byModel }),
      ...(timedOut && { timedOut }),
    };
  });
  return sum;
}

interface Unfinished {
  readonly drafts: readonly Draft[];
  readonly done: ReadonlySet<Draft>;
  readonly results: readonly ItemResult[];
}

/** The results of a request of which some documents could not be stored, or not completely. */
export function withoutRest({ drafts, done, results }: Unfinished, why: string): ItemResult[] {
  const all = [...results];
  for (const draft of drafts.filter((one) => !done.has(one)))
    for (const { index } of draft.items) {
      const { facts = 0, failures = 0 } = all[index] ?? {};
      all[index] = { documentId: draft.id, facts, failures: failures + 1, notStored: why };
    }
  return all;
}
