import { addUsage, NO_USAGE, type Usage } from '#lib/base/usage';
import type { ReflectBody } from '#lib/memory/reflect/contract';
import type { Evidence, Gathered, LayerResult } from '#lib/memory/reflect/evidence';
import { askedIn } from '#lib/memory/reflect/prompt-question';
import type { CallFor, LlmAttempt } from '#lib/models/llm/port';

/** What one reflect has done so far: its trace, what it cost, and who listens. */

/** When something was done, in milliseconds since the question came. */
interface Timed {
  readonly startMs: number;
  readonly durationMs: number;
}

export interface ToolUse extends Timed {
  readonly tool: 'search_mental_models' | 'search_observations' | 'recall' | 'expand';
  readonly input: Readonly<Record<string, unknown>>;
  readonly found: readonly Evidence[] | null;
  /** in place of what was found */
  readonly error?: string;
  /** it was asked before: answered with what was found then */
  readonly isKnown?: boolean;
  readonly iteration: number;
}

/** One request to a model. */
export interface ReflectLlmUse extends Timed, Pick<LlmAttempt, 'number' | 'failure' | 'usage'> {
  readonly scope: string;
}

/** Statements of a model held against what it was shown. */
export interface CheckUse extends Timed {
  readonly statements: number;
  readonly kept: number;
  /** statements, or citations of them, that were not believed */
  readonly rejected: number;
}

/** What a listener hears while it happens. */
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
  /** when the question came, by the clock of the process */
  readonly begun?: number;
  readonly hear?: ((heard: ReflectEvent) => void) | undefined;
}

export class ReflectRun {
  readonly body: ReflectBody;
  /** the whole prompt, for a language model */
  readonly query: string;
  /** what it asks, for the search and for answers without a model */
  readonly asked: string;
  /** the same with the context, which is searched for too */
  readonly searched: string;
  readonly call: CallFor;
  readonly tools: ToolUse[] = [];
  readonly models: ReflectLlmUse[] = [];
  readonly checks: CheckUse[] = [];
  readonly notes: string[] = [];
  /** everything that was found, each once */
  readonly retrieved = new Map<string, Evidence>();
  usage: Usage = NO_USAGE;
  private readonly begun: number;
  private readonly hear: (heard: ReflectEvent) => void;

  constructor({ body, call, begun = performance.now(), hear = () => undefined }: RunOptions) {
    this.body = body;
    const context = body.context?.trim();
    this.query = [body.query, context].filter(Boolean).join('\n\n');
    this.asked = askedIn(body.query);
    this.searched = [this.asked, context].filter(Boolean).join('\n\n');
    this.call = call;
    this.begun = begun;
    this.hear = hear;
  }

  get rejected(): number {
    return this.checks.reduce((sum, { rejected }) => sum + rejected, 0);
  }

  /** When it was by the clock of the process, now without it, in milliseconds since the question came. */
  since(at = performance.now()): number {
    return Math.max(0, Math.round(at - this.begun));
  }

  noteTool(use: ToolUse): void {
    this.tools.push(use);
    for (const one of use.found ?? []) this.retrieved.set(one.id, one);
    this.hear({ kind: 'tool', use });
  }

  noteGathered({ layers, without }: Gathered, query: string, iteration: number): void {
    for (const { layer, items, startedAt, durationMs } of layers)
      this.noteTool({ tool: toolOfLayer(layer), input: { query }, found: items, startMs: this.since(startedAt), durationMs, iteration });
    this.noteWithout(without);
    this.hear({ kind: 'evidence', items: layers.flatMap(({ items }) => items) });
  }

  noteWithout(without: Gathered['without']): void {
    this.notes.push(...without.filter((word) => !this.notes.includes(word)));
  }

  noteCheck(use: CheckUse): void {
    this.checks.push(use);
    this.hear({ kind: 'check', use });
  }

  say(delta: string): void {
    this.hear({ kind: 'text', delta });
  }

  /** The call of a model for something: every request that it takes is noted and counted, also one that comes to nothing. */
  callFor(scope: string): CallFor {
    return { ...this.call, onAttempt: (attempt) => this.noteAttempt(scope, attempt) };
  }

  private noteAttempt(scope: string, { number, startedAt, durationMs, failure, usage }: LlmAttempt): void {
    // An answer that cannot be used costs what another one does.
    this.usage = addUsage(this.usage, usage);
    const use = { scope, number, startMs: this.since(startedAt), durationMs, failure, usage };
    this.models.push(use);
    this.hear({ kind: 'model', use });
  }
}
