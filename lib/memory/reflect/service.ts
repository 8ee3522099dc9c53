import type { Db, Queryable } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';
import type { Budget, LlmFailure } from '#lib/base/literals';
import { observeReflect } from '#lib/base/metrics';
import type { BankScope } from '#lib/base/scope';
import { prepareLanguage } from '#lib/base/text/languages/of';
import { isPresent, readState } from '#lib/memory/as-of/reader';
import { configOf } from '#lib/memory/banks/config';
import { ensureBank, getProfile } from '#lib/memory/banks/service';
import { selectDirectives } from '#lib/memory/directives/service';
import { applied, type DirectiveUse, unappliedFor } from '#lib/memory/directives/use';
import { languageWithoutEvidence } from '#lib/memory/reflect/bank-language';
import { answerLow, answerWithTools, type LlmReflectAnswer } from '#lib/memory/reflect/by-model';
import { type AnswerClaim, type ComposedAnswer, compose, fitting } from '#lib/memory/reflect/compose';
import type { ReflectBody, ReflectResponse } from '#lib/memory/reflect/contract';
import {
  type Evidence,
  type EvidenceServices,
  type EvidenceSource,
  type GatheredEvidence,
  LAYER_TOKENS,
} from '#lib/memory/reflect/evidence';
import { gather } from '#lib/memory/reflect/gather';
import type { AnswerSettings } from '#lib/memory/reflect/model/answer';
import { fieldsQuestion } from '#lib/memory/reflect/model/answer-fields';
import { en } from '#lib/memory/reflect/phrases/en';
import { languageOfQuestion, refusalIn } from '#lib/memory/reflect/phrases/wording';
import { withResolvedTags } from '#lib/memory/reflect/resolved-tags';
import { formOf } from '#lib/memory/reflect/response-schema';
import { answerExtractive } from '#lib/memory/reflect/rules/answer';
import { type ReflectEvent, ReflectRun } from '#lib/memory/reflect/run';
import { type ScopeFilter, tagsOf } from '#lib/memory/reflect/scope-filter';
import { withTalk } from '#lib/memory/reflect/talk';
import { Toolbox } from '#lib/memory/reflect/toolbox';
import { type ReflectResult, toReflectResponse } from '#lib/memory/reflect/view';
import { bookedTo } from '#lib/models/embeddings/choose';
import { type LanguageModel, LlmError, type LlmModels } from '#lib/models/llm/port';
import { unusableWords } from '#lib/models/llm/unusable';

/**
 * Answers a question from the memories of a bank. Evidence is gathered by code first; then stored
 * sentences or a language model answer. No connection is used during model calls, and only the
 * ledger is written.
 */

export interface ReflectServices extends EvidenceServices {
  readonly db: Db;
  readonly models: LlmModels;
}

export interface ReflectCall {
  /** the caller's signal: aborting it ends the reflect */
  readonly signal: AbortSignal;
  readonly onEvent?: (event: ReflectEvent) => void;
  /** of the whole reflect, in milliseconds */
  readonly deadlineMs?: number;
}

export const NO_EVIDENCE = en.noEvidence;
export const NOT_SUPPORTED = 'Memories were found, but the language model gave no answer that they support.';
const unusable = (failure: LlmFailure): string => `Memories were found, but ${unusableWords(failure)}.`;

const DEADLINE_MS = 300_000;
/** Maximum number of statements of an answer without a model. */
const STATEMENTS: Readonly<Record<Budget, number>> = { low: 6, mid: 9, high: 14 };
/** The first search grows with the budget. */
const SHARE: Readonly<Record<Budget, number>> = { low: 1, mid: 1.5, high: 2.5 };

/**
 * Throws `LlmError` if a model is unavailable or not usable, `timeout` after the deadline, and
 * the reason of the signal.
 */
export async function reflect(
  services: ReflectServices,
  unsure: BankScope,
  body: ReflectBody,
  call: ReflectCall,
): Promise<ReflectResponse> {
  const begun = performance.now();
  const late = AbortSignal.timeout(call.deadlineMs ?? DEADLINE_MS);
  const signal = AbortSignal.any([call.signal, late]);
  try {
    const scope = await knownBank(services.db, unsure);
    await prepareLanguage(body.query);
    const run = new ReflectRun({ body, call: { scope, operation: 'reflect', signal }, begun, onEvent: call.onEvent });
    const booked = { ...services, embedder: bookedTo(services.embedder, { scope, operation: 'reflect' }) };
    const withObservations = body.fact_types?.includes('observation') ?? true;
    const read = (reader: Queryable, of: BankScope) => work(isPresent(body) ? booked : withoutCache(booked), of, run, reader);
    const { incomplete, ...reflected } = await readState(services.db, scope, body, read, { withObservations });
    observeReflect(body.budget, reflected.method, (performance.now() - begun) / 1000, run.rejected);
    return { ...toReflectResponse(reflected, run), ...(incomplete !== undefined && { incomplete }) };
  } catch (error) {
    if (!call.signal.aborted && late.aborted)
      throw new ServiceError('timeout', 'The answer exceeded its time limit. Use a smaller budget or max_tokens.', { cause: error });
    throw error;
  }
}

/**
 * A question creates an unknown bank, as clients expect, if the caller may create banks. Otherwise
 * the bank is treated as empty.
 */
async function knownBank(db: Db, scope: BankScope): Promise<BankScope> {
  try {
    return await ensureBank(db, scope);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'bank_out_of_scope') return scope;
    throw error;
  }
}

const filterOf = (body: ReflectBody): ScopeFilter => ({
  tags: body.tags ?? [],
  tagsMatch: body.tags_match,
  tagGroups: body.tag_groups ?? null,
  factTypes: body.fact_types ?? null,
  // Mental models are written from the present state.
  excludeMentalModels: body.exclude_mental_models || !isPresent(body),
  excludeMentalModelIds: body.exclude_mental_model_ids ?? [],
});

/** The cached bank has only the present state. */
const withoutCache = ({ cachedBanks: _, ...services }: ReflectServices): ReflectServices => services;

async function work(services: ReflectServices, scope: BankScope, run: ReflectRun, reader: Queryable): Promise<ReflectResult> {
  const source = { reader, services, scope, filter: filterOf(run.body) };
  const model = services.models.of('reflect', scope);
  const found = await gatherFirst(source, run, model === null);
  const directives = await directivesFor(source, run);
  run.directives = model && found.items.length > 0 ? directives : unappliedFor(directives, model ? 'nothing_written' : 'no_model');
  if (found.items.length === 0)
    return nothing(run.body, 'no_evidence', refusalIn(await languageWithoutEvidence(reader, scope, run.question)));
  if (model === null) return extractive(run, await withTalk(source, run, found.items));
  const settings = await settingsOf(services, scope, run);
  const toolbox = new Toolbox(source, run, found);
  const answer = await byModel(model, run, settings, found.items, toolbox);
  if (answer.outcome === 'none') return nothing(run.body, 'no_evidence', refusalIn(languageOfQuestion(run.question, found.items)));
  if (answer.outcome === 'unsupported') return nothing(run.body, 'unsupported', answer.failure ? unusable(answer.failure) : NOT_SUPPORTED);
  const composed = streamed(run, fitted(run, answer.claims));
  return { outcome: 'answered', method: 'model', answer: composed, ...(await fieldsByModel(model, run, composed)) };
}

/** They are read in the state of the evidence, because fuzzy tags depend on it. */
const directivesFor = (source: EvidenceSource, { body }: ReflectRun): Promise<DirectiveUse[]> =>
  withResolvedTags(source, ({ reader, scope, filter }) =>
    selectDirectives(reader, scope, { tags: tagsOf(filter), isAll: body.apply_all_directives }),
  );

/** `includesEnded`: rules mark what has ended, a model would take it for the present. */
async function gatherFirst(source: EvidenceSource, run: ReflectRun, includesEnded: boolean): Promise<GatheredEvidence> {
  const { budget } = run.body;
  const tokens = (fallback: number) => Math.round(fallback * SHARE[budget]);
  const found = await gather(source, {
    query: run.searched,
    budget,
    maxTokens: {
      mentalModels: tokens(LAYER_TOKENS.mentalModels),
      observations: tokens(LAYER_TOKENS.observations),
      facts: tokens(LAYER_TOKENS.facts),
    },
    includesEnded,
    signal: run.call.signal,
  });
  run.noteGathered(found, run.question, 0);
  return found;
}

/**
 * An unusable answer is reported as an outcome. Only a temporary failure, or one that the operator
 * can fix, is an error.
 */
async function byModel(
  model: LanguageModel,
  run: ReflectRun,
  settings: AnswerSettings,
  items: readonly Evidence[],
  toolbox: Toolbox,
): Promise<LlmReflectAnswer> {
  try {
    return await (run.body.budget === 'low'
      ? answerLow(model, run, settings, items)
      : answerWithTools(model, run, settings, items, toolbox));
  } catch (error) {
    if (!(error instanceof LlmError) || error.kind !== 'content') throw error;
    run.notes.push(`the model gave no usable answer: ${error.failure}`);
    return { claims: [], outcome: 'unsupported', failure: error.failure };
  }
}

const traits = ['skepticism', 'literalism', 'empathy'] as const;

async function settingsOf({ db, env }: ReflectServices, scope: BankScope, run: ReflectRun): Promise<AnswerSettings> {
  const { mission, disposition } = await getProfile(db, scope);
  const isNeutral = traits.every((trait) => disposition[trait] === 3);
  return {
    query: run.query,
    mission,
    disposition: isNeutral
      ? ''
      : `Manner, each from 1 to 5 with 3 as neutral: ${traits.map((trait) => `${trait} ${disposition[trait]}`).join(', ')}.`,
    language: configOf(env, scope.bank).llmOutputLanguage,
    directives: applied(run.directives),
    maxTokens: run.body.max_tokens,
    now: new Date(),
  };
}

function fitted(run: ReflectRun, claims: readonly AnswerClaim[]): readonly AnswerClaim[] {
  const accepted = fitting(claims, run.body.max_tokens);
  if (accepted.length < claims.length) run.notes.push(`statements omitted for max_tokens: ${claims.length - accepted.length}`);
  if (accepted[0]?.text !== claims[0]?.text) run.notes.push('the statement was cut for max_tokens');
  return accepted;
}

/** Composes the text and sends it to the listener statement by statement. */
function streamed(run: ReflectRun, claims: readonly AnswerClaim[], lead = ''): ComposedAnswer {
  const whole = compose(claims, lead);
  let sent = 0;
  for (let count = 1; count <= claims.length; count++) {
    const upTo = compose(claims.slice(0, count), lead).text.length;
    run.say(whole.text.slice(sent, upTo));
    sent = upTo;
  }
  return whole;
}

function nothing(body: ReflectBody, outcome: 'no_evidence' | 'unsupported', text: string): ReflectResult {
  return {
    outcome,
    method: 'none',
    answer: { text, citations: [] },
    structured: null,
    structuredError: body.response_schema ? 'No answer was found to fill it from.' : null,
  };
}

function extractive(run: ReflectRun, items: readonly Evidence[]): ReflectResult {
  const { body } = run;
  const { lead, claims, unmentioned } = answerExtractive(run.question, items, {
    maxTokens: body.max_tokens,
    limit: STATEMENTS[body.budget],
    isFiltered: (body.tags?.length ?? 0) > 0 || (body.tag_groups?.length ?? 0) > 0,
  });
  if (claims.length === 0) return nothing(body, 'no_evidence', refusalIn(languageOfQuestion(run.question, items), unmentioned));
  return { outcome: 'answered', method: 'extractive', answer: streamed(run, claims, lead), ...fieldsByRule(body, claims) };
}

type Fields = Pick<ReflectResult, 'structured' | 'structuredError'>;
const NO_FIELDS: Fields = { structured: null, structuredError: null };

/** Without a language model, only a list of strings can be filled in: the statements. */
function fieldsByRule({ response_schema: schema }: ReflectBody, claims: readonly AnswerClaim[]): Fields {
  if (!schema) return NO_FIELDS;
  const { properties, required } = formOf(schema);
  // Fields with fixed values cannot contain stored sentences.
  const lists = Object.entries(properties ?? {}).filter(
    ([, { type, items, choices }]) =>
      type === 'array' && !choices && (!items || (items.type === 'string' && !items.words && !items.choices)),
  );
  const [only] = lists;
  if (!only || lists.length > 1 || required.some((name) => name !== only[0]))
    return { structured: null, structuredError: 'Without a language model only a single list of strings can be filled in.' };
  return { structured: { [only[0]]: claims.map(({ text }) => text.replace(/^- /, '')) }, structuredError: null };
}

async function fieldsByModel(model: LanguageModel, run: ReflectRun, answer: ComposedAnswer): Promise<Fields> {
  const { response_schema: schema } = run.body;
  if (!schema) return NO_FIELDS;
  try {
    const { value } = await model.generate(fieldsQuestion(run.query, answer, schema), run.callFor('structured'));
    return { structured: value, structuredError: null };
  } catch (error) {
    if (!(error instanceof LlmError)) throw error;
    return { structured: null, structuredError: `The language model did not return structured output: ${error.failure}.` };
  }
}
