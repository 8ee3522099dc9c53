import { isDeepStrictEqual } from 'node:util';
import { present } from '#lib/base/defined';
import type { RefreshOutcome, TagMode } from '#lib/base/literals';
import { EXTRACTIVE } from '#lib/base/literals';
import { countTokens } from '#lib/base/text/tokens';
import type { Usage } from '#lib/base/usage';
import { type DirectiveUse, unappliedFor } from '#lib/memory/directives/use';
import type { ModeFallback } from '#lib/memory/mental-models/literals';
import { unifiedDiff } from '#lib/memory/mental-models/refresh/diff';
import { citedIds, renderDocument } from '#lib/memory/mental-models/refresh/document';
import { basedOnOf, changesOf, factOf } from '#lib/memory/mental-models/refresh/facts';
import { factsOf, type RefreshEvidence } from '#lib/memory/mental-models/refresh/find';
import type { RefreshInput } from '#lib/memory/mental-models/refresh/input';
import type { Mode } from '#lib/memory/mental-models/refresh/mode';
import type { Document, MentalModelState, RefreshPlan, RefreshScope, Retraction } from '#lib/memory/mental-models/refresh/port';
import type { Structured } from '#lib/memory/mental-models/refresh/structured';

/** Converts the result of a refresh into its plan. Pure. */

export interface RefreshEnd {
  readonly outcome: RefreshOutcome;
  readonly document: Document;
  readonly reason?: ModeFallback;
  readonly failure?: { readonly code: string; readonly message: string };
  readonly candidate?: string;
  readonly operations?: RefreshPlan['operations'];
  readonly retraction?: Retraction | null;
  readonly isWithoutEvidence?: boolean;
  readonly warnings?: readonly string[];
}

/** The inputs of a refresh, and how it went. */
export interface RefreshCourse {
  readonly state: MentalModelState;
  readonly filter: RefreshScope;
  readonly mode: Mode;
  /** the id of the language model; null: none was used */
  readonly model: string | null;
  readonly before: Document;
  readonly moment: RefreshInput;
  readonly found: RefreshEvidence;
  readonly structured: Structured | null;
  readonly recordedAt: string;
  readonly llmCalls: RefreshPlan['trace']['llmCalls'];
  readonly usage: Usage;
  readonly durationMs: number;
}

/** The calls of a model that write text. */
const WRITING: readonly string[] = ['write_document', 'change_document'];

export function toRefreshPlan(course: RefreshCourse, end: RefreshEnd): RefreshPlan {
  const { state, filter, mode, model, before, moment, found, structured } = course;
  const { pin, portion, states } = moment;
  const isFailed = end.failure !== undefined;
  const content = isFailed ? state.content : renderDocument(end.document);
  const ids = citedIds(end.document);
  const cited = new Set(ids);
  const all = [...factsOf(found), ...found.models];
  const documentTokens = countTokens(content);
  return {
    modelId: state.id,
    name: state.name,
    baseVersion: state.version,
    method: model ?? EXTRACTIVE,
    requestedMode: state.trigger.mode,
    effectiveMode: mode.effective,
    modeReason: end.reason ?? mode.reason,
    outcome: end.outcome,
    isWithoutEvidence: end.isWithoutEvidence ?? false,
    failure: end.failure ?? null,
    pinnedRevision: portion?.upTo ?? pin.revision,
    window: windowOf(state, moment),
    left: portion?.left ?? 0,
    scope: filter,
    sourceQuery: state.sourceQuery,
    facts: { retrieved: all.map(factOf), used: isFailed ? [] : all.filter(({ id }) => cited.has(id)).map(factOf) },
    basedOn: isFailed ? state.basedOn : basedOnOf(ids, all, states.now, state.basedOn),
    evidence: changesOf(citedIds(before), ids),
    currentContent: state.content,
    candidateContent: end.candidate ?? null,
    preview: { document: end.document, content },
    changed: { content: content !== state.content, document: !isFailed && !isDeepStrictEqual(end.document, before) },
    diff: unifiedDiff(state.content, content),
    directives: directivesOf(course),
    operations: mode.effective === 'delta' ? (end.operations ?? { applied: [], skipped: [] }) : null,
    retraction: end.retraction ?? null,
    ...(structured && { structuredOutput: structured.structuredOutput }),
    ...(structured?.structuredOutputError !== undefined && { structuredOutputError: structured.structuredOutputError }),
    documentTokens,
    documentBudget: state.maxTokens,
    trace: { recordedAt: course.recordedAt, toolCalls: found.toolCalls, llmCalls: course.llmCalls },
    usage: course.usage,
    durationMs: course.durationMs,
    warnings: [...found.warnings, ...cautionsOf(course, documentTokens), ...(end.warnings ?? [])],
  };
}

/** Only a model that wrote or changed the document followed them. */
function directivesOf({ model, llmCalls, moment: { directives } }: RefreshCourse): readonly DirectiveUse[] {
  if (model === null) return unappliedFor(directives, 'no_model');
  return llmCalls.some(({ scope }) => WRITING.includes(scope)) ? directives : unappliedFor(directives, 'nothing_written');
}

function windowOf({ seenRevision, lastMemorySeenAt }: MentalModelState, { pin, portion }: RefreshInput): RefreshPlan['window'] {
  const isCut = portion !== null && portion.left > 0;
  return {
    afterRevision: portion ? seenRevision : null,
    upToRevision: portion?.upTo ?? pin.revision,
    createdAfter: portion ? lastMemorySeenAt : null,
    createdBefore: isCut ? present(portion.newest) : pin.at,
    watermark: isCut ? portion.newest : pin.watermark,
  };
}

const leftWords = (left: number): string =>
  `${left} newer ${left === 1 ? 'memory is' : 'memories are'} left to the next refresh; this one has reached its limit.`;

const TAG_RULES: Readonly<Record<TagMode, string>> = {
  any: 'has one of the tags, or none at all',
  all: 'has all of the tags, or none at all',
  any_strict: 'has one of the tags',
  all_strict: 'has all of the tags',
  exact: 'has exactly the tags',
};

/**
 * Why a mental model reads no memory although the bank has some; null: its tags are not the reason.
 */
function emptyScopeWarning({ tags, tagsMatch, tagGroups }: RefreshScope): string | null {
  if (tagGroups !== null) return 'No memory matches trigger.tag_groups, which select the memories of this mental model. Change them.';
  if (tags.length === 0) return null;
  const list = tags.map((tag) => `"${tag}"`).join(', ');
  return `No memory ${TAG_RULES[tagsMatch]} ${list}. The tags of a mental model select its memories: change them or trigger.tags_match.`;
}

function cautionsOf({ state, filter, mode, model, moment: { pin, portion } }: RefreshCourse, tokens: number): string[] {
  const emptyScope = pin.watermark === null ? emptyScopeWarning(filter) : null;
  const { builtScopes, maxTokens, method } = state;
  const isDelta = mode.effective === 'delta';
  return [
    ...(isDelta && builtScopes.some((one) => !isDeepStrictEqual(one, filter))
      ? ['Tags or filters changed since the content was written. Clear the mental model to rewrite it for the new ones only.']
      : []),
    ...(isDelta && method === EXTRACTIVE && model !== null
      ? ['The content consists of extracted sentences. Clear the mental model to have the language model rewrite it.']
      : []),
    ...(emptyScope === null ? [] : [emptyScope]),
    ...(portion && portion.left > 0 ? [leftWords(portion.left)] : []),
    ...(tokens > maxTokens ? [`The document has ${tokens} tokens, more than max_tokens (${maxTokens}).`] : []),
  ];
}
