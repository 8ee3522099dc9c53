import { formatTimestamp } from '#lib/base/contract/fields';
import type { Db } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import type { TagFilter } from '#lib/base/tags/filter';
import { questionTerms } from '#lib/base/text/index-terms';
import type { KnowledgeMatch, KnowledgeMatches } from '#lib/memory/knowledge/contract';
import { type KnowledgeFilter, withKnowledgeFilter } from '#lib/memory/knowledge/filter';
import { type FusedPage, fuse } from '#lib/memory/knowledge/fuse';
import * as store from '#lib/memory/knowledge/store';
import { NO_CONTENT } from '#lib/memory/knowledge/view';
import { bookedTo, embedderOf } from '#lib/models/embeddings/choose';
import type { Embedder } from '#lib/models/embeddings/port';

/** Finds pages by words and by meaning. */

export async function searchPages(
  { db, embedder }: { readonly db: Db; readonly embedder: Embedder },
  scope: BankScope,
  { q, limit, ...filter }: KnowledgeFilter & { readonly q: string; readonly limit: number },
  signal: AbortSignal,
): Promise<KnowledgeMatches> {
  if (q.trim() === '' || scope.bank === null) return { results: [], total: 0 };
  const vector = await vectorOf(embedder, scope, q, signal);
  const terms = questionTerms(q);
  const read = (at: Parameters<typeof store.readCandidates>[0], tags: TagFilter | null) =>
    store.readCandidates(at, scope, { terms, vector, tags });
  const results = fuse(await withKnowledgeFilter(db, scope, filter, read))
    .slice(0, limit)
    .map(toMatch);
  return { results, total: results.length };
}

/** null: the bank's embedding model is not available, or knows no word of the query. */
async function vectorOf(configured: Embedder, scope: BankScope, q: string, signal: AbortSignal) {
  const embedder = embedderOf(bookedTo(configured, { scope, operation: 'recall' }), scope.bank?.embeddingModel);
  // Words are enough if the provider is unavailable.
  const [values] = embedder ? await embedder.embed([q], { signal }).catch(() => []) : [];
  signal.throwIfAborted();
  return embedder && values ? { model: embedder.model, values } : null;
}

const toMatch = ({ row, score, keywordRank, semanticRank }: FusedPage): KnowledgeMatch => ({
  id: row.id,
  name: row.name,
  mental_model_id: row.mental_model_id,
  source_query: row.source_query,
  snippet: row.snippet === '' ? NO_CONTENT : row.snippet,
  score,
  scores: {
    keyword: keywordRank === null ? null : row.keyword,
    keyword_rank: keywordRank,
    semantic: semanticRank === null ? null : row.semantic,
    semantic_rank: semanticRank,
  },
  updated_at: formatTimestamp(row.last_refreshed_at),
});
