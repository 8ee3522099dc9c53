/** A row of a sorted list that is read in parts. */
export interface SortedRow {
  readonly uid: number;
  readonly sort_key: Date | string | number;
}

/** Texts by bytes, as the database sorts them. */
const compareKeys = (a: SortedRow['sort_key'], b: SortedRow['sort_key']): number =>
  typeof a === 'string' && typeof b === 'string' ? Buffer.compare(Buffer.from(a), Buffer.from(b)) : Number(a) - Number(b);

/**
 * The page of a list whose rows come from several cells.
 * @param parts of each cell, the first `offset + limit` rows in this order
 * @param range `limit` null: all rows
 */
export function mergePages<R extends SortedRow>(
  parts: readonly (readonly R[])[],
  order: 'asc' | 'desc',
  { limit, offset }: { readonly limit: number | null; readonly offset: number },
): R[] {
  const sign = order === 'asc' ? 1 : -1;
  return parts
    .flat()
    .sort((a, b) => sign * (compareKeys(a.sort_key, b.sort_key) || a.uid - b.uid))
    .slice(offset, limit === null ? undefined : offset + limit);
}
