import type { Queryable, Tx } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { countTokens } from '#lib/base/text/tokens';
import { spellingFinder } from '#lib/memory/entities/spellings';
import { sourceIdsOf, wordsOf } from '#lib/memory/mental-models/commit';
import { countDecisions, findCitingAdditions, readTexts, redactDecisions } from '#lib/memory/mental-models/decisions/store';
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
 * A document without these blocks and those that cite one of these sources. Empty sections are
 * removed with them. Pure.
 */
export function withoutSources(document: Document, ids: ReadonlySet<string>, blockIds: ReadonlySet<string> = new Set()): Document {
  const sections = document.sections.map((section) => ({
    ...section,
    blocks: section.blocks.filter((one) => !blockIds.has(one.id) && !one.sourceIds.some((id) => ids.has(id))),
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
function redacted(content: string, stored: unknown, ids: ReadonlySet<string>, blockIds: ReadonlySet<string>): RedactedContent {
  const document = stored === null ? null : readDocument(stored);
  if (!document) return { document: null, content: '', removedBlocks: content === '' ? 0 : 1 };
  const left = withoutSources(document, ids, blockIds);
  return { document: left, content: renderDocument(left), removedBlocks: blocksIn(document) - blocksIn(left) };
}

const withoutCited = <Fact extends { readonly id: string }>(facts: readonly Fact[], ids: ReadonlySet<string>): Fact[] =>
  facts.filter(({ id }) => !ids.has(id));

export interface RedactionCounts {
  readonly model_blocks: number;
  readonly mental_model_versions: number;
  readonly block_decisions: number;
}

const NO_COUNTS: RedactionCounts = { model_blocks: 0, mental_model_versions: 0, block_decisions: 0 };

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
): Promise<{ ids: readonly string[]; deletedIds: readonly string[]; blockIds: readonly string[] }> {
  const citations = await readFormerCitations(db, scope);
  const derived = derivedFrom(citations, origin);
  const ids = [...new Set([...origin.ids, ...derived])];
  const blockIds = [...(await blocksNaming(db, scope, origin)), ...(await findCitingAdditions(db, scope, ids))];
  return { ids, deletedIds: deletedIn(citations, derived), blockIds: [...new Set(blockIds)] };
}

/** The decided blocks that name purged entities: a person may have worded them without a source. */
async function blocksNaming(db: Queryable, scope: BankScope, { entities }: PurgedOrigin): Promise<string[]> {
  if (entities === null) return [];
  const findSpellings = spellingFinder(entities.spellings);
  const named = (await readTexts(db, scope)).filter(({ texts }) => findSpellings(texts).size > 0);
  return [...new Set(named.map(({ block_id }) => block_id))];
}

/** Call it under the lock of the bank, after the deletion. `revision`: of this write. */
export async function redactModels(
  tx: Tx,
  scope: BankScope,
  { origin, revision }: { readonly origin: PurgedOrigin; readonly revision: number },
): Promise<Redaction> {
  const { ids, deletedIds, blockIds } = await citedOrigins(tx, scope, origin);
  if (ids.length === 0 && blockIds.length === 0) return { counts: NO_COUNTS, deletedIds };
  await store.allowRedaction(tx, scope);
  const counts = await redactCitations(tx, scope, { ids, blockIds, revision });
  await store.endRedaction(tx, scope);
  return { counts, deletedIds };
}

async function redactCitations(
  tx: Tx,
  scope: BankScope,
  given: { readonly ids: readonly string[]; readonly blockIds: readonly string[]; readonly revision: number },
): Promise<RedactionCounts> {
  const ids = new Set(given.ids);
  const blockIds = new Set(given.blockIds);
  const models = await store.readCitingModels(tx, scope, given);
  let blocks = 0;
  for (const model of models) {
    const { document, content, removedBlocks } = redacted(model.content, model.document, ids, blockIds);
    blocks += removedBlocks;
    await store.redactModel(tx, scope, {
      id: model.id,
      content,
      document,
      basedOn: withoutCited(model.based_on, ids),
      words: content === '' ? [] : wordsOf({ name: model.name, sourceQuery: model.source_query, content }),
      blockIds: document ? blockSources(document).map(({ blockId }) => blockId) : [],
      revision: given.revision,
    });
  }
  const versions = await store.readCitingVersions(tx, scope, given);
  for (const version of versions) {
    const { document, content } = redacted(version.content, version.document, ids, blockIds);
    await store.redactVersion(tx, scope, {
      modelId: version.model_id,
      version: version.version,
      content,
      document,
      basedOn: withoutCited(version.based_on, ids),
      sourceIds: sourceIdsOf(document),
      tokens: countTokens(content),
      blocks: document ? blocksIn(document) : 0,
      ids: given.ids,
    });
  }
  const decisions = await redactDecisions(tx, scope, given);
  return { model_blocks: blocks, mental_model_versions: versions.length, block_decisions: decisions };
}

/** What `redactModels` would remove. */
export async function countCiting(db: Queryable, scope: BankScope, origin: PurgedOrigin): Promise<RedactionCounts> {
  const cited = await citedOrigins(db, scope, origin);
  if (cited.ids.length === 0 && cited.blockIds.length === 0) return NO_COUNTS;
  return { ...(await store.countCiting(db, scope, cited)), block_decisions: await countDecisions(db, scope, cited) };
}
