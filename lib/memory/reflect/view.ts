import { stampOrNull } from '#lib/base/contract/fields';
import { toTokenUsage } from '#lib/base/usage';
import type { DirectiveUse } from '#lib/memory/directives/use';
import { toUnapplied } from '#lib/memory/directives/view';
import type { Citation, ComposedAnswer } from '#lib/memory/reflect/compose';
import type { ReflectResponse } from '#lib/memory/reflect/contract';
import type { Evidence } from '#lib/memory/reflect/evidence';
import type { CheckUse, ReflectEvent, ReflectLlmUse, ReflectRun, ToolUse } from '#lib/memory/reflect/run';

/** The result of a reflect. */
export interface ReflectResult {
  readonly outcome: ReflectResponse['outcome'];
  readonly method: ReflectResponse['method'];
  readonly answer: ComposedAnswer;
  readonly structured: Readonly<Record<string, unknown>> | null;
  /** null: there is structured output, or none was requested */
  readonly structuredError: string | null;
}

export function toReflectResponse(
  { outcome, method, answer, structured, structuredError }: ReflectResult,
  run: ReflectRun,
): ReflectResponse {
  const { body, directives, usage } = run;
  const found = [...run.retrieved.values()];
  const count = (kind: Evidence['kind']) => found.filter((one) => one.kind === kind).length;
  return {
    text: answer.text,
    outcome,
    method,
    citations: answer.citations.map(({ mark, evidence, places }) => ({ mark, id: evidence.id, type: evidence.kind, places: [...places] })),
    retrieved: {
      world: count('world'),
      experience: count('experience'),
      observation: count('observation'),
      mental_model: count('mental_model'),
    },
    based_on: body.include.facts ? basedOn(answer.citations, directives) : null,
    unapplied_directives: toUnapplied(directives),
    structured_output: structured && { ...structured },
    structured_output_error: structuredError,
    usage: toTokenUsage(usage),
    trace: body.include.tool_calls ? traceOf(run, body.include.tool_calls.output) : null,
  };
}

function basedOn(citations: readonly Citation[], directives: readonly DirectiveUse[]): NonNullable<ReflectResponse['based_on']> {
  const cited = citations.map(({ evidence }) => evidence);
  return {
    memories: cited.flatMap((one) =>
      one.kind === 'mental_model'
        ? []
        : { ...factOf(one), type: one.kind, chunk_id: one.document?.chunkId ?? null, tags: [...one.tags], metadata: { ...one.metadata } },
    ),
    mental_models: cited.flatMap(({ id, kind, name, text }) => (kind === 'mental_model' ? { id, text: `${name}: ${text}` } : [])),
    directives: directives.map(({ id, name, content }) => ({ id, name, content })),
  };
}

const factOf = ({ id, text, context, occurredStart, occurredEnd, mentionedAt, document }: Evidence) => ({
  id,
  text,
  context: context || null,
  occurred_start: stampOrNull(occurredStart),
  occurred_end: stampOrNull(occurredEnd),
  mentioned_at: stampOrNull(mentionedAt),
  document_id: document?.id ?? null,
});

const DIGITS = 10_000;

function outputOf({ found, error }: ToolUse): Record<string, unknown> {
  if (found === null) return { error: error ?? 'failed' };
  return {
    results: found.map((one) => ({
      ...Object.fromEntries(Object.entries(factOf(one)).filter(([, value]) => value !== null)),
      type: one.kind,
      ...(one.name && { name: one.name }),
      score: Math.round(one.score * DIGITS) / DIGITS,
    })),
  };
}

const timesOf = ({ startMs, durationMs }: ToolUse | ReflectLlmUse | CheckUse) => ({ start_ms: startMs, duration_ms: durationMs });
const attemptOf = ({ number, failure, usage }: ReflectLlmUse) => ({
  attempt: number,
  outcome: failure ?? 'answered',
  input_tokens: usage.inputTokens,
  output_tokens: usage.outputTokens,
});
const checkOf = ({ statements, accepted, rejected }: CheckUse) => ({ statements, kept: accepted, rejected });

const traceOf = (run: ReflectRun, withOutput: boolean): NonNullable<ReflectResponse['trace']> => ({
  tool_calls: run.tools.map((use) => ({
    tool: use.tool,
    input: { ...use.input },
    output: withOutput ? outputOf(use) : null,
    ...timesOf(use),
    iteration: use.iteration,
    ...(use.isKnown && { known: true }),
  })),
  llm_calls: run.models.map((use) => ({ scope: use.scope, ...timesOf(use), ...attemptOf(use) })),
  checks: run.checks.map((use) => ({ ...timesOf(use), ...checkOf(use) })),
  notes: [...run.notes, ...(run.rejected > 0 ? [`rejected citations: ${run.rejected}`] : [])],
  duration_ms: run.since(),
});

/** Converts an event for the listener. */
export function toEvent(event: ReflectEvent): { readonly event: 'step' | 'evidence' | 'text'; readonly data: unknown } {
  switch (event.kind) {
    case 'tool': {
      const { tool, found, isKnown } = event.use;
      const outcome = { ...(found ? { found: found.length } : { outcome: 'failed' }), ...(isKnown && { known: true }) };
      return { event: 'step', data: { kind: 'tool', name: tool, ...timesOf(event.use), ...outcome } };
    }
    case 'model':
      return { event: 'step', data: { kind: 'model', name: event.use.scope, ...timesOf(event.use), ...attemptOf(event.use) } };
    case 'check':
      return { event: 'step', data: { kind: 'check', name: 'check', ...timesOf(event.use), ...checkOf(event.use) } };
    case 'evidence':
      return { event: 'evidence', data: { items: event.items.map(({ id, kind, text }) => ({ id, type: kind, text })) } };
    case 'text':
      return { event: 'text', data: { delta: event.delta } };
  }
}
