import type { z } from 'zod';
import { LLM_USES, type LlmFailure, type LlmUse } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import { NO_USAGE, type Usage } from '#lib/base/usage';

/**
 * Language models as the domains see them. The prompt, schema and checks for one purpose are in
 * `lib/memory/<domain>/model/<purpose>.ts`, the extractive alternative in `rules/<purpose>.ts`.
 * Both return the same typed plan, and the same validators and appliers run for both.
 */

export { LLM_USES, type LlmUse };

/** One request to a provider. */
export interface LlmAttempt {
  /** 1, or more after failed attempts */
  readonly number: number;
  /** on the clock of the process, in milliseconds */
  readonly startedAt: number;
  readonly durationMs: number;
  /** null: success */
  readonly failure: LlmFailure | null;
  readonly usage: Usage;
}

/** The context of a call: what the ledger stores beside tokens and time. */
export interface CallFor {
  readonly scope: BankScope;
  /** `retain`, `dry_run_extract`, `consolidation`, `reflect`, `refresh_mental_model`, `health` */
  readonly operation: string;
  readonly operationId?: string | null;
  readonly documentId?: string | null;
  readonly signal: AbortSignal;
  /** called for every request that is made for the call */
  readonly onAttempt?: (attempt: LlmAttempt) => void;
}

export interface LlmQuestion<T> {
  /** rules and output format; the same for all banks, so that providers can cache it */
  readonly system: string;
  /**
   * the bank's instructions and the data; foreign text is enclosed in delimiters of `fence()`, and
   * marked as data
   */
  readonly prompt: string;
  /** flat: no unions, no optional keys beyond null */
  readonly schema: z.ZodType<T>;
  /** name of the schema on the wire, in snake_case */
  readonly name: string;
  readonly maxOutputTokens?: number;
}

export interface LlmAnswer<T> {
  readonly value: T;
  readonly usage: Usage;
}

/**
 * A tool that a model may call in a step. It is not run here: the caller reads the call and answers
 * it with the next step.
 */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** flat, like that of a question */
  readonly schema: z.ZodType;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** parsed by the tool's schema; null if the call does not fit it, or names no tool of the step */
  readonly input: unknown;
  /** what does not fit, as a message for the model */
  readonly problem: string | null;
}

/**
 * One message of a conversation: ours to the model, the model's answer (passed back unchanged), or
 * results of its calls.
 */
export type StepMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'model'; readonly messages: unknown }
  | { readonly role: 'tools'; readonly results: readonly { readonly call: ToolCall; readonly output: string }[] };

/** One step of a conversation with tools. */
export interface Step {
  readonly system: string;
  readonly messages: readonly StepMessage[];
  readonly tools: readonly ToolSpec[];
  /** the name of the tool that must be called, or the model's choice */
  readonly choice: { readonly tool: string } | 'any' | 'free';
  /** its purpose, in snake_case */
  readonly name: string;
  readonly maxOutputTokens?: number;
}

export interface StepAnswer {
  readonly calls: readonly ToolCall[];
  /** text beside or instead of calls */
  readonly text: string;
  /** the model's answer, for the conversation of the next step */
  readonly messages: unknown;
}

/** One configured model. */
export interface LanguageModel {
  /** recorded as the author of its texts: `provider/model` */
  readonly id: string;
  /**
   * Asks one question. The answer is validated by the schema; time-out, limited retries, breaker,
   * concurrency limit and ledger apply. Throws `LlmError`.
   */
  generate<T>(question: LlmQuestion<T>, call: CallFor): Promise<LlmAnswer<T>>;
  /**
   * Sends one request of a conversation with tools, with the same limits and ledger. A provider
   * without tools is a `configuration` failure.
   */
  step(step: Step, call: CallFor): Promise<LlmAnswer<StepAnswer>>;
}

export interface LlmModels {
  /**
   * Returns the model that a bank uses for a purpose, among the operator's models; null: the
   * built-in extractive rules. `once`: a name from the request instead; throws `bad_request` if
   * there is no model of that name.
   */
  of(use: LlmUse, scope: BankScope, once?: string | null): LanguageModel | null;
}

// The bundler gives start-up and the route files separate instances of this module, so the class is
// recognized by a mark and not by identity.
const MODEL_ERROR = Symbol.for('memory-bank.model-error');

/**
 * A failed call of a model:
 * - `transient`: time-out, 429, 5xx, connection, open breaker; retry later, after
 *   `retryAfterSeconds` if the provider sent it.
 * - `content`: the answer does not fit the schema, was refused, or the input is too long; a smaller
 *   or other input may work.
 * - `configuration`: key or model rejected; only the operator can fix it.
 * The message never contains provider, model, URL, key or the provider's text. A call that its own
 * signal aborts throws that signal's reason instead.
 */
export class LlmError extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && MODEL_ERROR in value;
  }
  readonly [MODEL_ERROR] = true;
  readonly kind: 'transient' | 'content' | 'configuration';
  readonly retryAfterSeconds: number | null;
  readonly failure: LlmFailure;
  /** tokens that were used nevertheless: an unusable answer costs as much as a usable one */
  usage: Usage = NO_USAGE;
  constructor(
    kind: LlmError['kind'],
    message: string,
    retryAfterSeconds: number | null = null,
    failure: LlmFailure = DEFAULT_FAILURE[kind],
  ) {
    super(message);
    this.name = 'LlmError';
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
    this.failure = failure;
  }
}

const DEFAULT_FAILURE = { transient: 'provider_error', content: 'malformed', configuration: 'rejected' } as const;
