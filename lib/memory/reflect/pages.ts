import type { Queryable } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import type { BankScope } from '#lib/base/scope';
import type { SearchPlan } from '#lib/memory/recall/search';
import {
  type Evidence,
  type EvidenceAsk,
  type EvidencePage,
  type EvidenceServices,
  type Gathered,
  LAYERS,
  UNIT_LAYERS,
} from '#lib/memory/reflect/evidence';
import { canSearch, NOTHING, plansOf, together } from '#lib/memory/reflect/gather';
import type { ScopeFilter } from '#lib/memory/reflect/scope-filter';
import { EvidenceSearch } from '#lib/memory/reflect/search';
import { ModelError } from '#lib/models/llm/port';

/** Nobody waits for it: a provider that is slow is waited for, one that is away is an error. */
const PAGE_EMBED_MS = 30_000;

/**
 * The same question of window after window, each found whole and in the order of nearness, however much that is and however far.
 * Other mental models are looked for with the first. Throws `ModelError` where the question cannot be embedded now.
 */
export async function gatherPages(
  reader: Queryable,
  services: EvidenceServices,
  scope: BankScope,
  filter: ScopeFilter,
  ask: EvidenceAsk,
  pages: readonly EvidencePage[],
): Promise<Gathered[]> {
  if (!canSearch(scope, ask)) return pages.map(() => NOTHING);
  const parts: Gathered[][] = [];
  for (const { part, plan } of await plansOf(services, scope, ask, { embedMs: PAGE_EMBED_MS, isWhole: true })) {
    if (plan.unembedded !== null && plan.unembedded !== 'not_configured')
      throw new ModelError('transient', 'The question could not be embedded', null, plan.unembedded);
    parts.push(await pagesOf((asked) => new EvidenceSearch(reader, services, scope, filter, asked), part, plan, pages));
  }
  return pages.map((_, i) => together(parts.map((found) => defined(found[i]))));
}

async function pagesOf(
  searchFor: (ask: EvidenceAsk) => EvidenceSearch,
  ask: EvidenceAsk,
  plan: SearchPlan,
  pages: readonly EvidencePage[],
): Promise<Gathered[]> {
  // Scores are shares of the best: what is new is measured beside all that there is, as it would be if everything were asked for.
  const scores = await searchFor({ ...ask, window: { upToRevision: defined(pages.at(-1)).upToRevision } }).scores(plan);
  const maxTokens = { ...ask.maxTokens, observations: Number.POSITIVE_INFINITY, facts: Number.POSITIVE_INFINITY };
  const found: Gathered[] = [];
  for (const { units, ...window } of pages) {
    const caps = { ...plan.caps, perRetriever: Math.max(plan.caps.perRetriever, units), results: Math.max(plan.caps.results, units) };
    const layers = found.length === 0 ? LAYERS : UNIT_LAYERS;
    const page = await searchFor({ ...ask, maxTokens, layers, window, isWhole: true }).run({ ...plan, caps });
    const measured = (one: Evidence): Evidence => ({ ...one, score: Math.max(one.score, scores.get(one.id) ?? 0) });
    found.push(withItems(page, measured));
  }
  return found;
}

const withItems = (found: Gathered, change: (one: Evidence) => Evidence): Gathered => ({
  ...found,
  items: found.items.map(change),
  layers: found.layers.map((layer) => ({ ...layer, items: layer.items.map(change) })),
});
