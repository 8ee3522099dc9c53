import { z } from 'zod';
import { directiveReminder, directiveRules } from '#lib/memory/directives/prompt';
import { DATA_RULE, decidedParts, evidenceParts, SOURCE_RULES, wishes } from '#lib/memory/mental-models/model/document-prompt';
import type { DocumentTask, DraftedDocument } from '#lib/memory/mental-models/refresh/planner';
import { LineLabels } from '#lib/memory/reflect/model/lines';
import { fence } from '#lib/models/llm/fence';
import { type CallFor, type LanguageModel, LlmError } from '#lib/models/llm/port';

/**
 * A whole document by a language model: one call with the evidence, answered with sections and
 * blocks with their sources.
 */

export const wholeDocument = z.object({
  sections: z.array(
    z.object({
      heading: z.string().describe('one line without #; empty only for text above all headings'),
      level: z.int().describe('2 for a section, 3 for a subsection of the section before it'),
      blocks: z.array(
        z.object({
          text: z.string().describe('markdown: one paragraph, list item or table'),
          sources: z.array(z.string()).describe('names of the memories that support it: F1, O2, …'),
        }),
      ),
    }),
  ),
});

export const DOCUMENT_SYSTEM = `You write a document for an agent's long-term memory. It contains what the memories say about one question, arranged so that a reader finds it at a glance. Later its blocks are changed one by one, as memories are added and removed.

You are given the question and the memories that were found about it: facts F1, F2, … and observations O1, O2, … (summaries of several facts), and possibly other documents M1, M2, … and the passages from which facts were extracted. Answer with the document in sections and blocks:
- one section for each person, thing or topic that matters for the question, the most important first; short headings that name the topic in the words of the section, without a claim;
- in each section one block for each statement, so that it can be changed separately; related blocks next to each other; no repetition;
- dates where they matter, as the memories give them.
Omit everything that does not answer the question: greetings, small talk, passing moods. Prefer a short document.

Rules
${SOURCE_RULES}

Example. F1 [said 2026-03-02]: Ana: I moved to Porto. F2 [said 2026-05-09]: Ana: I left Porto, Lisbon is home now. For "Where does Ana live?":
{"sections":[{"heading":"Ana","level":2,"blocks":[{"text":"- Lives in Lisbon (said 9 May 2026); before that, from March 2026, in Porto.","sources":["F1","F2"]}]}]}

${DATA_RULE}`;

/** Maximum number of blocks in an answer. */
const MAX_BLOCKS = 400;

function promptOf(task: DocumentTask, names: LineLabels): string {
  const { rule, wrap } = fence();
  return [
    ...wishes(task),
    rule,
    ...evidenceParts(task, names, wrap),
    ...decidedParts(task, wrap),
    ...directiveReminder(task.directives),
  ].join('\n\n');
}

export async function documentByModel(model: LanguageModel, task: DocumentTask, call: CallFor): Promise<DraftedDocument> {
  const names = new LineLabels();
  const begun = performance.now();
  const system = [...directiveRules(task.directives), DOCUMENT_SYSTEM].join('\n\n');
  const { value, usage } = await model.generate(
    { name: 'write_document', system, prompt: promptOf(task, names), schema: wholeDocument },
    call,
  );
  const blocks = value.sections.reduce((sum, section) => sum + section.blocks.length, 0);
  if (blocks > MAX_BLOCKS) {
    const error = new LlmError('content', 'The answer contains more blocks than a document can have', null, 'malformed');
    error.usage = usage;
    throw error;
  }
  return {
    sections: value.sections.map(({ heading, level, blocks: written }) => ({
      heading,
      level,
      blocks: written.map(({ text, sources }) => ({ text, sourceIds: sources.map((name) => names.idOf(name)) })),
    })),
    omitted: 0,
    usage,
    llmCalls: [{ scope: 'write_document', durationMs: Math.round(performance.now() - begun) }],
  };
}
