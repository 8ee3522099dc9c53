import { MAX_URL, URL_TOO_LONG } from '#lib/api/surface';
import { defined } from '#lib/base/defined';
import { ServiceError } from '#lib/base/errors';

/** Path parameters by name, decoded. */
export type PathParams = Readonly<Record<string, string>>;

/**
 * Names whose values may contain slashes; they match all segments that the rest of the template
 * does not.
 */
const GREEDY = new Set(['document_id', 'key']);

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new ServiceError('bad_request', 'The path contains a malformed percent-encoding');
  }
};

/**
 * Splits an absolute URL without decoding or normalizing anything: `%2F` stays different from `/`.
 */
export function splitUrl(url: string): { path: string; search: string } {
  if (url.length > MAX_URL + 300) throw new ServiceError('uri_too_long', URL_TOO_LONG);
  const from = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3);
  const rest = from < 0 ? '/' : defined(url.slice(from).split('#', 1)[0]);
  if (rest.length > MAX_URL) throw new ServiceError('uri_too_long', URL_TOO_LONG);
  const mark = rest.indexOf('?');
  return mark < 0 ? { path: rest, search: '' } : { path: rest.slice(0, mark), search: rest.slice(mark + 1) };
}

/**
 * Matches a raw path against a template such as `/v1/default/banks/{bank_id}`. null: another path.
 * Throws `bad_request` for a malformed encoding, so that no two spellings of bytes end up as the
 * same id.
 */
export function pathMatcher(template: string): (rawPath: string) => PathParams | null {
  const parts = template.split('/');
  const names = parts.map((part) => (part.startsWith('{') ? part.slice(1, -1) : null));
  const greedy = names.findIndex((name) => name !== null && GREEDY.has(name));
  const tail = greedy < 0 ? 0 : parts.length - greedy - 1;
  return (rawPath) => {
    const segments = rawPath.split('/');
    if (greedy < 0 ? segments.length !== parts.length : segments.length < parts.length) return null;
    const params: Record<string, string> = {};
    for (let i = 0; i < parts.length; i++) {
      const at = greedy >= 0 && i > greedy ? segments.length - parts.length + i : i;
      const raw = i === greedy ? segments.slice(i, segments.length - tail).join('/') : defined(segments[at]);
      const name = names[i];
      if (name) {
        if (raw === '') return null;
        params[name] = decode(raw);
      } else if (raw !== parts[i]) return null;
    }
    return params;
  };
}
