import type Provider from 'oidc-provider';
import type { z } from 'zod';
import { createGrantedKey, grantedBy } from '#lib/access/keys/granted';
import { KEY_LIFETIMES } from '#lib/access/keys/literals';
import { destinationOf, plainText, webAddress } from '#lib/access/oauth/client-text';
import type { Connection, connectionRequest, decideConnection } from '#lib/access/oauth/contract';
import { ACCESS_SCOPES } from '#lib/access/oauth/literals';
import { resourceAt, resourceUnder } from '#lib/access/oauth/resource';
import { consumeRecord, releaseRecord, retainClient } from '#lib/access/oauth/store';
import { MAX_KEY_NAME } from '#lib/base/bounds';
import { formatTimestamp, stampOrNull } from '#lib/base/contract/fields';
import type { Db } from '#lib/base/db/db';
import { invalid, ServiceError } from '#lib/base/errors';
import { publicUrl } from '#lib/base/public-text';
import type { OrgScope, PersonScope } from '#lib/base/scope';

/** The decision of a person about an application that asks for access. */

type Interaction = InstanceType<Provider['Interaction']>;
type Client = NonNullable<Awaited<ReturnType<Provider['Client']['find']>>>;

interface Pending {
  readonly interaction: Interaction;
  readonly client: Client;
  /** the address that the application wants to call */
  readonly resource: string;
  readonly bankId: string | null;
}

/** The same for an unknown, expired or answered request, and for one of another browser. */
export const requestOver = (): ServiceError =>
  new ServiceError('not_found', 'This request has expired or was answered. Start again in the application.');

const originOf = (provider: Provider): string => new URL(provider.issuer).origin;

async function pendingOf(provider: Provider, uid: string): Promise<Pending> {
  const interaction = await provider.Interaction.find(uid);
  if (!interaction || interaction.result) throw requestOver();
  const client = await provider.Client.find(String(interaction.params.client_id));
  const [resource] = [interaction.params.resource].flat();
  const known = typeof resource === 'string' ? resourceUnder(originOf(provider), resource) : null;
  if (!client || !known) throw requestOver();
  return { interaction, client, resource: String(resource), bankId: known.bankId };
}

const hostOfClient = ({ clientId }: Client): string | null => publicUrl(clientId)?.host ?? null;

/** The name of the key; a host that publishes the application is the only verified part. */
function keyNameOf(client: Client): string {
  const [name, host] = [plainText(client.clientName, MAX_KEY_NAME), hostOfClient(client)];
  if (host === null) return name ?? 'Application';
  const whole = name === undefined ? host : `${plainText(name, Math.max(1, MAX_KEY_NAME - host.length - 3))} (${host})`;
  return plainText(whole, MAX_KEY_NAME) ?? 'Application';
}

const asksToWrite = ({ params }: Interaction): boolean =>
  typeof params.scope !== 'string' || params.scope.split(' ').some((scope) => scope === 'memory:write');

/** What an application asks for. Throws `not_found` for an unknown, expired or answered request. */
export async function describeConnection(
  provider: Provider,
  _person: PersonScope,
  uid: string,
): Promise<z.output<typeof connectionRequest>> {
  const { interaction, client, bankId } = await pendingOf(provider, uid);
  return {
    application: plainText(client.clientName, MAX_KEY_NAME) ?? null,
    client_host: hostOfClient(client),
    website: webAddress(client.clientUri) ?? null,
    redirect_host: destinationOf(interaction.params.redirect_uri),
    bank_id: bankId,
    access: asksToWrite(interaction) ? 'write' : 'read',
  };
}

type Decision = z.output<NonNullable<typeof decideConnection.body>>;

/** The banks of a grant: a request for one bank gets that bank and no other. */
function banksOf({ bankId }: Pending, { bank_ids }: Decision): readonly string[] | null {
  if (bankId === null) return bank_ids;
  if (bank_ids?.some((id) => id !== bankId)) throw invalid(['body', 'bank_ids'], `the application asks for the bank ${bankId}`);
  return [bankId];
}

/**
 * Answers a request by the result of `decide`. Of several decisions at once the first wins: the
 * others throw `not_found`. After an error of `decide` the person can decide again.
 */
async function answer(db: Db, { interaction }: Pending, decide: () => Promise<Record<string, unknown>>): Promise<{ redirect_to: string }> {
  const { uid } = interaction;
  if (!(await consumeRecord(db, 'Interaction', uid))) throw requestOver();
  try {
    interaction.result = await decide();
    await interaction.persist();
  } catch (error) {
    await releaseRecord(db, 'Interaction', uid);
    throw error;
  }
  return { redirect_to: interaction.returnTo };
}

/** Writes the key and the grant; returns the result of the request. */
async function grantAccess(provider: Provider, db: Db, scope: OrgScope, pending: Pending, decision: Decision) {
  const { client, resource } = pending;
  const { userId } = scope.actor;
  if (!userId) throw new ServiceError('forbidden', 'Only a person can connect an application');
  if (decision.access === 'write' && !asksToWrite(pending.interaction))
    throw invalid(['body', 'access'], 'the application asks to read only');
  const bankIds = banksOf(pending, decision);
  const seconds = KEY_LIFETIMES[decision.expires_in];
  const grant = new provider.Grant({ clientId: client.clientId, accountId: userId });
  grant.addResourceScope(resource, ACCESS_SCOPES[decision.access].join(' '));
  const grantId = await grant.save();
  await createGrantedKey(db, scope, {
    grantId,
    name: keyNameOf(client),
    bankIds,
    isReadOnly: decision.access === 'read',
    seconds,
    clientId: client.clientId,
    resource: resourceAt(originOf(provider), pending.bankId),
  }).catch(async (error: unknown) => {
    await grant.destroy();
    throw error;
  });
  await retainClient(db, client.clientId);
  return { login: { accountId: userId, remember: false }, consent: { grantId } };
}

/**
 * Grants access: writes the key and the grant, and returns the address at which the authorization
 * continues. Throws `not_found` as `describeConnection` does, a 422 for more access than the
 * application asks for, and what `createGrantedKey` throws.
 */
export async function acceptConnection(provider: Provider, db: Db, scope: OrgScope, uid: string, decision: Decision) {
  const pending = await pendingOf(provider, uid);
  return answer(db, pending, () => grantAccess(provider, db, scope, pending, decision));
}

/** Refuses access. Throws `not_found` as `describeConnection` does. */
export async function refuseConnection(provider: Provider, db: Db, _person: PersonScope, uid: string) {
  const refusal = { error: 'access_denied', error_description: 'The person refused access' };
  return answer(db, await pendingOf(provider, uid), async () => refusal);
}

/** The applications that the person has connected themselves. */
export const listConnections = async (db: Db, person: PersonScope): Promise<Connection[]> =>
  (await grantedBy(db, person)).map((row) => ({
    key_id: row.id,
    application: row.name,
    organization: { slug: row.slug, name: row.org_name },
    bank_ids: row.bank_ids,
    access: row.read_only ? 'read' : 'write',
    created_at: formatTimestamp(row.created_at),
    last_used_at: stampOrNull(row.last_used_at),
    expires_at: formatTimestamp(row.expires_at),
  }));
