import type { z } from 'zod';
import { type LlmUse, MODEL_USES, type ModelFailure } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import { NO_USAGE, type Usage } from '#lib/base/usage';

/**
 * Language models as the domains see them. What a model is asked for one purpose (prompt, schema, checks) is in
 * `lib/memory/<domain>/model/<purpose>.ts`, its extractive twin in `rules/<purpose>.ts`; both give the same typed plan, and the same validators and appliers run for both.
 */

export { type LlmUse, MODEL_USES };

/** One request to a provider. */
export interface LlmAttempt {
  /** 1, and more where the one before came to nothing */
  readonly number: number;
  /** by the clock of the process, in milliseconds */
  readonly startedAt: number;
  readonly durationMs: number;
  /** null: it was answered */
  readonly failure: ModelFailure | null;
  readonly usage: Usage;
}

/** On whose behalf a call is made; what the ledger keeps of it beside tokens and time. */
export interface CallFor {
  readonly scope: BankScope;
  /** `retain`, `dry_run_extract`, `consolidation`, `reflect`, `refresh_mental_model`, `health` */
  readonly operation: string;
  readonly operationId?: string | null;
  readonly documentId?: string | null;
  readonly signal: AbortSignal;
  /** hears of every request that is made for it */
  readonly hear?: (attempt: LlmAttempt) => void;
}

export interface LlmQuestion<T> {
  /** rules and output format; the same for all banks, so that providers can cache it */
  readonly system: string;
  /** bank's wishes and the data; foreign text stands between delimiters that `fence()` makes, and is said to be data */
  readonly prompt: string;
  /** flat: no unions, no optional keys beyond null */
  readonly schema: z.ZodType<T>;
  /** name of the schema on the wire, snake_case */
  readonly name: string;
  readonly maxOutputTokens?: number;
}

export interface LlmAnswer<T> {
  readonly value: T;
  readonly usage: Usage;
}

/** What a model may ask for in a step. It is never run here: whoever asked looks at the call and answers it with the next step. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** flat, as that of a question */
  readonly schema: z.ZodType;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** as the tool's schema reads it; null where the call does not fit it, or names no tool of the step */
  readonly input: unknown;
  /** what does not fit, in words for the model that wrote it */
  readonly problem: string | null;
}

/** One part of a conversation: what is said to the model, what it answered (as it came, handed back unread), what its calls gave. */
export type StepMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'model'; readonly said: unknown }
  | { readonly role: 'tools'; readonly results: readonly { readonly call: ToolCall; readonly output: string }[] };

/** One step of a conversation with tools. */
export interface Step {
  readonly system: string;
  readonly messages: readonly StepMessage[];
  readonly tools: readonly ToolSpec[];
  /** the name of the tool that must be called, or the model's choice */
  readonly choice: { readonly tool: string } | 'any' | 'free';
  /** what it is for, snake_case */
  readonly name: string;
  readonly maxOutputTokens?: number;
}

export interface StepAnswer {
  readonly calls: readonly ToolCall[];
  /** what it wrote beside or in place of calls */
  readonly text: string;
  /** for the next step */
  readonly said: unknown;
}

/** One configured model. */
export interface Model {
  /** provenance of what it writes: `provider/model` */
  readonly id: string;
  /** Schema-checked, with time-out, bounded retries, breaker, concurrency limit and ledger. Throws `ModelError`. */
  generate<T>(question: LlmQuestion<T>, call: CallFor): Promise<LlmAnswer<T>>;
  /** One request of a conversation with tools, with the same patience and in the same ledger. A provider that takes no tools is a `configuration` failure. */
  step(step: Step, call: CallFor): Promise<LlmAnswer<StepAnswer>>;
}

export interface LlmModels {
  /**
   * The model that a bank uses for something, among those that the operator named; null: the built-in extractive rules. `once`: the one that a
   * request names instead; `bad_request` where there is none of that name.
   */
  of(use: LlmUse, scope: BankScope, once?: string | null): Model | null;
}

// The bundler gives start-up and the route files module instances of their own, so the class is known by a mark and not by identity.
const MODEL_ERROR = Symbol.for('memory-bank.model-error');

/**
 * `transient`: time-out, 429, 5xx, connection, open breaker; try later, `retryAfterSeconds` where the provider said so. `content`: the answer does not
 * fit the schema, was refused or the input is too long; a smaller or other input may do. `configuration`: key or model refused; only the operator can mend it.
 * The message never holds provider, model, address, key or the provider's words. A call that its own signal ends throws that signal's reason instead.
 */
export class ModelError extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && MODEL_ERROR in value;
  }
  readonly [MODEL_ERROR] = true;
  readonly kind: 'transient' | 'content' | 'configuration';
  readonly retryAfterSeconds: number | null;
  readonly failure: ModelFailure;
  /** what was used for it all the same: an answer that cannot be used costs what another one does */
  usage: Usage = NO_USAGE;
  constructor(
    kind: ModelError['kind'],
    message: string,
    retryAfterSeconds: number | null = null,
    failure: ModelFailure = DEFAULT_FAILURE[kind],
  ) {
    super(message);
    this.name = 'ModelError';
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
    this.failure = failure;
  }
}

const DEFAULT_FAILURE = { transient: 'provider_error', content: 'malformed', configuration: 'rejected' } as const;
