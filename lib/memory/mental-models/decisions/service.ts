import { createHash } from 'node:crypto';
import { formatTimestamp } from '#lib/base/contract/fields';
import type { Db, Queryable, Tx } from '#lib/base/db/db';
import { inSnapshot } from '#lib/base/db/read-only';
import { defined } from '#lib/base/defined';
import { ServiceError } from '#lib/base/errors';
import type { BankScope } from '#lib/base/scope';
import { noteInAudit } from '#lib/memory/banks/service';
import { commitByHand } from '#lib/memory/mental-models/commit';
import { ADDED_PREFIX, isAddedId } from '#lib/memory/mental-models/decisions/added-block';
import { type DecidedSources, withBlock } from '#lib/memory/mental-models/decisions/apply';
import { decidedContent } from '#lib/memory/mental-models/decisions/content';
import type { BlockDecisionList, DecideBody, UndoBody } from '#lib/memory/mental-models/decisions/contract';
import type { BlockDecision } from '#lib/memory/mental-models/decisions/ruling';
import { sourcesFor, stateCounts } from '#lib/memory/mental-models/decisions/sources';
import { deleteDecision, readDecisions, type StoredDecision, setDecision } from '#lib/memory/mental-models/decisions/store';
import { blocksOf, cleanText, EMPTY_DOCUMENT, readDocument } from '#lib/memory/mental-models/refresh/document';
import type { Block, CitedFact, Document } from '#lib/memory/mental-models/refresh/port';
import { refreshAutomatically } from '#lib/memory/mental-models/schedule';
import { changing, reembedModel, unknownModel } from '#lib/memory/mental-models/service';
import { findModel, readState, type StoredMentalModel } from '#lib/memory/mental-models/store';
import { hasDeadSources } from '#lib/memory/mental-models/store-staleness';
import { actorOf } from '#lib/memory/mental-models/view';
import type { Embedder } from '#lib/models/embeddings/port';

/** What people decide about blocks of a mental model. Each decision writes a version. */

interface DecisionServices {
  readonly db: Db;
  readonly embedder: Embedder;
}

export const listDecisions = (db: Queryable, scope: BankScope, id: string): Promise<BlockDecisionList> =>
  inSnapshot(db, async (at) => {
    const model = await readState(at, scope, id);
    if (!model) throw unknownModel(id);
    const decisions = await readDecisions(at, scope, id);
    const countsOf = await stateCounts(at, scope, decisions);
    return {
      version: model.version,
      items: decisions.map((one) => ({
        block_id: one.blockId,
        kind: one.kind,
        text: one.text,
        own_text: one.ownText,
        heading: one.heading,
        actor: one.actor,
        created_at: formatTimestamp(one.createdAt),
        evidence: countsOf(one),
      })),
    };
  });

// --- decide ---

interface LocatedBlock {
  readonly block: Block;
  readonly heading: string;
  readonly afterBlockId: string | null;
}

function locate({ sections }: Document, id: string): LocatedBlock | null {
  for (const { heading, blocks } of sections) {
    const at = blocks.findIndex((one) => one.id === id);
    if (at >= 0) return { block: defined(blocks[at]), heading, afterBlockId: blocks[at - 1]?.id ?? null };
  }
  return null;
}

const LIST_ITEM = /^[-*+] /;

/** Maximum number of added blocks of one mental model. */
const MAX_ADDED = 200;

/** The new text, as an item of a list if the block `like` is one. */
function ownTextOf(text: string, like: string): string {
  const clean = cleanText(text).trim();
  if (clean === '') throw new ServiceError('unprocessable', 'text must contain a word');
  return LIST_ITEM.test(like) && !LIST_ITEM.test(clean) ? `- ${clean}` : clean;
}

/** Sources that no other block cites. They identify the block. */
function ownSources(document: Document, { id, sourceIds }: Block, facts: ReadonlyMap<string, CitedFact>): string[] {
  const others = new Set(blocksOf(document).flatMap((one) => (one.id === id ? [] : one.sourceIds)));
  return sourceIds.filter((source) => !others.has(source) && facts.get(source)?.kind !== 'mental_model');
}

function located(document: Document, blockId: string): LocatedBlock {
  const place = locate(document, blockId);
  if (!place) throw new ServiceError('not_found', `The current version of the mental model has no block '${blockId}'`);
  return place;
}

function decisionOf(model: StoredMentalModel, document: Document, { block_id: blockId, kind, text }: DecideBody): BlockDecision {
  if (kind === 'add') return additionOf(model, document, blockId ?? null, text ?? '');
  const { block, heading, afterBlockId } = located(document, blockId ?? '');
  if (isAddedId(block.id) && kind !== 'reword')
    throw new ServiceError('conflict', 'A person added the block: refreshes keep it, and to undo that deletes it');
  const facts = new Map(model.basedOn.map((fact) => [fact.id, fact]));
  const ownText = kind === 'reword' ? ownTextOf(text ?? '', block.text) : null;
  return {
    ...{ blockId: block.id, kind, text: block.text, ownText, heading, afterBlockId },
    sourceIds: ownSources(document, block, facts),
    cited: block.sourceIds.flatMap((id) => facts.get(id) ?? []),
  };
}

/** A new block below another one; null: below all others. Its form is that of the one above it. */
function additionOf({ id, version }: StoredMentalModel, document: Document, afterBlockId: string | null, text: string): BlockDecision {
  const last = document.sections.findLast(({ blocks }) => blocks.length > 0)?.blocks.at(-1);
  const above = afterBlockId ?? last?.id;
  const place = above === undefined ? null : located(document, above);
  const hash = createHash('sha256').update(`${id} ${version}`).digest('hex');
  return {
    ...{ blockId: `${ADDED_PREFIX}${hash.slice(0, 8)}`, kind: 'add', text: ownTextOf(text, place?.block.text ?? ''), ownText: null },
    ...{ heading: place?.heading ?? '', afterBlockId: place?.block.id ?? null, sourceIds: [], cited: [] },
  };
}

/**
 * A second rewording keeps the original text. All decisions about a block keep what identified it
 * before.
 */
function joined(made: BlockDecision, before: readonly StoredDecision[]): BlockDecision {
  const same = before.find(({ kind }) => kind === made.kind);
  const cited = new Map([...before.flatMap((one) => one.cited), ...made.cited].map((fact) => [fact.id, fact]));
  return {
    ...made,
    text: made.kind === 'reword' ? (same?.text ?? made.text) : made.text,
    sourceIds: [...new Set([...before.flatMap((one) => one.sourceIds), ...made.sourceIds])],
    cited: [...cited.values()],
  };
}

export async function decideOnBlock(app: DecisionServices, scope: BankScope, id: string, body: DecideBody): Promise<BlockDecisionList> {
  await changing(app.db, scope, id, async (tx, model, revision) => {
    const document = documentOf(model);
    const decisions = await readDecisions(tx, scope, id);
    const isFull = decisions.filter(({ kind }) => kind === 'add').length >= MAX_ADDED;
    if (body.kind === 'add' && isFull) throw new ServiceError('conflict', `A mental model can have at most ${MAX_ADDED} added blocks`);
    const before = body.kind === 'add' ? [] : decisions.filter(({ blockId }) => blockId === body.block_id);
    if (body.kind === 'pin' && before.some(({ kind }) => kind === 'reword'))
      throw new ServiceError('conflict', 'The block has the wording of a person, which refreshes do not change');
    const made = { ...joined(decisionOf(model, document, body), before), actor: actorOf(scope.actor) };
    await setDecision(tx, scope, id, made);
    await writeVersion(tx, scope, { model, revision, document, decision: made, isUndone: false });
  });
  await reembedModel(app, scope, id);
  return listDecisions(app.db, scope, id);
}

function documentOf({ id, content, document }: StoredMentalModel): Document {
  const read = content === '' ? EMPTY_DOCUMENT : readDocument(document);
  if (!read) throw new ServiceError('conflict', `The blocks of the mental model '${id}' cannot be read; clear and refresh it`);
  return read;
}

// --- undo ---

export async function undoDecision(
  app: DecisionServices,
  scope: BankScope,
  id: string,
  { block_id: blockId, kind }: UndoBody,
): Promise<BlockDecisionList> {
  await changing(app.db, scope, id, async (tx, model, revision) => {
    const decisions = (await readDecisions(tx, scope, id)).filter((one) => one.blockId === blockId);
    const undone = decisions.find((one) => one.kind === kind);
    if (!undone) throw new ServiceError('not_found', `Nobody decided '${kind}' about the block '${blockId}'`);
    // Without its addition, a block has no text to reword.
    for (const one of kind === 'add' ? decisions : [undone]) await deleteDecision(tx, scope, id, one);
    const isDecided = kind === 'add' || decisions.length > 1;
    const before = documentOf(model);
    const document = isDecided ? before : ordinary(before, undone, await sourcesFor(tx, scope, undone.cited));
    await writeVersion(tx, scope, { model, revision, document, decision: undone, isUndone: true });
  });
  await reembedModel(app, scope, id);
  return listDecisions(app.db, scope, id);
}

/**
 * The document with the block as any other one. It cites all its former sources again, so that the
 * next refresh checks its text. Without a valid source, a removed block does not return.
 */
function ordinary(document: Document, { blockId: id, kind, text, heading, afterBlockId, cited }: BlockDecision, sources: DecidedSources) {
  const former = cited.map((one) => one.id);
  if (kind === 'remove') {
    const isProven = former.some((one) => sources.now(one) !== null);
    return text === '' || !isProven
      ? document
      : withBlock(document, { id, text, sourceIds: former, note: null }, { heading, afterBlockId });
  }
  const free = (block: Block): Block =>
    block.id === id ? { id, text, sourceIds: [...new Set([...block.sourceIds, ...former])], note: null } : block;
  return { ...document, sections: document.sections.map((section) => ({ ...section, blocks: section.blocks.map(free) })) };
}

// --- write ---

interface EditedVersion {
  readonly model: StoredMentalModel;
  readonly revision: number;
  readonly document: Document;
  readonly decision: BlockDecision;
  readonly isUndone: boolean;
}

async function writeVersion(tx: Tx, scope: BankScope, { model, revision, document, decision, isUndone }: EditedVersion): Promise<void> {
  const { id } = model;
  const { blockId, kind } = decision;
  const decided = await decidedContent(tx, scope, id, document, [...decision.cited, ...model.basedOn]);
  const contents = {
    state: decided.content === '' ? 'empty' : 'ready',
    ...decided,
    ...{ builtQuery: model.builtQuery, builtScopes: model.builtScopes, seenRevision: model.seenRevision },
    ...{ lastMemorySeenAt: model.lastMemorySeenAt, method: model.method },
    reflectResponse: (await findModel(tx, scope, id, 'full'))?.reflect_response ?? null,
  } as const;
  const made = { kind, block_id: blockId, is_undone: isUndone };
  await commitByHand(tx, scope, model, revision, { change: 'edit', restoredVersion: null, decision: made, contents }, null);
  if (await hasDeadSources(tx, scope, id)) await refreshAutomatically(tx, scope, model, model.lastRefreshedAt);
  await noteInAudit(tx, scope, {
    action: 'bank.model_edit',
    before: { mental_model_id: id, version: model.version },
    after: { version: model.version + 1, block_id: blockId, decision: kind, ...(isUndone && { undone: true }) },
  });
}
