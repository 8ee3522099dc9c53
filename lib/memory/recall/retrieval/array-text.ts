/**
 * Decodes arrays that PostgreSQL returns in text form: many values of one row are read several
 * times as fast that way as from as many rows. Only for values without commas, quotes and braces:
 * numbers and ids.
 */

/** An item that is null. */
export const NULL = 'NULL';

/** Items of an array such as `{1,2,NULL}`. */
export const itemsOf = (array: string): string[] => (array === '{}' ? [] : array.slice(1, -1).split(','));

/** "key:value" pairs, separated by commas: the values of each key. */
export function pairsIn(text: string | null): Map<string, string[]> {
  const byKey = new Map<string, string[]>();
  for (const pair of text?.split(',') ?? []) {
    const [key, value] = pair.split(':') as [string, string];
    const known = byKey.get(key);
    if (known) known.push(value);
    else byKey.set(key, [value]);
  }
  return byKey;
}
