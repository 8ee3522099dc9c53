import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { blurred, canaryOf, contentsOf, fillWithCanary, NOWHERE, withoutRequestId } from '#e2e/contract/canaries';
import type { Reply } from '#e2e/fixtures/http';
import { goodRequest, hasBank, isKeyed, type Target } from '#e2e/fixtures/requests';
import { isGate } from '#e2e/fixtures/runs';
import { OWN_BANK, type Tenant } from '#e2e/fixtures/tenants';
import { joinWorld, type World } from '#e2e/fixtures/world';
import { listScopedKeys } from '#lib/access/keys/contract';
import { operations } from '#lib/api/operations';
import type { Operation } from '#lib/base/contract/operation';
import { deleteBank } from '#lib/memory/banks/contract';

/**
 * Two organizations that use the same names are isolated. Every operation of the registry is called
 * with a key of one organization and every id of the other. New operations are included
 * automatically.
 */

const SHARED = 'shared';

const CANARIES = { alpha: canaryOf('Alpha'), beta: canaryOf('Beta') };

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

async function settle(who: 'alpha' | 'beta'): Promise<Settled> {
  const tenant = world[who];
  const canary = CANARIES[who];
  const common = { key: tenant.key, key_id: tenant.childId, canary };
  // Only the organization differs in the bank that both have.
  const shared = { ...common, bank_id: SHARED, document_id: 'notes', mental_model_id: 'mind' };
  const own = { ...common, bank_id: canary.id, document_id: canary.id, mental_model_id: canary.id };
  return {
    tenant,
    canaries: Object.values(canary),
    shared: await fillWithCanary(world, shared),
    own: await fillWithCanary(world, own),
  };
}

async function everythingOf({ tenant: { key, restricted }, shared, own }: Settled): Promise<string[]> {
  const keys = await Promise.all([key, restricted].map((each) => world.ask(listScopedKeys, { key: each })));
  const contents = await contentsOf(world, key, [shared, own, { ...shared, bank_id: OWN_BANK }]);
  return [...keys.map(({ text }) => withoutRequestId(text)), ...contents];
}

/** Whether a request may have changed the filled banks of the first organization. */
let isUnsettled = true;
/** Whether a request may have created banks there under the ids of other banks. */
let hasStrays = true;

async function clearStrays(): Promise<void> {
  if (!hasStrays) return;
  hasStrays = false;
  await Promise.all(
    [beta.own.bank_id, NOWHERE.bank_id].map((bank_id) => world.ask(deleteBank, { key: world.alpha.key, path: { bank_id } })),
  );
}

/** Restores the first organization if needed: no extra banks, and all of its own. */
async function inOrder(): Promise<void> {
  await clearStrays();
  if (!isUnsettled) return;
  alpha = await settle('alpha');
  isUnsettled = false;
}

async function ask(operation: Operation, target: Target, key = world.alpha.key): Promise<Reply> {
  const reply = await world.ask(operation, goodRequest(operation, target, key));
  // A rejected request does not write anything.
  if (operation.method !== 'GET' && reply.status < 400) {
    hasStrays = true;
    // A request to a bank that the organization does not have cannot change the banks that it has.
    isUnsettled ||= !hasBank(operation) || ![beta.own.bank_id, NOWHERE.bank_id].includes(target.bank_id);
  }
  return reply;
}

/** Values that differ in every new key and in every operation. */
const NEW_KEY = /"(?:operation_|page_)?id":"(?:[0-9a-f-]{36}|k[fp]-[0-9a-f]{32})"|"mental_model_id":"mm-[0-9a-f]{32}"|"mbs_[0-9A-Za-z]+"/g;

/** The rest of a response must be equal for a missing id and for an id of another organization. */
const blurredReply = (reply: Reply, target: Target): string => {
  // A version number is not secret and occurs in every response.
  const { version: _, ...named } = target;
  return `${reply.status} ${blurred(reply.text.replaceAll(NEW_KEY, 'new'), [String(reply.headers['x-request-id']), ...Object.values(named)])}`;
};

beforeAll(async () => {
  world = await joinWorld();
  beta = await settle('beta');
  untouched = await everythingOf(beta);
});
beforeEach(inOrder);
afterAll(() => world?.close());

/**
 * The gate sends each operation every fourth of these targets, other ones to each operation, and
 * reads the contents of the other organization after every fourth operation.
 */
const STEP = isGate ? 4 : 1;

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
  { ...alpha.shared, key: beta.own.key, key_id: beta.shared.key_id },
  { ...alpha.shared, mental_model_id: beta.own.mental_model_id, directive_id: beta.own.directive_id },
  { ...alpha.shared, page_id: beta.own.page_id, node_id: beta.own.node_id },
  { ...alpha.own, document_id: beta.own.document_id, chunk_id: beta.own.chunk_id },
  { ...beta.own, document_id: alpha.own.document_id, chunk_id: alpha.own.chunk_id },
];

describe.each(named.map((each, position) => [...each, position] as const))('%s', (_, operation, position) => {
  it('exposes nothing of another organization and writes nothing into it, for any of its ids', async () => {
    for (const target of foreignTargets().filter((_target, index) => (index + position) % STEP === 0)) {
      await clearStrays();
      const reply = await ask(operation, target);
      // A response may contain the ids that the caller sent in the path.
      const echoed = Object.values(target);
      for (const canary of beta.canaries.filter((word) => !echoed.includes(word))) expect(reply.everything).not.toContain(canary);
    }
    // If an operation without this check wrote something, the next check, or the last one, would
    // fail.
    if (operation.method !== 'GET' && position % STEP === 0) expect(await everythingOf(beta)).toEqual(untouched);
  });

  it('answers the same for a foreign thing and a missing one', async () => {
    const inOwnBank = {
      bank_id: SHARED,
      document_id: beta.own.document_id,
      chunk_id: beta.own.chunk_id,
      memory_id: beta.own.memory_id,
      entity_id: beta.own.entity_id,
      change_id: beta.own.change_id,
      key: beta.own.key,
      key_id: beta.own.key_id,
      operation_id: beta.own.operation_id,
      mental_model_id: beta.own.mental_model_id,
      directive_id: beta.own.directive_id,
      page_id: beta.own.page_id,
      node_id: beta.own.node_id,
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
        replies.push(blurredReply(await ask(operation, target), target));
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
        bodies.push(blurredReply(reply, target));
      }
      expect(new Set(bodies).size).toBe(1);
    });
});

it('leaves the other organization unchanged', async () => {
  expect(await everythingOf(beta)).toEqual(untouched);
});
