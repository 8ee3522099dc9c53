import { setTimeout as wait } from 'node:timers/promises';
import { clientMetadata } from '#lib/access/oauth/client-metadata';
import { shared } from '#lib/base/once-per-process';
import { type PublicText, readPublicText } from '#lib/base/public-text';
import { isStructured } from '#lib/base/structured';

/**
 * Documents in which clients describe themselves: the client id is the URL of its document (OAuth
 * Client ID Metadata Document). Anybody may name any URL, so a failure says nothing about the
 * server behind it, neither in words nor by its time.
 */

/** When a failed fetch is reported; longer than a fetch may take. */
const FAILURE_MS = 3000;
/** How long a document that could not be fetched is not fetched again. */
const REST_MS = 30_000;
const MAX_FAILURES = 500;

/** By URL, when it may be fetched again: milliseconds of the epoch. */
const failures = shared('oauth.document-failures', () => new Map<string, number>());

/** Whether the document at `url` could not be fetched a moment ago. */
export function hasJustFailed(url: string): boolean {
  const until = failures.get(url);
  return until !== undefined && until > Date.now();
}

function noteFailure(url: string): void {
  const [oldest] = failures.keys();
  if (oldest !== undefined && failures.size >= MAX_FAILURES) failures.delete(oldest);
  failures.delete(url);
  failures.set(url, Date.now() + REST_MS);
}

type Document = Readonly<Record<string, unknown>>;

/** A client that allows the method `none` is a public one, even if it prefers another. */
function isPublicClient({ token_endpoint_auth_method: method, token_endpoint_auth_methods_supported: others }: Document): boolean {
  return method === undefined || method === 'none' || (Array.isArray(others) && others.includes('none'));
}

const isHttps = (url: unknown): boolean => typeof url === 'string' && url.startsWith('https:');

/**
 * The metadata of a document as at registration. The library refuses what is left as it is: another
 * id, a secret, or a client that is not public.
 */
export function metadataOfDocument(document: Document): Document {
  const { client_uri, ...metadata } = clientMetadata(document);
  return {
    client_id: document.client_id,
    ...metadata,
    ...(isHttps(client_uri) && { client_uri }),
    ...(!isPublicClient(document) && { token_endpoint_auth_method: document.token_endpoint_auth_method }),
    ...('client_secret' in document && { client_secret: document.client_secret }),
  };
}

async function fetched(url: string, read: (url: string) => Promise<PublicText>): Promise<Response> {
  const { text, headers } = await read(url);
  const document: unknown = JSON.parse(text);
  if (!isStructured(document)) throw new Error('not an object');
  return Response.json(metadataOfDocument(document), { headers });
}

/**
 * Returns the metadata of the document at `url` as a response. Every failure is the same error
 * after the same time.
 */
export async function fetchClientDocument(
  url: string,
  read = readPublicText,
  pause: (ms: number) => Promise<unknown> = wait,
): Promise<Response> {
  const start = performance.now();
  try {
    return await fetched(url, (address) => read(address));
  } catch {
    noteFailure(url);
    await pause(Math.max(0, FAILURE_MS - (performance.now() - start)));
    throw new Error('The document of the client could not be fetched');
  }
}
