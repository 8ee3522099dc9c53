import { defined } from '#lib/base/defined';
import type { Usage } from '#lib/base/usage';
import {
  annotations,
  type CheckedAnnotations,
  type CheckedExtraction,
  checkAnnotations,
  checkFacts,
  extractedFacts,
} from '#lib/memory/retain/model/extract-check';
import type { ExtractionSettings, ExtractionText } from '#lib/memory/retain/model/extract-contract';
import { ANNOTATE_SYSTEM, annotatePrompt, EXTRACT_SYSTEM, extractPrompt } from '#lib/memory/retain/model/extract-prompt';
import { type CallFor, type LanguageModel, type LlmAnswer, LlmError } from '#lib/models/llm/port';

/** Extraction by a model, one text of a chunk's size at a time. Throws `LlmError`. */

/** An answer with more facts does not describe the text. */
const MAX_FACTS = 1000;
/** Output limit for the answer and its reasoning: a fact takes more tokens than its source text. */
const outputTokens = (characters: number): number => Math.max(8192, characters);

function tooMany(usage: Usage): never {
  const error = new LlmError('content', 'The answer contains more facts than the text can', null, 'malformed');
  error.usage = usage;
  throw error;
}
const lengthOf = ({ turns }: ExtractionText): number => turns.reduce((sum, { body }) => sum + body.length, 0);

export async function extractFacts(
  model: LanguageModel,
  settings: ExtractionSettings,
  text: ExtractionText,
  call: CallFor,
): Promise<LlmAnswer<CheckedExtraction>> {
  const { value, usage } = await model.generate(
    {
      name: 'extract_facts',
      system: EXTRACT_SYSTEM,
      prompt: extractPrompt(settings, text),
      schema: extractedFacts,
      maxOutputTokens: outputTokens(lengthOf(text)),
    },
    call,
  );
  if (value.facts.length > MAX_FACTS) tooMany(usage);
  return { value: checkFacts(value.facts, text.turns, settings), usage };
}

/** For the mode `verbatim`: the statements remain, and the model annotates them. */
export async function annotate(
  model: LanguageModel,
  settings: ExtractionSettings,
  text: ExtractionText,
  statements: readonly { turn: number; text: string }[],
  call: CallFor,
): Promise<LlmAnswer<CheckedAnnotations>> {
  const { value, usage } = await model.generate(
    {
      name: 'annotate_statements',
      system: ANNOTATE_SYSTEM,
      prompt: annotatePrompt(settings, text, statements),
      schema: annotations,
      maxOutputTokens: outputTokens(lengthOf(text)),
    },
    call,
  );
  if (value.statements.length > MAX_FACTS) tooMany(usage);
  return {
    value: checkAnnotations(
      value.statements,
      statements.map(({ turn }) => defined(text.turns[turn])),
      settings,
    ),
    usage,
  };
}
