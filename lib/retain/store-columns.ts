/** How values travel to the statements of a retain, whose text never changes: rows as one array per column. */

export const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
