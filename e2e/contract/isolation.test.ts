import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Reply } from '#e2e/fixtures/http';
import { goodRequest, hasBank, isKeyed, type Target } from '#e2e/fixtures/requests';
import { OWN_BANK, type Tenant } from '#e2e/fixtures/tenants';
import { openWorld, type World } from '#e2e/fixtures/world';
import { deleteBank, listBanks, putBank } from '#lib/banks/contract';
import { getChunk, getDocument, listDocumentChunks, listDocuments, listTags } from '#lib/documents/contract';
import type { Operation } from '#lib/http/operation';
import { operations } from '#lib/http/operations';
import { type RetainResponse, retainMemories } from '#lib/retain/contract';

/**
 * Two organisations with the same names for everything never meet. Every operation of the registry is walked with the key of one
 * against every id of the other; a new operation is walked without a line here.
 */

const SHARED = 'shared';
const DOCUMENT = 'notes';

/** Words that occur nowhere but in one organisation; replies to the other must not hold them, in any field. */
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
  /** in `SHARED`, a bank both have, and in one that only this organisation has */
  readonly shared: Target;
  readonly own: Target;
}

let world: World;
let alpha: Settled;
let beta: Settled;

async function chunkOf(tenant: Tenant, bank_id: string, document_id: string): Promise<string> {
  const reply = await world.ask(listDocumentChunks, { key: tenant.key, path: { bank_id, document_id } });
  return (reply.json as { items: { chunk_id: string }[] }).items[0]!.chunk_id;
}

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
    await world.ask(putBank, { key: tenant.key, path: { bank_id }, body: { name: canary.name, mission: canary.mission } });
    const reply = await world.ask(retainMemories, { key: tenant.key, path: { bank_id }, body: { items: items(document_id) } });
    expect((reply.json as RetainResponse).outcomes).toMatchObject([{ outcome: 'facts' }]);
    return { bank_id, document_id, chunk_id: await chunkOf(tenant, bank_id, document_id) };
  };
  return { tenant, canaries: Object.values(canary), shared: await fill(SHARED, DOCUMENT), own: await fill(canary.id, canary.id) };
}

/** Everything of an organisation that its own key can read; equal texts mean that nothing was written. */
async function everythingOf({ tenant, shared, own }: Settled): Promise<string[]> {
  const texts = [(await world.ask(listBanks, { key: tenant.key })).text];
  for (const target of [shared, own, { ...shared, bank_id: OWN_BANK }]) {
    for (const operation of [listDocuments, listTags, getDocument, listDocumentChunks, getChunk] satisfies Operation[])
      texts.push((await world.ask(operation, { key: tenant.key, path: target })).text);
  }
  return texts.map((text) => text.replaceAll(/"request_id":"[^"]+"/g, ''));
}

/** Banks that an earlier operation made for the first organisation under names that are not its own. */
async function clearStrays(): Promise<void> {
  for (const bank_id of [beta.own.bank_id, NOWHERE.bank_id]) await world.ask(deleteBank, { key: world.alpha.key, path: { bank_id } });
}

const NOWHERE: Target = { bank_id: 'nowhere', document_id: 'nothing', chunk_id: '01a00000-0000-7000-8000-00000000dead' };

const TIME = /\d{4}-\d\d-\d\dT[\d:.]+(?:\+00:00|Z)|"\w*(?:duration|_ms|seconds)\w*":[\d.e-]+/g;

/** A reply without times, its request id and the ids that were asked for: what is left must not tell one case from the other. */
const blurred = (reply: Reply, target: Target): string => {
  const ids = [String(reply.headers['x-request-id']), ...Object.values(target)];
  return `${reply.status} ${ids.reduce((text, id) => text.replaceAll(JSON.stringify(id).slice(1, -1), '·'), reply.text.replaceAll(TIME, 'time'))}`;
};

beforeAll(async () => {
  world = await openWorld();
  beta = await settle('beta');
});
beforeEach(async () => {
  await clearStrays();
  alpha = await settle('alpha');
});
afterAll(() => world?.close());

const named = operations.filter(isKeyed).map((operation) => [`${operation.method} ${operation.path}`, operation] as const);

/** Each place of the path filled by an id of the other organisation, alone and together. */
const foreignTargets = (): Target[] => [
  beta.own,
  beta.shared,
  { ...alpha.shared, document_id: beta.own.document_id },
  { ...alpha.shared, chunk_id: beta.shared.chunk_id },
  { ...alpha.own, document_id: beta.own.document_id, chunk_id: beta.own.chunk_id },
  { ...beta.own, document_id: alpha.own.document_id, chunk_id: alpha.own.chunk_id },
];

describe.each(named)('%s', (_, operation) => {
  it('shows nothing of another organisation and writes nothing into it, whichever of its ids are given', async () => {
    const before = await everythingOf(beta);
    for (const target of foreignTargets()) {
      await clearStrays();
      const reply = await world.ask(operation, goodRequest(operation, target, alpha.tenant.key));
      // What the caller sent itself may come back: the ids of the path.
      const echoed = Object.values(target);
      for (const canary of beta.canaries.filter((word) => !echoed.includes(word))) expect(reply.everything).not.toContain(canary);
    }
    expect(await everythingOf(beta)).toEqual(before);
  });

  it('answers the same for a foreign thing and one that is nowhere', async () => {
    const inOwnBank = { bank_id: SHARED, document_id: beta.own.document_id, chunk_id: beta.own.chunk_id };
    for (const [foreign, absent] of [
      [beta.own, NOWHERE],
      [inOwnBank, { ...NOWHERE, bank_id: SHARED }],
    ] as const) {
      const replies: string[] = [];
      for (const target of [foreign, absent]) {
        await clearStrays();
        await settle('alpha');
        replies.push(blurred(await world.ask(operation, goodRequest(operation, target, alpha.tenant.key)), target));
      }
      expect(replies[0]).toBe(replies[1]);
    }
  });

  if (hasBank(operation))
    it('is 403 in the same words for a restricted key on a foreign bank, an existing one and one that is nowhere', async () => {
      const bodies: string[] = [];
      for (const bank_id of [beta.own.bank_id, SHARED, NOWHERE.bank_id]) {
        const target = { ...alpha.shared, bank_id };
        const reply = await world.ask(operation, goodRequest(operation, target, alpha.tenant.restricted));
        expect(reply.status).toBe(403);
        bodies.push(blurred(reply, target));
      }
      expect(new Set(bodies).size).toBe(1);
    });
});
