import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { entityIn, logEntryIn, memoryOf, modelIn, operationIn } from '#e2e/contract/filling';
import type { Reply } from '#e2e/fixtures/http';
import { goodRequest, hasBank, isKeyed, type Target } from '#e2e/fixtures/requests';
import { OWN_BANK, type Tenant } from '#e2e/fixtures/tenants';
import { joinWorld, type World } from '#e2e/fixtures/world';
import { listScopedKeys } from '#lib/access/keys/contract';
import { operations } from '#lib/api/operations';
import type { Operation } from '#lib/base/contract/operation';
import { listOperations } from '#lib/jobs/operations/contract';
import { deleteBank, listBanks, putBank } from '#lib/memory/banks/contract';
import { getChunk, getDocument, listDocumentChunks, listDocuments, listTags } from '#lib/memory/documents/contract';
import { getEntity, getEntityGraph, listEntities, listEntityChanges } from '#lib/memory/entities/contract';
import { exportMemoriesCsv, getMemory, listMemories, listMemoryRevisions } from '#lib/memory/memories/contract';
import { getMentalModel, getMentalModelHistory, listMentalModels, listMentalModelVersions } from '#lib/memory/mental-models/contract';
import { type RetainResponse, retainMemories } from '#lib/memory/retain/contract';

/**
 * Two organizations that use the same names are isolated. Every operation of the registry is called
 * with a key of one organization and every id of the other. New operations are included
 * automatically.
 */

const SHARED = 'shared';
const DOCUMENT = 'notes';

/**
 * Words that occur in only one organization. No field of a response to the other organization may
 * contain them.
 */
const CANARIES = {
  alpha: {
    name: 'Alphacanaryname',
    mission: 'Alphacanarymission',
    text: 'Alphacanarytext',
    tag: 'alphacanarytag',
    meta: 'alphacanarymeta',
    id: 'alphacanaryid',
  },
  beta: {
    name: 'Betacanaryname',
    mission: 'Betacanarymission',
    text: 'Betacanarytext',
    tag: 'betacanarytag',
    meta: 'betacanarymeta',
    id: 'betacanaryid',
  },
};

interface Settled {
  readonly tenant: Tenant;
  readonly canaries: readonly string[];
  /**
   * ids in `SHARED`, a bank id that both organizations have, and in a bank that only this one has
   */
  readonly shared: Target;
  readonly own: Target;
}

let world: World;
let alpha: Settled;
let beta: Settled;
/** All contents of beta as they were created. */
let untouched: string[];

async function chunkOf(tenant: Tenant, bank_id: string, document_id: string): Promise<string> {
  const reply = await world.ask(listDocumentChunks, { key: tenant.key, path: { bank_id, document_id } });
  return (reply.json as { items: { chunk_id: string }[] }).items[0]!.chunk_id;
}

const IN_THE_BACKGROUND = { async: true, items: [{ content: 'The archive has a lift.', document_id: 'lift' }] };

/**
 * Returns the latest operation of a bank, and creates one if there is none, so that a second call
 * changes nothing.
 */
async function operationOf({ key }: Tenant, bank_id: string): Promise<string> {
  const listed = (await world.ask(listOperations, { key, path: { bank_id } })).json as { operations: { id: string }[] };
  return listed.operations[0]?.id ?? operationIn(world, bank_id, key, IN_THE_BACKGROUND);
}

/**
 * Creates a mental model under the same id in the bank that both organizations have, so that only
 * the organization differs.
 */
const modelOf = ({ key }: Tenant, canary: (typeof CANARIES)['alpha'], bank_id: string) =>
  modelIn(world, bank_id, key, {
    ...{ id: bank_id === SHARED ? 'mind' : canary.id, name: canary.name, tags: [canary.tag], max_tokens: 512 },
    source_query: `What is the word of the day of ${canary.name}?`,
  });

async function settle(who: 'alpha' | 'beta'): Promise<Settled> {
  const tenant = world[who];
  const canary = CANARIES[who];
  const items = (document_id: string) => [
    {
      content: `${canary.name}: The word of the day is ${canary.text}.\nBo: Then ${canary.name} it is.`,
      document_id,
      context: canary.meta,
      tags: [canary.tag, 'common'],
      metadata: { [canary.meta]: canary.meta },
      entities: [{ text: canary.name, type: 'PERSON' }],
    },
  ];
  const fill = async (bank_id: string, document_id: string): Promise<Target> => {
    await world.ask(putBank, {
      key: tenant.key,
      path: { bank_id },
      body: { name: canary.name, mission: canary.mission, enable_observations: false },
    });
    const reply = await world.ask(retainMemories, { key: tenant.key, path: { bank_id }, body: { items: items(document_id) } });
    expect((reply.json as RetainResponse).outcomes).toMatchObject([{ outcome: 'facts' }]);
    const memory_id = await memoryOf(world, bank_id, canary.text, tenant.key);
    return {
      bank_id,
      document_id,
      chunk_id: await chunkOf(tenant, bank_id, document_id),
      memory_id,
      ...(await entityIn(world, bank_id, canary.name, tenant.key)),
      key_id: tenant.childId,
      operation_id: await operationOf(tenant, bank_id),
      log_id: await logEntryIn(world, bank_id, tenant.key),
      ...(await modelOf(tenant, canary, bank_id)),
    };
  };
  return { tenant, canaries: Object.values(canary), shared: await fill(SHARED, DOCUMENT), own: await fill(canary.id, canary.id) };
}

const ENTITY_READS = [listEntities, getEntity, getEntityGraph, listEntityChanges];
const READS = [listDocuments, listTags, getDocument, listDocumentChunks, getChunk];
const MODEL_READS = [listMentalModels, getMentalModel, getMentalModelHistory, listMentalModelVersions];

/**
 * Returns everything that an organization's own key can read. If two results are equal, nothing was
 * written in between.
 */
async function everythingOf({ tenant: { key, restricted }, shared, own }: Settled): Promise<string[]> {
  const reads = [...READS, ...ENTITY_READS, ...MODEL_READS, listMemories, exportMemoriesCsv, getMemory, listMemoryRevisions];
  const replies = await Promise.all([
    world.ask(listBanks, { key }),
    ...[key, restricted].map((each) => world.ask(listScopedKeys, { key: each })),
    ...[shared, own, { ...shared, bank_id: OWN_BANK }].flatMap((path) =>
      reads.map((operation: Operation) => world.ask(operation, { key, path })),
    ),
  ]);
  return replies.map(({ text }) => text.replaceAll(/"request_id":"[^"]+"/g, ''));
}

/** Whether a request may have changed the first organization since it was last restored. */
let isUnsettled = true;

/** Deletes banks that an earlier operation created in the first organization under other names. */
async function clearStrays(): Promise<void> {
  if (!isUnsettled) return;
  await Promise.all(
    [beta.own.bank_id, NOWHERE.bank_id].map((bank_id) => world.ask(deleteBank, { key: world.alpha.key, path: { bank_id } })),
  );
}

/** Restores the first organization if needed: no extra banks, and all of its own. */
async function inOrder(): Promise<void> {
  if (!isUnsettled) return;
  await clearStrays();
  alpha = await settle('alpha');
  isUnsettled = false;
}

async function ask(operation: Operation, target: Target, key = world.alpha.key): Promise<Reply> {
  const reply = await world.ask(operation, goodRequest(operation, target, key));
  // A rejected request does not write anything.
  if (operation.method !== 'GET' && reply.status < 400) isUnsettled = true;
  return reply;
}

const NOWHERE: Target = {
  bank_id: 'nowhere',
  document_id: 'nothing',
  chunk_id: '01a00000-0000-7000-8000-00000000dead',
  memory_id: '01a00000-0000-7000-8000-00000000f00d',
  entity_id: '01a00000-0000-7000-8000-00000000d00f',
  change_id: '01a00000-0000-7000-8000-00000000fade',
  key_id: '01a00000-0000-7000-8000-00000000beef',
  operation_id: '01a00000-0000-7000-8000-00000000cafe',
  log_id: '01a00000-0000-7000-8000-00000000beef',
  mental_model_id: 'absent-mind',
  version: '1',
};

const TIME = /\d{4}-\d\d-\d\dT[\d:.]+(?:\+00:00|Z)|"\w*(?:duration|_ms|seconds)\w*":[\d.e-]+/g;

/** Values that differ in every new key and in every operation. */
const NEW_KEY = /"(?:operation_)?id":"[0-9a-f-]{36}"|"mental_model_id":"mm-[0-9a-f]{32}"|"mbs_[0-9A-Za-z]+"/g;

/**
 * Returns a response without times, its request id and the requested ids. The rest must be equal
 * for a missing id and for an id of another organization.
 */
const blurred = (reply: Reply, target: Target): string => {
  // A version number is not secret and occurs in every response.
  const { version: _, ...named } = target;
  const ids = [String(reply.headers['x-request-id']), ...Object.values(named)];
  return `${reply.status} ${ids.reduce((text, id) => text.replaceAll(JSON.stringify(id).slice(1, -1), '·'), reply.text.replaceAll(TIME, 'time').replaceAll(NEW_KEY, 'new'))}`;
};

beforeAll(async () => {
  world = await joinWorld();
  beta = await settle('beta');
  untouched = await everythingOf(beta);
});
beforeEach(inOrder);
afterAll(() => world?.close());

const named = operations.filter(isKeyed).map((operation) => [`${operation.method} ${operation.path}`, operation] as const);

/**
 * Targets with each path parameter replaced by an id of the other organization, one at a time and
 * all together.
 */
const foreignTargets = (): Target[] => [
  beta.own,
  beta.shared,
  { ...alpha.shared, document_id: beta.own.document_id },
  { ...alpha.shared, chunk_id: beta.shared.chunk_id },
  { ...alpha.shared, memory_id: beta.shared.memory_id },
  { ...alpha.shared, entity_id: beta.shared.entity_id },
  { ...alpha.shared, change_id: beta.shared.change_id },
  { ...alpha.shared, operation_id: beta.shared.operation_id },
  { ...alpha.shared, key_id: beta.shared.key_id },
  { ...alpha.shared, mental_model_id: beta.own.mental_model_id },
  { ...alpha.own, document_id: beta.own.document_id, chunk_id: beta.own.chunk_id },
  { ...beta.own, document_id: alpha.own.document_id, chunk_id: alpha.own.chunk_id },
];

describe.each(named)('%s', (_, operation) => {
  it('exposes nothing of another organization and writes nothing into it, for any of its ids', async () => {
    for (const target of foreignTargets()) {
      await clearStrays();
      const reply = await ask(operation, target);
      // A response may contain the ids that the caller sent in the path.
      const echoed = Object.values(target);
      for (const canary of beta.canaries.filter((word) => !echoed.includes(word))) expect(reply.everything).not.toContain(canary);
    }
    // If a read operation wrote something, the check after the next write operation, or the last
    // check, would fail.
    if (operation.method !== 'GET') expect(await everythingOf(beta)).toEqual(untouched);
  });

  it('answers the same for a foreign thing and a missing one', async () => {
    const inOwnBank = {
      bank_id: SHARED,
      document_id: beta.own.document_id,
      chunk_id: beta.own.chunk_id,
      memory_id: beta.own.memory_id,
      entity_id: beta.own.entity_id,
      change_id: beta.own.change_id,
      key_id: beta.own.key_id,
      operation_id: beta.own.operation_id,
      mental_model_id: beta.own.mental_model_id,
      version: beta.own.version,
      log_id: beta.own.log_id,
    };
    for (const [foreign, absent] of [
      [beta.own, NOWHERE],
      [inOwnBank, { ...NOWHERE, bank_id: SHARED }],
    ] as const) {
      const replies: string[] = [];
      for (const target of [foreign, absent]) {
        await inOrder();
        replies.push(blurred(await ask(operation, target), target));
      }
      expect(replies[0]).toBe(replies[1]);
    }
  });

  if (hasBank(operation))
    it('is 403 in the same words for a restricted key on a foreign, an existing and a missing bank', async () => {
      const bodies: string[] = [];
      for (const bank_id of [beta.own.bank_id, SHARED, NOWHERE.bank_id]) {
        const target = { ...alpha.shared, bank_id };
        const reply = await ask(operation, target, alpha.tenant.restricted);
        expect(reply.status).toBe(403);
        bodies.push(blurred(reply, target));
      }
      expect(new Set(bodies).size).toBe(1);
    });
});

it('leaves the other organization unchanged', async () => {
  expect(await everythingOf(beta)).toEqual(untouched);
});
