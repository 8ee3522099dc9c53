import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { blurred, type Canary, canaryOf, contentsOf, fillWithCanary, NOWHERE, withoutRequestId } from '#e2e/contract/canaries';
import { type Credentials, connectApplications, type Organization, PRINCIPALS, type Principal } from '#e2e/contract/mcp-principals';
import {
  ADDRESSES,
  type Address,
  type AddressOf,
  byArgument,
  byPath,
  MIXED_ADDRESSES,
  method,
  OF_ITEMS,
  PROBES,
  type Probe,
  TOOLS,
} from '#e2e/contract/mcp-probes';
import { connectMcp, type McpClientOptions, OF_ALL_BANKS, postMcp, rpc } from '#e2e/fixtures/mcp';
import type { Target } from '#e2e/fixtures/requests';
import { isGate } from '#e2e/fixtures/runs';
import { OWN_BANK } from '#e2e/fixtures/tenants';
import { parsed } from '#e2e/fixtures/wire';
import { joinWorld, type World } from '#e2e/fixtures/world';
import { TEMPLATES } from '#lib/api/mcp/resources';
import { deleteBank } from '#lib/memory/banks/contract';
import { updateBankConfig } from '#lib/memory/settings/contract';

/**
 * No principal gets anything of a bank that it does not reach, by any tool, resource or list of the
 * MCP endpoint, at any address. The tables are in `mcp-principals.ts` and `mcp-probes.ts`.
 */

interface FilledBank {
  readonly organization: Organization;
  readonly canary: Canary;
  readonly target: Target;
}

/** Two banks of each organization. Both organizations have a bank with the id `OWN_BANK`. */
interface Banks {
  readonly own: Readonly<Record<Organization, FilledBank>>;
  readonly other: Readonly<Record<Organization, FilledBank>>;
}

/** Distinctive ids, which can be recognized in a text. */
const MISSING: Target = { ...NOWHERE, bank_id: 'missing-bank', document_id: 'missing-document', mental_model_id: 'missing-model' };

let world: World;
let banks: Banks;
let credentials: Credentials;
/** Whether each tool of the live list only reads, by name. */
let isReadOnly: ReadonlyMap<string, boolean>;
/** The contents of all banks as they were created. */
let untouched: readonly string[];

const allBanks = (): readonly FilledBank[] => [banks.own, banks.other].flatMap(({ alpha, beta }) => [alpha, beta]);

async function fill(organization: Organization): Promise<readonly [own: FilledBank, other: FilledBank]> {
  const { key, childId: key_id } = world[organization];
  const word = organization === 'alpha' ? 'Alpha' : 'Beta';
  const [own, other] = [canaryOf(`${word}own`), canaryOf(`${word}other`)];
  const ownBank = { key, key_id, canary: own, bank_id: OWN_BANK, document_id: 'notes', mental_model_id: 'mind' };
  const ids = { bank_id: other.id, document_id: `${other.id}-document`, mental_model_id: `${other.id}-model` };
  return [
    { organization, canary: own, target: await fillWithCanary(world, ownBank) },
    { organization, canary: other, target: await fillWithCanary(world, { key, key_id, canary: other, ...ids }) },
  ];
}

const contentsOfAll = async (): Promise<string[]> => {
  const contents = (['alpha', 'beta'] as const).map((each) =>
    contentsOf(world, world[each].key, [banks.own[each].target, banks.other[each].target]),
  );
  return (await Promise.all(contents)).flat();
};

const isAccepted = ({ accepted }: Principal, { path }: Address): boolean => accepted === 'everywhere' || accepted === path;
const isRefused = ({ accepted }: Principal): boolean => accepted === 'nowhere';

/** The addresses of the own bank at which a principal is accepted. */
const ownAddresses = (principal: Principal): readonly Address[] =>
  ADDRESSES.map((addressOf) => addressOf(OWN_BANK)).filter((address) => isAccepted(principal, address));

const reaches = ({ organization, reach }: Principal, bank: FilledBank): boolean =>
  organization === bank.organization && (reach === 'all' || (reach === 'own' && bank.target.bank_id === OWN_BANK));

/**
 * Whether a request to a path must not get anything of a bank. The path of a bank excludes all
 * others.
 */
const isForeign = (principal: Principal, bank: FilledBank, path: string): boolean =>
  !reaches(principal, bank) || !['/mcp', `/mcp/${bank.target.bank_id}`].includes(path);

/** Ids of foreign banks and of a missing one, whose answers must be equal. */
function unreachable(principal: Principal, addressOf: AddressOf): readonly Target[] {
  const others = [banks.other.alpha, banks.other.beta].filter((bank) => isForeign(principal, bank, addressOf(bank.target.bank_id).path));
  // A refused credential has no organization, so that all banks are alike.
  return [...(isRefused(principal) ? others.slice(0, 1) : others).map(({ target }) => target), MISSING];
}

/**
 * The gate sends each principal every fourth probe, others to each, so that every probe is sent by
 * several principals. The full run sends all of them.
 */
const STEP = isGate ? 4 : 1;
/** Every principal sends these, which show that it reads what it reaches. */
const READS = ['get_bank', 'list_memories'];
const probesOf = (principal: Principal): readonly Probe[] =>
  PROBES.filter(({ name }, index) => (index + PRINCIPALS.indexOf(principal)) % STEP === 0 || READS.includes(name));

/** Ids that other banks have too. */
const COMMON: ReadonlySet<string> = new Set([OWN_BANK, 'notes', 'mind', '1']);
const secretsOf = ({ canary, target }: FilledBank): string[] =>
  [...Object.values(canary), ...Object.values({ ...target, key_id: '1' })].filter((text) => !COMMON.has(text));

interface Answer {
  readonly text: string;
  readonly isError: boolean;
  /** without what differs between two equal answers */
  readonly blurred: string;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * Sends a probe and checks that the answer contains nothing foreign that the request did not name.
 */
async function send(principal: Principal, probe: Probe, address: Address, target: Target): Promise<Answer> {
  const { path, headers, args = {} } = address;
  const options = principal.options(credentials);
  const message = probe.message(target, args);
  const answer = await postMcp(world.server.url, message, { ...options, path, headers: { ...options.headers, ...headers } });
  const text = JSON.stringify([answer.status, answer.json]).replaceAll('\\"', '"');
  const sent = JSON.stringify([path, headers, message]);
  const searched = `${text}${JSON.stringify([...answer.headers])}`.toLowerCase();
  const secrets = allBanks()
    .filter((bank) => isForeign(principal, bank, path))
    .flatMap(secretsOf);
  expect(secrets.filter((secret) => !sent.includes(secret) && searched.includes(secret.toLowerCase()))).toEqual([]);
  expect(answer.status === 401, text).toBe(!isAccepted(principal, address));
  const { version: _, ...ids } = target;
  return {
    text,
    isError: answer.status >= 400 || /"isError":true|"error":/.test(text),
    blurred: blurred(withoutRequestId(text).replaceAll(UUID, 'uuid'), Object.values(ids)),
  };
}

const isWrite = ({ kind, name }: Probe): boolean => kind === 'tool' && isReadOnly.get(name) === false;
const mayCall = ({ forbidden }: Principal, probe: Probe): boolean =>
  forbidden === 'writes' ? !isWrite(probe) : !forbidden.includes(probe.name);

/** Deletes the banks that a principal has created under ids of the other organization. */
async function removeCreated({ organization }: Principal): Promise<void> {
  const foreign = banks.other[organization === 'alpha' ? 'beta' : 'alpha'].target;
  for (const { bank_id } of [foreign, MISSING]) await world.ask(deleteBank, { key: world[organization].key, path: { bank_id } });
}

beforeAll(async () => {
  world = await joinWorld();
  const [[alpha, otherAlpha], [beta, otherBeta]] = [await fill('alpha'), await fill('beta')];
  banks = { own: { alpha, beta }, other: { alpha: otherAlpha, beta: otherBeta } };
  credentials = { world, applications: await connectApplications(world) };
  const client = await connectMcp(world.server.url, { key: world.alpha.key });
  const { tools } = await client.listTools();
  isReadOnly = new Map(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint === true]));
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(TEMPLATES.map(({ uriTemplate }) => uriTemplate));
  await client.close();
  untouched = await contentsOfAll();
});
afterAll(() => world?.close());

it('every tool of the server has a probe', () => {
  expect(Object.keys(TOOLS).sort()).toEqual([...isReadOnly.keys()].sort());
});

describe.each(PRINCIPALS.map((principal) => [principal.name, principal] as const))('%s', (_, principal) => {
  const seen: string[] = [];

  it.each(probesOf(principal).map((probe) => [probe.name, probe] as const))('%s', async (_name, probe) => {
    const compareAt = async (addressOf: AddressOf) => {
      const answers = await Promise.all(
        unreachable(principal, addressOf).map(async (target) => (await send(principal, probe, addressOf(target.bank_id), target)).blurred),
      );
      // A foreign bank and its items answer as missing ones do.
      expect(new Set(answers).size, answers.join('\n')).toBe(1);
    };
    if (principal.reach === 'all' && isWrite(probe))
      for (const addressOf of ADDRESSES) {
        await compareAt(addressOf);
        await removeCreated(principal);
      }
    else await Promise.all((isRefused(principal) ? [byArgument, byPath] : ADDRESSES).map(compareAt));
    if (principal.reach === 'none') return;

    const isHarmless = !isWrite(probe) || probe.name in OF_ITEMS;
    if (isHarmless && probe.kind !== 'method') await Promise.all(MIXED_ADDRESSES.map(compareAt));

    const { target } = banks.own[principal.organization];
    for (const address of ownAddresses(principal)) {
      const isOffered = address.path === '/mcp' || !OF_ALL_BANKS.includes(probe.name);
      const isAllowed = mayCall(principal, probe) && isOffered && !probe.fails;
      if (isAllowed && isWrite(probe)) continue;
      const { text, isError } = await send(principal, probe, address, target);
      expect(isError, text).toBe(!isAllowed);
      seen.push(text);
    }
  });

  it('lists the banks that it reaches, and no others', async () => {
    const address = byArgument(OWN_BANK);
    for (const probe of [...PROBES.filter(({ name }) => name === 'list_banks'), method('resources/list')]) {
      const { text } = await send(principal, probe, address, MISSING);
      const listed = allBanks().filter(({ canary }) => text.includes(canary.name));
      expect(listed).toEqual(isAccepted(principal, address) ? allBanks().filter((bank) => reaches(principal, bank)) : []);
    }
  });

  it('reads the bank that it reaches, if any', () => {
    const { id: _id, ...words } = banks.own[principal.organization].canary;
    for (const word of Object.values(words)) expect(seen.some((text) => text.includes(word))).toBe(principal.reach !== 'none');
  });

  // The gate checks this once, after all principals.
  if (STEP === 1 && !isRefused(principal))
    it('has changed nothing', async () => {
      expect(await contentsOfAll()).toEqual(untouched);
    });
});

it('no principal has changed anything', async () => {
  expect(await contentsOfAll()).toEqual(untouched);
});

describe('with mcp_enabled_tools', () => {
  const ENABLED = ['retain', 'recall', 'delete_document'];
  const callers = PRINCIPALS.filter(({ organization, reach }) => organization === 'alpha' && reach !== 'none');
  const enable = (mcp_enabled_tools: readonly string[] | null) =>
    world.ask(updateBankConfig, { key: world.alpha.key, path: { bank_id: OWN_BANK }, body: { updates: { mcp_enabled_tools } } });
  const toolList = z.object({ result: z.object({ tools: z.array(z.object({ name: z.string() })) }) });
  const namesAt = async (options: McpClientOptions): Promise<string[]> => {
    const { json } = await postMcp(world.server.url, rpc('tools/list'), options);
    return parsed(toolList, json).result.tools.map(({ name }) => name);
  };
  let before: readonly string[];
  beforeAll(async () => {
    await enable(ENABLED);
    before = await contentsOfAll();
  });
  afterAll(() => enable(null));

  it.each(callers.map((principal) => [principal.name, principal] as const))('%s sees and calls these tools only', async (_, principal) => {
    const { target } = banks.own.alpha;
    const tools = PROBES.filter(({ kind }) => kind === 'tool');
    for (const address of ownAddresses(principal)) {
      const isBankKnown = address.args === undefined;
      const allowed = tools.filter((probe) => ENABLED.includes(probe.name) && mayCall(principal, probe)).map(({ name }) => name);
      if (isBankKnown) expect((await namesAt({ ...principal.options(credentials), ...address })).sort()).toEqual(allowed.sort());
      for (const probe of probesOf(principal).filter(({ kind }) => kind !== 'method')) {
        const isAllowed = allowed.includes(probe.name) || (probe.name === 'list_banks' && address.path === '/mcp');
        if (isAllowed && isWrite(probe)) continue;
        const { text, isError } = await send(principal, probe, address, target);
        expect(isError, text).toBe(!isAllowed);
      }
    }
  });

  it('applies to that bank alone', async () => {
    const every = [...isReadOnly.keys()].filter((name) => !OF_ALL_BANKS.includes(name));
    expect(await namesAt({ key: world.alpha.key, path: `/mcp/${banks.other.alpha.target.bank_id}` })).toEqual(every);
    expect(await namesAt({ key: world.beta.key, path: `/mcp/${OWN_BANK}` })).toEqual(every);
  });

  it('has changed nothing', async () => {
    expect(await contentsOfAll()).toEqual(before);
  });
});
