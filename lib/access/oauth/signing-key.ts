import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK } from 'oidc-provider';
import { shared } from '#lib/base/once-per-process';

/**
 * The key with which the OAuth library could sign. Nothing here is signed: tokens are opaque, no
 * scope yields an ID token, and no address shows the public half. But every client has a signature
 * algorithm, so a key is required, and the library's own one is public.
 */

const generate = promisify(generateKeyPair);
const BITS = 2048;

const key = shared('oauth.signing-key', (): { jwk: Promise<JWK> | null } => ({ jwk: null }));

async function newKey(): Promise<JWK> {
  const { privateKey } = await generate('rsa', { modulusLength: BITS });
  // The library's type of the same RFC 7517 object has other optional fields.
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), alg: 'RS256', use: 'sig' };
}

/** An RSA key of this process, generated in a thread at the first call. */
export function signingKey(): Promise<JWK> {
  key.jwk ??= newKey();
  return key.jwk;
}
