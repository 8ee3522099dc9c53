import type { MentalModelDocument } from '#lib/memory/mental-models/contract';

/** The units of a version that are compared: headings and blocks, or raw lines. Pure. */

export type UnitKind = 'heading' | 'block' | 'line';

export interface Unit {
  /** Stable across versions, or null if it has none. */
  readonly id: string | null;
  readonly kind: UnitKind;
  /** 1 to 6 for a heading, otherwise 0. */
  readonly level: number;
  readonly text: string;
  readonly sourceIds: readonly string[];
  /** How its evidence changed. */
  readonly note: string | null;
  /** Line of the content, from 1. */
  readonly line: number;
  readonly lines: number;
}

export interface ComparisonSide {
  readonly content: string;
  readonly document: MentalModelDocument | null;
}

const linesOf = (text: string): number => text.split('\n').length;

/** Returns the line number of each of `starts`. */
function lineCounter(content: string): (at: number) => number {
  let [line, read] = [1, 0];
  return (at) => {
    for (; read < at; read++) if (content.charCodeAt(read) === 10) line++;
    return line;
  };
}

type DocumentPart = Omit<Unit, 'line' | 'lines'> & { readonly written: string };

const partsOf = ({ sections }: MentalModelDocument): DocumentPart[] =>
  sections.flatMap(({ id, heading, level, blocks }) => [
    ...(level > 0
      ? [
          {
            id: `§${id}`,
            kind: 'heading' as const,
            level,
            text: heading,
            sourceIds: [],
            note: null,
            written: `${'#'.repeat(level)} ${heading}`,
          },
        ]
      : []),
    ...blocks.map((block) => ({
      id: block.id,
      kind: 'block' as const,
      level: 0,
      text: block.text,
      sourceIds: block.source_ids,
      note: block.note,
      written: block.text,
    })),
  ]);

/** Splits content without a document at blank lines, but not within fences. */
export function partsOfText(content: string): DocumentPart[] {
  const parts: string[] = [];
  let open = false;
  let part: string[] = [];
  const end = () => {
    if (part.length > 0) parts.push(part.join('\n'));
    part = [];
  };
  for (const line of content.split('\n')) {
    if (/^ {0,3}(```|~~~)/.test(line)) open = !open;
    if (!open && line.trim() === '') end();
    else part.push(line);
  }
  end();
  return parts.map((written) => {
    const [, marks, heading] = /^(#{1,6}) (.+)$/.exec(written) ?? [];
    const base = { id: null, sourceIds: [], note: null, written };
    return marks === undefined
      ? { ...base, kind: 'block', level: 0, text: written }
      : { ...base, kind: 'heading', level: marks.length, text: heading ?? '' };
  });
}

/** Headings and blocks, each with its first line in the content. */
export function unitsOf({ content, document }: ComparisonSide): Unit[] {
  const lineAt = lineCounter(content);
  let from = 0;
  return (document ? partsOf(document) : partsOfText(content)).map(({ written, ...part }) => {
    const found = content.indexOf(written, from);
    const at = found < 0 ? from : found;
    from = at + (found < 0 ? 0 : written.length);
    return { ...part, line: lineAt(at), lines: linesOf(written) };
  });
}

/** The raw lines of the content. */
export const rawUnitsOf = (content: string): Unit[] =>
  content === ''
    ? []
    : content
        .split('\n')
        .map((text, at) => ({ id: null, kind: 'line', level: 0, text, sourceIds: [], note: null, line: at + 1, lines: 1 }));
