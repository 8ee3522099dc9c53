import type { ModelDocument } from '#lib/memory/mental-models/contract';

/** The parts of a version that are compared: headings and blocks, or its lines as they stand. Pure. */

export type UnitKind = 'heading' | 'block' | 'line';

export interface Unit {
  /** the same from version to version for as long as it is there; null: it has none */
  readonly id: string | null;
  readonly kind: UnitKind;
  /** of a heading, 1 to 6; else 0 */
  readonly level: number;
  readonly text: string;
  readonly sourceIds: readonly string[];
  /** what happened to its evidence */
  readonly note: string | null;
  /** of the content, from 1 */
  readonly line: number;
  readonly lines: number;
}

export interface Side {
  readonly content: string;
  readonly document: ModelDocument | null;
}

const linesOf = (text: string): number => text.split('\n').length;

/** The number of the line that each of `starts` stands in. */
function lineCounter(content: string): (at: number) => number {
  let [line, read] = [1, 0];
  return (at) => {
    for (; read < at; read++) if (content.charCodeAt(read) === 10) line++;
    return line;
  };
}

type Part = Omit<Unit, 'line' | 'lines'> & { readonly written: string };

const partsOf = ({ sections }: ModelDocument): Part[] =>
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

/** Of a content without a document: what blank lines part, fences kept whole. */
export function partsOfText(content: string): Part[] {
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

/** Headings and blocks, each at the line of the content where it begins. */
export function unitsOf({ content, document }: Side): Unit[] {
  const lineAt = lineCounter(content);
  let from = 0;
  return (document ? partsOf(document) : partsOfText(content)).map(({ written, ...part }) => {
    const found = content.indexOf(written, from);
    const at = found < 0 ? from : found;
    from = at + (found < 0 ? 0 : written.length);
    return { ...part, line: lineAt(at), lines: linesOf(written) };
  });
}

/** The lines of the content as they stand. */
export const rawUnitsOf = (content: string): Unit[] =>
  content === ''
    ? []
    : content
        .split('\n')
        .map((text, at) => ({ id: null, kind: 'line', level: 0, text, sourceIds: [], note: null, line: at + 1, lines: 1 }));
