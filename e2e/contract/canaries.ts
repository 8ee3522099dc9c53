import { expect } from 'vitest';
import { directiveIn, entityIn, logEntryIn, memoryOf, modelIn, operationIn, pageIn } from '#e2e/contract/filling';
import type { Target } from '#e2e/fixtures/requests';
import type { World } from '#e2e/fixtures/world';
import type { Operation } from '#lib/base/contract/operation';
import { listOperations } from '#lib/jobs/operations/contract';
import { listBanks, putBank } from '#lib/memory/banks/contract';
import { getDirective, listDirectives } from '#lib/memory/directives/contract';
import { deleteDocument, getChunk, getDocument, listDocumentChunks, listDocuments, listTags } from '#lib/memory/documents/contract';
import { getEntity, getEntityGraph, listEntities, listEntityChanges } from '#lib/memory/entities/contract';
import { exportKnowledgeBase, getKnowledgeBaseTree, getKnowledgePage } from '#lib/memory/knowledge/contract';
import { exportMemoriesCsv, getMemory, listMemories, listMemoryRevisions } from '#lib/memory/memories/contract';
import { getMentalModel, getMentalModelHistory, listMentalModels, listMentalModelVersions } from '#lib/memory/mental-models/contract';
import { type RetainResponse, retainMemories } from '#lib/memory/retain/contract';

/** Banks with words that occur nowhere else, for tests that search answers for them. */

/** Words that occur in one place only. No answer to a caller without access may contain them. */
export interface Canary {
  readonly name: string;
  readonly mission: string;
  readonly text: string;
  readonly tag: string;
  readonly meta: string;
  readonly id: string;
}

export const canaryOf = (word: string): Canary => ({
  name: `${word}canaryname`,
  mission: `${word}canarymission`,
  text: `${word}canarytext`,
  tag: `${word.toLowerCase()}canarytag`,
  meta: `${word.toLowerCase()}canarymeta`,
  id: `${word.toLowerCase()}canaryid`,
});

/** Ids of things that exist nowhere. */
export const NOWHERE: Target = {
  bank_id: 'nowhere',
  document_id: 'nothing',
  chunk_id: '01a00000-0000-7000-8000-00000000dead',
  memory_id: '01a00000-0000-7000-8000-00000000f00d',
  entity_id: '01a00000-0000-7000-8000-00000000d00f',
  change_id: '01a00000-0000-7000-8000-00000000fade',
  key: 'banks/nowhere/exports/01a00000-0000-7000-8000-00000000cafe.zip',
  key_id: '01a00000-0000-7000-8000-00000000beef',
  operation_id: '01a00000-0000-7000-8000-00000000cafe',
  log_id: '01a00000-0000-7000-8000-00000000beef',
  mental_model_id: 'absent-mind',
  directive_id: '01a00000-0000-7000-8000-00000000ab1e',
  page_id: 'kp-absent',
  node_id: 'kp-absent',
  version: '1',
};

/** What distinguishes a bank with canaries. */
export interface CanaryBank {
  /** reaches the bank */
  readonly key: string;
  readonly canary: Canary;
  readonly bank_id: string;
  readonly document_id: string;
  readonly mental_model_id: string;
  /** of a child key of the organization */
  readonly key_id: string;
}

const IN_THE_BACKGROUND = { async: true, items: [{ content: 'The archive has a lift.', document_id: 'lift' }] };

/**
 * Returns the latest operation of a bank, and creates one if there is none, so that a second call
 * changes nothing.
 */
async function operationOf(world: World, key: string, bank_id: string): Promise<string> {
  const listed = (await world.ask(listOperations, { key, path: { bank_id } })).json as { operations: { id: string }[] };
  return listed.operations[0]?.id ?? operationIn(world, bank_id, key, IN_THE_BACKGROUND);
}

async function chunkOf(world: World, key: string, bank_id: string, document_id: string): Promise<string> {
  const reply = await world.ask(listDocumentChunks, { key, path: { bank_id, document_id } });
  return (reply.json as { items: { chunk_id: string }[] }).items[0]!.chunk_id;
}

/**
 * Fills a bank with one thing of each kind, and returns their ids. A second call changes nothing.
 */
export async function fillWithCanary(
  world: World,
  { key, canary, bank_id, document_id, mental_model_id, key_id }: CanaryBank,
): Promise<Target> {
  const body = { name: canary.name, mission: canary.mission, enable_observations: false, enable_auto_consolidation: false };
  await world.ask(putBank, { key, path: { bank_id }, body });
  const item = {
    content: `${canary.name}: The word of the day is ${canary.text}.\nBo: Then ${canary.name} it is.`,
    document_id,
    context: canary.meta,
    tags: [canary.tag, 'common'],
    metadata: { [canary.meta]: canary.meta },
    entities: [{ text: canary.name, type: 'PERSON' }],
  };
  const { json: named } = await world.ask(listEntities, { key, path: { bank_id }, query: { q: canary.name } });
  // The same document is not read again, so a deleted entity would stay deleted.
  if ((named as { items?: unknown[] }).items?.length === 0) await world.ask(deleteDocument, { key, path: { bank_id, document_id } });
  const reply = await world.ask(retainMemories, { key, path: { bank_id }, body: { items: [item] } });
  expect((reply.json as RetainResponse).outcomes).toMatchObject([{ outcome: 'facts' }]);
  const operation_id = await operationOf(world, key, bank_id);
  return {
    bank_id,
    document_id,
    key: `banks/${bank_id}/exports/${operation_id}.zip`,
    chunk_id: await chunkOf(world, key, bank_id, document_id),
    memory_id: await memoryOf(world, bank_id, canary.text, key),
    ...(await entityIn(world, bank_id, canary.name, key)),
    key_id,
    operation_id,
    directive_id: await directiveIn(world, bank_id, key, { name: canary.name, content: canary.text, tags: [canary.tag] }),
    log_id: await logEntryIn(world, bank_id, key),
    ...(await modelIn(world, bank_id, key, {
      ...{ id: mental_model_id, name: canary.name, tags: [canary.tag], max_tokens: 512 },
      source_query: `What is the word of the day of ${canary.name}?`,
    })),
    ...(await pageIn(world, bank_id, key, {
      name: `Page of ${canary.name}`,
      tags: [canary.tag],
      source_query: `What is the word of the day of ${canary.name}?`,
    })),
  };
}

const READS: readonly Operation[] = [
  ...[listDocuments, listTags, getDocument, listDocumentChunks, getChunk],
  ...[listEntities, getEntity, getEntityGraph, listEntityChanges],
  ...[listMentalModels, getMentalModel, getMentalModelHistory, listMentalModelVersions, listDirectives, getDirective],
  ...[getKnowledgeBaseTree, getKnowledgePage, exportKnowledgeBase],
  ...[listMemories, exportMemoriesCsv, getMemory, listMemoryRevisions],
];

export const withoutRequestId = (text: string): string => text.replaceAll(/"request_id":"[^"]+"/g, '');

/**
 * Returns everything that a key can read about its banks and these targets. If two results are
 * equal, nothing was written in between.
 */
export async function contentsOf(world: World, key: string, targets: readonly Target[]): Promise<string[]> {
  const replies = await Promise.all([
    world.ask(listBanks, { key }),
    ...targets.flatMap((path) => READS.map((operation) => world.ask(operation, { key, path }))),
  ]);
  return replies.map(({ text }) => withoutRequestId(text));
}

const TIME = /\d{4}-\d\d-\d\dT[\d:.]+(?:\+00:00|Z)|"\w*(?:duration|_ms|seconds)\w*":[\d.e-]+/g;

/**
 * Returns the text of an answer without times and these ids. The rest must be equal for a missing
 * id and for one without access.
 */
export const blurred = (text: string, ids: readonly string[]): string =>
  // An id may contain a shorter one.
  ids
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, id) => rest.replaceAll(JSON.stringify(id).slice(1, -1), '·'), text.replaceAll(TIME, 'time'));
