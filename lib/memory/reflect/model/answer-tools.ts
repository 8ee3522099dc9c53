import { z } from 'zod';
import { ANSWER_RULES, answerSchema } from '#lib/memory/reflect/model/answer';
import type { ToolSpec } from '#lib/models/llm/port';

/**
 * Answering with tools: the model searches itself. All tools only read, within the filter of the
 * question.
 */

const search = z.object({
  query: z.string().describe('what to look for, in words of its own; not the question again'),
  reason: z.string().describe('in a few words'),
});
export const expandInput = z.object({
  ids: z.array(z.string()).describe('F1, O2, … that were shown'),
  depth: z
    .enum(['chunk', 'document'])
    .describe('what stands around a fact, or all of its document; of an observation the facts it rests on'),
  reason: z.string().describe('in a few words'),
});

const TOOLS = {
  search_mental_models: { description: 'Documents that are kept about a matter: the widest view, perhaps not the latest.', schema: search },
  search_observations: { description: 'What several facts show together about a person, a thing or a matter.', schema: search },
  recall: { description: 'Single facts, as they were said, by meaning, words, time and names.', schema: search },
  expand: { description: 'What was said around facts that were shown, or the facts behind observations.', schema: expandInput },
  done: {
    description: 'The answer, in statements with what each rests on. No statements where nothing answers the question.',
    schema: answerSchema,
  },
} as const;
export type ToolName = keyof typeof TOOLS;
export type SearchInput = z.output<typeof search>;
export type ExpandInput = z.output<typeof expandInput>;
export type DoneInput = z.output<typeof answerSchema>;

export const toolSpecs = (names: readonly ToolName[]): ToolSpec[] => names.map((name) => ({ name, ...TOOLS[name] }));

const LINES: Partial<Record<ToolName, string>> = {
  search_mental_models: '- search_mental_models for documents about the matter',
  search_observations: '- search_observations for what is known in sum',
  recall: '- recall for single facts, with the words, names and dates that they may hold',
  expand: '- expand for what was said around a fact, where it is not understood alone',
};

/** The same text for all questions with the same tools, so that providers can cache it. */
export const toolsSystem = (
  names: readonly ToolName[],
): string => `You answer a question from an agent's long-term memory. You are shown what a first search found; find what is missing before you answer:
${names.flatMap((name) => LINES[name] ?? []).join('\n')}
Search with other words than the question's: names, synonyms, parts of the question one by one. Stop as soon as the evidence answers it, or as two searches in a row bring nothing new. Then call done.

${ANSWER_RULES}`;
