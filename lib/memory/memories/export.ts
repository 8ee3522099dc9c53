import type { Db, Queryable } from '#lib/base/db/db';
import { type LongSnapshot, openLongSnapshot } from '#lib/base/db/long-snapshot';
import { atOneRevision, type BankReader, isSameRevision, type RevisionOptions, readRevision, scopeAt } from '#lib/base/db/revision';
import { defined } from '#lib/base/defined';
import { ServiceError } from '#lib/base/errors';
import { shared } from '#lib/base/once-per-process';
import { type BankScope, NO_BANK } from '#lib/base/scope';
import { Semaphore } from '#lib/base/semaphore';
import type { MemoryFilter } from '#lib/memory/memories/conditions';
import type { MemoryListItem } from '#lib/memory/memories/contract';
import { countMemories } from '#lib/memory/memories/store-count';
import { listMemories, type Ordering, type PageCursor, placeOf } from '#lib/memory/memories/store-list';
import { toListItem } from '#lib/memory/memories/view';

/** Memories per statement. */
const PAGE = 500;
/** Some thousand memories. */
const START = 8 * 1024 * 1024;
/** A caller that reads a page of some hundred kilobytes in a longer time would keep a snapshot. */
const PATIENCE_MS = 60_000;
/** Of a snapshot: as long as the longest operation. */
const LIMIT_MS = 1_800_000;

const changedMeanwhile = (): ServiceError =>
  new ServiceError('conflict', 'The bank changed during the export. Try again, or export less at a time.', { retryAfterSeconds: 1 });

const tooSlow = (): ServiceError => new ServiceError('conflict', 'The caller has not read the export for too long. Try again.');

export interface MemoryExport extends RevisionOptions {
  readonly ordered: Ordering;
  /** the filter, in the state of `at` and the scope; null: it matches nothing */
  readonly select: BankReader<MemoryFilter | null>;
  /** of the file, before its first memory */
  readonly head: string;
  readonly line: (item: MemoryListItem) => string;
  /** characters that are read before the first byte is sent */
  readonly start?: number;
  /** how long a caller may pause between two pages of a long export */
  readonly patienceMs?: number;
}

/** A filter with the number of its matches, on which the plan of a page depends. */
interface ExportSelection {
  readonly scope: BankScope;
  readonly filter: MemoryFilter;
  readonly total: number;
}

/** Where the next page begins. */
interface ExportPlace {
  readonly selection: ExportSelection;
  /** null: at the first memory */
  readonly after: PageCursor | null;
}

interface ExportPage {
  readonly text: string;
  /** null: no page follows */
  readonly next: ExportPlace | null;
}

type PageReader = (at: Queryable, place: ExportPlace) => Promise<ExportPage>;

const pageReader =
  ({ ordered, line }: MemoryExport): PageReader =>
  async (at, { selection, after }) => {
    const { scope, filter, total } = selection;
    const rows = await listMemories(at, scope, filter, ordered, { limit: PAGE, offset: 0, after, total });
    const text = rows.map((row) => line(toListItem(row))).join('');
    return { text, next: rows.length < PAGE ? null : { selection, after: placeOf(defined(rows.at(-1)), ordered) } };
  };

interface ExportStart {
  readonly texts: string[];
  /** null: the start is the whole export */
  readonly next: ExportPlace | null;
}

/** The first pages: all of a small export. */
async function readStart(at: Queryable, scope: BankScope, { select, start = START }: MemoryExport, read: PageReader): Promise<ExportStart> {
  const filter = await select(at, scope);
  if (filter === null) return { texts: [], next: null };
  const selection = { scope, filter, total: await countMemories(at, scope, filter) };
  const texts: string[] = [];
  let length = 0;
  let next: ExportPlace | null = { selection, after: null };
  do {
    const page: ExportPage = await read(at, next);
    texts.push(page.text);
    length += page.text.length;
    next = page.next;
  } while (next !== null && length < start);
  return { texts, next };
}

/** Yields an export from its start on. `read` reads the pages after it. */
async function* textOf(
  head: string,
  { texts, next }: ExportStart,
  read: (place: ExportPlace) => Promise<ExportPage>,
): AsyncGenerator<string> {
  const first = head + (texts.shift() ?? '');
  if (first !== '') yield first;
  for (let text = texts.shift(); text !== undefined; text = texts.shift()) yield text;
  for (let place = next; place !== null; ) {
    const page = await read(place);
    yield page.text;
    place = page.next;
  }
}

/** Each occupies a connection for as long as its caller reads. */
const snapshots = shared('memories.export-snapshots', () => new Semaphore(1));

/** null: another export of the process has the snapshot, or the database has only one session. */
async function takeSnapshot(db: Db, { patienceMs = PATIENCE_MS }: MemoryExport): Promise<LongSnapshot | null> {
  if (db.kind === 'embedded' || !snapshots.hasRoom) return null;
  const release = await snapshots.acquire();
  const snapshot = openLongSnapshot(db, AbortSignal.timeout(LIMIT_MS), { milliseconds: patienceMs, over: tooSlow });
  void snapshot.ended.then(release);
  return snapshot;
}

/**
 * The whole of one state of the bank, or an error. The start is read in one state. What does not
 * fit into it is read from a snapshot while it is sent: one such export of a process at a time,
 * whose caller must read it without long pauses. Without a snapshot, pages are sent while the bank
 * has the same revision.
 *
 * A failure before the first byte is an error with its status. A later one aborts the connection,
 * so that a caller never takes a part for the whole. Memory usage is bounded for a bank of any
 * size. Throws `conflict` if the bank was deleted, if it has changed since the start and there is
 * no snapshot, and if the caller pauses for too long.
 */
export async function* exportedText(db: Db, scope: BankScope, wanted: MemoryExport): AsyncGenerator<string> {
  const read = pageReader(wanted);
  const begin: BankReader<ExportStart> = (at, of) => readStart(at, of, wanted, read);
  const { answer: start, revision } = await atOneRevision(db, scope, begin, wanted);
  if (scope.bankUid !== NO_BANK && revision === null) throw changedMeanwhile();
  const snapshot = start.next && (await takeSnapshot(db, wanted));
  if (snapshot === null) {
    yield* textOf(wanted.head, start, async (place) => {
      const page = await read(db, place);
      if (!isSameRevision(revision, await readRevision(db, scope), wanted)) throw changedMeanwhile();
      return page;
    });
    return;
  }
  const { at } = snapshot;
  try {
    const seen = await readRevision(at, scope);
    if (seen === null) throw changedMeanwhile();
    const seenStart = isSameRevision(revision, seen, wanted) ? start : await begin(at, await scopeAt(at, scope));
    yield* textOf(wanted.head, seenStart, (place) => read(at, place));
  } finally {
    await snapshot.close();
  }
}
