import { type BankConfig, configOf } from '#lib/banks/config';
import type { Queryable } from '#lib/db/db';
import { isOverrun } from '#lib/db/errors';
import { bookedTo } from '#lib/embeddings/choose';
import type { Embedder } from '#lib/embeddings/port';
import type { Env } from '#lib/env';
import { ServiceError } from '#lib/errors';
import { FACT_TYPES, type FactType } from '#lib/literals';
import type { RecallBody, RecallRequest, RecallResponse } from '#lib/recall/contract';
import type { KeptBank } from '#lib/recall/kept/bank';
import type { KeptBanks } from '#lib/recall/kept/banks';
import { keptPayload } from '#lib/recall/kept/payload';
import { type Packed, pack, withoutTwins } from '#lib/recall/pack';
import { type Payload, readPayload } from '#lib/recall/payload';
import type { Plan } from '#lib/recall/plan';
import type { Ranked } from '#lib/recall/rank';
import { type Opinion, secondOpinion, withoutOpinion } from '#lib/recall/rerank';
import { findUnits, planSearch, rankUnits, tagFilterOf } from '#lib/recall/search';
import { readTexts } from '#lib/recall/store';
import { explain, type Phase } from '#lib/recall/trace';
import { toRecallResponse } from '#lib/recall/view';
import type { Reranker } from '#lib/rerank/reranker';
import type { BankScope } from '#lib/scope';
import { countTokens } from '#lib/text/tokens';
import { parseTimestamp, zoneOffsetMinutes } from '#lib/timestamps';

const MAX_QUERY_TOKENS = 500;
/** Refused before any token is counted: words have four or five characters a token, and only runs of blanks or signs have sixteen. */
const MAX_QUERY_LENGTH = 16 * MAX_QUERY_TOKENS;
/** A chunk's text is read while so many characters per token are not used up: more than any text has. */
const CHARACTERS_PER_TOKEN = 8;
const TOO_LONG = 'The recall took too long. Ask for less: a smaller budget, fewer types, or memories with a tag.';
const NOTHING: RecallResponse = { results: [] };
const NO_MORE: Pick<Payload, 'chunks' | 'sources'> = { chunks: [], sources: new Map() };

export interface RecallServices {
  readonly db: Queryable;
  readonly embedder: Embedder;
  readonly env?: Pick<Env, 'bankDefaults'>;
  readonly reranker?: Reranker | null;
  readonly kept?: KeptBanks;
  /** hears what this recall had to do without */
  readonly note?: (shortcoming: string) => void;
}

/**
 * `plan -> arms -> rank -> pack -> what is sent`: of a bank that is kept in the process without a statement, else with one for the arms and one for what is sent. An unknown bank, and a question that nothing is about,
 * find nothing. Throws `bad_request` for a query over 500 tokens and a `query_timestamp` that is no time, and `timeout` where the database
 * does not find it within a statement's deadline.
 */
export async function recall(services: RecallServices, scope: BankScope, given: RecallBody): Promise<RecallResponse> {
  try {
    return await recallNow(services, scope, given);
  } catch (error) {
    throw isOverrun(error) ? new ServiceError('timeout', TOO_LONG, { cause: error }) : error;
  }
}

async function recallNow(services: RecallServices, scope: BankScope, given: RecallBody): Promise<RecallResponse> {
  const { db } = services;
  const { askedAt, offsetMinutes } = timeOf(given.query_timestamp);
  checkLength(given.query);
  const config = configOf(services.env, scope.bank);
  const body = requestOf(given, config);
  const types = typesOf(body);
  if (scope.bank === null || types?.length === 0) return NOTHING;

  const { bank } = scope;
  const clock = stopwatch();
  const plan = await planSearch(bookedTo(services.embedder, { scope, operation: 'recall' }), bank, config, {
    query: body.query,
    budget: body.budget,
    askedAt,
    offsetMinutes,
    window: body.temporal_window ?? null,
    maxTokens: body.max_tokens,
  });
  clock.lap('planning');
  const tags = tagFilterOf(body.tags, body.tags_match, body.tag_groups);
  const arms = await findUnits(db, scope, bank, config, plan, { types, tags, ...(services.kept && { kept: services.kept }) });
  clock.lap('retrieval');
  const least = { semantic: body.min_scores?.semantic ?? null, keyword: body.min_scores?.keyword ?? null };
  const ranked = rankUnits(arms, bank, plan, least);
  clock.lap('ranking');
  const opinion = services.reranker
    ? await opinionOf(services.reranker, db, scope, { body, config, plan, ranked })
    : withoutOpinion(ranked, 'not_configured');
  if (services.reranker) clock.lap('reranking');
  if (services.note) tellShortcomings(services.note, body, plan, opinion);
  const packed = pack(opinion.ranked, arms.sources, {
    maxTokens: body.max_tokens,
    maxResults: plan.caps.results,
    minFinal: body.min_scores?.final ?? 0,
    preferObservations: body.prefer_observations,
    timeAlone: plan.timeAlone !== null,
  });
  clock.lap('packing');
  const payload = await payloadOf(db, scope, body, { packed, bank: arms.bank });
  const said = payload
    ? withoutTwins(packed, arms.sources, (id) => payload.facts.get(id)?.text, { preferObservations: body.prefer_observations })
    : packed;
  const response = payload ? toRecallResponse(said.results, payload, body.include, opinion.scores) : NOTHING;
  clock.lap('payload');
  return body.trace
    ? { ...response, trace: explain({ body, askedAt, plan, arms, ranked, opinion, packed: said, phases: clock.phases }) }
    : response;
}

async function opinionOf(
  reranker: Reranker,
  db: Queryable,
  scope: BankScope,
  { body, config, plan, ranked }: { body: RecallRequest; config: BankConfig; plan: Plan; ranked: readonly Ranked[] },
): Promise<Opinion> {
  // The order of what lies in a time is that of time.
  if (plan.timeAlone !== null) return withoutOpinion(ranked, 'nothing_to_do');
  if (!config.enableReranking) return withoutOpinion(ranked, 'switched_off');
  return secondOpinion(reranker, body.query, ranked, (ids) => readTexts(db, scope, ids), body.min_scores?.reranker ?? null);
}

function tellShortcomings(note: (what: string) => void, { min_scores }: RecallRequest, { unembedded }: Plan, { state }: Opinion): void {
  if (unembedded !== null) note(`semantic: ${unembedded}`);
  const isWanted = state.startsWith('skipped_') || (state !== 'applied' && min_scores?.reranker != null);
  if (isWanted) note(`reranker: ${state.replace('skipped_', '')}`);
}

/** null: there is nothing to send. */
async function payloadOf(
  db: Queryable,
  scope: BankScope,
  { include }: RecallRequest,
  { packed: { results, order }, bank }: { packed: Packed; bank: KeptBank | null },
): Promise<Payload | null> {
  const ids = results.map(({ candidate }) => candidate.id);
  const observations = results.flatMap(({ candidate }) => (candidate.type === 'observation' ? candidate.id : []));
  const chunksOf = include.chunks && include.chunks.max_tokens > 0 ? order.map(({ candidate }) => candidate.id) : [];
  if (ids.length === 0 && chunksOf.length === 0) return null;
  const entities = include.entities !== null;
  const further = {
    chunksOf,
    chunkCharacters: (include.chunks?.max_tokens ?? 0) * CHARACTERS_PER_TOKEN,
    sourcesOf: include.source_facts ? observations : [],
  };
  if (!bank) return readPayload(db, scope, { ...further, ids, entities, observations });
  const isMore = chunksOf.length > 0 || further.sourcesOf.length > 0;
  const more = isMore ? await readPayload(db, scope, { ...further, ids: [], entities: false, observations: [] }) : NO_MORE;
  return { ...more, ...keptPayload(bank, ids, entities) };
}

/** Chunks come when they are asked for; where nothing is said about them, when the bank is set so. */
function requestOf({ include, ...body }: RecallBody, config: BankConfig): RecallRequest {
  const chunks = include.chunks === undefined && config.recallIncludeChunks ? {} : (include.chunks ?? null);
  return {
    ...body,
    max_tokens: body.max_tokens ?? config.recallMaxTokens,
    include: { ...include, chunks: chunks && { max_tokens: config.recallChunksMaxTokens, ...chunks } },
  };
}

/** "Yesterday" is told by the clock of who asks. */
function timeOf(text: string | null | undefined): { askedAt: Date; offsetMinutes: number } {
  if (text === null || text === undefined) return { askedAt: new Date(), offsetMinutes: 0 };
  const askedAt = parseTimestamp(text);
  if (!askedAt) throw new ServiceError('bad_request', 'query_timestamp is not an ISO 8601 date or date-time');
  return { askedAt, offsetMinutes: zoneOffsetMinutes(text) };
}

function checkLength(query: string): void {
  if (query.length > MAX_QUERY_LENGTH)
    throw new ServiceError('bad_request', `query has ${query.length} characters; at most ${MAX_QUERY_LENGTH} are allowed`);
  // No token is shorter than a byte: most questions need no counting.
  if (Buffer.byteLength(query) <= MAX_QUERY_TOKENS) return;
  const tokens = countTokens(query);
  if (tokens > MAX_QUERY_TOKENS)
    throw new ServiceError('bad_request', `query has ${tokens} tokens; at most ${MAX_QUERY_TOKENS} are allowed`);
}

/** null: all types; empty: none that exists. */
function typesOf({ types, type }: RecallBody): readonly FactType[] | null {
  const named = types && types.length > 0 ? types : type ? [type] : null;
  if (named === null) return null;
  const wanted = FACT_TYPES.filter((factType) => named.includes(factType));
  return wanted.length === FACT_TYPES.length ? null : wanted;
}

function stopwatch(): { lap(name: string): void; phases: Phase[] } {
  const phases: Phase[] = [];
  let since = performance.now();
  return {
    phases,
    lap(name) {
      const now = performance.now();
      phases.push({ phase_name: name, duration_seconds: (now - since) / 1000 });
      since = now;
    },
  };
}
