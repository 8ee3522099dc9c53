/** Finds a statement in its source text. Pure. */

export interface SourceExcerpt {
  readonly before: string;
  readonly words: string;
  readonly after: string;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The span from the server, or null if it has none within this text. */
export function spanIn(text: string, span: { readonly start: number; readonly end: number } | null): SourceExcerpt | null {
  if (!span || span.start < 0 || span.end <= span.start || span.end > text.length) return null;
  return { before: text.slice(0, span.start), words: text.slice(span.start, span.end), after: text.slice(span.end) };
}

/** Searches regardless of whitespace and line breaks. Null if the text uses other words. */
export function placeOf(text: string, statement: string): SourceExcerpt | null {
  const words = statement.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const found = new RegExp(words.map(escaped).join('\\s+'), 'iu').exec(text);
  if (!found) return null;
  const end = found.index + found[0].length;
  return { before: text.slice(0, found.index), words: found[0], after: text.slice(end) };
}
