import type { Queryable, Tx } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { countTokens } from '#lib/base/text/tokens';
import { sourceIdsOf, wordsOf } from '#lib/memory/mental-models/commit';
import { deletedIn, derivedFrom, type PurgedOrigin } from '#lib/memory/mental-models/origins';
import { readDocument, renderDocument } from '#lib/memory/mental-models/refresh/document';
import { blockSources, type Document } from '#lib/memory/mental-models/refresh/port';
import { readFormerCitations } from '#lib/memory/mental-models/store-origins';
import * as store from '#lib/memory/mental-models/store-redact';

/**
 * Removes what mental models and their versions contain of purged memories, documents and entities:
 * the blocks that cite them, quotations, and the details of refreshes, which may repeat them. They
 * may also cite what was deleted or rewritten before. The rest of a document stays as it is; the
 * next refresh repairs it.
 */

/**
 * A document without the blocks that cite one of these sources. Empty sections are removed with
 * them. Pure.
 */
export function withoutSources(document: Document, ids: ReadonlySet<string>): Document {
  const sections = document.sections.map((section) => ({
    ...section,
    blocks: section.blocks.filter(({ sourceIds }) => !sourceIds.some((id) => ids.has(id))),
  }));
  return { ...document, sections: sections.filter(({ blocks }, i) => blocks.length > 0 || document.sections[i]?.blocks.length === 0) };
}

const blocksIn = ({ sections }: Document): number => sections.reduce((total, { blocks }) => total + blocks.length, 0);

interface RedactedContent {
  readonly document: Document | null;
  readonly content: string;
  readonly removedBlocks: number;
}

/** A content whose document is unreadable cannot be divided: all of it is removed. Pure. */
function redacted(content: string, stored: unknown, ids: ReadonlySet<string>): RedactedContent {
  const document = stored === null ? null : readDocument(stored);
  if (!document) return { document: null, content: '', removedBlocks: content === '' ? 0 : 1 };
  const left = withoutSources(document, ids);
  return { document: left, content: renderDocument(left), removedBlocks: blocksIn(document) - blocksIn(left) };
}

const withoutCited = <Fact extends { readonly id: string }>(facts: readonly Fact[], ids: ReadonlySet<string>): Fact[] =>
  facts.filter(({ id }) => !ids.has(id));

export interface RedactionCounts {
  readonly model_blocks: number;
  readonly mental_model_versions: number;
}

const NO_COUNTS: RedactionCounts = { model_blocks: 0, mental_model_versions: 0 };

export interface Redaction {
  readonly counts: RedactionCounts;
  /** memories that were deleted before, and cited until now */
  readonly deletedIds: readonly string[];
}

/** All ids whose citations a purge removes. */
async function citedOrigins(
  db: Queryable,
  scope: BankScope,
  origin: PurgedOrigin,
): Promise<{ ids: readonly string[]; deletedIds: readonly string[] }> {
  const citations = await readFormerCitations(db, scope);
  const derived = derivedFrom(citations, origin);
  return { ids: [...new Set([...origin.ids, ...derived])], deletedIds: deletedIn(citations, derived) };
}

/** Call it under the lock of the bank, after the deletion. `revision`: of this write. */
export async function redactModels(
  tx: Tx,
  scope: BankScope,
  { origin, revision }: { readonly origin: PurgedOrigin; readonly revision: number },
): Promise<Redaction> {
  const { ids, deletedIds } = await citedOrigins(tx, scope, origin);
  if (ids.length === 0) return { counts: NO_COUNTS, deletedIds };
  await store.allowRedaction(tx, scope);
  const counts = await redactCitations(tx, scope, { ids, revision });
  await store.endRedaction(tx);
  return { counts, deletedIds };
}

async function redactCitations(
  tx: Tx,
  scope: BankScope,
  { ids: given, revision }: { readonly ids: readonly string[]; readonly revision: number },
): Promise<RedactionCounts> {
  const ids = new Set(given);
  const models = await store.readCitingModels(tx, scope, given);
  let blocks = 0;
  for (const model of models) {
    const { document, content, removedBlocks } = redacted(model.content, model.document, ids);
    blocks += removedBlocks;
    await store.redactModel(tx, scope, {
      id: model.id,
      content,
      document,
      basedOn: withoutCited(model.based_on, ids),
      words: content === '' ? [] : wordsOf({ name: model.name, sourceQuery: model.source_query, content }),
      blockIds: document ? blockSources(document).map(({ blockId }) => blockId) : [],
      revision,
    });
  }
  const versions = await store.readCitingVersions(tx, scope, given);
  for (const version of versions) {
    const { document, content } = redacted(version.content, version.document, ids);
    await store.redactVersion(tx, scope, {
      modelId: version.model_id,
      version: version.version,
      content,
      document,
      basedOn: withoutCited(version.based_on, ids),
      sourceIds: sourceIdsOf(document),
      tokens: countTokens(content),
      blocks: document ? blocksIn(document) : 0,
      ids: given,
    });
  }
  return { model_blocks: blocks, mental_model_versions: versions.length };
}

/** What `redactModels` would remove. */
export async function countCiting(db: Queryable, scope: BankScope, origin: PurgedOrigin): Promise<RedactionCounts> {
  const { ids } = await citedOrigins(db, scope, origin);
  return ids.length === 0 ? NO_COUNTS : store.countCiting(db, scope, ids);
}
