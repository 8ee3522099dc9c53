import { defined } from '#lib/base/defined';
import type { Budget, LlmFailure } from '#lib/base/literals';
import type { AnswerClaim } from '#lib/memory/reflect/compose';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { type AnswerSettings, answerPrompt, answerQuestion, checkClaims, type RawClaim, Shown } from '#lib/memory/reflect/model/answer';
import {
  type DoneInput,
  type ExpandInput,
  type SearchInput,
  type ToolName,
  toolSpecs,
  toolsSystem,
} from '#lib/memory/reflect/model/answer-tools';
import type { ReflectRun } from '#lib/memory/reflect/run';
import type { Toolbox } from '#lib/memory/reflect/toolbox';
import { type Fence, fence } from '#lib/models/llm/fence';
import { type LanguageModel, LlmError, type StepMessage, type ToolCall } from '#lib/models/llm/port';

/**
 * An answer by a language model: one call (`low`), or a conversation in which the model searches
 * with tools.
 */

export interface LlmReflectAnswer {
  /**
   * empty with `none`: the model found no answer; empty with `unsupported`: its statements had no
   * sources
   */
  readonly claims: readonly AnswerClaim[];
  readonly outcome: 'answered' | 'none' | 'unsupported';
  /** why no usable answer was returned */
  readonly failure?: LlmFailure;
}

/** Steps of the conversation; the last one is an answer without tools. */
export const STEPS: Readonly<Record<Budget, number>> = { low: 5, mid: 10, high: 20 };
/** Tool calls per step; further ones are refused. */
const CALLS_PER_STEP = 4;
/** In tokens. Once this much evidence is shown, the model must answer from it. */
const MAX_SHOWN = 60_000;

const CALLS_NONE = 'the model calls no tools';
const NOT_SUPPORTED =
  'None of your statements cited anything that you were shown. Answer again: cite, in each statement, the ids of the evidence that says so, or give no statements.';

/** Asks once, and a second time if no statement is supported. */
export async function answerOnce(
  model: LanguageModel,
  run: ReflectRun,
  settings: AnswerSettings,
  shown: Shown,
  evidence: string,
  scopes: readonly string[],
): Promise<LlmReflectAnswer> {
  const prompt = answerPrompt(fence(), settings, evidence);
  const tryOnce = async (text: string, scope: string): Promise<LlmReflectAnswer> => {
    const { value } = await model.generate(answerQuestion(text, settings), run.callFor(scope));
    return judge(value.claims, shown, run);
  };
  const first = await tryOnce(prompt, defined(scopes[0]));
  if (first.outcome !== 'unsupported') return first;
  return tryOnce(`${prompt}\n\n${NOT_SUPPORTED}`, defined(scopes[1]));
}

function judge(raw: readonly RawClaim[], shown: Shown, run: ReflectRun): LlmReflectAnswer {
  if (raw.length === 0) return { claims: [], outcome: 'none' };
  const startMs = run.since();
  const { claims, accepted, rejected } = checkClaims(raw, shown);
  run.noteCheck({ startMs, durationMs: run.since() - startMs, statements: raw.length, accepted, rejected });
  return { claims, outcome: claims.length > 0 ? 'answered' : 'unsupported' };
}

/**
 * For `low`, and for models without tool calls. If the evidence is too long for the model, only the
 * nearer half is used.
 */
export async function answerLow(
  model: LanguageModel,
  run: ReflectRun,
  settings: AnswerSettings,
  items: readonly Evidence[],
): Promise<LlmReflectAnswer> {
  const shown = new Shown();
  const evidence = shown.show(items);
  try {
    return await answerOnce(model, run, settings, shown, evidence, ['final', 'final']);
  } catch (error) {
    if (!(error instanceof LlmError) || error.failure !== 'too_long' || items.length < 2) throw error;
    run.notes.push('too much for the model: answered from the nearer half of the evidence');
    return answerLow(model, run, settings, nearerHalf(items));
  }
}

function nearerHalf(items: readonly Evidence[]): Evidence[] {
  const nearer = new Set([...items].sort((a, b) => b.score - a.score).slice(0, Math.ceil(items.length / 2)));
  return items.filter((one) => nearer.has(one));
}

/** A conversation in which the model searches. `Toolbox` limits what it reaches. */
export const answerWithTools = (...parts: ConstructorParameters<typeof Conversation>): Promise<LlmReflectAnswer> =>
  new Conversation(...parts).converse();

class Conversation {
  private readonly model: LanguageModel;
  private readonly run: ReflectRun;
  private readonly settings: AnswerSettings;
  private readonly toolbox: Toolbox;
  private readonly items: readonly Evidence[];
  private readonly names: readonly ToolName[];
  private readonly system: string;
  private readonly shown = new Shown();
  private readonly fence: Fence = fence();
  private readonly messages: StepMessage[] = [];
  private refusedDone = false;

  constructor(model: LanguageModel, run: ReflectRun, settings: AnswerSettings, items: readonly Evidence[], toolbox: Toolbox) {
    this.model = model;
    this.run = run;
    this.settings = settings;
    this.toolbox = toolbox;
    this.items = items;
    this.names = toolbox.names(items.some(({ kind }) => kind === 'mental_model'));
    this.system = toolsSystem(this.names, settings.directives);
  }

  async converse(): Promise<LlmReflectAnswer> {
    const { run, names } = this;
    this.messages.push({ role: 'user', text: answerPrompt(this.fence, this.settings, this.shown.show(this.items)) });
    const forced = names.filter((name) => name !== 'done' && name !== 'expand');
    const last = STEPS[run.body.budget];
    for (let step = 1; step < last && this.shown.tokens < MAX_SHOWN; step++) {
      run.call.signal.throwIfAborted();
      const calls = await this.step(step, forced.shift() ?? null);
      if (calls === 'without') return answerLow(this.model, run, this.settings, this.items);
      if (calls === 'enough') break;
      const answer = await this.answer(calls, step);
      if (answer) return answer;
    }
    return this.finish();
  }

  /**
   * Runs one step. `without`: the first step failed, so the question is asked as with budget low.
   * `enough`: stop the conversation.
   */
  private async step(step: number, forced: ToolName | null): Promise<readonly ToolCall[] | 'without' | 'enough'> {
    const { run, model } = this;
    const request = {
      name: 'reflect_step',
      system: this.system,
      messages: this.messages,
      tools: toolSpecs(this.names),
      choice: forced ? ({ tool: forced } as const) : ('any' as const),
    };
    try {
      const { value } = await model.step(request, run.callFor(`agent_${step}`));
      if (value.calls.length === 0) return this.endOf(step, CALLS_NONE);
      this.messages.push({ role: 'model', messages: value.messages });
      return value.calls;
    } catch (error) {
      if (!(error instanceof LlmError) || error.kind === 'transient' || error.failure === 'unauthorized') throw error;
      run.notes.push(`a step of the model failed: ${error.failure}`);
      // A model without tool support rejects the request.
      return this.endOf(step, error.failure === 'rejected' ? CALLS_NONE : 'its first step failed');
    }
  }

  private endOf(step: number, why: string): 'without' | 'enough' {
    if (step > 1) return 'enough';
    this.run.notes.push(`${why}: answered as with budget low`);
    return 'without';
  }

  /** Executes the tool calls; null: the conversation continues. */
  private async answer(calls: readonly ToolCall[], step: number): Promise<LlmReflectAnswer | null> {
    const results: { call: ToolCall; output: string }[] = [];
    for (const [i, call] of calls.entries()) {
      const refusal = i >= CALLS_PER_STEP ? `At most ${CALLS_PER_STEP} calls in one step.` : call.problem;
      if (refusal === null && call.name === 'done') {
        const answer = judge((call.input as DoneInput).claims, this.shown, this.run);
        if (answer.outcome !== 'unsupported' || this.refusedDone) return answer;
        this.refusedDone = true;
        results.push({ call, output: NOT_SUPPORTED });
      } else results.push({ call, output: refusal ?? (await this.use(call, step)) });
    }
    this.messages.push({ role: 'tools', results });
    return null;
  }

  /**
   * The result of a tool, as data. A failure is reported to the model only, except when the whole
   * reflect is aborted.
   */
  private async use(call: ToolCall, step: number): Promise<string> {
    const { toolbox, shown } = this;
    const name = call.name as Exclude<ToolName, 'done'>;
    const startMs = this.run.since();
    try {
      const found =
        name === 'expand'
          ? await toolbox.expand(call.input as ExpandInput, shown, step)
          : await toolbox.search(name, (call.input as SearchInput).query, step);
      return this.fence.wrap('evidence', shown.show(found));
    } catch (error) {
      this.run.call.signal.throwIfAborted();
      const input = name === 'expand' ? {} : { query: (call.input as SearchInput).query };
      const durationMs = this.run.since() - startMs;
      this.run.noteTool({ tool: name, input, found: null, error: 'failed', startMs, durationMs, iteration: step });
      if (!(error instanceof Error)) throw error;
      return 'The tool failed. Go on without it.';
    }
  }

  /** The last step: without tools, from all evidence. */
  private finish(): Promise<LlmReflectAnswer> {
    const { run, model, settings } = this;
    const items = this.shown.items;
    run.notes.push('no answer within the steps: answered from what was found');
    return answerLow(model, run, settings, items);
  }
}
