import { createHash } from 'node:crypto';
import type { BankConfig } from '#lib/banks/config';
import { ServiceError, ValidationFailure } from '#lib/errors';
import { isTooMany, MAX_COMBINED_TAGS, scopeMode } from '#lib/observations/scopes';
import type { RetainBody } from '#lib/retain/contract';

/** What is asked of a request to retain beyond its shape. Pure. */

const MAX_IDEMPOTENCY_KEY = 255;

export interface Idempotency {
  readonly key: string;
  readonly requestHash: string;
}

/** Throws `bad_request` for a key that is too long. */
export function idempotencyOf(key: string | null, body: RetainBody): Idempotency | null {
  if (key === null || key === '') return null;
  if (key.length > MAX_IDEMPOTENCY_KEY)
    throw new ServiceError('bad_request', `Idempotency-Key is longer than ${MAX_IDEMPOTENCY_KEY} characters`);
  return { key, requestHash: hashOf(body) };
}

/** Two requests with the same hash ask for the same. */
export const hashOf = (asked: Partial<RetainBody>): string => createHash('sha256').update(JSON.stringify(asked)).digest('hex');

/** The same request with the scopes of the bank for items that name none. */
export function withScopes<Body extends RetainBody>(body: Body, { defaultObservationScopes: scopes }: BankConfig): Body {
  if (scopes === null) return body;
  return { ...body, items: body.items.map((item) => ({ ...item, observation_scopes: item.observation_scopes ?? scopes })) };
}

/** Throws a 422 where a memory would be consolidated under more combinations of tags than anybody can read. */
function assertCombinable({ items, document_tags }: RetainBody): void {
  const at = items.findIndex((item) => isTooMany(scopeMode(item.observation_scopes), [...item.tags, ...document_tags]));
  if (at < 0) return;
  const msg = `Value error, all_combinations takes at most ${MAX_COMBINED_TAGS} tags`;
  throw new ValidationFailure([{ type: 'value_error', loc: ['body', 'items', at, 'observation_scopes'], msg, ctx: { error: {} } }]);
}

/** Throws `bad_request` where something is to be appended to no document. */
export function assertAppendable(body: RetainBody): void {
  assertCombinable(body);
  const lost = body.items.findIndex((item) => item.update_mode === 'append' && item.document_id == null);
  if (lost >= 0) throw new ServiceError('bad_request', `Item ${lost}: update_mode 'append' needs a document_id`);
}
