import type { Tx } from '#lib/base/db/db';
import { sqlState } from '#lib/base/db/errors';
import type { Job, JobServices } from '#lib/jobs/operations/port';
import { archiveFault } from '#lib/memory/transfer/archive/limits';
import { jsonOf } from '#lib/memory/transfer/archive/manifest';
import type { ArchiveReader } from '#lib/memory/transfer/archive/zip-reader';
import { importedConfig } from '#lib/memory/transfer/imported-config';
import { BANK_ROW_NAME, ROW_TABLES, type RowTable, rowsName } from '#lib/memory/transfer/row-tables';
import * as store from '#lib/memory/transfer/store-restore';

/**
 * Fills a new bank with the rows of an archive. The bank belongs to no organization until the
 * caller publishes it, so nobody sees a part of it. A run that was interrupted continues with the
 * same bank: rows that exist stay as they are.
 */

/** Rows and characters of one statement. */
const ROWS = 200;
const TEXT = 1024 * 1024;

/** Data and integrity errors of PostgreSQL: the rows are not those of a bank. */
const isRowFault = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? '');

async function* batchesOf(lines: AsyncIterable<string>, name: string): AsyncGenerator<readonly string[]> {
  let batch: string[] = [];
  let length = 0;
  for await (const line of lines) {
    const row = jsonOf(line, name);
    if (typeof row !== 'object' || row === null || Array.isArray(row)) throw archiveFault(`${name} has a line that is no object`);
    batch.push(line);
    length += line.length;
    if (batch.length < ROWS && length < TEXT) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield batch;
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

async function beginBank(job: RestoreJob, archive: ArchiveReader): Promise<number> {
  const known = await store.findRestored(job.app.db, job.operationId);
  if (known !== null) return known;
  const member = await archive.find(BANK_ROW_NAME);
  if (!member) throw archiveFault(`it has no ${BANK_ROW_NAME}`);
  const text = await archive.text(member);
  const row = importedConfig(jsonOf(text, BANK_ROW_NAME));
  return written(job, BANK_ROW_NAME, (tx) => store.insertRestored(tx, job.scope, job.operationId, row));
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
  for await (const batch of batchesOf(archive.lines(member), name)) {
    await written(job, name, (tx) => store.insertRows(tx, bankUid, table, `[${batch.join(',')}]`));
    await onRows(batch.length);
  }
}

export interface RestoredBank {
  readonly bankUid: number;
  readonly counts: { readonly memories: number; readonly documents: number };
}

/** Returns the bank, complete but not published. Throws `archiveFault`. */
export async function restoreRows(job: RestoreJob, archive: ArchiveReader): Promise<RestoredBank> {
  const bankUid = await beginBank(job, archive);
  let rows = 0;
  const onRows = async (count: number): Promise<void> => {
    rows += count;
    await job.progress('rows', rows);
  };
  for (const table of ROW_TABLES) await restoreTable(job, archive, { bankUid, table }, onRows);
  const counts = await written(job, 'the archive', (tx) => store.countRestored(tx, bankUid));
  return { bankUid, counts };
}
