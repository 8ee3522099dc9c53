import { z } from 'zod';
import { AUDIT_ACTOR_KINDS } from '#lib/access/audit/literals';
import { idText, isKeyless, KEYLESS, timestampOut } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { BLOCK_DECISIONS } from '#lib/base/literals';

/** Decisions of people about blocks of a mental model. */

const MAX_TEXT = 8000;
const DECISIONS = '/api/console/banks/{bank_id}/mental-models/{mental_model_id}/decisions';

const kind = () =>
  z
    .enum(BLOCK_DECISIONS)
    .describe(
      '`pin`: the text stays as it is. `reword`: the text of the person replaces it. `remove`: the statement is not shown. `add`: a block of the person, without sources.',
    );

const decision = z.object({
  block_id: z.string(),
  kind: kind(),
  text: z.string().describe('The text of the block when it was decided. Empty: it was purged.'),
  own_text: z.string().nullable().describe('The wording of the person; only of a rewording.'),
  heading: z.string().describe('Heading of its section; empty above all headings.'),
  actor: z.object({ kind: z.enum(AUDIT_ACTOR_KINDS), label: z.string() }),
  created_at: timestampOut(),
  evidence: z
    .object({ current: z.int(), edited: z.int(), superseded: z.int(), invalidated: z.int(), deleted: z.int() })
    .describe('What happened since to the sources that the block had: their number by state.'),
});
export type BlockDecisionView = z.output<typeof decision>;

const decisions = z.object({ version: z.int().describe('The current version of the mental model.'), items: z.array(decision) });
export type BlockDecisionList = z.output<typeof decisions>;

const shared = {
  path: DECISIONS,
  tag: 'Console',
  auth: 'session',
  nulls: 'sent',
  params: z.object({ mental_model_id: idText() }),
  response: decisions,
} as const;

export const listBlockDecisions = operation({
  ...shared,
  id: 'list_block_decisions',
  method: 'GET',
  permission: 'bank.read',
  summary: 'List the decisions about blocks of a mental model',
  description: 'The oldest first. Refreshes respect them until they are undone.',
  errors: [404],
});

const blockId = () => z.string().min(1).max(64);

const decideBody = z
  .object({
    block_id: blockId()
      .nullish()
      .describe('A block of the current version. For `add` the block above the new one; without it, the new block is the last one.'),
    kind: kind(),
    text: z.string().max(MAX_TEXT).refine(isKeyless, KEYLESS).nullish().describe('The text in Markdown; only for `reword` and `add`.'),
  })
  .refine(({ kind: one, text }) => (one === 'reword' || one === 'add') === ((text ?? '').trim() !== ''), {
    error: 'Value error, text is required for reword and add, and for these only',
    path: ['text'],
  })
  .refine(({ kind: one, block_id: id }) => one === 'add' || typeof id === 'string', {
    error: 'Value error, block_id is required except for add',
    path: ['block_id'],
  });
export type DecideBody = z.output<typeof decideBody>;

export const decideOnBlock = operation({
  ...shared,
  id: 'decide_on_block',
  method: 'POST',
  permission: 'bank.write',
  summary: 'Pin, reword, remove or add a block of a mental model',
  description: 'Writes a version. Every later refresh respects the decision, in full and delta mode, with and without a language model.',
  body: decideBody,
  errors: [404, 409],
});

const undoBody = z.object({ block_id: blockId(), kind: kind() });
export type UndoBody = z.output<typeof undoBody>;

export const undoBlockDecision = operation({
  ...shared,
  id: 'undo_block_decision',
  method: 'POST',
  path: `${DECISIONS}/undo`,
  permission: 'bank.write',
  summary: 'Undo a decision about a block of a mental model',
  description: 'Writes a version. A removed block returns if one of its sources remains. To undo an addition deletes its block.',
  body: undoBody,
  errors: [404],
});
