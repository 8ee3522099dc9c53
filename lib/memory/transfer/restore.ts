import type { Tx } from '#lib/base/db/db';
import { sqlState } from '#lib/base/db/errors';
import type { Job, JobServices } from '#lib/jobs/operations/port';
import { archiveFault } from '#lib/memory/transfer/archive/limits';
import { jsonOf } from '#lib/memory/transfer/archive/manifest';
import type { ArchiveReader } from '#lib/memory/transfer/archive/zip-reader';
import { importedConfig } from '#lib/memory/transfer/imported-config';
import { throttledProgress } from '#lib/memory/transfer/progress';
import { BANK_ROW_NAME, ROW_TABLES, type RowTable, rowsName } from '#lib/memory/transfer/row-tables';
import * as store from '#lib/memory/transfer/store-restore';

/**
 * Fills a new bank with the rows of an archive. The bank belongs to no organization until the
 * caller publishes it, so nobody sees a part of it. A run that was interrupted continues with the
 * same bank: rows that exist stay as they are.
 */

/** Characters of one statement. */
const TEXT = 1024 * 1024;

/** Data and integrity errors of PostgreSQL: the rows are not those of a bank. */
const isRowFault = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? '');

interface RowBatch {
  readonly lines: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

async function* batchesOf(lines: AsyncIterable<string>, name: string, rows: number): AsyncGenerator<RowBatch> {
  let batch: { lines: string[]; rows: Record<string, unknown>[] } = { lines: [], rows: [] };
  let length = 0;
  for await (const line of lines) {
    const row = jsonOf(line, name);
    if (typeof row !== 'object' || row === null || Array.isArray(row)) throw archiveFault(`${name} has a line that is no object`);
    batch.lines.push(line);
    batch.rows.push(row as Record<string, unknown>);
    length += line.length;
    if (batch.lines.length < rows && length < TEXT) continue;
    yield batch;
    batch = { lines: [], rows: [] };
    length = 0;
  }
  if (batch.lines.length > 0) yield batch;
}

type RestoreJob = Pick<Job<unknown, JobServices>, 'app' | 'fence' | 'operationId' | 'progress' | 'scope' | 'signal'>;

async function written<T>(job: RestoreJob, what: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  job.signal.throwIfAborted();
  try {
    return await job.app.db.transaction(
      async (tx) => {
        await job.fence(tx);
        return work(tx);
      },
      { isBatch: true },
    );
  } catch (error) {
    throw isRowFault(error) ? archiveFault(`${what} has rows that a bank cannot contain`) : error;
  }
}

async function beginBank(job: RestoreJob, archive: ArchiveReader, withSettings: boolean): Promise<number> {
  const known = await store.findRestored(job.app.db, job.operationId);
  if (known !== null) return known;
  const member = await archive.find(BANK_ROW_NAME);
  if (!member) throw archiveFault(`it has no ${BANK_ROW_NAME}`);
  const text = await archive.text(member);
  const row = importedConfig(jsonOf(text, BANK_ROW_NAME), withSettings);
  return written(job, BANK_ROW_NAME, (tx) => store.insertRestored(tx, job.scope, job.operationId, row));
}

/**
 * A search compares vectors of one length only. They are checked as they are written: all of a
 * bank take longer than a statement may.
 */
async function assertVectors(tx: Tx, { app: { embedder } }: RestoreJob, bankUid: number, rows: RowBatch['rows']): Promise<void> {
  const { model, dimensions } = embedder;
  const ids = rows.map(({ memory_id }) => String(memory_id));
  if (dimensions !== null && (await store.hasOtherVectors(tx, bankUid, ids, { model, dimensions })))
    throw archiveFault(`it has vectors of ${model} that have not ${dimensions} dimensions`);
}

async function restoreTable(
  job: RestoreJob,
  archive: ArchiveReader,
  { bankUid, table }: { readonly bankUid: number; readonly table: RowTable },
  onRows: (count: number) => Promise<void>,
): Promise<void> {
  const name = rowsName(table.name);
  const member = await archive.find(name);
  if (!member) return;
  const known = await store.columnsOf(job.app.db, table);
  for await (const { lines, rows } of batchesOf(archive.lines(member), name, table.batch)) {
    // All rows of a table have the columns of the first one.
    const columns = Object.keys(rows[0] ?? {}).filter((column) => known.has(column));
    await written(job, name, async (tx) => {
      await store.insertRows(tx, bankUid, table, { columns, rows: `[${lines.join(',')}]` });
      if (table.name === 'memory_embeddings') await assertVectors(tx, job, bankUid, rows);
    });
    await onRows(lines.length);
  }
}

/** A tree that readers walk has an end. */
async function assertFolders({ app: { db } }: RestoreJob, bankUid: number): Promise<void> {
  if (await store.hasFolderCycle(db, bankUid)) throw archiveFault('it has folders that contain each other');
}

export interface RestoredBank {
  readonly bankUid: number;
  readonly counts: store.RestoredCounts;
}

/** Tables that belong to the settings of a bank. */
const SETTINGS: readonly string[] = ['directives'];

/**
 * Returns the bank, complete but not published. Throws `archiveFault`. `withSettings`: with its
 * profile, its settings and its directives.
 */
export async function restoreRows(
  job: RestoreJob,
  archive: ArchiveReader,
  { withSettings }: { readonly withSettings: boolean } = { withSettings: true },
): Promise<RestoredBank> {
  const bankUid = await beginBank(job, archive, withSettings);
  const note = throttledProgress(job);
  let rows = 0;
  const onRows = async (count: number): Promise<void> => {
    rows += count;
    await note('rows', rows);
  };
  for (const table of ROW_TABLES.filter(({ name }) => withSettings || !SETTINGS.includes(name)))
    await restoreTable(job, archive, { bankUid, table }, onRows);
  await assertFolders(job, bankUid);
  const counts = await written(job, 'the archive', (tx) => store.countRestored(tx, bankUid));
  return { bankUid, counts };
}
