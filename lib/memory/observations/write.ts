import type { Tx } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import type { BankScope } from '#lib/base/scope';
import { termsOf } from '#lib/base/text/index-terms';
import { lexemes } from '#lib/base/text/terms';
import { countTokens } from '#lib/base/text/tokens';
import { noteWrite } from '#lib/memory/banks/service';
import { isNews, type ObservationDraft, spanOf } from '#lib/memory/observations/plan';
import { hashId } from '#lib/memory/observations/scopes';
import * as store from '#lib/memory/observations/store-write';

/** The only module that writes observations: for a plan, and after evidence was removed. */

/** Ignores white space and case. */
export const textHash = (text: string): string => hashId(text.toLowerCase().normalize('NFKC').replace(/\s+/g, ' ').trim());

export interface ObservationChanges {
  readonly drafts: readonly { readonly draft: ObservationDraft; readonly vector: string | null }[];
  readonly removed: readonly { readonly id: string }[];
}

export interface Effects {
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
}

function rowOf(
  { known, slot, text, searched, speaker, sources, method }: ObservationDraft,
  vector: string | null,
): store.NewObservationRow {
  const words = termsOf(searched);
  return {
    ...spanOf(sources),
    id: known?.id ?? newId(),
    text,
    textHash: textHash(text),
    slot,
    method,
    speaker,
    tokens: countTokens(text),
    termCount: words.length,
    lexemes: lexemes(words),
    vector,
    sourceIds: sources.map(({ id }) => id),
  };
}

/** Stores surplus evidence that an observation need not cite. */
export const insertSurplus = (
  tx: Tx,
  scope: BankScope,
  of: readonly { readonly id: string; readonly surplus: readonly { readonly id: string }[] }[],
): Promise<void> =>
  store.addSurplus(
    tx,
    scope,
    of.flatMap(({ id, surplus }) => surplus.map((source) => ({ observationId: id, memoryId: source.id }))),
  );

/**
 * Call it inside a write, under the lock of the bank. History is written first, then deletions,
 * changes and insertions; the counters of the bank are updated.
 */
export async function writeObservations(
  tx: Tx,
  scope: BankScope,
  target: { readonly revision: number; readonly scopeKey: string; readonly model: string },
  { drafts, removed }: ObservationChanges,
): Promise<Effects> {
  const rows = drafts.map(({ draft, vector }) => ({ draft, isNew: draft.known === null, row: rowOf(draft, vector) }));
  const fresh = rows.filter(({ isNew }) => isNew).map(({ row }) => row);
  const changed = rows.filter(({ isNew }) => !isNew).map(({ row }) => row);
  // A later vector, or another method with the same text, is no change for readers.
  const news = rows.filter(({ isNew, draft }) => !isNew && isNews(draft));
  await store.insertHistory(tx, scope, [
    ...news.map(({ row: { id, sourceIds } }) => ({ id, historyId: newId(), sourceIds })),
    ...removed.map(({ id }) => ({ id, historyId: newId(), sourceIds: [] })),
  ]);
  const before = await store.termsOf(
    tx,
    scope,
    changed.map(({ id }) => id),
  );
  const deleted = await store.removeObservations(
    tx,
    scope,
    removed.map(({ id }) => id),
  );
  await store.updateObservations(tx, scope, target, changed);
  await store.insertObservations(tx, scope, target, fresh);
  await insertSurplus(
    tx,
    scope,
    rows.map(({ row: { id }, draft: { surplus } }) => ({ id, surplus })),
  );
  const after = rows.reduce((sum, { row }) => sum + row.termCount, 0);
  await noteWrite(tx, scope, {
    revision: target.revision,
    unitDelta: fresh.length - deleted.units,
    termDelta: after - before - deleted.terms,
  });
  return { created: fresh.length, updated: changed.length, removed: deleted.units };
}
