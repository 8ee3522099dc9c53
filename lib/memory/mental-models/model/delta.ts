import { z } from 'zod';
import { directiveReminder, directiveRules } from '#lib/memory/directives/prompt';
import { DATA_RULE, decidedParts, evidenceParts, SOURCE_RULES, wishes } from '#lib/memory/mental-models/model/document-prompt';
import type { DeltaTask, DraftedDelta } from '#lib/memory/mental-models/refresh/planner';
import { DELTA_OPERATIONS, type Document } from '#lib/memory/mental-models/refresh/port';
import { LineLabels } from '#lib/memory/reflect/model/lines';
import { fence } from '#lib/models/llm/fence';
import type { CallFor, LanguageModel } from '#lib/models/llm/port';

/**
 * Changes to a document by a language model: one call with the document and the new memories,
 * answered with operations by id.
 */

const block = z.object({ text: z.string(), sources: z.array(z.string()) });

/**
 * A flat schema: `op` determines which fields count. The instructions contain a table of them,
 * generated from `USES`.
 */
export const documentChanges = z.object({
  operations: z.array(
    z.object({
      op: z.enum(DELTA_OPERATIONS),
      section: z.string().nullable().describe('S1, S2, …'),
      block: z.string().nullable().describe('B1, B2, …'),
      after: z.string().nullable().describe('the B… or S… after which it is placed; null: insert_block places it first, add_section last'),
      heading: z.string().nullable(),
      text: z.string().nullable(),
      sources: z.array(z.string()).describe('F1, O2, K3, … that support the text, or the removal of the block; otherwise empty'),
      blocks: z.array(block).describe('for add_section and replace_section_blocks; otherwise empty'),
    }),
  ),
});
type DeltaChange = z.output<typeof documentChanges>['operations'][number];

/** The fields that each operation uses: the table of the instructions. */
const USES: Readonly<Record<(typeof DELTA_OPERATIONS)[number], string>> = {
  append_block: 'section, text, sources: a new block at the end of a section',
  insert_block: 'section, after (block or null), text, sources: a new block after another',
  replace_block: 'section, block, text, sources: the complete new text of a block, with all its sources, old and new',
  remove_block:
    'section, block, sources: only if a new memory, named in `sources`, shows that the block is wrong, or if other blocks cite all its sources',
  add_section:
    'heading (the topic of its blocks, in their words, without a claim), after (section or null), blocks: for a topic that no section covers',
  remove_section: 'section: only if other sections cite all its sources',
  replace_section_blocks:
    'section, blocks: for a section that must be rearranged; its blocks must together cite all sources that they cited before',
  rename_section: 'section, heading',
};

export const DELTA_SYSTEM = `You update a document in an agent's long-term memory. It contains what the memories say about one question.

You are given the document, its sections S1, S2, … and blocks B1, B2, … with the sources of each block (K1, K2, …), and the memories that were added since it was written: facts F1, F2, … and observations O1, O2, …. Answer only with the changes that the new memories require: everything that you do not name stays exactly the same. If they say nothing new about the question, an answer without changes is right.
- Prefer replacing a block to adding one that says nearly the same. Prefer adding to a section to adding a new section.
- If something has changed, state the new value and the previous one, with the dates that the memories give.
- A block marked "rebuilt" has lost a source and consists of raw sentences: rewrite it in good style from its sources.

Operations
${DELTA_OPERATIONS.map((op) => `- ${op}: ${USES[op]}`).join('\n')}

Rules
${SOURCE_RULES}
- A block marked "fixed" was fixed by a person: never change or remove it.
- Use only ids of the document as shown; changes with other ids are discarded. Unused fields are null or an empty list.

Example. S1 Ana / B1 "- Lives in Porto (said 2 March 2026)." from K1; F1 [said 2026-05-09]: Ana: I left Porto, Lisbon is home now.
{"operations":[{"op":"replace_block","section":"S1","block":"B1","after":null,"heading":null,"text":"- Lives in Lisbon (said 9 May 2026); before that in Porto.","sources":["K1","F1"],"blocks":[]}]}

${DATA_RULE}`;

/** Short names of the sections and blocks of a document, with their ids. */
interface DeltaParts {
  readonly text: string;
  readonly sections: ReadonlyMap<string, string>;
  readonly blocks: ReadonlyMap<string, string>;
}

function partsOf({ document, retractedIds, fixedIds }: DeltaTask, names: LineLabels): DeltaParts {
  const sections = new Map<string, string>();
  const blocks = new Map<string, string>();
  const lines: string[] = [];
  for (const section of document.sections) {
    sections.set(`S${sections.size + 1}`, section.id);
    lines.push(`S${sections.size} ${section.level === 0 ? '(above all headings)' : `${'#'.repeat(section.level)} ${section.heading}`}`);
    for (const { id, text, sourceIds } of section.blocks) {
      blocks.set(`B${blocks.size + 1}`, id);
      const mark = fixedIds.has(id) ? ' (fixed)' : retractedIds.includes(id) ? ' (rebuilt)' : '';
      const from = sourceIds.map((source) => names.cited(source)).join(', ') || 'nothing any more';
      lines.push(`  B${blocks.size}${mark} from ${from}: ${text.replaceAll('\n', '\n    ')}`);
    }
  }
  return { text: lines.join('\n'), sections, blocks };
}

/** The level of a new section: that of the existing ones. */
const levelOf = ({ sections }: Document): number => Math.max(1, Math.min(6, sections.find(({ level }) => level > 0)?.level ?? 2));

/**
 * Converts a change into an operation for the editor, with only the fields that its kind uses.
 * Unknown names become ids that do not exist.
 */
function operationOf(change: DeltaChange, document: Document, { sections, blocks }: DeltaParts, names: LineLabels): unknown {
  const { op } = change;
  const idIn = (known: ReadonlyMap<string, string>, name: string | null): string =>
    name === null ? '?' : (known.get(name.trim().toUpperCase()) ?? `?${name}`);
  const draft = ({ text, sources }: { text: string | null; sources: readonly string[] }) => ({
    text: text ?? '',
    sourceIds: sources.map((name) => names.idOf(name)),
  });
  const sectionId = idIn(sections, change.section);
  const shared = { op, cause: 'model' };
  switch (op) {
    case 'append_block':
      return { ...shared, sectionId, ...draft(change) };
    case 'insert_block':
      return { ...shared, sectionId, afterBlockId: change.after === null ? null : idIn(blocks, change.after), ...draft(change) };
    case 'replace_block':
      return { ...shared, sectionId, blockId: idIn(blocks, change.block), note: null, ...draft(change) };
    case 'remove_block':
      return { ...shared, sectionId, blockId: idIn(blocks, change.block), sourceIds: change.sources.map((name) => names.idOf(name)) };
    case 'add_section':
      return {
        ...shared,
        heading: change.heading ?? '',
        level: levelOf(document),
        blocks: change.blocks.map(draft),
        afterSectionId: change.after === null ? null : idIn(sections, change.after),
      };
    case 'remove_section':
      return { ...shared, sectionId };
    case 'replace_section_blocks':
      return { ...shared, sectionId, blocks: change.blocks.map(draft) };
    case 'rename_section':
      return { ...shared, sectionId, heading: change.heading ?? '' };
  }
}

export async function deltaByModel(model: LanguageModel, task: DeltaTask, call: CallFor): Promise<DraftedDelta> {
  const names = new LineLabels();
  const { rule, wrap } = fence();
  const evidence = evidenceParts(task, names, wrap);
  const parts = partsOf(task, names);
  const system = [...directiveRules(task.directives), DELTA_SYSTEM].join('\n\n');
  const decided = decidedParts({ ...task, decided: { ...task.decided, fixed: [] } }, wrap);
  const data = [wrap('document', parts.text), ...evidence, ...decided];
  const prompt = [...wishes(task), rule, ...data, ...directiveReminder(task.directives)].join('\n\n');
  const begun = performance.now();
  const { value, usage } = await model.generate({ name: 'change_document', system, prompt, schema: documentChanges }, call);
  return {
    operations: value.operations.map((change) => operationOf(change, task.document, parts, names)),
    usage,
    llmCalls: [{ scope: 'change_document', durationMs: Math.round(performance.now() - begun) }],
  };
}
