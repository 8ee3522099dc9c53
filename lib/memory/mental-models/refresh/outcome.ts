import { isDeepStrictEqual } from 'node:util';
import { present } from '#lib/base/defined';
import type { RefreshOutcome, TagMode } from '#lib/base/literals';
import { EXTRACTIVE } from '#lib/base/literals';
import { countTokens } from '#lib/base/text/tokens';
import type { Usage } from '#lib/base/usage';
import type { ModeFallback } from '#lib/memory/mental-models/literals';
import { unifiedDiff } from '#lib/memory/mental-models/refresh/diff';
import { citedIds, renderDocument } from '#lib/memory/mental-models/refresh/document';
import { basedOnOf, changesOf, factOf } from '#lib/memory/mental-models/refresh/facts';
import { factsOf, type RefreshEvidence } from '#lib/memory/mental-models/refresh/find';
import type { RefreshInput } from '#lib/memory/mental-models/refresh/input';
import type { Mode } from '#lib/memory/mental-models/refresh/mode';
import type { Document, MentalModelState, RefreshPlan, RefreshScope, Retraction } from '#lib/memory/mental-models/refresh/port';
import type { Structured } from '#lib/memory/mental-models/refresh/structured';

/** What a refresh came to, as the plan that tells and writes it. Pure. */

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

/** Whose refresh it was, and how it went. */
export interface Course {
  readonly state: MentalModelState;
  readonly filter: RefreshScope;
  readonly mode: Mode;
  /** the name of the model that was asked; null: nobody */
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

export function toRefreshPlan(course: Course, end: RefreshEnd): RefreshPlan {
  const { state, filter, mode, model, before, moment, found, structured } = course;
  const { pin, portion, standing } = moment;
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
    basedOn: isFailed ? state.basedOn : basedOnOf(ids, all, standing.now, state.basedOn),
    evidence: changesOf(citedIds(before), ids),
    currentContent: state.content,
    candidateContent: end.candidate ?? null,
    preview: { document: end.document, content },
    changed: { content: content !== state.content, document: !isFailed && !isDeepStrictEqual(end.document, before) },
    diff: unifiedDiff(state.content, content),
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
  `${left} newer ${left === 1 ? 'memory waits' : 'memories wait'} for the next refresh; this one has read as many as it can.`;

const TAG_RULES: Readonly<Record<TagMode, string>> = {
  any: 'has one of the tags, or none at all',
  all: 'has all of the tags, or none at all',
  any_strict: 'has one of the tags',
  all_strict: 'has all of the tags',
  exact: 'has exactly the tags',
};

/** Why a model reads nothing although its bank may contain what it asks for; null: it is not for its tags. */
function emptyScopeWarning({ tags, tagsMatch, tagGroups }: RefreshScope): string | null {
  if (tagGroups !== null) return 'No memory matches trigger.tag_groups, which choose what this mental model reads.';
  if (tags.length === 0) return null;
  const list = tags.map((tag) => `"${tag}"`).join(', ');
  return `No memory ${TAG_RULES[tagsMatch]} ${list}. The tags of a mental model choose what it reads: change them, or trigger.tags_match.`;
}

function cautionsOf({ state, filter, mode, model, moment: { pin, portion } }: Course, tokens: number): string[] {
  const emptyScope = pin.watermark === null ? emptyScopeWarning(filter) : null;
  const { builtScopes, maxTokens, method } = state;
  const isDelta = mode.effective === 'delta';
  return [
    ...(isDelta && builtScopes.some((one) => !isDeepStrictEqual(one, filter))
      ? ['Tags or filters changed since the content was written; clear the mental model to have it written from them alone.']
      : []),
    ...(isDelta && method === EXTRACTIVE && model !== null
      ? ['The content stands in extracted sentences; clear the mental model to have it written anew by the language model.']
      : []),
    ...(emptyScope === null ? [] : [emptyScope]),
    ...(portion && portion.left > 0 ? [leftWords(portion.left)] : []),
    ...(tokens > maxTokens ? [`The document has ${tokens} tokens, more than the ${maxTokens} that it should.`] : []),
  ];
}
