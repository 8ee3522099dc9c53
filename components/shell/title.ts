import { shell as t } from '#components/strings/shell';
import { cut } from '#components/ui/cut';

/** A tab is narrow. */
const LONGEST = 60;

export const clipped = (name: string): string => cut(name, LONGEST);

/** What a tab is called: from the thing to the product. */
export const titleOf = (...parts: readonly string[]): string => [...parts, t.product].join(' · ');

/** What a part of an address names. The framework hands it to the maker of a title decoded already: a name with a % must not be decoded twice. */
export function namedBy(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
