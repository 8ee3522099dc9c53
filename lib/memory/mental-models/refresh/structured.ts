import { NO_USAGE, type Usage } from '#lib/base/usage';
import type { MentalModelState } from '#lib/memory/mental-models/refresh/port';
import { fieldsQuestion } from '#lib/memory/reflect/model/answer-fields';
import { type CallFor, type LanguageModel, LlmError } from '#lib/models/llm/port';

/** Fills the trigger's `response_schema` from the document only. */
export interface Structured {
  readonly structuredOutput: unknown;
  readonly structuredOutputError?: string;
  readonly usage: Usage;
  readonly llmCalls: readonly { readonly scope: string; readonly durationMs: number }[];
}

const without = (reason: string, spent: Pick<Structured, 'usage' | 'llmCalls'> = { usage: NO_USAGE, llmCalls: [] }): Structured => ({
  structuredOutput: null,
  structuredOutputError: reason,
  ...spent,
});

const spentOn = (usage: Usage, begun: number): Pick<Structured, 'usage' | 'llmCalls'> => ({
  usage,
  llmCalls: [{ scope: 'fill_in', durationMs: Math.round(performance.now() - begun) }],
});

/** null: none was requested. An unusable answer is reported and does not fail the refresh. */
export async function structuredOf(
  model: LanguageModel | null,
  { sourceQuery, trigger: { responseSchema } }: MentalModelState,
  content: string,
  call: CallFor,
): Promise<Structured | null> {
  if (responseSchema === null) return null;
  if (model === null) return without('Structured output requires a language model.');
  if (content === '') return without('The mental model has no content to fill it from.');
  const begun = performance.now();
  try {
    const { value, usage } = await model.generate(fieldsQuestion(sourceQuery, { text: content, citations: [] }, responseSchema), call);
    return { structuredOutput: value, ...spentOn(usage, begun) };
  } catch (error) {
    if (!(error instanceof LlmError) || error.kind !== 'content') throw error;
    return without('The answer of the language model does not match the schema.', spentOn(error.usage, begun));
  }
}
