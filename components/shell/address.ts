import { createParser } from 'nuqs';
import { isUuid } from '#lib/base/ids';
import { parseTimestamp } from '#lib/base/timestamps';

/** Reads the filters of a page from its URL. Pure. */

/** The nuqs parser of a parameter. */
interface ParameterParser {
  // biome-ignore lint/suspicious/noExplicitAny: the value is the parser's own affair
  readonly serialize: (value: any) => string;
  readonly parse: (word: string) => unknown;
}
export type Names = Readonly<Record<string, ParameterParser>>;

interface ParsedParameter {
  readonly text: string;
  /** Invalid elements of a list. */
  readonly not: readonly string[];
}

/** Null if it is invalid as a whole. */
function understood({ parse, serialize }: ParameterParser, word: string): ParsedParameter | null {
  const value = parse(word);
  if (value === null) return null;
  if (!Array.isArray(value)) return { text: serialize(value), not: [] };
  const not = word.split(',').filter((each) => each !== '' && (parse(each) as unknown[]).length === 0);
  return value.length === 0 ? null : { text: serialize(value), not };
}

/**
 * The ignored parts of a URL as written, and the URL without them. Empty parameters are
 * not reported.
 */
export function readAddress(search: Iterable<readonly [string, string]>, names: Names): { ignored: string[]; rest: URLSearchParams } {
  const rest = new URLSearchParams();
  const ignored: string[] = [];
  for (const [name, word] of search) {
    if (word === '') continue;
    const reading = rest.has(name) || !Object.hasOwn(names, name) ? undefined : names[name];
    const found = reading ? understood(reading, word) : null;
    if (found) rest.set(name, found.text);
    for (const part of found ? found.not : [word]) ignored.push(`${name}=${part}`);
  }
  return { ignored, rest };
}

/** Parses text that passes a test; other text is null. */
export const parseAsTested = (test: (word: string) => boolean) =>
  createParser({ parse: (word) => (test(word) ? word : null), serialize: String });

export const parseAsUuid = parseAsTested(isUuid);
/** A day or moment in a format that the server accepts. */
export const parseAsTime = parseAsTested((word) => parseTimestamp(word) !== null);
