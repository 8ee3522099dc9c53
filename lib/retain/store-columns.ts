/** How values travel to the statements of a retain, whose text never changes: rows as one array per column. */

/** PostgreSQL's text form of an array, for a column of arrays: those cannot be unnested from a nested array. */
export const arrayText = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;

export const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
