import { z } from 'zod';
import { directiveRules } from '#lib/memory/directives/prompt';
import type { PromptDirective } from '#lib/memory/directives/use';
import { ANSWER_RULES, answerSchema } from '#lib/memory/reflect/model/answer';
import type { ToolSpec } from '#lib/models/llm/port';

/**
 * Answering with tools: the model searches itself. All tools only read, within the filter of the
 * question.
 */

const search = z.object({
  query: z.string().describe('what to look for, in other words than the question'),
  reason: z.string().describe('in a few words'),
});
export const expandInput = z.object({
  ids: z.array(z.string()).describe('names of evidence shown so far: F1, O2, …'),
  depth: z
    .enum(['chunk', 'document'])
    .describe('chunk: the text around a fact; document: its whole document. For an observation: the facts that support it'),
  reason: z.string().describe('in a few words'),
});

const TOOLS = {
  search_mental_models: {
    description: 'Documents that summarize a topic: the broadest view, but possibly not up to date.',
    schema: search,
  },
  search_observations: { description: 'Summaries of several facts about a person, a thing or a topic.', schema: search },
  recall: { description: 'Individual facts, as they were said, found by meaning, words, time and names.', schema: search },
  expand: { description: 'The text around facts shown so far, or the facts that support observations.', schema: expandInput },
  done: {
    description: 'The answer, as statements with their evidence. No statements if no evidence answers the question.',
    schema: answerSchema,
  },
} as const;
export type ToolName = keyof typeof TOOLS;
export type SearchInput = z.output<typeof search>;
export type ExpandInput = z.output<typeof expandInput>;
export type DoneInput = z.output<typeof answerSchema>;

export const toolSpecs = (names: readonly ToolName[]): ToolSpec[] => names.map((name) => ({ name, ...TOOLS[name] }));

const LINES: Partial<Record<ToolName, string>> = {
  search_mental_models: '- search_mental_models for documents about the topic',
  search_observations: '- search_observations for summaries of what is known',
  recall: '- recall for individual facts, with the words, names and dates that they may contain',
  expand: '- expand for the text around a fact that cannot be understood alone',
};

/**
 * The same text for all questions with the same tools and directives, so that providers can cache
 * it.
 */
export const toolsSystem = (names: readonly ToolName[], directives: readonly PromptDirective[]): string =>
  [...directiveRules(directives), searchRules(names)].join('\n\n');

const searchRules = (
  names: readonly ToolName[],
): string => `You answer a question from an agent's long-term memory. You are shown the results of a first search. Find what is missing before you answer:
${names.flatMap((name) => LINES[name] ?? []).join('\n')}
Search with other words than the question uses: names, synonyms, one part of the question at a time. Stop when the evidence answers the question, or when two searches in a row find nothing new. Then call done.

${ANSWER_RULES}`;
