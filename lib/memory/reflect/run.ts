import { addUsage, NO_USAGE, type Usage } from '#lib/base/usage';
import type { DirectiveUse } from '#lib/memory/directives/use';
import type { ReflectBody } from '#lib/memory/reflect/contract';
import type { Evidence, GatheredEvidence, LayerResult } from '#lib/memory/reflect/evidence';
import { questionIn } from '#lib/memory/reflect/prompt-question';
import type { CallFor, LlmAttempt } from '#lib/models/llm/port';

/** The progress of one reflect: its trace, its cost and its listener. */

/** Times in milliseconds since the request arrived. */
interface StepTiming {
  readonly startMs: number;
  readonly durationMs: number;
}

export interface ToolUse extends StepTiming {
  readonly tool: 'search_mental_models' | 'search_observations' | 'recall' | 'expand';
  readonly input: Readonly<Record<string, unknown>>;
  readonly found: readonly Evidence[] | null;
  /** in place of results */
  readonly error?: string;
  /** the same search ran before and its result was reused */
  readonly isKnown?: boolean;
  readonly iteration: number;
}

/** One request to a language model. */
export interface ReflectLlmUse extends StepTiming, Pick<LlmAttempt, 'number' | 'failure' | 'usage'> {
  readonly scope: string;
}

/** Statements of a model, checked against the evidence that it was shown. */
export interface CheckUse extends StepTiming {
  readonly statements: number;
  readonly accepted: number;
  /** rejected statements and citations */
  readonly rejected: number;
}

/** An event that is sent to the listener while the reflect runs. */
export type ReflectEvent =
  | { readonly kind: 'tool'; readonly use: ToolUse }
  | { readonly kind: 'model'; readonly use: ReflectLlmUse }
  | { readonly kind: 'check'; readonly use: CheckUse }
  | { readonly kind: 'evidence'; readonly items: readonly Evidence[] }
  | { readonly kind: 'text'; readonly delta: string };

const LAYER_TOOLS = { mental_models: 'search_mental_models', observations: 'search_observations', facts: 'recall' } as const;
export const toolOfLayer = (layer: LayerResult['layer']) => LAYER_TOOLS[layer];

interface RunOptions {
  readonly body: ReflectBody;
  readonly call: CallFor;
  /** arrival of the request, process clock */
  readonly begun?: number;
  readonly onEvent?: ((event: ReflectEvent) => void) | undefined;
}

export class ReflectRun {
  readonly body: ReflectBody;
  /** the whole prompt, for a language model */
  readonly query: string;
  /** the question in it, for the search and for answers without a model */
  readonly question: string;
  /** the question with its context, which is searched for as well */
  readonly searched: string;
  readonly call: CallFor;
  readonly tools: ToolUse[] = [];
  readonly models: ReflectLlmUse[] = [];
  readonly checks: CheckUse[] = [];
  readonly notes: string[] = [];
  /** all evidence found, each once */
  readonly retrieved = new Map<string, Evidence>();
  /** the directives for this answer */
  directives: readonly DirectiveUse[] = [];
  usage: Usage = NO_USAGE;
  private readonly begun: number;
  private readonly onEvent: (event: ReflectEvent) => void;

  constructor({ body, call, begun = performance.now(), onEvent = () => undefined }: RunOptions) {
    this.body = body;
    const context = body.context?.trim();
    this.query = [body.query, context].filter(Boolean).join('\n\n');
    this.question = questionIn(body.query);
    this.searched = [this.question, context].filter(Boolean).join('\n\n');
    this.call = call;
    this.begun = begun;
    this.onEvent = onEvent;
  }

  get rejected(): number {
    return this.checks.reduce((sum, { rejected }) => sum + rejected, 0);
  }

  /**
   * Converts a time of the process clock, now by default, into milliseconds since the request
   * arrived.
   */
  since(at = performance.now()): number {
    return Math.max(0, Math.round(at - this.begun));
  }

  noteTool(use: ToolUse): void {
    this.tools.push(use);
    for (const one of use.found ?? []) this.retrieved.set(one.id, one);
    this.onEvent({ kind: 'tool', use });
  }

  noteGathered({ layers, without }: GatheredEvidence, query: string, iteration: number): void {
    for (const { layer, items, startedAt, durationMs } of layers)
      this.noteTool({ tool: toolOfLayer(layer), input: { query }, found: items, startMs: this.since(startedAt), durationMs, iteration });
    this.noteWithout(without);
    this.onEvent({ kind: 'evidence', items: layers.flatMap(({ items }) => items) });
  }

  noteWithout(without: GatheredEvidence['without']): void {
    this.notes.push(...without.filter((word) => !this.notes.includes(word)));
  }

  noteCheck(use: CheckUse): void {
    this.checks.push(use);
    this.onEvent({ kind: 'check', use });
  }

  say(delta: string): void {
    this.onEvent({ kind: 'text', delta });
  }

  /** Options of a model call: every request is recorded and counted, including failed ones. */
  callFor(scope: string): CallFor {
    return { ...this.call, onAttempt: (attempt) => this.noteAttempt(scope, attempt) };
  }

  private noteAttempt(scope: string, { number, startedAt, durationMs, failure, usage }: LlmAttempt): void {
    // An unusable answer costs the same as a usable one.
    this.usage = addUsage(this.usage, usage);
    const use = { scope, number, startMs: this.since(startedAt), durationMs, failure, usage };
    this.models.push(use);
    this.onEvent({ kind: 'model', use });
  }
}
