import type { Tx } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { evidenceOf, type FactSource, type ObservationDraft, searchedOf, speakerOf } from '#lib/memory/observations/plan';
import { scopeOf } from '#lib/memory/observations/scopes';
import * as store from '#lib/memory/observations/store';
import * as items from '#lib/memory/observations/store-items';
import { textHash, writeObservations } from '#lib/memory/observations/write';

/** Observations that were consolidated elsewhere, from memories that this bank contains. */

export interface ImportedObservation {
  readonly text: string;
  /** its scope */
  readonly tags: readonly string[];
  /** of its evidence; one that does not exist or is not valid is ignored */
  readonly memoryIds: readonly string[];
  /** by `encodedVectors` */
  readonly vector: string | null;
}

const METHOD = 'imported';

const draftOf = (text: string, facts: readonly FactSource[]): ObservationDraft => {
  const { sources, surplus } = evidenceOf(facts);
  const speaker = speakerOf(sources);
  return { known: null, slot: null, text, searched: searchedOf(text, speaker), speaker, sources, surplus, method: METHOD };
};

/** The observations of one scope that it does not contain yet. */
async function newTexts(tx: Tx, scope: BankScope, scopeKey: string, texts: readonly string[]): Promise<Set<string>> {
  const hashes = texts.map(textHash);
  const { existing } = await store.readExisting(tx, scope, { scopeKey, slots: [], textHashes: hashes });
  const known = new Set(existing.map((one) => one.textHash));
  const fresh = new Set<string>();
  texts.forEach((text, i) => {
    const hash = hashes[i] as string; // as many as texts
    if (known.has(hash)) return;
    known.add(hash);
    fresh.add(text);
  });
  return fresh;
}

/**
 * Writes observations under the lock of the bank. Returns for each whether it was written: not
 * without evidence, nor if its scope contains its text. Their evidence remains to be consolidated
 * as far as it was before.
 */
export async function writeImported(
  tx: Tx,
  scope: BankScope,
  target: { readonly revision: number; readonly model: string },
  observations: readonly ImportedObservation[],
): Promise<boolean[]> {
  const facts = new Map(
    (await items.readSources(tx, scope, [...new Set(observations.flatMap(({ memoryIds }) => memoryIds))])).map((fact) => [fact.id, fact]),
  );
  const written = observations.map(() => false);
  const byScope = Map.groupBy(observations.keys(), (i) => scopeOf(observations[i]?.tags ?? []).key);
  for (const [scopeKey, indexes] of byScope) {
    const all = indexes.flatMap((i) => {
      const { text, tags, memoryIds, vector } = observations[i] as ImportedObservation; // a key of them
      const sources = memoryIds.flatMap((id) => facts.get(id) ?? []);
      return sources.length === 0 ? [] : [{ i, tags, vector, draft: draftOf(text, sources) }];
    });
    if (all.length === 0) continue;
    await items.insertScope(tx, scope, scopeOf(all[0]?.tags ?? []));
    const fresh = await newTexts(
      tx,
      scope,
      scopeKey,
      all.map(({ draft }) => draft.text),
    );
    const drafts = all.filter(({ draft: { text } }) => fresh.delete(text));
    await writeObservations(tx, scope, { ...target, scopeKey }, { drafts, removed: [] });
    for (const { i } of drafts) written[i] = true;
  }
  return written;
}

/** Marks memories as consolidated that were so elsewhere. */
export const completeItems = items.completeItems;
