import type { Queryable } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import { ServiceError } from '#lib/base/errors';
import { pacer } from '#lib/base/pacer';
import type { BankScope } from '#lib/base/scope';
import type { NewMember } from '#lib/base/zip/zip-writer';
import { portableNodes } from '#lib/memory/knowledge/service';
import { toWireTrigger } from '#lib/memory/mental-models/service';
import { MANIFEST_NAME, SCHEMA_VERSION } from '#lib/memory/transfer/archive/manifest';
import {
  type ArchivedDocument,
  type ArchivedFact,
  type ArchivedObservation,
  documentJson,
  documentName,
  jsonList,
  KNOWLEDGE_PAGES_NAME,
  MENTAL_MODELS_NAME,
  OBSERVATIONS_NAME,
} from '#lib/memory/transfer/archive/records';
import { FactPlaces } from '#lib/memory/transfer/fact-places';
import { DIRECTIVES_NAME, PROFILE_NAME } from '#lib/memory/transfer/imported-config';
import { BANK_ROW_NAME, ROW_TABLES, ROWS_VERSION, type RowTable, rowsName } from '#lib/memory/transfer/row-tables';
import * as store from '#lib/memory/transfer/store-read';
import { readBankRow } from '#lib/memory/transfer/store-restore';

/** What an archive contains. */
export interface ExportScope {
  readonly type: 'documents' | 'bank';
  /** null: all documents */
  readonly documentIds: readonly string[] | null;
  /** documents with their facts */
  readonly includeData: boolean;
  /** all rows of the bank as they are */
  readonly includeRows: boolean;
  readonly includeObservations: boolean;
  /** mental models, and the folders and pages of the knowledge base */
  readonly includeKnowledge: boolean;
  readonly includeConfig: boolean;
  /** the audit log of the bank, and its calls of models */
  readonly includeHistory: boolean;
}

/** The numbers of what was written, by kind, as in the manifest. */
export type ExportCounts = Record<'documents' | 'facts' | 'observations' | 'mental_models', number>;

export interface ExportProgress {
  readonly counts: ExportCounts;
  /** called after each page with the number of rows so far */
  onPage(stage: 'documents' | 'observations' | 'rows', processed: number): Promise<void>;
}

/** Documents per page, and the text of which one statement reads the chunks and facts. */
const DOCUMENTS = 200;
const TEXT = 1024 * 1024;
const PAGE = 200;
/** How long documents are written without letting requests through. */
const SLICE_MS = 5;

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

type Fact = Pick<
  store.ExportedFactRow,
  'id' | 'text' | 'context' | 'occurred_start' | 'occurred_end' | 'mentioned_at' | 'metadata' | 'tags' | 'entities' | 'created_at'
>;

/** What facts and observations have in common. */
const commonOf = (row: Fact) => ({
  text: row.text,
  source_id: row.id,
  context: row.context,
  occurred_start: iso(row.occurred_start),
  occurred_end: iso(row.occurred_end),
  mentioned_at: iso(row.mentioned_at),
  metadata: row.metadata,
  tags: row.tags,
  entities: row.entities,
  created_at: iso(row.created_at),
});

/** The index of a memory among the facts of its document. */
type FactIndexes = ReadonlyMap<string, number>;

const toFact = (row: store.ExportedFactRow, indexes: FactIndexes): ArchivedFact => ({
  ...commonOf(row),
  fact_type: row.fact_type,
  observation_scopes: row.observation_scopes,
  chunk_index: row.chunk_index,
  causal_relations: row.causes.flatMap((id) => {
    const target = indexes.get(id);
    return target === undefined ? [] : [{ relation_type: 'caused_by', target_fact_index: target }];
  }),
  consolidated_at: iso(row.consolidated_at),
  speaker: row.speaker,
  // A check of the database: a grain of time, or null.
  time_precision: row.time_precision as ArchivedFact['time_precision'],
  valid_from: row.validity_source === 'derived' ? null : iso(row.valid_from),
  valid_to: row.validity_source === 'derived' ? null : iso(row.valid_to),
  expires_at: iso(row.expires_at),
});

function toDocument(
  row: store.ExportedDocumentRow,
  chunks: readonly store.ExportedChunkRow[],
  facts: readonly store.ExportedFactRow[],
): ArchivedDocument {
  // Of a fact that occurs twice, the first place counts.
  const indexes = new Map(facts.map(({ id }, i) => [id, i] as const).toReversed());
  return {
    id: row.id,
    original_text: row.text_stored ? chunks.map(({ text }) => text).join('') : null,
    retain_params: { ...row.retain_params, metadata: row.metadata },
    tags: row.tags,
    created_at: iso(row.created_at),
    chunks: chunks.map(({ index, text, tags, expires_at }) => ({
      chunk_index: index,
      chunk_text: text,
      tags,
      expires_at: iso(expires_at),
    })),
    facts: facts.map((fact) => toFact(fact, indexes)),
  };
}

const groupBy = <T extends { readonly document_uid: string }>(rows: readonly T[]): Map<string, T[]> =>
  Map.groupBy(rows, (row) => row.document_uid);

/** Reads the next item while the caller works on the one before it. */
async function* ahead<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  const begin = (): Promise<IteratorResult<T>> => {
    const next = items.next();
    // An error is thrown when the item is wanted.
    next.catch(() => undefined);
    return next;
  };
  try {
    for (let next = begin(); ; ) {
      const { done, value } = await next;
      if (done) return;
      next = begin();
      yield value;
    }
  } finally {
    await items.return(undefined);
  }
}

/** Neighbors in groups of at most this text; a longer document is a group of its own. */
function* groupsOf(rows: readonly store.ExportedDocumentRow[]): Generator<store.ExportedDocumentRow[]> {
  let group: store.ExportedDocumentRow[] = [];
  let length = 0;
  for (const row of rows) {
    if (group.length > 0 && length + row.text_length > TEXT) {
      yield group;
      group = [];
      length = 0;
    }
    group.push(row);
    length += row.text_length;
  }
  if (group.length > 0) yield group;
}

interface ExportRun {
  readonly db: Queryable;
  readonly bank: BankScope;
  readonly wanted: ExportScope;
  readonly progress: ExportProgress;
  readonly places: FactPlaces;
}

/** Documents with their chunks and facts, in groups. */
interface DocumentGroup {
  readonly rows: readonly store.ExportedDocumentRow[];
  readonly chunks: ReadonlyMap<string, store.ExportedChunkRow[]>;
  readonly facts: ReadonlyMap<string, store.ExportedFactRow[]>;
}

async function* documentGroups({ db, bank, wanted }: ExportRun): AsyncGenerator<DocumentGroup> {
  for (let after: string | null = null; ; ) {
    const page: store.ExportedDocumentRow[] = await store.readDocuments(db, bank, { ids: wanted.documentIds, after, limit: DOCUMENTS });
    for (const rows of groupsOf(page)) {
      const uids = rows.map(({ uid }) => uid);
      yield { rows, chunks: groupBy(await store.readChunks(db, bank, uids)), facts: groupBy(await store.readFacts(db, bank, uids)) };
    }
    if (page.length < DOCUMENTS) return;
    after = defined(page.at(-1)).uid;
  }
}

async function* documentMembers(run: ExportRun): AsyncGenerator<NewMember> {
  const { wanted, progress, places } = run;
  const { counts } = progress;
  const pace = pacer(SLICE_MS);
  for await (const { rows, chunks, facts } of ahead(documentGroups(run))) {
    for (const row of rows) {
      const own = facts.get(row.uid) ?? [];
      if (wanted.includeObservations) places.add(row.id, own);
      yield { name: documentName(counts.documents), parts: documentJson(toDocument(row, chunks.get(row.uid) ?? [], own)) };
      counts.documents += 1;
      counts.facts += own.length;
      await pace();
    }
    await progress.onPage('documents', counts.documents);
  }
}

/** All rows of pages that follow the last row of the one before. */
async function* paged<R extends { readonly id: string }>(read: (after: string | null) => Promise<readonly R[]>): AsyncGenerator<R> {
  for (let after: string | null = null; ; ) {
    const rows: readonly R[] = await read(after);
    yield* rows;
    if (rows.length < PAGE) return;
    after = defined(rows.at(-1)).id;
  }
}

async function* observationItems({ db, bank, progress, places }: ExportRun): AsyncGenerator<ArchivedObservation> {
  for await (const row of paged((after) => store.readObservations(db, bank, { after, limit: PAGE }))) {
    const sources = row.sources.flatMap((id) => places.find(id) ?? []);
    yield { ...commonOf(row), proof_count: row.proof_count, sources };
    progress.counts.observations += 1;
    if (progress.counts.observations % PAGE === 0) await progress.onPage('observations', progress.counts.observations);
  }
}

async function* modelItems({ db, bank, progress }: ExportRun): AsyncGenerator<unknown> {
  for await (const row of paged((after) => store.readMentalModels(db, bank, { after, limit: PAGE }))) {
    yield { ...row, trigger: toWireTrigger(row.trigger), last_refreshed_at: iso(row.last_refreshed_at), created_at: iso(row.created_at) };
    progress.counts.mental_models += 1;
  }
}

async function* rowPages({ db, bank }: ExportRun, table: RowTable): AsyncGenerator<readonly string[]> {
  for (let after: store.RowKey | null = null; ; ) {
    const page: store.RowPage = await store.readRows(db, bank, table, after);
    yield page.rows;
    if (page.end === null) return;
    after = page.end;
  }
}

async function* rowLines(run: ExportRun, table: RowTable, total: { rows: number }): AsyncGenerator<string> {
  for await (const rows of ahead(rowPages(run, table))) {
    yield rows.map((row) => `${row}\n`).join('');
    total.rows += rows.length;
    await run.progress.onPage('rows', total.rows);
  }
}

const bankRecord = ({ id, name, mission, skepticism, literalism, empathy, config, created_at }: store.ExportedBankRow) => ({
  id,
  name,
  mission,
  disposition: { skepticism, literalism, empathy },
  config,
  created_at: iso(created_at),
});

const deleted = ({ bankId }: BankScope): ServiceError => new ServiceError('not_found', `Bank '${bankId}' not found`);

async function bankRowOf(db: Queryable, bank: BankScope, { includeConfig }: ExportScope): Promise<string> {
  const row = await readBankRow(db, bank, includeConfig);
  if (row === null) throw deleted(bank);
  return row;
}

/**
 * The members of an archive, read from the bank page by page. The manifest is the last one, because
 * it contains the counts. Throws a 404 if the bank was deleted.
 */
export async function* exportedMembers(
  db: Queryable,
  bank: BankScope,
  wanted: ExportScope,
  progress: ExportProgress,
): AsyncGenerator<NewMember> {
  const row = await store.readBank(db, bank);
  if (!row) throw deleted(bank);
  const run: ExportRun = { db, bank, wanted, progress, places: new FactPlaces() };
  if (wanted.includeData) yield* documentMembers(run);
  if (wanted.includeObservations) yield { name: OBSERVATIONS_NAME, parts: jsonList(observationItems(run)) };
  if (wanted.includeKnowledge) {
    yield { name: MENTAL_MODELS_NAME, parts: jsonList(modelItems(run)) };
    yield { name: KNOWLEDGE_PAGES_NAME, parts: [JSON.stringify(await portableNodes(db, bank))] };
  }
  if (wanted.includeRows) {
    yield { name: BANK_ROW_NAME, parts: [await bankRowOf(db, bank, wanted)] };
    const total = { rows: 0 };
    for (const table of ROW_TABLES) yield { name: rowsName(table.name), parts: rowLines(run, table, total) };
  }
  if (wanted.includeConfig) {
    yield { name: PROFILE_NAME, parts: [JSON.stringify([bankRecord(row)])] };
    yield { name: DIRECTIVES_NAME, parts: [JSON.stringify(await store.readDirectives(db, bank))] };
  }
  if (wanted.includeHistory) {
    yield { name: 'data/audit_log.json', parts: jsonList(paged((after) => store.readAudit(db, bank, { after, limit: PAGE }))) };
    yield { name: 'data/llm_calls.json', parts: jsonList(paged((after) => store.readCalls(db, bank, { after, limit: PAGE }))) };
  }
  const manifest = {
    schema_version: SCHEMA_VERSION,
    source_bank_id: bank.bankId,
    exported_at: new Date().toISOString(),
    archive_type: wanted.type,
    counts: progress.counts,
    scope: {
      include_data: wanted.includeData,
      include_bank_config: wanted.includeConfig,
      include_history: wanted.includeHistory,
      include_observations: wanted.includeObservations,
      document_ids: wanted.documentIds,
    },
    rows: wanted.includeRows ? { version: ROWS_VERSION, embedding_model: row.embedding_model } : null,
  };
  yield { name: MANIFEST_NAME, parts: [JSON.stringify(manifest, null, 2)] };
}
