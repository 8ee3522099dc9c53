import type { Queryable } from '#lib/base/db/db';
import { isOverrun } from '#lib/base/db/errors';
import { meanwhile } from '#lib/base/db/meanwhile';
import { scopeAt } from '#lib/base/db/revision';
import { ServiceError } from '#lib/base/errors';
import { FACT_TYPES, type FactType } from '#lib/base/literals';
import type { BankScope, BankState } from '#lib/base/scope';
import type { TagFilter } from '#lib/base/tags/filter';
import { readTagFilter } from '#lib/base/tags/fuzzy';
import { prepareLanguage } from '#lib/base/text/languages/of';
import { asksForPast } from '#lib/base/text/past-question';
import { countTokens } from '#lib/base/text/tokens';
import { parseTimestamp, zoneOffsetMinutes } from '#lib/base/timestamps';
import { isPresent, readState } from '#lib/memory/as-of/reader';
import { type BankConfig, type BankDefaults, configOf } from '#lib/memory/banks/config';
import { type CacheStatus, shareText, statusAtSearch } from '#lib/memory/recall/cache/status';
import type { RecallBody, RecallRequest, RecallResponse } from '#lib/memory/recall/contract';
import { FALLBACK_SCORES, OVERVIEW_SCORES, withOverview } from '#lib/memory/recall/overview';
import { type PackedResults, pack, packWithFactFallback, withoutTwins } from '#lib/memory/recall/pack';
import { type Fact, type RecallPayload, readPayload } from '#lib/memory/recall/payload';
import type { RecallPlan } from '#lib/memory/recall/plan';
import { type EmbedText, QuestionVectors } from '#lib/memory/recall/question-vectors';
import type { RankedCandidate } from '#lib/memory/recall/rank';
import { type RerankResult, secondOpinion, withoutOpinion } from '#lib/memory/recall/rerank';
import type { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';
import type { CachedPayload, CachedSnapshot, RetrievalResult } from '#lib/memory/recall/retrieval/port';
import { findCandidates, findOverview, planSearch, rankUnits, type SearchPlan } from '#lib/memory/recall/search';
import { readTexts } from '#lib/memory/recall/store';
import { endedBy, rankBySupersession } from '#lib/memory/recall/supersession';
import { explain, type Phase } from '#lib/memory/recall/trace';
import { toRecallResponse } from '#lib/memory/recall/view';
import { speakerLookup } from '#lib/memory/recall/visible-speakers';
import { bookedTo } from '#lib/models/embeddings/choose';
import type { Embedder } from '#lib/models/embeddings/port';
import type { LlmModels } from '#lib/models/llm/port';
import type { Reranker } from '#lib/models/rerank/reranker';

const MAX_QUERY_TOKENS = 500;
/**
 * Longer queries are rejected before counting tokens. Words have four or five characters a token;
 * only runs of spaces or punctuation have 16.
 */
const MAX_QUERY_LENGTH = 16 * MAX_QUERY_TOKENS;
/** Characters of chunk text that are read per requested token: more than any text has. */
const CHARACTERS_PER_TOKEN = 8;
const TOO_LONG = 'The recall took too long. Ask for less: a smaller budget, fewer types, or memories with a tag.';
/** Searches of a large cached bank whose results are written meanwhile. */
const CACHED_ATTEMPTS = 4;
const NOTHING: RecallResponse = { results: [] };
const NO_MORE: Pick<RecallPayload, 'entities' | 'chunks' | 'sources'> = { entities: new Map(), chunks: [], sources: new Map() };

export interface RecallServices {
  readonly db: Queryable;
  readonly embedder: Embedder;
  readonly env?: BankDefaults;
  readonly reranker?: Reranker | null;
  readonly cachedBanks?: CachedBanks;
  /** only the database is searched */
  readonly isUncached?: boolean;
  /** omitted: consolidation uses no model */
  readonly models?: Pick<LlmModels, 'of'>;
  /** receives each feature that this recall had to skip */
  readonly note?: (shortcoming: string) => void;
  /** receives the state of the bank in the cache when it was searched */
  readonly noteCache?: (status: CacheStatus) => void;
}

/**
 * Answers a question: `plan -> retrieve -> rank -> pack -> payload`. A cached bank needs no
 * statement; otherwise retrieval and payload are one statement each. An unknown bank and an
 * off-topic question find nothing. Throws `bad_request` for a query over 500 tokens and for an
 * invalid `query_timestamp`, and `timeout` if the database exceeds the deadline of a statement.
 */
export async function recall(services: RecallServices, scope: BankScope, given: RecallBody): Promise<RecallResponse> {
  try {
    const withObservations = typesOf(given)?.includes('observation') ?? true;
    // Only the database can read an earlier state, not the cached bank.
    const read = (db: Queryable, of: BankScope) =>
      recallNow(isPresent(given) ? services : { ...services, db, isUncached: true }, of, given);
    return await readState(services.db, scope, given, read, { withObservations });
  } catch (error) {
    throw isOverrun(error) ? new ServiceError('timeout', TOO_LONG, { cause: error }) : error;
  }
}

/** A question, before it is planned. */
interface RecallQuestion {
  readonly given: RecallBody;
  readonly askedAt: Date;
  readonly offsetMinutes: number;
  readonly clock: ReturnType<typeof stopwatch>;
}

const searchedCache = ({ cachedBanks, isUncached = false }: RecallServices): CachedBanks | undefined =>
  isUncached ? undefined : cachedBanks;

async function recallNow(services: RecallServices, scope: BankScope, given: RecallBody): Promise<RecallResponse> {
  const question = { given, ...timeOf(given.query_timestamp) };
  checkLength(given.query);
  if (scope.bank === null || typesOf(given)?.length === 0) return NOTHING;
  await prepareLanguage(given.query);
  const timed = { ...question, clock: stopwatch() };
  const vectors = new QuestionVectors();
  let answer = await answerTo(services, scope, timed, vectors.embed);
  // A write was committed since authentication. A large bank is searched in the cache again: the
  // database takes a hundred times as long.
  for (let attempt = 1; answer === 'torn' && attempt < CACHED_ATTEMPTS && searchedCache(services)?.isLarge(scope.bankUid); attempt++)
    answer = await answerTo(services, await scopeAt(services.db, scope), timed, vectors.embed);
  if (answer !== 'torn') return answer;
  // The last attempt plans and reads in one snapshot, without external calls.
  const state = services.reranker ? 'skipped_changed_meanwhile' : 'not_configured';
  return vectors.inSnapshot(services.db, scope, async (at, now, embed) => {
    const again = await answerTo({ ...services, db: at, isUncached: true, reranker: null }, now, timed, embed, state);
    // Within a snapshot only a deleted bank changes between two statements.
    return again === 'torn' ? NOTHING : again;
  });
}

/**
 * Plans from the bank of the scope, and answers from the same revision. `torn`: the bank has
 * another one by now.
 */
async function answerTo(
  services: RecallServices,
  scope: BankScope,
  { given, askedAt, offsetMinutes, clock }: RecallQuestion,
  embed: EmbedText,
  withoutReranker: RerankResult['state'] = 'not_configured',
): Promise<RecallResponse | 'torn'> {
  const { db } = services;
  const { bank } = scope;
  if (bank === null) return NOTHING;
  const config = configOf(services.env, bank);
  const body = requestOf(given, config);
  const plan = await planSearch(bookedTo(services.embedder, { scope, operation: 'recall' }), bank, config, {
    query: body.query,
    budget: body.budget,
    askedAt,
    offsetMinutes,
    window: body.temporal_window ?? null,
    maxTokens: body.max_tokens,
    visible: speakerLookup({ db, scope, filter: body, cachedBanks: searchedCache(services) }),
    embed,
  });
  clock.lap('planning');
  const tags = await readTagFilter(db, scope, body);
  return answerFrom(services, scope, { body, bank, config, plan, types: typesOf(body), askedAt, clock, tags }, withoutReranker);
}

/** A planned question, before any search. */
interface PreparedRecall {
  readonly body: RecallRequest;
  readonly bank: BankState;
  readonly config: BankConfig;
  readonly plan: SearchPlan;
  readonly types: readonly FactType[] | null;
  readonly tags: TagFilter | null;
  readonly askedAt: Date;
  readonly clock: ReturnType<typeof stopwatch>;
}

/**
 * `torn`: not all of it was read at the revision of the bank that the question was planned from.
 * The last statement shows that: a bank that it finds unchanged did not change before either.
 */
async function answerFrom(
  services: RecallServices,
  scope: BankScope,
  { body, bank, config, plan, types, tags, askedAt, clock }: PreparedRecall,
  withoutReranker: RerankResult['state'],
): Promise<RecallResponse | 'torn'> {
  const { db } = services;
  const usesFactFallback = config.recallFactFallback && isObservationsAlone(types) && !services.models?.of('consolidation', scope);
  const limits = { types: usesFactFallback ? null : types, tags };
  const cachedBanks = searchedCache(services);
  const found = await findCandidates(db, scope, bank, config, plan, {
    ...limits,
    ...(cachedBanks && { cachedBanks }),
    mayBePartial: true,
    sent: body.max_tokens,
  });
  if (!isOf(bank, found)) return 'torn';
  clock.lap('retrieval');
  const least = { semantic: body.min_scores?.semantic ?? null, keyword: body.min_scores?.keyword ?? null };
  const abstains = config.recallAbstains || plan.saysNothing;
  const matches = rankUnits(found, plan, { minScores: least, abstains });
  // Nothing in the time that a question is about is an answer.
  const mayFallBack = plan.timeAlone === null && !abstains && least.semantic === null && least.keyword === null;
  const isLacking = matches.length === 0 && mayFallBack;
  const overview = plan.isOverview || isLacking ? await findOverview(db, scope, bank, config, plan, limits) : null;
  if (overview && !isOf(bank, overview)) return 'torn';
  const superseded = endedBy(
    overview ? new Map([...found.superseded, ...overview.superseded]) : found.superseded,
    body.valid_at ?? body.as_of ?? askedAt,
  );
  const ranked = overview ? withOverview(matches, overview.candidates, plan.isOverview ? OVERVIEW_SCORES : FALLBACK_SCORES) : matches;
  clock.lap('ranking');
  const opinion = services.reranker
    ? await opinionOf(services.reranker, db, scope, { body, config, plan, ranked })
    : withoutOpinion(ranked, withoutReranker);
  if (services.reranker) clock.lap('reranking');
  const packing = usesFactFallback ? packWithFactFallback : pack;
  const isByTime = plan.timeAlone !== null;
  const inForce = rankBySupersession(opinion.ranked, superseded, {
    includes: body.include_superseded,
    asksForPast: asksForPast(body.query),
    window: plan.window && { start: secondsOf(plan.window.start), end: secondsOf(plan.window.end) },
    isByTime,
  });
  const packed = packing(inForce, found.sources, {
    maxTokens: body.max_tokens,
    maxResults: plan.caps.results,
    minFinal: body.min_scores?.final ?? 0,
    preferObservations: body.prefer_observations,
    timeAlone: isByTime,
  });
  clock.lap('packing');
  const payload = await payloadOf(db, scope, body, {
    packed,
    snapshot: found.snapshot,
    revision: found.snapshot?.revision ?? bank.revision,
    tags,
  });
  if (payload === 'torn') return 'torn';
  if (services.note) noteShortcomings(services.note, body, { plan, found, opinion });
  const cache = services.cachedBanks ? statusAtSearch(services.cachedBanks.statusOf(bank.uid), found.compared) : null;
  if (cache !== null) services.noteCache?.(cache);
  const deduplicated = payload
    ? withoutTwins(packed, found.sources, (id) => payload.facts.get(id)?.text, { preferObservations: body.prefer_observations })
    : packed;
  const response = payload ? toRecallResponse(deduplicated.results, { ...payload, superseded }, body.include, opinion.scores) : NOTHING;
  clock.lap('payload');
  if (!body.trace) return response;
  return {
    ...response,
    trace: explain({ body, askedAt, plan, found, cache, ranked, opinion, packed: deduplicated, phases: clock.phases }),
  };
}

const secondsOf = (time: Date | null): number | null => time && time.getTime() / 1000;

async function opinionOf(
  reranker: Reranker,
  db: Queryable,
  scope: BankScope,
  { body, config, plan, ranked }: { body: RecallRequest; config: BankConfig; plan: RecallPlan; ranked: readonly RankedCandidate[] },
): Promise<RerankResult> {
  // Results of a question about a time alone are sorted by time.
  if (plan.timeAlone !== null) return withoutOpinion(ranked, 'nothing_to_do');
  if (!config.enableReranking) return withoutOpinion(ranked, 'switched_off');
  return secondOpinion(reranker, body.query, ranked, (ids) => readTexts(db, scope, ids), body.min_scores?.reranker ?? null);
}

function noteShortcomings(
  note: (what: string) => void,
  { min_scores }: RecallRequest,
  { plan: { unembedded }, found: { compared }, opinion: { state } }: { plan: RecallPlan; found: RetrievalResult; opinion: RerankResult },
): void {
  if (compared !== undefined) note(`semantic: ${shareText(compared)} compared`);
  if (unembedded !== null) note(`semantic: ${unembedded}`);
  const isShortcoming = state.startsWith('skipped_') || (state !== 'applied' && min_scores?.reranker != null);
  if (isShortcoming) note(`reranker: ${state.replace('skipped_', '')}`);
}

interface PayloadRequest {
  readonly packed: PackedResults;
  readonly snapshot: CachedSnapshot | null;
  /** of the bank that was searched */
  readonly revision: number;
  readonly tags: TagFilter | null;
}

/** A large cached bank may be newer: its results are only checked one by one. */
const isOf = ({ revision }: BankState, found: RetrievalResult): boolean => found.revision === revision || isOfLargeBank(found.snapshot);

const isOfLargeBank = (snapshot: CachedSnapshot | null): boolean => snapshot !== null && !snapshot.hasTexts;

/**
 * null: nothing to send. `torn`: the payload is of another revision of the bank; of a large cached
 * bank, which others may write all the time: a result was written or deleted since the search.
 */
async function payloadOf(
  db: Queryable,
  scope: BankScope,
  { include }: RecallRequest,
  { packed: { results, order }, snapshot, revision, tags }: PayloadRequest,
): Promise<RecallPayload | 'torn' | null> {
  const ids = results.map(({ candidate }) => candidate.id);
  const observations = results.flatMap(({ candidate }) => (candidate.type === 'observation' ? candidate.id : []));
  const chunksOf = include.chunks && include.chunks.max_tokens > 0 ? order.map(({ candidate }) => candidate.id) : [];
  if (ids.length === 0 && chunksOf.length === 0) return null;
  const entities = include.entities !== null;
  const further = {
    chunksOf,
    chunkCharacters: (include.chunks?.max_tokens ?? 0) * CHARACTERS_PER_TOKEN,
    sourcesOf: include.source_facts ? observations : [],
    tags,
    upTo: isOfLargeBank(snapshot) ? revision : null,
  };
  const isWhole = ({ facts }: Pick<RecallPayload, 'facts'>): boolean => ids.every((id) => facts.has(id));
  if (!snapshot) {
    const payload = await readPayload(db, scope, { ...further, ids, entities, observations });
    return payload.revision === revision && isWhole(payload) ? payload : 'torn';
  }
  const known = await snapshot.facts;
  const unknown = ids.filter((id) => !known.has(id));
  const ownPayload = () => snapshot.payload(ids, { withEntities: entities, tags });
  const readMore = (isNamed: boolean, isRead: boolean): Promise<RecallPayload> =>
    isNamed
      ? readPayload(db, scope, { ...further, ids: isRead ? [] : unknown, entities: false, observations: [] })
      : readPayload(db, scope, { ...further, ids, entities: true, observations });
  const complete = (more: RecallPayload, own: CachedPayload): RecallPayload | 'torn' => {
    const facts = own.facts ?? (known.size > 0 ? new Map([...known, ...more.facts]) : more.facts);
    const payload = { ...more, facts, entities: own.entities ?? more.entities };
    // The cached bank may have been updated while the database was read.
    const isSame = isOfLargeBank(snapshot) ? more.revision !== null : more.revision === revision && snapshot.isCurrent();
    return isSame && isWhole(payload) ? payload : 'torn';
  };
  const hasMore = chunksOf.length > 0 || further.sourcesOf.length > 0;
  // Without a filter, the cached bank knows all names.
  if (tags === null && !snapshot.hasTexts && (hasMore || unknown.length > 0))
    return complete(...(await meanwhile(readMore(true, false), ownPayload)));
  const own = ownPayload();
  const isNamed = own.entities !== null;
  const isRead = isNamed && (own.facts !== null || unknown.length === 0);
  return complete(hasMore || !isRead ? await readMore(isNamed, isRead) : { ...NO_MORE, facts: new Map<string, Fact>(), revision }, own);
}

/**
 * Fills in the defaults of the bank. Chunks are included on request, or by the setting of the bank.
 */
function requestOf({ include, ...body }: RecallBody, config: BankConfig): RecallRequest {
  const chunks = include.chunks === undefined && config.recallIncludeChunks ? {} : (include.chunks ?? null);
  return {
    ...body,
    prefer_observations: body.prefer_observations ?? config.recallPreferObservations,
    max_tokens: body.max_tokens ?? config.recallMaxTokens,
    include: { ...include, chunks: chunks && { max_tokens: config.recallChunksMaxTokens, ...chunks } },
  };
}

/** "Yesterday" depends on the caller's time zone. */
function timeOf(text: string | null | undefined): { askedAt: Date; offsetMinutes: number } {
  if (text === null || text === undefined) return { askedAt: new Date(), offsetMinutes: 0 };
  const askedAt = parseTimestamp(text);
  if (!askedAt) throw new ServiceError('bad_request', 'query_timestamp must be an ISO 8601 date or date-time');
  return { askedAt, offsetMinutes: zoneOffsetMinutes(text) };
}

function checkLength(query: string): void {
  if (query.length > MAX_QUERY_LENGTH)
    throw new ServiceError('bad_request', `query has ${query.length} characters; at most ${MAX_QUERY_LENGTH} are allowed`);
  // A token has at least one byte, so most questions need no counting.
  if (Buffer.byteLength(query) <= MAX_QUERY_TOKENS) return;
  const tokens = countTokens(query);
  if (tokens > MAX_QUERY_TOKENS)
    throw new ServiceError('bad_request', `query has ${tokens} tokens; at most ${MAX_QUERY_TOKENS} are allowed`);
}

const isObservationsAlone = (types: readonly FactType[] | null): boolean => types?.length === 1 && types[0] === 'observation';

/** null: all types; empty: no existing type. */
function typesOf({ types, type }: RecallBody): readonly FactType[] | null {
  const named = types && types.length > 0 ? types : type ? [type] : null;
  if (named === null) return null;
  const selected = FACT_TYPES.filter((factType) => named.includes(factType));
  return selected.length === FACT_TYPES.length ? null : selected;
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
