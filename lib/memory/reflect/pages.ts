import { scopeAt } from '#lib/base/db/revision';
import { defined } from '#lib/base/defined';
import type { SearchPlan } from '#lib/memory/recall/search';
import {
  type Evidence,
  type EvidencePage,
  type EvidenceRequest,
  type EvidenceSource,
  type GatheredEvidence,
  LAYERS,
  UNIT_LAYERS,
} from '#lib/memory/reflect/evidence';
import { canSearch, mergeParts, NOTHING, plansOf } from '#lib/memory/reflect/gather';
import { EvidenceSearch } from '#lib/memory/reflect/search';
import { LlmError } from '#lib/models/llm/port';

/**
 * In milliseconds. No user waits: a slow provider gets more time, but an unavailable one is an
 * error.
 */
const PAGE_EMBED_MS = 30_000;

/**
 * Answers the same question for consecutive windows, each completely and in order of relevance,
 * without a limit. Other mental models are searched with the first window. Throws `LlmError` if
 * the question cannot be embedded now.
 */
export async function gatherPages(
  source: EvidenceSource,
  request: EvidenceRequest,
  pages: readonly EvidencePage[],
): Promise<GatheredEvidence[]> {
  if (!canSearch(source.scope, request)) return pages.map(() => NOTHING);
  // The work may have waited since its scope was read.
  const scope = await scopeAt(source.reader, source.scope);
  if (!canSearch(scope, request)) return pages.map(() => NOTHING);
  const current = { ...source, scope };
  const parts: GatheredEvidence[][] = [];
  for (const { part, plan } of await plansOf(current, request, { embedMs: PAGE_EMBED_MS, isWhole: true })) {
    if (plan.unembedded !== null && plan.unembedded !== 'not_configured')
      throw new LlmError('transient', 'The question could not be embedded', null, plan.unembedded);
    parts.push(await pagesOf((request) => new EvidenceSearch(current, request), part, plan, pages));
  }
  return pages.map((_, i) => mergeParts(parts.map((gathered) => defined(gathered[i]))));
}

async function pagesOf(
  searchFor: (request: EvidenceRequest) => EvidenceSearch,
  request: EvidenceRequest,
  plan: SearchPlan,
  pages: readonly EvidencePage[],
): Promise<GatheredEvidence[]> {
  // Scores are relative to the best one. New memories are scored together with all others, as in
  // one search for everything.
  const scores = await searchFor({ ...request, window: { upToRevision: defined(pages.at(-1)).upToRevision } }).scores(plan);
  const maxTokens = { ...request.maxTokens, observations: Number.POSITIVE_INFINITY, facts: Number.POSITIVE_INFINITY };
  const gathered: GatheredEvidence[] = [];
  for (const { units, ...window } of pages) {
    const caps = { ...plan.caps, perRetriever: Math.max(plan.caps.perRetriever, units), results: Math.max(plan.caps.results, units) };
    const layers = gathered.length === 0 ? LAYERS : UNIT_LAYERS;
    const page = await searchFor({ ...request, maxTokens, layers, window, isWhole: true }).run({ ...plan, caps });
    const rescored = (one: Evidence): Evidence => ({ ...one, score: Math.max(one.score, scores.get(one.id) ?? 0) });
    gathered.push(withItems(page, rescored));
  }
  return gathered;
}

const withItems = (gathered: GatheredEvidence, change: (one: Evidence) => Evidence): GatheredEvidence => ({
  ...gathered,
  items: gathered.items.map(change),
  layers: gathered.layers.map((layer) => ({ ...layer, items: layer.items.map(change) })),
});
