import type { Queryable } from '#lib/base/db/db';
import type { Budget, FactType } from '#lib/base/literals';
import type { BankScope, BankState } from '#lib/base/scope';
import type { TagFilter } from '#lib/base/tags/filter';
import { countTokens } from '#lib/base/text/tokens';
import type { BankConfig } from '#lib/memory/banks/config';
import { candidatesOf, type Plan, planRecall, type Window } from '#lib/memory/recall/plan';
import { type Arms, type Candidate, type RankContext, type Ranked, rank, reach } from '#lib/memory/recall/rank';
import { rankByTime, slackOf } from '#lib/memory/recall/rank-time';
import type { CachedBank } from '#lib/memory/recall/retrieval/cached/bank';
import type { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';
import { findCached } from '#lib/memory/recall/retrieval/cached/find';
import type { ArmsArguments, RevisionWindow } from '#lib/memory/recall/retrieval/port';
import { readArms } from '#lib/memory/recall/store';
import { embedderOf } from '#lib/models/embeddings/choose';
import type { Embedder } from '#lib/models/embeddings/port';

/**
 * What recall, reflect and the refresh of mental models have in common: a question becomes a plan (the one part that may ask a provider), and a plan
 * finds ranked units in one statement. One plan may be used for several searches.
 */

export interface SearchQuestion {
  readonly query: string;
  readonly askedAt: Date;
  /** minutes that the asker's clock is ahead of UTC */
  readonly offsetMinutes?: number;
  readonly budget: Budget;
  readonly maxTokens: number;
  readonly window: { readonly start: Date; readonly end: Date } | null;
  /** everything is wanted, in order, whatever time the question names */
  readonly isWhole?: boolean;
  /** how long a vector is waited for; without it as long as somebody who asks waits */
  readonly embedMs?: number;
}

export interface SearchPlan extends Plan {
  /** whose vectors the plan's vector is compared with; empty where there are none */
  readonly model: string;
  /** numbers of each of these */
  readonly dimensions: number;
}

/** Of a provider's vectors that nobody has seen yet. */
const MANY_DIMENSIONS = 1536;

/** Holds no connection. */
export async function planSearch(
  embedder: Embedder,
  bank: BankState,
  config: BankConfig,
  { query, askedAt, offsetMinutes = 0, budget, maxTokens, window, embedMs, isWhole = false }: SearchQuestion,
): Promise<SearchPlan> {
  const own = embedderOf(embedder, bank.embeddingModel);
  const candidates = candidatesOf(config, budget, maxTokens);
  const asked = { query, budget, askedAt, offsetMinutes, isWhole, window, candidates, temporal: config.enableTemporalRetrieval };
  const plan = await planRecall({ ...asked, ...(embedMs !== undefined && { embedMs }) }, bank, own);
  const words = config.enableTextSearch ? {} : { terms: [], quote: null };
  return { ...plan, ...words, model: own?.model ?? '', dimensions: own?.dimensions ?? plan.vector?.length ?? MANY_DIMENSIONS };
}

export interface SearchLimits {
  /** null: all types */
  readonly types: readonly FactType[] | null;
  readonly tags: TagFilter | null;
  /** only what was written then */
  readonly revisions?: RevisionWindow | null;
  /** left out: all is read from the database */
  readonly cachedBanks?: CachedBanks;
}

const seconds = (date: Date | null): number | null => date && date.getTime() / 1000;

export interface Found extends Arms {
  /** the cached bank that was searched, and its revision then; null: the database was */
  readonly cached: { readonly bank: CachedBank; readonly revision: number } | null;
}

/** What every arm finds; `rankUnits` puts it in order. */
export async function findUnits(
  db: Queryable,
  scope: BankScope,
  bank: BankState,
  config: BankConfig,
  plan: SearchPlan,
  { types, tags, revisions = null, cachedBanks }: SearchLimits,
): Promise<Found> {
  const args = argumentsOf(scope, bank, config, plan, { types, tags, revisions });
  const inDatabase = async (): Promise<Found> => ({ ...(await readArms(db, args)), cached: null });
  // What lies in a time alone is the database's to say.
  if (!cachedBanks || plan.model === '' || plan.timeAlone) return inDatabase();
  const inBank = (known: CachedBank): Found => ({ ...findCached(known, args), cached: { bank: known, revision: known.revision } });
  return cachedBanks.look(bank, { model: plan.model, dimensions: plan.dimensions }, { inBank, inDatabase });
}

/** Candidates for an overview question, unordered. */
export async function findOverview(
  db: Queryable,
  scope: BankScope,
  bank: BankState,
  config: BankConfig,
  plan: SearchPlan,
  limits: SearchLimits,
): Promise<readonly Candidate[]> {
  const { candidates } = await readArms(db, { ...argumentsOf(scope, bank, config, plan, limits), overview: true });
  return candidates;
}

function argumentsOf(
  scope: BankScope,
  bank: BankState,
  config: BankConfig,
  plan: SearchPlan,
  { types, tags, revisions = null }: SearchLimits,
): ArmsArguments {
  return {
    bankUid: scope.bankUid,
    model: plan.model,
    vector: plan.vector,
    terms: plan.terms,
    quote: plan.quote,
    units: bank.unitCount,
    meanLength: Math.max(1, bank.termCount / Math.max(1, bank.unitCount)),
    cap: plan.caps.arm,
    expand: plan.caps.expand,
    asked: plan.asked,
    speech: plan.speech !== null,
    types,
    tags,
    revisions,
    window: plan.window && (plan.timeAlone ? withSlack(plan.window) : reach(plan.window)),
    timeAlone: plan.timeAlone !== null,
    graph: config.enableGraphRetrieval,
  };
}

/** Where units can lie that a question about a time alone may find: a little beside it where it is loose, and where it is another day in UTC. */
function withSlack({ start, end, isLoose, offset }: Window): { start: Date | null; end: Date | null } {
  const slack = slackOf({ start: seconds(start), end: seconds(end) }, isLoose) * 1000;
  const [early, late] = [Math.max(0, offset) * 1000 + slack, Math.max(0, -offset) * 1000 + slack];
  return { start: start && new Date(start.getTime() - early), end: end && new Date(end.getTime() + late) };
}

export function rankUnits(
  arms: Arms,
  bank: BankState,
  plan: Plan,
  wanted: Pick<RankContext, 'minScores' | 'isWhole' | 'abstains'>,
): Ranked[] {
  const { window, timeAlone, namesSpeaker, speech } = plan;
  const times = window && { start: seconds(window.start), end: seconds(window.end), grain: window.grain, offset: window.offset };
  if (times && timeAlone) return rankByTime(arms.candidates, { window: times, isLoose: window.isLoose, alone: timeAlone, namesSpeaker });
  const context = { units: bank.unitCount, window: times, namesSpeaker, speech, tokens: countTokens(plan.query) };
  return rank(arms, { ...wanted, ...context });
}
