import { noteDenial } from '#lib/access/audit/denials';
import type { AuditScope } from '#lib/access/audit/service';
import { noteKeyUse } from '#lib/access/keys/service';
import { countFailure } from '#lib/access/limits/failures';
import { countRequest } from '#lib/access/limits/requests';
import { personOf } from '#lib/access/people/person';
import { hasSessionCookie } from '#lib/access/sessions/cookie';
import { noteSessionUse, readSession, type SessionRow, verifySession } from '#lib/access/sessions/service';
import type { App } from '#lib/api/app';
import { authenticate, authorize, isBankId, memberOf, type Principal } from '#lib/api/guards';
import { clientAddress, isForUs, refuseForeignPages, requireSameOrigin, warnOfProxy } from '#lib/api/origin';
import { splitUrl } from '#lib/api/path';
import { resourceOf, transportOf } from '#lib/api/transport';
import type { Operation } from '#lib/base/contract/operation';
import { DEFAULT_CELL, inCell } from '#lib/base/db/cells';
import { ERROR_CODES, ServiceError } from '#lib/base/errors';
import { type AuthMethod, countAuthentication } from '#lib/base/metrics';
import type { Quota } from '#lib/base/quota';
import { type BankScope, mintVisitorScope, type OrgScope, type Origin, type PersonScope, type VisitorScope } from '#lib/base/scope';
import { withoutExpired } from '#lib/memory/expiry/service';

/**
 * The first step of every request, before any look-up: identifies the caller and checks the limits
 * and permissions.
 */

/** An admitted caller with its remaining quotas. */
export interface AdmittedCaller {
  readonly scope: BankScope | OrgScope | PersonScope | VisitorScope;
  readonly quotas: readonly Quota[];
}

const noteUse = (services: App, session: SessionRow): void =>
  noteSessionUse(services.db, session, (error) => services.log.warn({ error: String(error) }, 'use of a session was not recorded'));

/** The parts of a request that identify the caller. */
interface RequestCaller {
  readonly services: App;
  readonly operation: Operation;
  readonly request: Request;
  readonly bankId: string | null;
  readonly origin: Origin;
}

/** Counts successful and failed authentications; rethrows errors. */
async function authenticated<T>(method: AuthMethod, work: Promise<T>): Promise<T> {
  try {
    const found = await work;
    countAuthentication(method, 'accepted');
    return found;
  } catch (error) {
    countAuthentication(method, error instanceof ServiceError ? error.code : 'failed');
    throw error;
  }
}

/**
 * The organization of a call without a key; null: a key is required, also under a name that is not
 * ours, because a foreign page can point its own name here. Throws `cross_origin` for other pages
 * of foreign sites.
 */
function anonymousOrgOf({ anonymousOrgId, signIn }: App, request: Request): string | null {
  const { headers } = request;
  if (anonymousOrgId === null || headers.has('authorization') || !isForUs(headers, signIn)) return null;
  refuseForeignPages(request, signIn);
  return anonymousOrgId;
}

/** An invalid key counts as a failure for its IP; a valid key is never limited by IP. */
async function principalOfKey({ services, request, bankId, origin }: RequestCaller): Promise<Principal> {
  const { db, env } = services;
  const anonymousOrgId = anonymousOrgOf(services, request);
  try {
    return await authenticate(db, anonymousOrgId, request.headers.get('authorization'), bankId, resourceOf(request));
  } catch (error) {
    if (error instanceof ServiceError && ERROR_CODES[error.code] === 401) await countFailure(env.failedAuthPerMinute, origin.address);
    throw error;
  }
}

/**
 * Records a refusal, both of the guard and of the operation's own rule (a role that is too low).
 */
export function noteRefusal(services: App, operation: Operation, by: AuditScope, bankId: string | null, error: unknown): void {
  if (!(error instanceof ServiceError) || ERROR_CODES[error.code] !== 403) return;
  noteDenial(services.db, by, { operation, code: error.code, bankId }, (failure) =>
    services.log.warn({ error: String(failure) }, 'a refused call was not recorded'),
  );
}

/**
 * The scope of a known caller: within the limits of the public API, and with the guard's
 * permission.
 */
async function allowed({ services, operation, bankId, origin }: RequestCaller, principal: Principal): Promise<AdmittedCaller> {
  const { db, env } = services;
  const { orgId, actor } = principal;
  const quotas =
    operation.auth === 'key'
      ? await countRequest(db, env, { orgId, keyId: actor.keyId, userId: actor.userId ?? null }, operation.costsTokens)
      : [];
  let scope: BankScope | OrgScope;
  try {
    scope = authorize(principal, operation, bankId, origin);
  } catch (error) {
    noteRefusal(services, operation, { orgId, actor, request: origin }, bankId, error);
    throw error;
  }
  // Before anything of a bank is read, what has expired is removed from it.
  return { scope: 'bank' in scope ? await withoutExpired(inCell(db, scope.bank?.cell ?? DEFAULT_CELL), scope) : scope, quotas };
}

async function keyScope(caller: RequestCaller): Promise<AdmittedCaller> {
  const { db, log } = caller.services;
  const principal = await authenticated('key', principalOfKey(caller));
  const { keyId } = principal.actor;
  if (keyId) noteKeyUse(db, principal.orgId, keyId, (error) => log.warn({ error: String(error) }, 'last use of a key was not recorded'));
  return allowed(caller, principal);
}

/** The slugs of an organization that a request names: in its header, and in the URL of a link. */
const organizationsIn = ({ headers, url }: Request, { isLinked }: Operation): string[] => [
  ...[headers.get('x-organization')].filter((slug) => slug !== null),
  ...(isLinked ? new URLSearchParams(splitUrl(url).search).getAll('organization') : []),
];

/** Null if the request names none. Throws `bad_request` if it names several. */
function organizationOf(request: Request, operation: Operation): string | null {
  const [slug = null, ...others] = new Set(organizationsIn(request, operation));
  if (others.length > 0) throw new ServiceError('bad_request', 'The request names several organizations: name one');
  return slug;
}

/**
 * The origin of the page is checked before the cookie: a foreign page learns nothing, not even
 * whether somebody is signed in.
 */
async function memberScope(caller: RequestCaller): Promise<AdmittedCaller> {
  const { services, operation, request, bankId, origin } = caller;
  requireSameOrigin(request, services.signIn);
  const slug = organizationOf(request, operation);
  const named = isBankId(bankId) ? bankId : null;
  const session = await authenticated('session', verifySession(services.db, services.signIn, request.headers.get('cookie'), slug, named));
  noteUse(services, session);
  if (operation.auth === 'session' && operation.permission === null) return { scope: personOf(session, origin), quotas: [] };
  return allowed(caller, memberOf(session));
}

async function visitorScope({ services, request, origin }: RequestCaller): Promise<AdmittedCaller> {
  requireSameOrigin(request, services.signIn);
  const session = await readSession(services.db, services.signIn, request.headers.get('cookie'), null, null);
  if (session) noteUse(services, session);
  return { scope: mintVisitorScope({ person: session && personOf(session, origin), request: origin }), quotas: [] };
}

/**
 * On the public API a session counts if there is no key. If the request names an organization,
 * errors concern the session, not a missing key.
 */
const comesWithKey = (request: Request, operation: Operation): boolean =>
  request.headers.has('authorization') ||
  !(organizationsIn(request, operation).length > 0 || hasSessionCookie(request.headers.get('cookie')));

/**
 * Identifies the caller and returns its scope; null for operations without authentication. Throws
 * the error for a caller without permission. `id`: of the request.
 */
export function admit(
  services: App,
  operation: Operation,
  request: Request,
  { id, bankId }: { readonly id: string; readonly bankId: string | null },
): Promise<AdmittedCaller> | null {
  if (operation.auth === 'none') return null;
  warnOfProxy(request.headers, services.env.trustedProxyHops, (message) => services.log.warn(message));
  const address = clientAddress(request.headers, services.env.trustedProxyHops);
  const origin = { id, address, transport: transportOf(request) };
  const caller = { services, operation, request, bankId, origin };
  if (operation.auth === 'visitor') return visitorScope(caller);
  return operation.auth === 'key' && comesWithKey(request, operation) ? keyScope(caller) : memberScope(caller);
}
