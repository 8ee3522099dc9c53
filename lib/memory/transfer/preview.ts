import type { Queryable } from '#lib/base/db/db';
import { type BankScope, NO_BANK } from '#lib/base/scope';
import { storable } from '#lib/base/text/storable';
import { documentToImport } from '#lib/memory/transfer/archived-document';
import type { ContentSource } from '#lib/memory/transfer/content-source';
import type { ImportPreview, RecognizedContent } from '#lib/memory/transfer/contract';
import { type ForeignSurvey, Survey } from '#lib/memory/transfer/formats/read';
import { hasAllRows } from '#lib/memory/transfer/row-tables';
import * as store from '#lib/memory/transfer/store-import';
import type { UploadedFile } from '#lib/memory/transfer/uploaded-file';

/** What an import of a file would do. Reads all of the file, and stores nothing. */

const toRecognized = ({ file }: UploadedFile, survey: ForeignSurvey): RecognizedContent => ({
  format: file.format,
  recognized: {
    documents: survey.counts.document,
    memories: survey.counts.memory,
    entities: survey.counts.entity,
    relations: survey.counts.relation,
  },
  conflicts: survey.conflicts,
  conflict_examples: survey.examples.map(({ reason, path }) => ({ reason, path })),
  first_time: survey.firstTime,
  last_time: survey.lastTime,
});

/**
 * Throws `bad_request` for a file that cannot be read to its end. `onItem` gets the number of items
 * so far.
 */
export async function recognizedIn(uploaded: UploadedFile, onItem: (count: number) => Promise<void>): Promise<RecognizedContent> {
  const survey = new Survey();
  let count = 0;
  for await (const item of uploaded.file.items()) {
    survey.add(item);
    count += 1;
    await onItem(count);
  }
  return toRecognized(uploaded, survey);
}

/** Ids of one statement. */
const BATCH = 500;
/** Ids in the answer. */
const MAX_IDS = 20;

/** Counts documents that the bank contains. */
class ExistingDocuments {
  readonly #db: Queryable;
  readonly #scope: BankScope;
  #batch: string[] = [];
  count = 0;
  readonly ids: string[] = [];

  constructor(db: Queryable, scope: BankScope) {
    this.#db = db;
    this.#scope = scope;
  }

  async add(id: string): Promise<void> {
    this.#batch.push(storable(id));
    if (this.#batch.length === BATCH) await this.end();
  }

  async end(): Promise<void> {
    const ids = this.#batch;
    this.#batch = [];
    if (ids.length === 0 || this.#scope.bankUid === NO_BANK) return;
    const existing = await store.existingDocuments(this.#db, this.#scope, ids);
    this.count += existing.length;
    this.ids.push(...existing.slice(0, MAX_IDS - this.ids.length));
  }
}

/**
 * Counts what an import would add. Throws `bad_request` for content that cannot be read to its end,
 * or that no bank can contain. `onDocument` gets the id of each document.
 */
export async function countContent(
  content: ContentSource,
  onDocument: (id: string) => Promise<void>,
  now = new Date(),
): Promise<ImportPreview['content']> {
  const counts = { documents: 0, facts: 0, observations: 0, mental_models: 0, knowledge_pages: 0 };
  for await (const { name, read } of content.documents()) {
    const parsed = await read();
    const document = documentToImport(parsed, { name, id: parsed.id, now });
    if (document) {
      counts.documents += 1;
      counts.facts += document.positions.filter((position) => position !== null).length;
    }
    await onDocument(parsed.id);
  }
  for await (const _ of content.observations()) counts.observations += 1;
  for await (const _ of content.mentalModels()) counts.mental_models += 1;
  for await (const _ of content.knowledgeNodes()) counts.knowledge_pages += 1;
  return counts;
}

/** The bank that would receive the content, and how. */
export interface ImportTarget {
  readonly mode: ImportPreview['mode'];
  /** with `NO_BANK` if it does not exist */
  readonly scope: BankScope;
}

/** Throws `bad_request` for a file that cannot be read to its end. */
export async function previewOf(
  db: Queryable,
  { mode, scope }: ImportTarget,
  uploaded: UploadedFile,
  { byteSize, signal }: { readonly byteSize: number; readonly signal: AbortSignal },
): Promise<ImportPreview> {
  const survey = new Survey();
  const content = uploaded.content((item) => survey.add(item));
  // The documents of an archive have more than what all formats have in common.
  if (uploaded.bank)
    for await (const item of uploaded.file.items()) {
      signal.throwIfAborted();
      survey.add(item);
    }
  const existing = new ExistingDocuments(db, scope);
  const counts = await countContent(content, async (id) => {
    signal.throwIfAborted();
    await existing.add(id);
  });
  await existing.end();
  return {
    ...{ dry_run: true, mode, target_bank_id: scope.bankId, bank_exists: scope.bankUid !== NO_BANK },
    ...{ source_bank_id: uploaded.bank?.manifest.source_bank_id ?? null, byte_size: byteSize },
    has_all_rows: uploaded.bank !== null && hasAllRows(uploaded.bank.manifest),
    ...toRecognized(uploaded, survey),
    content: counts,
    ...{ documents_existing: existing.count, existing_document_ids: existing.ids },
  };
}
