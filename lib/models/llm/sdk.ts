import type { EmbeddingModel, LanguageModel, ModelMessage, ToolSet } from 'ai';
import { defined, present } from '#lib/base/defined';
import { outboundFetch } from '#lib/base/outbound';
import { NO_USAGE, type Usage } from '#lib/base/usage';
import { classify, endedBadly, malformed } from '#lib/models/llm/classify';
import type { LlmError, LlmQuestion, Step, StepAnswer, StepMessage, ToolCall, ToolSpec } from '#lib/models/llm/port';
import { problemsOf, wireSchema } from '#lib/models/llm/schema';
import type { LlmProviderSettings } from '#lib/models/llm/settings';

/**
 * Implements the port with the AI SDK. The SDK is loaded with the first call, so that a server
 * without a model does not pay for it. `lib/models/llm/models.ts` handles retries, time-outs and
 * limits; here one call sends one request.
 */

/** A key is always passed, so that the SDK never reads one from the environment. */
const NO_KEY = 'none';

const sdk = () => {
  // Its warnings name models and are printed to the terminal.
  (globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;
  return import('ai');
};

const optionsOf = ({ apiKey, baseUrl }: LlmProviderSettings) => ({
  apiKey: apiKey ?? NO_KEY,
  fetch: outboundFetch(),
  ...(baseUrl !== null && { baseURL: baseUrl }),
});

interface Provider {
  readonly language: (model: string) => Exclude<LanguageModel, string>;
  readonly embedding: ((model: string) => Exclude<EmbeddingModel, string>) | null;
}

const PROVIDERS: Readonly<
  Record<Exclude<LlmProviderSettings['provider'], 'builtin'>, (settings: LlmProviderSettings) => Promise<Provider>>
> = {
  async openai(settings) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    const provider = createOpenAI(optionsOf(settings));
    // Chat completions, and not the newer interface: gateways and proxies of this provider support
    // it too.
    return { language: (model) => provider.chat(model), embedding: (model) => provider.embeddingModel(model) };
  },
  async anthropic(settings) {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    const provider = createAnthropic(optionsOf(settings));
    return { language: (model) => provider(model), embedding: null };
  },
  async google(settings) {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
    const provider = createGoogleGenerativeAI(optionsOf(settings));
    return { language: (model) => provider(model), embedding: (model) => provider.embeddingModel(model) };
  },
  async 'openai-compatible'(settings) {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const { apiKey, fetch } = optionsOf(settings);
    const provider = createOpenAICompatible({
      name: 'compatible',
      baseURL: present(settings.baseUrl),
      fetch,
      supportsStructuredOutputs: true,
      ...(settings.apiKey !== null && { apiKey }),
    });
    return { language: (model) => provider(model), embedding: (model) => provider.embeddingModel(model) };
  },
};

const providerOf = (settings: LlmProviderSettings): Promise<Provider> => {
  if (settings.provider === 'builtin') throw new Error('The built-in rules are not a provider');
  return PROVIDERS[settings.provider](settings);
};

/**
 * The result of one request: the validated value or the failure; tokens are counted in both cases.
 */
export type LlmOutcome<T> =
  | { readonly value: T; readonly usage: Usage }
  | { readonly error: LlmError; readonly usage: Usage; readonly problems: readonly string[] };

interface SdkUsage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly totalTokens?: number | undefined;
  readonly inputTokenDetails?: { readonly cacheReadTokens?: number | undefined } | undefined;
  readonly outputTokenDetails?: { readonly reasoningTokens?: number | undefined } | undefined;
}

/** The provider's own counts; missing counts are 0. */
function usageOf(usage: SdkUsage | undefined): Usage {
  if (!usage) return NO_USAGE;
  const count = (value: number | undefined) => (Number.isFinite(value) ? Math.max(0, Math.round(defined(value))) : 0);
  const [inputTokens, outputTokens] = [count(usage.inputTokens), count(usage.outputTokens)];
  return {
    inputTokens,
    outputTokens,
    totalTokens: count(usage.totalTokens) || inputTokens + outputTokens,
    cachedTokens: count(usage.inputTokenDetails?.cacheReadTokens),
    thoughtsTokens: count(usage.outputTokenDetails?.reasoningTokens),
  };
}

/** The error of a failed call, as far as it contains counts. */
interface CallFailure {
  readonly usage?: SdkUsage;
  /** the body of an answer without choices */
  readonly data?: {
    readonly usage?: { readonly prompt_tokens?: number; readonly completion_tokens?: number; readonly total_tokens?: number };
  };
}

function usageOfFailure(error: unknown): Usage {
  const { usage, data } = error as CallFailure;
  const raw = data?.usage;
  return usageOf(raw ? { inputTokens: raw.prompt_tokens, outputTokens: raw.completion_tokens, totalTokens: raw.total_tokens } : usage);
}

class Misfit extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super('the answer does not fit');
    this.problems = problems;
  }
}

function problemsIn(error: unknown): readonly string[] {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof Misfit) return cause.problems;
  return ['the answer is not JSON'];
}

/**
 * The same for all questions of a kind: one provider caches it only on request, and the others
 * ignore this.
 */
const systemOf = (content: string) => ({
  role: 'system' as const,
  content,
  providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
});

function messageOf(message: StepMessage): ModelMessage[] {
  if (message.role === 'user') return [{ role: 'user', content: message.text }];
  if (message.role === 'model') return message.messages as ModelMessage[];
  const content = message.results.map(({ call, output }) => ({
    type: 'tool-result' as const,
    toolCallId: call.id,
    toolName: call.name,
    output: { type: 'text' as const, value: output },
  }));
  return [{ role: 'tool', content }];
}

type SdkPart = { readonly type: string };
interface ToolCallPart extends SdkPart {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly providerMetadata?: Record<string, never>;
}
interface CallEnd {
  readonly content: readonly SdkPart[];
  readonly finishReason: string;
  readonly usage: SdkUsage;
}

const callsIn = (content: readonly SdkPart[]): ToolCallPart[] => content.filter((part): part is ToolCallPart => part.type === 'tool-call');
const textIn = (content: readonly SdkPart[]): string =>
  content.flatMap((part) => (part.type === 'text' ? (part as SdkPart & { readonly text: string }).text : [])).join('');

/** The model's answer in the form of the next step's conversation. */
function messagesOf({ content }: CallEnd): ModelMessage[] {
  const text = textIn(content);
  const calls = callsIn(content).map(({ toolCallId, toolName, input, providerMetadata }) => ({
    // Cut-off arguments are text; providers accept only an object.
    ...{ type: 'tool-call' as const, toolCallId, toolName, input: typeof input === 'object' ? input : {} },
    ...(providerMetadata && { providerOptions: providerMetadata }),
  }));
  return [{ role: 'assistant', content: [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...calls] }];
}

function stepped(tools: readonly ToolSpec[], { content, finishReason, usage }: CallEnd, messages: unknown): LlmOutcome<StepAnswer> {
  const bad = endedBadly(finishReason);
  if (bad) return { error: bad, usage: usageOf(usage), problems: [] };
  const calls = callsIn(content).map(({ toolCallId, toolName, input }) => callOf(tools, toolCallId, toolName, input));
  return { value: { calls, text: textIn(content), messages }, usage: usageOf(usage) };
}

function callOf(tools: readonly ToolSpec[], id: string, name: string, input: unknown): ToolCall {
  const tool = tools.find((one) => one.name === name);
  if (!tool) return { id, name, input: null, problem: 'There is no such tool in this step.' };
  const parsed = tool.schema.safeParse(input);
  return parsed.success
    ? { id, name, input: parsed.data, problem: null }
    : { id, name, input: null, problem: `The input does not fit: ${problemsOf(parsed.error).join('; ')}` };
}

/**
 * A model that sends single requests; created at its first question, for the lifetime of the
 * process.
 */
export class SdkModel {
  private readonly settings: LlmProviderSettings;
  private provider: Promise<Provider> | null = null;

  constructor(settings: LlmProviderSettings) {
    this.settings = settings;
  }

  /**
   * `correction` is appended to the prompt. Throws the signal's reason if the caller aborts;
   * everything else is an outcome.
   */
  async ask<T>(question: LlmQuestion<T>, correction: string | null, signal: AbortSignal): Promise<LlmOutcome<T>> {
    const [{ generateText, jsonSchema, Output }, provider] = await Promise.all([sdk(), this.loaded()]);
    const schema = jsonSchema<T>(wireSchema(question.schema), {
      validate(value) {
        const parsed = question.schema.safeParse(value);
        return parsed.success ? { success: true, value: parsed.data } : { success: false, error: new Misfit(problemsOf(parsed.error)) };
      },
    });
    try {
      const result = await generateText({
        model: provider.language(present(this.settings.model)),
        instructions: systemOf(question.system),
        prompt: correction === null ? question.prompt : `${question.prompt}\n\n${correction}`,
        output: Output.object({ schema, name: question.name }),
        maxRetries: 0,
        abortSignal: signal,
        telemetry: { functionId: question.name, recordInputs: false, recordOutputs: false },
        // contains the refusal of a model
        include: { responseBody: true },
        ...(question.maxOutputTokens !== undefined && { maxOutputTokens: question.maxOutputTokens }),
      });
      const usage = usageOf(result.usage);
      const bad = endedBadly(result.finishReason);
      if (bad) return { error: bad, usage, problems: [] };
      return result.output === undefined ? { error: malformed(), usage, problems: problemsIn(null) } : { value: result.output, usage };
    } catch (error) {
      const usage = usageOfFailure(error);
      return { error: classify(error, Date.now()), usage, problems: problemsIn(error) };
    }
  }

  /** One step of a conversation; tool calls are returned, never run. As `ask`. */
  async step(step: Step, correction: string | null, signal: AbortSignal): Promise<LlmOutcome<StepAnswer>> {
    const [{ generateText, jsonSchema }, provider] = await Promise.all([sdk(), this.loaded()]);
    const tools: ToolSet = Object.fromEntries(
      step.tools.map(({ name, description, schema }) => [name, { description, inputSchema: jsonSchema(wireSchema(schema)) }]),
    );
    const { choice } = step;
    // Recorded before validation: a model that calls a wrong tool, or none, has still answered.
    let ended: CallEnd | null = null;
    try {
      const result = await generateText({
        model: provider.language(present(this.settings.model)),
        instructions: systemOf(step.system),
        messages: (correction === null ? step.messages : [...step.messages, { role: 'user' as const, text: correction }]).flatMap(
          messageOf,
        ),
        tools,
        toolChoice: typeof choice === 'object' ? { type: 'tool', toolName: choice.tool } : choice === 'any' ? 'required' : 'auto',
        maxRetries: 0,
        abortSignal: signal,
        telemetry: { functionId: step.name, recordInputs: false, recordOutputs: false },
        onLanguageModelCallEnd(event) {
          ended = event;
        },
        ...(step.maxOutputTokens !== undefined && { maxOutputTokens: step.maxOutputTokens }),
      });
      // The SDK answers malformed calls itself. The caller answers every call, and providers refuse
      // a second result.
      const messages = result.response.messages.filter(({ role }) => role === 'assistant');
      return stepped(step.tools, result, messages);
    } catch (error) {
      const end = ended as CallEnd | null;
      if (end && (error as Error).name === 'AI_ToolChoiceViolationError') return stepped(step.tools, end, messagesOf(end));
      const usage = end ? usageOf(end.usage) : usageOfFailure(error);
      return { error: classify(error, Date.now()), usage, problems: problemsIn(error) };
    }
  }

  /** One request for at most one batch of texts. Throws `LlmError`. */
  async embed(texts: readonly string[], signal: AbortSignal): Promise<{ vectors: number[][]; tokens: number }> {
    const [{ embedMany }, provider] = await Promise.all([sdk(), this.loaded()]);
    try {
      const { embeddings, usage } = await embedMany({
        model: present(provider.embedding)(present(this.settings.model)),
        values: [...texts],
        maxRetries: 0,
        maxParallelCalls: 1,
        abortSignal: signal,
        telemetry: { functionId: 'embed', recordInputs: false, recordOutputs: false },
      });
      return { vectors: embeddings, tokens: Number.isFinite(usage.tokens) ? usage.tokens : 0 };
    } catch (error) {
      throw classify(error, Date.now());
    }
  }

  private loaded(): Promise<Provider> {
    this.provider ??= providerOf(this.settings);
    return this.provider;
  }
}
