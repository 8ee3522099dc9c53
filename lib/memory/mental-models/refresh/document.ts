import { createHash } from 'node:crypto';
import { z } from 'zod';
import { defined } from '#lib/base/defined';
import { withoutControls } from '#lib/base/text/controls';
import { fold } from '#lib/base/text/terms';
import type { Block, Document, MentalModelSection } from '#lib/memory/mental-models/refresh/port';

/** Creates, validates and renders documents. Pure. */

export const EMPTY_DOCUMENT: Document = { version: 1, sections: [] };
export const PREAMBLE = 'preamble';
const MAX_HEADING = 100;
const MAX_SLUG = 60;

const block = z.strictObject({
  id: z.string().min(1),
  text: z.string().min(1),
  sourceIds: z.array(z.string()),
  note: z.string().nullable(),
});
const stored = z
  .strictObject({
    version: z.literal(1),
    sections: z.array(z.strictObject({ id: z.string().min(1), heading: z.string(), level: z.int().min(0).max(6), blocks: z.array(block) })),
  })
  .refine(({ sections }) => areUnique(sections.map(({ id }) => id)))
  .refine(({ sections }) => areUnique(sections.flatMap(({ blocks }) => blocks.map(({ id }) => id))));

const areUnique = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;

/** Parses stored JSON as a document; null: it is invalid. */
export function readDocument(value: unknown): Document | null {
  const parsed = stored.safeParse(value);
  return parsed.success ? parsed.data : null;
}

export const blocksOf = ({ sections }: Document): Block[] => sections.flatMap(({ blocks }) => [...blocks]);

/** All cited sources, in the order of the text. */
export const citedIds = (document: Document): string[] => [...new Set(blocksOf(document).flatMap(({ sourceIds }) => sourceIds))];

const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
const TABLE_ROW = /^\s*\|/;

/**
 * Neighboring list items, or rows of one table, are on consecutive lines; other blocks are
 * separated by a blank line.
 */
const isOneWith = (a: string, b: string): boolean =>
  (LIST_ITEM.test(a) && LIST_ITEM.test(b)) || (TABLE_ROW.test(a) && TABLE_ROW.test(b) && !/\n\s*[^|\s]/.test(a));

function renderBlocks(blocks: readonly Block[]): string {
  return blocks.map(({ text }, i) => (i === 0 ? text : `${isOneWith(defined(blocks[i - 1]).text, text) ? '\n' : '\n\n'}${text}`)).join('');
}

function renderSection({ heading, level, blocks }: MentalModelSection): string {
  const body = renderBlocks(blocks);
  if (level === 0) return body;
  return `${'#'.repeat(level)} ${heading}${body === '' ? '' : `\n\n${body}`}`;
}

/** The Markdown of a document; empty without content. Texts are included verbatim. */
export const renderDocument = ({ sections }: Document): string =>
  sections
    .map(renderSection)
    .filter((text) => text !== '')
    .join('\n\n');

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** Closes a code fence that would otherwise include the following text. */
function closeFence(text: string): string {
  let open: string | null = null;
  for (const line of text.split('\n')) {
    const [, mark, rest] = FENCE.exec(line) ?? [];
    if (!mark) continue;
    if (open === null) open = mark;
    else if (mark[0] === open[0] && mark.length >= open.length && defined(rest).trim() === '') open = null;
  }
  return open === null ? text : `${text}\n${open}`;
}

/**
 * Cleans a text for a block: well-formed, without outer blank lines and control characters. Empty
 * if nothing remains.
 */
export function cleanText(text: string): string {
  const plain = withoutControls(text.toWellFormed())
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd();
  return plain.trim() === '' ? '' : closeFence(plain);
}

/** A surrogate half left by a cut, which the database rejects. */
const HALF = /[\uD800-\uDBFF]$/;

/** One line without heading marks. */
export const cleanHeading = (text: string): string =>
  withoutControls(text.toWellFormed())
    .replace(/\s+/g, ' ')
    .replace(/^\s*#+\s*/, '')
    .trim()
    .slice(0, MAX_HEADING)
    .replace(HALF, '')
    .trim();

/**
 * Generates unused ids. They depend only on `seed` and the order of calls, so a dry run and the
 * refresh after it use the same ids.
 */
export class Ids {
  private readonly taken: Set<string>;
  private readonly seed: string;
  private count = 0;

  constructor(seed: string, document: Document = EMPTY_DOCUMENT) {
    this.seed = seed;
    this.taken = new Set(document.sections.flatMap(({ id, blocks }) => [id, ...blocks.map((one) => one.id)]));
  }

  block(): string {
    for (;;) {
      const id = `b${createHash('sha256')
        .update(`${this.seed} ${this.count++}`)
        .digest('hex')
        .slice(0, 8)}`;
      if (!this.taken.has(id)) return this.take(id);
    }
  }

  section(heading: string): string {
    const slug =
      fold(heading)
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .slice(0, MAX_SLUG)
        .replace(HALF, '')
        .replace(/^-+|-+$/g, '') || 'section';
    let id = slug === PREAMBLE ? `${slug}-2` : slug;
    for (let i = 2; this.taken.has(id); i++) id = `${slug}-${i}`;
    return this.take(id);
  }

  /** Reserves an id of an earlier document; null: it is taken. */
  reserve(id: string): string | null {
    return this.taken.has(id) ? null : this.take(id);
  }

  private take(id: string): string {
    this.taken.add(id);
    return id;
  }
}

/** The output of a planner, before ids are assigned. */
export interface DraftBlock {
  readonly text: string;
  readonly sourceIds: readonly string[];
}
export interface DraftSection {
  /** empty: above all headings */
  readonly heading: string;
  readonly level: number;
  readonly blocks: readonly DraftBlock[];
}

/**
 * Builds a document from drafts. A block with the text of a block in `before` gets its id, so that
 * versions can be compared block by block. The caller must pass clean texts and headings, and a
 * source for every block.
 */
export function documentOf(drafts: readonly DraftSection[], before: Document, seed: string): Document {
  const ids = new Ids(seed);
  const known = new Map<string, string[]>();
  for (const { id, text } of blocksOf(before)) known.set(text, [...(known.get(text) ?? []), id]);
  const fresh = new Set(blocksOf(before).map(({ id }) => id));
  const idOf = (text: string): string => {
    const reserved = known.get(text)?.shift();
    if (reserved !== undefined && ids.reserve(reserved) !== null) return reserved;
    let id = ids.block();
    // Ids of the previous document stay reserved, including those of removed blocks.
    while (fresh.has(id)) id = ids.block();
    return id;
  };
  const sections = drafts.map(({ heading, level, blocks }, i): MentalModelSection => {
    const isPreamble = heading === '' && i === 0;
    return {
      id: isPreamble ? (ids.reserve(PREAMBLE) ?? ids.section(heading)) : ids.section(heading),
      heading,
      level: isPreamble ? 0 : Math.min(6, Math.max(1, level)),
      blocks: blocks.map(({ text, sourceIds }) => ({ id: idOf(text), text, sourceIds: [...new Set(sourceIds)], note: null })),
    };
  });
  return { version: 1, sections };
}
