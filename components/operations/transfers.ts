import { numberOf } from '#components/operations/outcomes';
import { transfer as t } from '#components/strings/transfer';

const COUNTED = ['documents', 'facts', 'observations', 'mental_models', 'knowledge_pages'] as const;

/** Counts of the result of a transfer in words: documents and memories always, others if any. */
export function countsOf(counts: unknown): string[] {
  const given = (counts ?? {}) as Readonly<Record<string, unknown>>; // an object, if the server sent it
  return COUNTED.flatMap((what) => {
    const n = numberOf(given[what]);
    return n > 0 || what === 'documents' || what === 'facts' ? [t.counts[what](n)] : [];
  });
}

/** The counts of what an import stored. */
export const importedOf = (result: Readonly<Record<string, unknown>>) => ({
  documents: result.documents_imported,
  facts: result.facts_imported,
  observations: result.observations_imported,
  mental_models: result.mental_models_imported,
  knowledge_pages: result.knowledge_pages_imported,
});
