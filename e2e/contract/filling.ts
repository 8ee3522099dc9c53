import type { Case } from '#e2e/contract/cases';
import { eventually } from '#e2e/fixtures/jobs';
import type { Target } from '#e2e/fixtures/requests';
import type { World } from '#e2e/fixtures/world';
import { listAuditLogs } from '#lib/access/audit/contract';
import type { Operation } from '#lib/base/contract/operation';
import { getOperation, listOperations } from '#lib/jobs/operations/contract';
import { putBank } from '#lib/memory/banks/contract';
import { createDirective, type Directive, type DirectivePage, listDirectives } from '#lib/memory/directives/contract';
import { listDocumentChunks } from '#lib/memory/documents/contract';
import { listEntities, listEntityChanges, updateEntity } from '#lib/memory/entities/contract';
import { type CreatedPage, createKnowledgePage, getKnowledgeBaseTree, type KnowledgeTree } from '#lib/memory/knowledge/contract';
import { listMemories } from '#lib/memory/memories/contract';
import { type CreatedMentalModel, createMentalModel, listMentalModels, type MentalModelPage } from '#lib/memory/mental-models/contract';
import { retainMemories } from '#lib/memory/retain/contract';

/** A bank with known content that no case changes. */
export const FILLED = 'filled';

export const VISIT = 'notes/visit #1';
export const VISIT_TEXT = 'Ana: I moved to Porto on 2026-03-04 because the studio there is cheaper.\nBen: I am allergic to cats.';
export const CHAT = 'chat-1';
export const CHAT_TEXT = 'Ana: I adopted a dog called Pixel last week.\nBen: I started to learn Portuguese in March.';

export type CaseQuery = Record<string, string> | string[][];

/** A successful read of the filled bank. */
export const filled = (operation: Operation, when: string, query: CaseQuery, check: Case['check']): Case => ({
  operation,
  status: 200,
  when,
  ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: FILLED }, query }),
  check,
});

/** A successful call about a missing bank. */
export const nowhere = (operation: Operation, check: Case['check']): Case => ({
  operation,
  status: 200,
  when: 'a missing bank',
  ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: 'absent' } }),
  check,
});

/** A body sent to the filled bank, or to another. */
export const posted =
  (operation: Operation) =>
  (status: number, when: string, body: Record<string, unknown>, check?: Case['check'], bank_id = FILLED): Case => ({
    operation,
    status,
    when,
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id }, body }),
    check,
  });

const FILLING = {
  items: [
    { content: VISIT_TEXT, document_id: VISIT, tags: ['move', 'people'], metadata: { source: 'notebook' }, context: 'a visit' },
    { content: CHAT_TEXT, document_id: CHAT, timestamp: '2026-05-02T10:00:00Z', tags: ['people'] },
  ],
};
const IN_THE_BACKGROUND = { async: true, items: [{ content: 'The archive room is number seven.', document_id: 'plain' }] };

export async function fillBank(world: World): Promise<void> {
  // Automatic consolidation would change the bank while the cases read it.
  await world.ask(putBank, {
    key: world.alpha.key,
    path: { bank_id: FILLED },
    body: { enable_observations: false, enable_auto_consolidation: false },
  });
  await world.ask(retainMemories, { key: world.alpha.key, path: { bank_id: FILLED }, body: FILLING });
  await operationIn(world, FILLED, world.alpha.key, IN_THE_BACKGROUND);
}

/** Returns a document of the filled bank and one of its chunks. */
export async function filledTarget(world: World): Promise<Target> {
  const reply = await world.ask(listDocumentChunks, { key: world.alpha.key, path: { bank_id: FILLED, document_id: VISIT } });
  const { items } = reply.json as { items: { chunk_id: string }[] };
  const memory_id = await memoryOf(world, FILLED, 'Porto');
  const path = { bank_id: FILLED };
  const retains = await world.ask(listOperations, { key: world.alpha.key, path, query: { type: 'batch_retain' } });
  const { operations } = retains.json as { operations: { id: string }[] };
  return {
    bank_id: FILLED,
    document_id: VISIT,
    chunk_id: items[0]!.chunk_id,
    memory_id,
    ...(await entityIn(world, FILLED, 'Ana')),
    key: `banks/${FILLED}/exports/${operations[0]!.id}.zip`,
    key_id: world.alpha.childId,
    operation_id: operations[0]!.id,
    directive_id: await directiveIn(world, FILLED),
    log_id: await logEntryIn(world, FILLED),
    ...(await modelIn(world, FILLED)),
    ...(await pageIn(world, FILLED)),
  };
}

const SOMETHING = { async: true, items: [{ content: 'The archive has a lift.' }] };

/** Retains in the background and waits until the operation has ended. Returns the operation. */
export async function operationIn(world: World, bank_id: string, key = world.alpha.key, body: object = SOMETHING): Promise<string> {
  const { json } = await world.ask(retainMemories, { key, path: { bank_id }, body });
  const { operation_id } = json as { operation_id: string };
  await ended(world, bank_id, operation_id, key);
  return operation_id;
}

/** Waits until an operation has completed. */
export const ended = (world: World, bank_id: string, operation_id: string, key = world.alpha.key): Promise<unknown> =>
  eventually(async () => {
    const seen = await world.ask(getOperation, { key, path: { bank_id, operation_id } });
    return (seen.json as { status: string }).status === 'completed';
  }, 'the end of an operation');

/** Returns the latest entry of the audit log of a bank. */
export async function logEntryIn(world: World, bank_id: string, key = world.alpha.key): Promise<string> {
  const reply = await world.ask(listAuditLogs, { key, path: { bank_id } });
  return (reply.json as { items: { id: string }[] }).items[0]!.id;
}

/** Returns the memory of a bank that contains these words. */
export async function memoryOf(world: World, bank_id: string, q: string, key = world.alpha.key): Promise<string> {
  const reply = await world.ask(listMemories, { key, path: { bank_id }, query: { q } });
  return (reply.json as { items: { id: string }[] }).items[0]!.id;
}

/** Returns an entity of a bank, and a change that was made to it. */
export async function entityIn(
  world: World,
  bank_id: string,
  q: string,
  key = world.alpha.key,
): Promise<Pick<Target, 'entity_id' | 'change_id'>> {
  const found = (await world.ask(listEntities, { key, path: { bank_id }, query: { q } })).json as { items: { id: string }[] };
  const path = { bank_id, entity_id: found.items[0]!.id };
  const changes = async () => (await world.ask(listEntityChanges, { key, path })).json as { items: { id: string }[] };
  if ((await changes()).items.length === 0) await world.ask(updateEntity, { key, path, body: { kind: 'SOMEBODY' } });
  return { entity_id: path.entity_id, change_id: (await changes()).items[0]!.id };
}

/** Returns a refreshed mental model of a bank, and creates it if there is none. */
export async function modelIn(
  world: World,
  bank_id: string,
  key = world.alpha.key,
  body: Readonly<Record<string, unknown>> = { name: 'Moves', source_query: 'Who moved where?' },
): Promise<Pick<Target, 'mental_model_id' | 'version'>> {
  const listed = (await world.ask(listMentalModels, { key, path: { bank_id } })).json as MentalModelPage;
  const known = listed.items.find(({ id, name }) => id === body.id || name === body.name);
  if (known) return { mental_model_id: known.id, version: '1' };
  const { json } = await world.ask(createMentalModel, { key, path: { bank_id }, body });
  const { mental_model_id, operation_id } = json as CreatedMentalModel;
  await ended(world, bank_id, operation_id, key);
  return { mental_model_id, version: '1' };
}

/**
 * Returns a written page at the top level of a bank, and creates it if there is none of its name.
 */
export async function pageIn(
  world: World,
  bank_id: string,
  key = world.alpha.key,
  body: Readonly<Record<string, unknown>> = { name: 'People', source_query: 'Who moved where?' },
): Promise<Pick<Target, 'page_id' | 'node_id'>> {
  const at = { key, path: { bank_id } };
  const { roots } = (await world.ask(getKnowledgeBaseTree, at)).json as KnowledgeTree;
  const known = roots.find(({ name }) => name === body.name);
  if (known) return { page_id: known.id, node_id: known.id };
  const { page_id, operation_id } = (await world.ask(createKnowledgePage, { ...at, body })).json as CreatedPage;
  await ended(world, bank_id, operation_id ?? '', key);
  return { page_id, node_id: page_id };
}

/** Returns a directive of a bank, and creates it if there is none of its name. */
export async function directiveIn(
  world: World,
  bank_id: string,
  key = world.alpha.key,
  body: Readonly<Record<string, unknown>> = { name: 'Brief', content: 'Answer in one sentence.', is_active: false },
): Promise<string> {
  const path = { bank_id };
  const listed = (await world.ask(listDirectives, { key, path, query: { active_only: 'false' } })).json as DirectivePage;
  const known = listed.items.find(({ name }) => name === body.name);
  return (known ?? ((await world.ask(createDirective, { key, path, body })).json as Directive)).id;
}

let counter = 0;
/** Returns a bank id that no other case uses. */
export const freshBank = (): string => `bank-${++counter}`;

/** Retains one text into a new bank and returns the bank id. */
export async function bankWith(world: World, items: readonly Record<string, unknown>[]): Promise<string> {
  const bank_id = freshBank();
  await world.ask(retainMemories, { key: world.alpha.key, path: { bank_id }, body: { items } });
  return bank_id;
}
