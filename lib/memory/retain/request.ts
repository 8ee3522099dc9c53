import { createHash } from 'node:crypto';
import { NEVER } from '#lib/base/contract/fields';
import { invalid, ServiceError } from '#lib/base/errors';
import type { BankConfig } from '#lib/memory/banks/config';
import { checkScopes } from '#lib/memory/observations/scopes';
import type { RetainBody } from '#lib/memory/retain/contract';
import type { PlanContext } from '#lib/memory/retain/store-read';

/** Checks of a retain request beyond its schema. Pure. */

const MAX_IDEMPOTENCY_KEY = 255;

export interface Idempotency {
  readonly key: string;
  readonly requestHash: string;
}

/** Throws `bad_request` for a key that is too long. */
export function idempotencyOf(key: string | null, body: RetainBody): Idempotency | null {
  if (key === null || key === '') return null;
  if (key.length > MAX_IDEMPOTENCY_KEY)
    throw new ServiceError('bad_request', `Idempotency-Key must have at most ${MAX_IDEMPOTENCY_KEY} characters`);
  return { key, requestHash: hashOf(body) };
}

/** Equal requests have the same hash. */
export const hashOf = (request: Partial<RetainBody>): string => createHash('sha256').update(JSON.stringify(request)).digest('hex');

/** The request with the bank's default scopes for items without scopes. */
export function withScopes<Body extends RetainBody>(body: Body, { defaultObservationScopes: scopes }: BankConfig): Body {
  if (scopes === null) return body;
  return { ...body, items: body.items.map((item) => ({ ...item, observation_scopes: item.observation_scopes ?? scopes })) };
}

/** The error for a document whose text is not stored. */
export const withoutText = (id: string, what: 'appended to' | 'reprocessed'): ServiceError =>
  new ServiceError('bad_request', `The text of document '${id}' is not stored (store_document_text), so it cannot be ${what}`);

/** Throws `bad_request` if one of these documents exists without its text, or would lose it. */
export function assertTextsStored(ids: readonly string[], { documents }: PlanContext, storesText: boolean): void {
  const blocked = ids.find((id) => {
    const known = documents.get(id);
    return known?.isBase && !(storesText && known.isTextStored);
  });
  if (blocked !== undefined) throw withoutText(blocked, 'appended to');
}

/** Throws a 422 if a memory would be consolidated under too many combinations of tags. */
function assertCombinable({ items, document_tags }: RetainBody): void {
  for (const [i, { observation_scopes, tags }] of items.entries())
    checkScopes(observation_scopes, [...tags, ...document_tags], ['body', 'items', i, 'observation_scopes']);
}

/** Throws `bad_request` if an item appends without a document id. */
export function assertAppendable(body: RetainBody): void {
  assertCombinable(body);
  const lost = body.items.findIndex((item) => item.update_mode === 'append' && item.document_id == null);
  if (lost >= 0) throw new ServiceError('bad_request', `Item ${lost}: update_mode 'append' requires a document_id`);
}

/** Throws a 422 if an item would already have expired. */
export function assertUnexpired({ items }: RetainBody, now = new Date()): void {
  const late = items.findIndex(({ expires_at: at }) => at != null && at !== NEVER && new Date(at) <= now);
  if (late >= 0) throw invalid(['body', 'items', late, 'expires_at'], 'must be in the future', items[late]?.expires_at);
}
