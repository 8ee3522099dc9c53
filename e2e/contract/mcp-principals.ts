import { z } from 'zod';
import type { McpClientOptions } from '#e2e/fixtures/mcp';
import { ALL, connectApplication } from '#e2e/fixtures/oauth';
import { OWN_BANK, unknownKey } from '#e2e/fixtures/tenants';
import { parsed } from '#e2e/fixtures/wire';
import { asMember, type SignedIn, type World } from '#e2e/fixtures/world';
import { listKeys, revokeKey } from '#lib/access/keys/contract';
import { endConnection, listConnections } from '#lib/access/oauth/contract';
import { removeMember, setRole } from '#lib/access/orgs/contract';
import { endSession } from '#lib/access/people/contract';

/** Every kind of caller of the MCP endpoint: keys and access tokens in every state. */

export type Organization = 'alpha' | 'beta';

const keyPage = z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) });
const connectionPage = z.object({ items: z.array(z.object({ key_id: z.string(), application: z.string() })) });

/** Connects applications, and ends some of them in each way that people and applications can. */
export async function connectApplications(world: World) {
  const { url } = world.server;
  const { alpha, beta } = world.people;
  const connect = (person: SignedIn, options: Parameters<typeof connectApplication>[3] = {}, team: typeof alpha = alpha) =>
    connectApplication(url, team, person, options);
  const resource = `${url}/mcp/${OWN_BANK}`;
  const reading = { ...ALL, access: 'read' } as const;
  const applications = {
    every: await connect(alpha.owner),
    chosen: await connect(alpha.owner, { decision: { ...ALL, bank_ids: [OWN_BANK] } }),
    reading: await connect(alpha.owner, { decision: reading }),
    one: await connect(alpha.owner, { resource }),
    readingOne: await connect(alpha.owner, { resource, decision: reading }),
    beta: await connect(beta.owner, {}, beta),
    betaOne: await connect(beta.owner, { resource }, beta),
    demoted: await connect(alpha.admin),
    removed: await connect(alpha.member),
    revoked: await connect(alpha.owner, { application: 'Revoked' }),
    ended: await connect(alpha.owner, { application: 'Ended' }),
    returned: await connect(alpha.owner),
    signedOut: await connect(alpha.owner),
  };
  const headers = asMember(alpha, alpha.owner);
  await world.ask(setRole, { headers, path: { user_id: alpha.admin.userId }, body: { role: 'member' } });
  await world.ask(removeMember, { headers, path: { user_id: alpha.member.userId } });
  const { items: keys } = parsed(keyPage, (await world.ask(listKeys, { headers })).json);
  const revoked = keys.find(({ name }) => name === 'Revoked')!;
  await world.ask(revokeKey, { headers, path: { key_id: revoked.id }, body: { name: revoked.name } });
  const { items } = parsed(connectionPage, (await world.ask(listConnections, { headers })).json);
  await world.ask(endConnection, { headers, path: { key_id: items.find(({ application }) => application === 'Ended')!.key_id } });
  const { flow, clientId, tokens: returned } = applications.returned;
  await flow.form('/oauth/revoke', { client_id: clientId, token: returned.refresh_token, token_type_hint: 'refresh_token' });
  await world.ask(endSession, { headers, path: { session_id: alpha.owner.sessionId } });
  return applications;
}

type Applications = Awaited<ReturnType<typeof connectApplications>>;

export interface Credentials {
  readonly world: World;
  readonly applications: Applications;
}

export interface Principal {
  readonly name: string;
  readonly options: (credentials: Credentials) => McpClientOptions;
  readonly organization: Organization;
  /** which banks of the organization it reaches */
  readonly reach: 'all' | 'own' | 'none';
  /** the paths at which its credential is accepted */
  readonly accepted: 'everywhere' | '/mcp' | '/mcp/own' | 'nowhere';
  /** tools that it may not call; `writes`: all that change anything */
  readonly forbidden: readonly string[] | 'writes';
}

const keyOf =
  (name: 'key' | 'restricted' | 'child' | 'bankless' | 'revoked' | 'expired' | 'childOfRevoked' | 'childOfExpired') =>
  ({ world }: Credentials) => ({ key: world.alpha[name] });
const tokenOf =
  (name: keyof Applications) =>
  ({ applications }: Credentials) => ({ key: applications[name].tokens.access_token });

const CONFIGURING = ['create_bank', 'update_bank'];
const DELETING = ['delete_bank', 'clear_memories'];
const PROFILE = { organization: 'alpha', reach: 'all', accepted: 'everywhere', forbidden: [] } as const;
const APPLICATION = { ...PROFILE, accepted: '/mcp', forbidden: [...CONFIGURING, ...DELETING] } as const;
const OF_ONE_BANK = { ...APPLICATION, reach: 'own', accepted: `/mcp/${OWN_BANK}` } as const;
const REFUSED = { ...PROFILE, reach: 'none', accepted: 'nowhere' } as const;

export const PRINCIPALS: readonly Principal[] = [
  { ...PROFILE, name: 'an organization key', options: keyOf('key') },
  { ...PROFILE, name: 'a key of chosen banks', options: keyOf('restricted'), reach: 'own', forbidden: CONFIGURING },
  {
    ...PROFILE,
    name: 'a child key',
    options: keyOf('child'),
    reach: 'own',
    forbidden: [...CONFIGURING, ...DELETING],
  },
  { ...PROFILE, name: 'a key without banks', options: keyOf('bankless'), reach: 'none', forbidden: CONFIGURING },
  { ...PROFILE, name: 'a key of another organization', options: ({ world }) => ({ key: world.beta.key }), organization: 'beta' },
  { ...APPLICATION, name: 'a token for all banks', options: tokenOf('every') },
  { ...APPLICATION, name: 'a token for chosen banks', options: tokenOf('chosen'), reach: 'own' },
  { ...APPLICATION, name: 'a read-only token', options: tokenOf('reading'), forbidden: 'writes' },
  { ...OF_ONE_BANK, name: 'a token for the address of a bank', options: tokenOf('one') },
  { ...OF_ONE_BANK, name: 'a read-only token for the address of a bank', options: tokenOf('readingOne'), forbidden: 'writes' },
  { ...APPLICATION, name: 'a token of another organization', options: tokenOf('beta'), organization: 'beta' },
  { ...OF_ONE_BANK, name: 'a token for the same address in another organization', options: tokenOf('betaOne'), organization: 'beta' },
  { ...APPLICATION, name: 'a token of a person with a lower role since', options: tokenOf('demoted') },
  { ...APPLICATION, name: 'a token of a person who signed out since', options: tokenOf('signedOut') },
  { ...REFUSED, name: 'a token of a person who was removed', options: tokenOf('removed') },
  { ...REFUSED, name: 'a token whose key was revoked', options: tokenOf('revoked') },
  { ...REFUSED, name: 'a token of an ended connection', options: tokenOf('ended') },
  { ...REFUSED, name: 'a token that its application revoked', options: tokenOf('returned') },
  { ...REFUSED, name: 'a refresh token', options: ({ applications }) => ({ key: applications.every.tokens.refresh_token }) },
  { ...REFUSED, name: 'a revoked key', options: keyOf('revoked') },
  { ...REFUSED, name: 'a child of a revoked key', options: keyOf('childOfRevoked') },
  { ...REFUSED, name: 'an expired key', options: keyOf('expired') },
  { ...REFUSED, name: 'a child of an expired key', options: keyOf('childOfExpired') },
  { ...REFUSED, name: 'a key of a suspended organization', options: ({ world }) => ({ key: world.suspended.key }) },
  { ...REFUSED, name: 'an unknown key', options: () => ({ key: unknownKey() }) },
  { ...REFUSED, name: 'a session', options: ({ world: { people } }) => ({ headers: asMember(people.beta, people.beta.owner) }) },
  { ...REFUSED, name: 'no credential', options: () => ({}) },
];
