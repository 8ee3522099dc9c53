import type { Queryable } from '#lib/base/db/db';
import type { Budget, FactType } from '#lib/base/literals';
import type { BankScope, BankState } from '#lib/base/scope';
import type { TagFilter } from '#lib/base/tags/filter';
import { countTokens } from '#lib/base/text/tokens';
import type { BankConfig } from '#lib/memory/banks/config';
import { candidatesOf, planRecall, type RecallPlan, type Window } from '#lib/memory/recall/plan';
import type { EmbedText } from '#lib/memory/recall/question-vectors';
import { type RankContext, type RankedCandidate, rank, reach } from '#lib/memory/recall/rank';
import { rankByTime, slackOf } from '#lib/memory/recall/rank-time';
import type { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';
import { DatabaseSource } from '#lib/memory/recall/retrieval/database/source';
import type { CandidateQuery, RetrievalResult, RevisionWindow } from '#lib/memory/recall/retrieval/port';
import { type SpeakerLookup, visibleSpeakers } from '#lib/memory/recall/visible-speakers';
import { embedderOf } from '#lib/models/embeddings/choose';
import type { Embedder } from '#lib/models/embeddings/port';

/**
 * Shared by recall, reflect and the refresh of mental models: a question becomes a plan, and a plan
 * finds ranked memories in one statement. Only planning may call a provider. One plan may be used
 * for several searches.
 */

export interface SearchQuestion {
  readonly query: string;
  readonly askedAt: Date;
  /** minutes that the caller's time zone is ahead of UTC */
  readonly offsetMinutes?: number;
  readonly budget: Budget;
  readonly maxTokens: number;
  readonly window: { readonly start: Date; readonly end: Date } | null;
  /** return everything in order, ignoring the time that the question names */
  readonly isWhole?: boolean;
  /**
   * the tag filter: the question may only know the speakers of memories that pass. null or omitted:
   * no filter
   */
  readonly visible?: SpeakerLookup | null;
  /** maximum wait for a vector in ms; default: the limit of interactive requests */
  readonly embedMs?: number;
  /** omitted: the embedder is called */
  readonly embed?: EmbedText;
}

export interface SearchPlan extends RecallPlan {
  /** model of the vectors that the plan's vector is compared with; empty: none */
  readonly model: string;
  /** numbers per vector */
  readonly dimensions: number;
}

/** Assumed for a provider whose vectors are unknown yet. */
const MANY_DIMENSIONS = 1536;

/**
 * Uses no database connection while a vector is requested. Before that, a question under a tag
 * filter that names a speaker may need one statement.
 */
export async function planSearch(
  embedder: Embedder,
  bank: BankState,
  config: BankConfig,
  { query, askedAt, offsetMinutes = 0, budget, maxTokens, window, embedMs, embed, isWhole = false, visible }: SearchQuestion,
): Promise<SearchPlan> {
  const own = embedderOf(embedder, bank.embeddingModel);
  const candidates = candidatesOf(config, budget, maxTokens);
  const asked = { query, budget, askedAt, offsetMinutes, isWhole, embed, window, candidates, temporal: config.enableTemporalRetrieval };
  const visibleSpeakersOf = visible && ((speakers: readonly string[]) => visibleSpeakers(visible, bank, own?.model ?? '', speakers));
  const options = { ...(embedMs !== undefined && { embedMs }), ...(visibleSpeakersOf && { visibleSpeakers: visibleSpeakersOf }) };
  const plan = await planRecall({ ...asked, ...options }, bank, own);
  const words = config.enableTextSearch ? {} : { terms: [], quote: null };
  return { ...plan, ...words, model: own?.model ?? '', dimensions: own?.dimensions ?? plan.vector?.length ?? MANY_DIMENSIONS };
}

export interface SearchLimits {
  /** null: all types */
  readonly types: readonly FactType[] | null;
  readonly tags: TagFilter | null;
  /** only memories written in this range */
  readonly revisions?: RevisionWindow | null;
  /** tokens of the texts that will be sent; omitted: none */
  readonly sent?: number;
  /** omitted: the database is searched */
  readonly cachedBanks?: CachedBanks;
  /** a very large bank that is not cached yet is searched without comparing all of its vectors */
  readonly mayBePartial?: boolean;
}

const seconds = (date: Date | null): number | null => date && date.getTime() / 1000;

/**
 * Candidates for a planned question, in no order; `rankUnits` ranks them. The one place that
 * chooses where to search: the cached bank if it is up to date, otherwise the database. Questions
 * that only name a time, and questions in a bank without an embedding model, always use the
 * database.
 */
export async function findCandidates(
  db: Queryable,
  scope: BankScope,
  bank: BankState,
  config: BankConfig,
  plan: SearchPlan,
  { cachedBanks, mayBePartial = false, ...filters }: SearchLimits,
): Promise<RetrievalResult> {
  const query = queryOf(bank, config, plan, filters);
  const database = new DatabaseSource(db, { bankUid: scope.bankUid, model: plan.model });
  if (plan.timeAlone) return database.findInWindow(query);
  if (!cachedBanks || plan.model === '') return database.find(query);
  return cachedBanks.find(bank, { model: plan.model, dimensions: plan.dimensions }, query, database, { mayBePartial });
}

/** The same for an overview question, from the database. */
export async function findOverview(
  db: Queryable,
  scope: BankScope,
  bank: BankState,
  config: BankConfig,
  plan: SearchPlan,
  filters: SearchLimits,
): Promise<RetrievalResult> {
  const database = new DatabaseSource(db, { bankUid: scope.bankUid, model: plan.model });
  return database.findOverview(queryOf(bank, config, plan, filters));
}

function queryOf(
  bank: BankState,
  config: BankConfig,
  plan: SearchPlan,
  { types, tags, revisions = null, sent }: Omit<SearchLimits, 'cachedBanks' | 'mayBePartial'>,
): CandidateQuery {
  return {
    vector: plan.vector,
    terms: plan.terms,
    quote: plan.quote,
    units: bank.unitCount,
    meanLength: Math.max(1, bank.termCount / Math.max(1, bank.unitCount)),
    cap: plan.caps.perRetriever,
    expand: plan.caps.expand,
    asked: plan.asked,
    speech: plan.speech !== null,
    types,
    tags,
    revisions,
    window: plan.window && (plan.timeAlone ? withSlack(plan.window) : reach(plan.window)),
    graph: config.enableGraphRetrieval,
    ...(sent !== undefined && { sent }),
  };
}

/** The range of a question about a time alone, extended for loose windows and time zones. */
function withSlack({ start, end, isLoose, offset }: Window): { start: Date | null; end: Date | null } {
  const slack = slackOf({ start: seconds(start), end: seconds(end) }, isLoose) * 1000;
  const [early, late] = [Math.max(0, offset) * 1000 + slack, Math.max(0, -offset) * 1000 + slack];
  return { start: start && new Date(start.getTime() - early), end: end && new Date(end.getTime() + late) };
}

export function rankUnits(
  found: RetrievalResult,
  plan: RecallPlan,
  options: Pick<RankContext, 'minScores' | 'isWhole' | 'abstains'>,
): RankedCandidate[] {
  const { window, timeAlone, namesSpeaker, speech, isForeign } = plan;
  const times = window && { start: seconds(window.start), end: seconds(window.end), grain: window.grain, offset: window.offset };
  if (times && timeAlone) return rankByTime(found.candidates, { window: times, isLoose: window.isLoose, alone: timeAlone, namesSpeaker });
  const context = { units: found.units, window: times, namesSpeaker, speech, isForeign, countTokens: () => countTokens(plan.query) };
  return rank(found, { ...options, ...context });
}
