import { isStructured } from '#lib/base/structured';
import { withoutDeceptive } from '#lib/base/text/invisible';

/**
 * What an application may say of itself when it registers. The rest is decided here: a public
 * client that receives codes at exactly its own addresses.
 */

const MAX_NAME = 100;
const MAX_URIS = 10;
const MAX_URI = 2000;

/** Invisible characters could make a name look like another, or like a part of the page. */
const textOf = (value: unknown, max: number): string | undefined =>
  typeof value === 'string' ? withoutDeceptive(value.trim().slice(0, max)).trim() || undefined : undefined;

const webAddress = (value: unknown): string | undefined => {
  const text = textOf(value, MAX_URI);
  return text !== undefined && /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined;
};

const isUri = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_URI;

/** The registration that the library gets; `given` is the body of the request. */
export function clientMetadata(given: unknown): Readonly<Record<string, unknown>> {
  const { client_name, client_uri, redirect_uris } = isStructured(given) ? given : {};
  const [name, website] = [textOf(client_name, MAX_NAME), webAddress(client_uri)];
  return {
    ...(name !== undefined && { client_name: name }),
    ...(website !== undefined && { client_uri: website }),
    redirect_uris: Array.isArray(redirect_uris) ? redirect_uris.filter(isUri).slice(0, MAX_URIS) : [],
    // Http only for this machine, https, and schemes of installed applications.
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}
