import type Provider from 'oidc-provider';
import { resourceAt, resourceUnder } from '#lib/access/oauth/resource';
import { isStructured } from '#lib/base/structured';

/**
 * The library checks the resource of a token request after it has used up the code or refresh
 * token, so that a correct second request would count as misuse and end the grant. So it is
 * checked here first.
 */

const addressOf = (origin: string, resource: string): string | null => {
  const known = resourceUnder(origin, resource);
  return known && resourceAt(origin, known.bankId);
};

/** The resource for which the code or refresh token of a request was issued; null: unknown. */
async function grantedResource(provider: Provider, form: URLSearchParams): Promise<string | null> {
  const isRefresh = form.get('grant_type') === 'refresh_token';
  const id = form.get(isRefresh ? 'refresh_token' : 'code');
  if (!id) return null;
  const source = isRefresh ? await provider.RefreshToken.find(id) : await provider.AuthorizationCode.find(id);
  const [resource] = [source?.resource].flat();
  return resource ?? null;
}

/**
 * Returns the form without its resource if that is the granted one in any spelling: the library
 * then uses the granted one. Returns null for another resource, or for several. An unknown code or
 * token is left to the library.
 */
export async function withoutResource(provider: Provider, form: URLSearchParams): Promise<URLSearchParams | null> {
  const given = form.getAll('resource');
  if (given.length === 0) return form;
  const granted = await grantedResource(provider, form);
  if (granted === null) return form;
  const { origin } = new URL(provider.issuer);
  const [first = ''] = given;
  if (given.length > 1 || addressOf(origin, first) !== addressOf(origin, granted)) return null;
  const rest = new URLSearchParams(form);
  rest.delete('resource');
  return rest;
}

/** The subject of a JSON Web Token, unverified; null: none. */
function subjectOf(token: string): string | null {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.', 2)[1] ?? '', 'base64url').toString('utf8'));
    return isStructured(payload) && typeof payload.sub === 'string' ? payload.sub : null;
  } catch {
    return null;
  }
}

/**
 * Returns the form with the id of its client. All clients are public here, so one that signs an
 * assertion may do so, and only the id in it is read.
 */
export function withClientId(form: URLSearchParams): URLSearchParams {
  const id = form.has('client_id') ? null : subjectOf(form.get('client_assertion') ?? '');
  if (id === null) return form;
  const whole = new URLSearchParams(form);
  whole.set('client_id', id);
  return whole;
}
