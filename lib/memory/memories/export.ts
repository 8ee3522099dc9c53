import type { Db, Queryable } from '#lib/base/db/db';
import { atOneRevision, type BankReader, isSameRevision, type RevisionOptions, readRevision } from '#lib/base/db/revision';
import { defined } from '#lib/base/defined';
import { ServiceError } from '#lib/base/errors';
import { type BankScope, NO_BANK } from '#lib/base/scope';
import type { MemoryFilter } from '#lib/memory/memories/conditions';
import type { MemoryListItem } from '#lib/memory/memories/contract';
import { countMemories } from '#lib/memory/memories/store-count';
import { listMemories, type Ordering, type PageCursor, placeOf } from '#lib/memory/memories/store-list';
import { toListItem } from '#lib/memory/memories/view';

/** Memories per statement. */
const PAGE = 500;
/** Some thousand memories. */
const START = 8 * 1024 * 1024;

const changedMeanwhile = (): ServiceError =>
  new ServiceError('conflict', 'The bank changed during the export. Try again, or export less at a time.', { retryAfterSeconds: 1 });

export interface MemoryExport extends RevisionOptions {
  readonly ordered: Ordering;
  /** the filter, in the state of `at` and the scope; null: it matches nothing */
  readonly select: BankReader<MemoryFilter | null>;
  /** of the file, before its first memory */
  readonly head: string;
  readonly line: (item: MemoryListItem) => string;
  /** characters that are read before the first byte is sent */
  readonly start?: number;
}

/** A filter with the number of its matches, on which the plan of a page depends. */
interface ExportSelection {
  readonly filter: MemoryFilter;
  readonly total: number;
}

interface ExportPage {
  readonly text: string;
  /** the last memory of the page; null: no page follows */
  readonly end: PageCursor | null;
}

type PageReader = (at: Queryable, selection: ExportSelection, after: PageCursor | null) => Promise<ExportPage>;

const pageReader =
  (scope: BankScope, { ordered, line }: MemoryExport): PageReader =>
  async (at, { filter, total }, after) => {
    const rows = await listMemories(at, scope, filter, ordered, { limit: PAGE, offset: 0, after, total });
    const text = rows.map((row) => line(toListItem(row))).join('');
    return { text, end: rows.length < PAGE ? null : placeOf(defined(rows.at(-1)), ordered) };
  };

interface ExportStart {
  readonly texts: string[];
  /** null: the start is the whole export */
  readonly rest: { readonly selection: ExportSelection; readonly after: PageCursor } | null;
}

/** The first pages: all of a small export. */
async function readStart(at: Queryable, scope: BankScope, { select, start = START }: MemoryExport, read: PageReader): Promise<ExportStart> {
  const filter = await select(at, scope);
  if (filter === null) return { texts: [], rest: null };
  const selection = { filter, total: await countMemories(at, scope, filter) };
  const texts: string[] = [];
  let length = 0;
  let after: PageCursor | null = null;
  do {
    const { text, end }: ExportPage = await read(at, selection, after);
    texts.push(text);
    length += text.length;
    after = end;
  } while (after !== null && length < start);
  return { texts, rest: after && { selection, after } };
}

/**
 * The whole of one state of the bank, or an error. The start is read in one state. The pages after
 * it are sent while the bank has the same revision. A failure before the first byte is an error
 * with its status. A later one aborts the connection, so that a caller never takes a part for the
 * whole. No transaction is open while the caller reads, and memory usage is bounded for a bank of
 * any size. Throws `conflict` if the bank has changed since the start.
 */
export async function* exportedText(db: Db, scope: BankScope, wanted: MemoryExport): AsyncGenerator<string> {
  const read = pageReader(scope, wanted);
  const { answer: start, revision } = await atOneRevision(db, scope, (at, of) => readStart(at, of, wanted, read), wanted);
  if (scope.bankUid !== NO_BANK && revision === null) throw changedMeanwhile();
  const { texts, rest } = start;
  const first = wanted.head + (texts.shift() ?? '');
  if (first !== '') yield first;
  for (let text = texts.shift(); text !== undefined; text = texts.shift()) yield text;
  for (let after = rest?.after ?? null; rest && after !== null; ) {
    const { text, end } = await read(db, rest.selection, after);
    if (!isSameRevision(revision, await readRevision(db, scope), wanted)) throw changedMeanwhile();
    yield text;
    after = end;
  }
}
