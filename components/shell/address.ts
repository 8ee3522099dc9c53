import { createParser } from 'nuqs';
import { isUuid } from '#lib/base/ids';
import { parseTimestamp } from '#lib/base/timestamps';

/** What an address says of a page's filters. Pure. */

/** How one name of an address is read and written: a parser of nuqs. */
interface Reading {
  // biome-ignore lint/suspicious/noExplicitAny: the value is the parser's own affair
  readonly serialize: (value: any) => string;
  readonly parse: (word: string) => unknown;
}
export type Names = Readonly<Record<string, Reading>>;

interface Understood {
  readonly text: string;
  /** of a list what is none of its words */
  readonly not: readonly string[];
}

/** null: nothing of it */
function understood({ parse, serialize }: Reading, word: string): Understood | null {
  const value = parse(word);
  if (value === null) return null;
  if (!Array.isArray(value)) return { text: serialize(value), not: [] };
  const not = word.split(',').filter((each) => each !== '' && (parse(each) as unknown[]).length === 0);
  return value.length === 0 ? null : { text: serialize(value), not };
}

/** What a page leaves out of its address, as it stands there, and the address without it. A name without a word says nothing. */
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

/** A text that must pass a test; another one is none. */
export const parseAsTested = (test: (word: string) => boolean) =>
  createParser({ parse: (word) => (test(word) ? word : null), serialize: String });

export const parseAsUuid = parseAsTested(isUuid);
/** A day or a moment, as the service reads it. */
export const parseAsTime = parseAsTested((word) => parseTimestamp(word) !== null);
