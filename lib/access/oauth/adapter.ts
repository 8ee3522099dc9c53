import { isIP } from 'node:net';
import Provider, { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { revokeGrantKey, usableGrantKey } from '#lib/access/keys/granted';
import { hashToken } from '#lib/access/keys/service';
import * as store from '#lib/access/oauth/store';
import type { Db } from '#lib/base/db/db';
import type { Origin } from '#lib/base/scope';

/** Stores the records of the OAuth library in the database, so that every process can answer. */

/** Such an id is enough to use the record, so only its hash is stored. */
const SECRET = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken']);

/** How long a client that nobody has connected yet is remembered, in seconds. */
const UNUSED_CLIENT_SECONDS = 86_400;

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The request that the library handles, as the endpoint passed it on. */
const originOf = (ctx: typeof Provider.ctx): Origin => ({
  id: ctx?.get('x-request-id') || null,
  address: ctx && isIP(ctx.ip) ? ctx.ip : null,
});

/**
 * What is written at each consent, and at each renewal of a connection, deletes expired records.
 */
const TIDYING = new Set(['Interaction', 'AccessToken']);

export class OAuthAdapter implements Adapter {
  readonly #db: Db;
  readonly #kind: string;
  constructor(db: Db, kind: string) {
    this.#db = db;
    this.#kind = kind;
  }

  #stored(id: string): string {
    return SECRET.has(this.#kind) ? hashToken(id) : id;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const { jti: _, ...rest } = payload;
    if (TIDYING.has(this.#kind)) await store.deleteExpiredRecords(this.#db);
    await store.upsertRecord(this.#db, {
      kind: this.#kind,
      id: this.#stored(id),
      payload: SECRET.has(this.#kind) ? rest : payload,
      grantId: textOrNull(payload.grantId),
      uid: textOrNull(payload.uid),
      expiresIn: this.#kind === 'Client' ? UNUSED_CLIENT_SECONDS : (expiresIn ?? null),
    });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    // A grant ends with its key: then its refresh tokens no longer work either.
    if (this.#kind === 'Grant' && !(await usableGrantKey(this.#db, id))) return undefined;
    return payloadOf(await store.findRecord(this.#db, this.#kind, this.#stored(id)), id);
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return payloadOf(await store.findRecordByUid(this.#db, this.#kind, uid), null);
  }

  /** There are no devices without a browser here. */
  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /** Throws `InvalidGrant` for the second of two concurrent uses. */
  async consume(id: string): Promise<void> {
    if (!(await store.consumeRecord(this.#db, this.#kind, this.#stored(id)))) throw new errors.InvalidGrant('already used');
  }

  destroy(id: string): Promise<void> {
    return store.deleteRecord(this.#db, this.#kind, this.#stored(id));
  }

  /** Called when a code or refresh token is used twice, and when a client revokes its tokens. */
  async revokeByGrantId(grantId: string): Promise<void> {
    const { ctx } = Provider;
    const isGivenUp = ctx?.oidc.route === 'revocation';
    await revokeGrantKey(this.#db, grantId, isGivenUp ? 'application' : 'server', originOf(ctx));
    await store.deleteRecordsOfGrant(this.#db, grantId);
  }
}

function payloadOf(record: store.OAuthRecord | null, id: string | null): AdapterPayload | undefined {
  if (!record) return undefined;
  const consumed = record.consumed_at && { consumed: Math.floor(record.consumed_at.getTime() / 1000) };
  return { ...record.payload, ...(id !== null && { jti: id }), ...consumed };
}
