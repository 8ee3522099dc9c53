import type { Queryable } from '#lib/base/db/db';
import { inSnapshot } from '#lib/base/db/read-only';
import { defined, present } from '#lib/base/defined';
import { FACT_TYPES, type FactType } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import type { TagFilter } from '#lib/base/tags/filter';
import { asksForPast } from '#lib/base/text/past-question';
import { countTokens } from '#lib/base/text/tokens';
import { configOf } from '#lib/memory/banks/config';
import { pack } from '#lib/memory/recall/pack';
import type { RankedCandidate } from '#lib/memory/recall/rank';
import { secondOpinion } from '#lib/memory/recall/rerank';
import type { CandidateSet, RevisionWindow } from '#lib/memory/recall/retrieval/port';
import { findCandidates, rankUnits, type SearchPlan } from '#lib/memory/recall/search';
import { endedBy } from '#lib/memory/recall/supersession';
import { cut } from '#lib/memory/recall/view';
import {
  type Evidence,
  type EvidenceChunk,
  type EvidenceLayer,
  type EvidenceRequest,
  type EvidenceServices,
  type EvidenceSource,
  type GatheredEvidence,
  LAYER_TOKENS,
  LAYERS,
  type LayerResult,
  type LayerTokens,
  type MentalModelMatch,
  NO_MENTAL_MODELS,
  UNIT_LAYERS,
} from '#lib/memory/reflect/evidence';
import { withResolvedTags } from '#lib/memory/reflect/resolved-tags';
import { inScope, type ScopeFilter, tagsOf } from '#lib/memory/reflect/scope-filter';
import * as store from '#lib/memory/reflect/store';

/**
 * Runs a plan: finds evidence for one question in one window, under one filter, within the tokens
 * of each layer.
 */

const MODEL_RESULTS = 5;
const NO_FLOOR = { semantic: null, keyword: null };
/** Maximum number of characters per token when a text is cut. */
const CHARACTERS_PER_TOKEN = 8;
/** Memories that are added because they replaced others. */
const MOST_SUCCESSORS = 10;

interface RankedEvidence {
  readonly ranked: readonly RankedCandidate[];
  readonly sources: CandidateSet['sources'];
  /** the ends that apply */
  readonly ended: CandidateSet['superseded'];
}

/** The evidence is not of one state: a unit was deleted, or the bank has another revision. */
export class TornRead extends Error {}

type UnitLayer = (typeof UNIT_LAYERS)[number];
const layerOf = (type: FactType): EvidenceLayer => (type === 'observation' ? 'observations' : 'facts');

/** One question, in one window, under one filter. */
export class EvidenceSearch {
  private readonly reader: Queryable;
  private readonly services: EvidenceServices;
  private readonly scope: BankScope;
  private readonly filter: ScopeFilter;
  private readonly request: EvidenceRequest;
  private readonly limits: LayerTokens;
  private readonly tags: TagFilter | null;
  /** the revision that everything must be of; null: any */
  private revision: number | null = null;

  constructor({ reader, services, scope, filter }: EvidenceSource, request: EvidenceRequest) {
    this.reader = reader;
    this.services = services;
    this.scope = scope;
    this.filter = filter;
    this.request = request;
    this.limits = { ...LAYER_TOKENS, ...request.maxTokens };
    this.tags = tagsOf(filter);
  }

  /**
   * Returns a consistent state: if a write interferes, the search is repeated in a snapshot, from
   * the database only.
   */
  run(plan: SearchPlan): Promise<GatheredEvidence> {
    const { reader, services, scope, filter } = this;
    return withResolvedTags({ reader, services, scope, filter }, (source) => new EvidenceSearch(source, this.request).attempt(plan));
  }

  private async attempt(plan: SearchPlan): Promise<GatheredEvidence> {
    try {
      return await this.read(plan);
    } catch (error) {
      if (!(error instanceof TornRead)) throw error;
      const { cachedBanks: _, ...services } = this.services;
      const { scope, filter } = this;
      return inSnapshot(this.reader, (tx) =>
        new EvidenceSearch({ reader: tx, services: { ...services, reranker: null }, scope, filter }, this.request).read(plan),
      );
    }
  }

  /** Everything of one state, that of the bank of the scope. Throws `TornRead`. */
  atRevision(plan: SearchPlan): Promise<GatheredEvidence> {
    this.revision = present(this.scope.bank).revision;
    return this.read(plan);
  }

  private assertRevision(revision: number | null): void {
    if (this.revision !== null && revision !== this.revision) throw new TornRead();
  }

  private async read(plan: SearchPlan): Promise<GatheredEvidence> {
    const { chunkTokens = 0 } = this.request;
    const found = await this.layers(plan);
    // The filter applies to every statement already; nothing else may leave here.
    const layers = found.map((layer) => ({ ...layer, items: layer.items.filter((one) => inScope(this.filter, one)) }));
    const items = layers.flatMap((layer) => layer.items);
    return {
      items,
      layers,
      chunks: chunkTokens > 0 ? await this.chunks(items, chunkTokens) : [],
      without: plan.unembedded === null ? [] : [`semantic: ${plan.unembedded}`],
    };
  }

  /** The scores of observations and facts, without their texts. */
  async scores(plan: SearchPlan): Promise<ReadonlyMap<string, number>> {
    const layers = this.unitLayers(UNIT_LAYERS);
    if (layers.length === 0) return new Map();
    const found = await this.find(
      plan,
      layers.flatMap((layer) => this.typesOf(layer)),
    );
    return new Map(layers.flatMap((layer) => [...this.packed(plan, found, layer)]));
  }

  private typesOf(layer: EvidenceLayer): FactType[] {
    return FACT_TYPES.filter((type) => layerOf(type) === layer && (this.filter.factTypes?.includes(type) ?? true));
  }

  private unitLayers(wanted: readonly EvidenceLayer[]): UnitLayer[] {
    return UNIT_LAYERS.filter((layer) => wanted.includes(layer) && this.limits[layer] > 0 && this.typesOf(layer).length > 0);
  }

  /**
   * Finds and ranks observations and facts together, so that their scores are comparable. Each
   * layer then fills its own budget, and all texts are read in one statement. Mental models are
   * searched in parallel.
   */
  private async layers(plan: SearchPlan): Promise<LayerResult[]> {
    const { signal, layers: wanted = LAYERS } = this.request;
    const { filter, limits } = this;
    signal.throwIfAborted();
    const wantsModels = wanted.includes('mental_models') && !filter.excludeMentalModels && limits.mentalModels > 0;
    const [models, units] = await Promise.all([
      wantsModels ? timed(() => this.models(plan)) : null,
      timed(() => this.units(plan, this.unitLayers(wanted))),
    ]);
    const { startedAt, durationMs } = units;
    return [
      ...(models
        ? [{ layer: 'mental_models' as const, items: models.found, startedAt: models.startedAt, durationMs: models.durationMs }]
        : []),
      ...units.found.map(({ layer, items }) => ({ layer, items, startedAt, durationMs })),
    ];
  }

  private revisions(): RevisionWindow | null {
    const { window } = this.request;
    return window ? { after: window.afterRevision ?? -1, upTo: window.upToRevision ?? null } : null;
  }

  private async find(plan: SearchPlan, types: readonly FactType[]): Promise<RankedEvidence> {
    const { reader, scope, services } = this;
    const bank = present(scope.bank);
    const config = configOf(services.env, bank);
    const found = await findCandidates(reader, scope, bank, config, plan, {
      types,
      tags: this.tags,
      revisions: this.revisions(),
      ...(services.cachedBanks && { cachedBanks: services.cachedBanks }),
    });
    this.assertRevision(found.revision);
    const ranked = rankUnits(found, plan, { minScores: NO_FLOOR, isWhole: this.request.isWhole, abstains: true });
    const ended = endedBy(found.superseded, this.request.askedAt ?? new Date());
    return {
      ranked: await this.reranked(
        this.request.includesEnded || this.isOfPast(plan) ? ranked : ranked.filter(({ candidate: { id } }) => ended.get(id)?.by !== null),
        config.enableReranking && plan.timeAlone === null,
      ),
      sources: found.sources,
      ended,
    };
  }

  /** Whether memories that have ended by their own time count as others do. */
  private isOfPast(plan: SearchPlan): boolean {
    const { query, isWhole } = this.request;
    return isWhole === true || plan.window !== null || asksForPast(query);
  }

  private async units(plan: SearchPlan, layers: readonly UnitLayer[]): Promise<{ layer: UnitLayer; items: readonly Evidence[] }[]> {
    if (layers.length === 0) return [];
    const found = await this.find(
      plan,
      layers.flatMap((layer) => this.typesOf(layer)),
    );
    const scores = layers.map((layer) => this.packed(plan, found, layer));
    const ids = scores.flatMap((each) => [...each.keys()]);
    const facts = scores[layers.indexOf('facts')];
    const { isWhole, window } = this.request;
    if (facts && !isWhole && !window) raiseSuccessors(facts, found);
    this.request.signal.throwIfAborted();
    const texts = await this.texts(scores.flatMap((each) => [...each.keys()]));
    const wanted = new Set(ids);
    const isOfPast = this.isOfPast(plan);
    return layers.map((layer, i) => ({
      layer,
      items: [...defined(scores[i])].sort(byScore).flatMap(([id, score]) => {
        const unit = texts.get(id);
        if (!unit && wanted.has(id)) throw new TornRead();
        if (!unit) return [];
        const supersededBy = found.ended.get(id)?.by;
        return { ...unit, score, supersededBy: supersededBy ?? null, ...(supersededBy === null && !isOfPast && { hasEnded: true }) };
      }),
    }));
  }

  private async texts(ids: readonly string[]): Promise<ReadonlyMap<string, Omit<Evidence, 'score'>>> {
    if (ids.length === 0) return new Map();
    const { units, revision } = await store.readRevisedUnits(this.reader, this.scope, ids, this.tags);
    this.assertRevision(revision);
    return new Map(units.map((unit) => [unit.id, unit]));
  }

  /** The units of a layer that fit into its tokens, with their scores. */
  private packed(plan: SearchPlan, { ranked, sources }: RankedEvidence, layer: UnitLayer): Map<string, number> {
    const own = ranked.filter(({ candidate }) => layerOf(candidate.type) === layer);
    const limits = {
      maxTokens: this.limits[layer],
      maxResults: plan.caps.results,
      minFinal: 0,
      preferObservations: false,
      timeAlone: plan.timeAlone !== null,
    };
    const { results } = pack(own, sources, limits);
    return new Map(results.map(({ candidate, final }) => [candidate.id, final]));
  }

  private async reranked(ranked: readonly RankedCandidate[], isWanted: boolean): Promise<readonly RankedCandidate[]> {
    const { reranker } = this.services;
    if (!reranker || !isWanted) return ranked;
    const textsOf = (ids: readonly string[]) => store.readTexts(this.reader, this.scope, ids);
    return (await secondOpinion(reranker, this.request.query, ranked, textsOf, null)).ranked;
  }

  private async models(plan: SearchPlan): Promise<readonly Evidence[]> {
    const { mentalModels = NO_MENTAL_MODELS } = this.services;
    const found = await mentalModels.search(this.reader, this.scope, {
      query: plan.stripped,
      vector: plan.vector,
      embeddingModel: plan.model,
      terms: plan.terms,
      tags: this.tags,
      excludeIds: this.filter.excludeMentalModelIds,
      limit: MODEL_RESULTS,
    });
    let left = this.limits.mentalModels;
    // Mental models give orientation, so the window applies to memories only.
    return found.flatMap((model) => {
      const evidence = evidenceOf(model);
      if (evidence.tokens > left) return [];
      left -= evidence.tokens;
      return evidence;
    });
  }

  private async chunks(items: readonly Evidence[], maxTokens: number): Promise<readonly EvidenceChunk[]> {
    const wanted = [...new Set(items.flatMap(({ document }) => document?.chunkId ?? []))];
    const characters = maxTokens * CHARACTERS_PER_TOKEN;
    const found = await store.readChunks(this.reader, this.scope, wanted, { characters, tags: this.tags });
    let left = maxTokens;
    return found.flatMap((chunk) => {
      const text = left <= 0 ? '' : cut(chunk.text, left);
      left -= countTokens(text);
      return text === '' ? [] : { ...chunk, text };
    });
  }
}

const byScore = ([, a]: readonly [string, number], [, b]: readonly [string, number]): number => b - a;

/**
 * What replaced a memory matters as much as it, also in words that the question does not have.
 * Successors that were not found are added, a few at most; those of a chain follow each other.
 */
function raiseSuccessors(facts: Map<string, number>, { ended }: RankedEvidence): void {
  let added = 0;
  for (const [id, score] of facts) {
    const by = ended.get(id)?.by;
    if (by == null || (facts.get(by) ?? 0) >= score) continue;
    if (!facts.has(by) && ++added > MOST_SUCCESSORS) continue;
    // A raised memory is visited again, for what replaced it in turn.
    facts.delete(by);
    facts.set(by, score);
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ found: T; startedAt: number; durationMs: number }> {
  const startedAt = performance.now();
  const found = await work();
  return { found, startedAt, durationMs: Math.round(performance.now() - startedAt) };
}

const evidenceOf = ({ id, name, content, tags, revision, refreshedAt, score }: MentalModelMatch): Evidence => ({
  id,
  kind: 'mental_model',
  text: content,
  name,
  context: '',
  speaker: null,
  occurredStart: null,
  occurredEnd: null,
  mentionedAt: refreshedAt,
  revision,
  tags,
  metadata: {},
  score,
  document: null,
  entities: [],
  sourceIds: [],
  tokens: countTokens(content),
});
