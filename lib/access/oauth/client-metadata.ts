import { MAX_URI, plainText, webAddress } from '#lib/access/oauth/client-text';
import { isStructured } from '#lib/base/structured';

/**
 * What an application may say of itself when it registers. The rest is decided here: a public
 * client that receives codes at exactly its own addresses.
 */

const MAX_NAME = 100;
const MAX_URIS = 10;

/** Exactly one address, without a wildcard or credentials. The library checks the scheme. */
function isRedirect(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MAX_URI) return false;
  const url = URL.parse(value);
  return url !== null && !url.host.includes('*') && url.username === '' && url.password === '';
}

/** The registration that the library gets; `given` is the body of the request. */
export function clientMetadata(given: unknown): Readonly<Record<string, unknown>> {
  const { client_name, client_uri, redirect_uris } = isStructured(given) ? given : {};
  const [name, website] = [plainText(client_name, MAX_NAME), webAddress(client_uri)];
  return {
    ...(name !== undefined && { client_name: name }),
    ...(website !== undefined && { client_uri: website }),
    redirect_uris: Array.isArray(redirect_uris) ? redirect_uris.filter(isRedirect).slice(0, MAX_URIS) : [],
    // Http only for this machine, https, and schemes of installed applications.
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}
