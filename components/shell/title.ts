import { shell as t } from '#components/strings/shell';
import { cut } from '#components/ui/cut';

/** Maximum length of a part of the tab title. */
const LONGEST = 60;

export const clipped = (name: string): string => cut(name, LONGEST);

/** The tab title, from the subject to the product. */
export const titleOf = (...parts: readonly string[]): string => [...parts, t.product].join(' · ');

/**
 * Decodes a segment for a title. The framework may have decoded it already, and a name with % must
 * not be decoded twice.
 */
export function namedBy(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
