import { type CallFor, ModelError, NO_USAGE, type Usage } from '#lib/llm/port';
import type { ReflectBody } from '#lib/reflect/contract';
import type { Evidence, Gathered, LayerResult } from '#lib/reflect/evidence';

/** What one reflect has done so far: its trace, what it cost, and who listens. */

export type ToolUse = {
  readonly tool: 'search_mental_models' | 'search_observations' | 'recall' | 'expand';
  readonly input: Readonly<Record<string, unknown>>;
  readonly found: readonly Evidence[] | null;
  /** in place of what was found */
  readonly error?: string;
  readonly durationMs: number;
  readonly iteration: number;
};

export interface ModelUse {
  readonly scope: string;
  readonly durationMs: number;
}

/** What a listener hears while it happens. */
export type Heard =
  | { readonly kind: 'tool'; readonly use: ToolUse }
  | { readonly kind: 'model'; readonly use: ModelUse }
  | { readonly kind: 'evidence'; readonly items: readonly Evidence[] }
  | { readonly kind: 'text'; readonly delta: string };

const LAYER_TOOLS = { mental_models: 'search_mental_models', observations: 'search_observations', facts: 'recall' } as const;
export const toolOfLayer = (layer: LayerResult['layer']) => LAYER_TOOLS[layer];

export class Run {
  readonly body: ReflectBody;
  readonly query: string;
  readonly call: CallFor;
  readonly tools: ToolUse[] = [];
  readonly models: ModelUse[] = [];
  readonly notes: string[] = [];
  /** everything that was found, each once */
  readonly retrieved = new Map<string, Evidence>();
  usage: Usage = NO_USAGE;
  rejected = 0;
  private readonly hear: (heard: Heard) => void;

  constructor(body: ReflectBody, call: CallFor, hear: (heard: Heard) => void = () => undefined) {
    this.body = body;
    this.query = [body.query, body.context?.trim()].filter(Boolean).join('\n\n');
    this.call = call;
    this.hear = hear;
  }

  noteTool(use: ToolUse): void {
    this.tools.push(use);
    for (const one of use.found ?? []) this.retrieved.set(one.id, one);
    this.hear({ kind: 'tool', use });
  }

  noteGathered({ layers, without }: Gathered, query: string, iteration: number): void {
    for (const { layer, items, durationMs } of layers)
      this.noteTool({ tool: toolOfLayer(layer), input: { query }, found: items, durationMs, iteration });
    this.notes.push(...without.filter((word) => !this.notes.includes(word)));
    this.hear({ kind: 'evidence', items: layers.flatMap(({ items }) => items) });
  }

  say(delta: string): void {
    this.hear({ kind: 'text', delta });
  }

  /** A call of a model, timed and counted, also when it fails. */
  async ask<T extends { readonly usage: Usage }>(scope: string, work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    try {
      const answer = await work();
      this.usage = sum(this.usage, answer.usage);
      return answer;
    } catch (error) {
      // An answer that cannot be used costs what another one does.
      if (error instanceof ModelError) this.usage = sum(this.usage, error.usage);
      throw error;
    } finally {
      const use = { scope, durationMs: Math.round(performance.now() - begun) };
      this.models.push(use);
      this.hear({ kind: 'model', use });
    }
  }
}

const sum = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  totalTokens: a.totalTokens + b.totalTokens,
  cachedTokens: a.cachedTokens + b.cachedTokens,
  thoughtsTokens: a.thoughtsTokens + b.thoughtsTokens,
});
