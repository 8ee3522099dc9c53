import { type Db, type Tx, vectorText } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import { ServiceError } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import type { BankScope } from '#lib/base/scope';
import { prepareLanguage } from '#lib/base/text/languages/of';
import { currentBank, inBank, lockBank, lockBankFor, noteInAudit } from '#lib/memory/banks/service';
import { lookupOf, type Mention, mentionOf, resolve } from '#lib/memory/entities/resolve';
import { applyChanges } from '#lib/memory/memories/apply-changes';
import { NO_CHANGES, sumOf } from '#lib/memory/memories/changes';
import type { UpdateMemoryBody } from '#lib/memory/memories/contract';
import { changeOf, type Edit, editOf, type MemoryChange, sameTime } from '#lib/memory/memories/edit';
import type { CurationAction } from '#lib/memory/memories/literals';
import * as store from '#lib/memory/memories/store-curate';
import { extendExpiries as extendRows, setExpiry } from '#lib/memory/memories/store-expiry';
import { knownEntities, readSpellings, writeNames } from '#lib/memory/memories/store-names';
import { type CuratedRow, type Image, readCurated, readImage } from '#lib/memory/memories/store-read';
import { forgetReading, markWords, unmarkWords } from '#lib/memory/memories/store-words';
import { sourcesChanged } from '#lib/memory/observations/service';
import { isSameScope } from '#lib/memory/validity/ends';
import { bookedTo, writingEmbedder } from '#lib/models/embeddings/choose';
import type { Embedder } from '#lib/models/embeddings/port';

export interface CurationServices {
  readonly db: Db;
  readonly embedder: Embedder;
}

/** Attempts, in case other writers change the memory between reading and writing. */
const ATTEMPTS = 4;

/** The error of a missing memory. */
export const unknownMemory = (id: string): ServiceError => new ServiceError('not_found', `Memory '${id}' not found`);

/** Thrown out of the transaction to plan again. */
class StaleMemoryError extends Error {}

/** The error of a change or deletion of an observation. */
export const observationLocked = (): ServiceError =>
  new ServiceError('bad_request', 'An observation is derived from other memories and cannot be changed. Change its sources instead.');

/**
 * Reads a memory that is to be changed. Throws 404, 400 for an observation, and 409 if the caller
 * expects another revision.
 */
async function curatable(db: Db | Tx, scope: BankScope, id: string, expected: number | null): Promise<CuratedRow> {
  const row = await readCurated(db, scope, id);
  if (!row) throw unknownMemory(id);
  if (row.fact_type === 'observation') throw observationLocked();
  if (expected !== null && row.revision !== expected)
    throw new ServiceError(
      'conflict',
      `The memory was changed meanwhile: its revision is ${row.revision}, not ${expected}. Read it again.`,
    );
  return row;
}

/**
 * Plans without a connection and writes in one short transaction. `isCuration`: whether the plan
 * changes what the memory says, so that reading its text again must not undo it. Plans again if the
 * memory or the bank's model changed in between.
 */
async function planAndWrite<Plan>(
  { db, embedder }: CurationServices,
  given: BankScope,
  { id, expected }: { id: string; expected: number | null },
  plan: (row: CuratedRow, embedder: Embedder) => Promise<Plan | null>,
  isCuration: (plan: Plan) => boolean,
  write: (tx: Tx, revision: number, row: CuratedRow, plan: Plan) => Promise<store.CurationEffects[]>,
): Promise<void> {
  let scope = given;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const row = await curatable(db, scope, id, expected);
    // of the same model as the bank's other vectors
    const own = writingEmbedder(bookedTo(embedder, { scope, operation: 'curation' }), scope.bank?.embeddingModel);
    const planned = await plan(row, own);
    if (planned === null) return;
    try {
      return await inBank(db, scope, async (tx) => {
        const revision = await lockBankFor(tx, scope, own.model);
        if (revision === null) throw unknownMemory(id);
        if (revision === 'other_model') throw new StaleMemoryError();
        const now = await curatable(tx, scope, id, expected);
        if (now.revision !== row.revision) throw new StaleMemoryError();
        if (isCuration(planned)) await markWords(tx, scope, [id]);
        await finish(tx, scope, revision, await write(tx, revision, now, planned));
      });
    } catch (error) {
      if (!(error instanceof StaleMemoryError)) throw error;
      scope = (await currentBank(db, scope)) ?? scope;
    }
  }
  throw new ServiceError('conflict', 'Other requests are changing the memory. Try again.', { retryAfterSeconds: 1 });
}

/**
 * Final step of every change: updates dependent observations, entities, and the bank's counts and
 * revision.
 */
async function finish(tx: Tx, scope: BankScope, revision: number, changes: readonly store.CurationEffects[]): Promise<void> {
  const ids = [...new Set(changes.flatMap((change) => change.ids))];
  await sourcesChanged(tx, scope, { memoryIds: ids, revision });
  await applyChanges(tx, scope, revision, sumOf(changes));
}

interface PlannedEdit {
  /** false: only the expiry changes */
  readonly isCuration: boolean;
  readonly edit: Edit | null;
  readonly vectors: Readonly<Record<string, string>> | null;
}

/** Edits, invalidates or reverts a memory, or several of these at once. */
export async function curate(services: CurationServices, scope: BankScope, id: string, body: UpdateMemoryBody): Promise<void> {
  const change = changeOf(body);
  if (typeof body.text === 'string') await prepareLanguage(body.text);
  await planAndWrite(
    services,
    scope,
    { id, expected: body.if_revision ?? null },
    (row, embedder) => planChange(embedder, row, change),
    (planned) => planned.isCuration,
    (tx, revision, row, planned) => writeChange(tx, scope, { revision, row, change, planned }),
  );
}

/** null: nothing to change. */
async function planChange(embedder: Embedder, row: CuratedRow, change: MemoryChange): Promise<PlannedEdit | null> {
  const edit = editOf(row, change);
  if (edit && row.state === 'invalidated' && change.state !== 'valid')
    throw new ServiceError('bad_request', 'The memory is invalidated. Revert it before editing it.');
  const turns = change.state !== undefined && change.state !== row.state;
  const rewords = change.state === 'invalidated' && change.reason !== null && change.reason !== row.invalidation_reason;
  const isCuration = edit !== null || turns || rewords;
  const moves = change.expiresAt !== undefined && !sameTime(change.expiresAt, row.expires_at);
  if (!isCuration && !moves) return null;
  return { isCuration, edit, vectors: edit?.embeds == null ? null : await vectorsOf(embedder, edit.embeds) };
}

async function vectorsOf(embedder: Embedder, text: string): Promise<Record<string, string>> {
  const [vector] = await embedder.embed([text]);
  return vector ? { [embedder.model]: vectorText(vector) } : {};
}

interface WrittenEdit {
  readonly revision: number;
  readonly row: CuratedRow;
  readonly change: MemoryChange;
  readonly planned: PlannedEdit;
}

async function writeChange(tx: Tx, scope: BankScope, { revision, row, change, planned }: WrittenEdit): Promise<store.CurationEffects[]> {
  const { id } = row;
  const { reason, state } = change;
  const done: store.CurationEffects[] = [];
  if (change.supersededBy) await checkSuccessor(tx, scope, row, change.supersededBy);
  if (planned.edit) {
    const { contents, remainingIds, mentions } = planned.edit;
    const entityIds = [...new Set([...remainingIds, ...(await entityIdsOf(tx, scope, mentions))])];
    const next = { ...contents, entityIds, spellings: {}, editedAt: new Date(), vectors: planned.vectors };
    done.push(await store.rewrite(tx, scope, { id, contents: next, action: 'edit', reason, revision }));
  }
  if (state !== undefined && state !== row.state) done.push(await store.setState(tx, scope, { ids: [id], to: state, reason, revision }));
  else if (state === 'invalidated' && reason !== null) await store.setReason(tx, scope, { id, reason, revision });
  if (state === 'valid') await unmarkWords(tx, scope, [id]);
  if (change.expiresAt !== undefined) await setExpiry(tx, scope, { id, expiresAt: change.expiresAt, revision });
  return done;
}

/** Throws `bad_request` unless a memory can replace this one: it exists, with the same tags. */
async function checkSuccessor(tx: Tx, scope: BankScope, { id, tags }: CuratedRow, by: string): Promise<void> {
  const successor = by === id ? null : await readCurated(tx, scope, by);
  if (!successor || successor.fact_type === 'observation')
    throw new ServiceError('bad_request', 'superseded_by must be the id of another memory of the bank, and not of an observation');
  if (!isSameScope(tags, successor.tags))
    throw new ServiceError(
      'bad_request',
      'superseded_by must be a memory with the same tags: readers with a tag filter must see both or none',
    );
}

/** Finds or creates the entities of names. `next` returns the id of a new entity. */
async function entityIdsOf(tx: Tx, scope: BankScope, mentions: readonly Mention[], next: () => string = newId): Promise<string[]> {
  if (mentions.length === 0) return [];
  const resolution = resolve(mentions, await readSpellings(tx, scope, lookupOf(mentions)), next);
  await writeNames(tx, scope, resolution);
  return mentions.map(({ key }) => defined(resolution.ids.get(key)));
}

/** Restores a memory to its state before a revision. Creates a revision itself. */
export async function restore(
  services: CurationServices,
  scope: BankScope,
  id: string,
  { revision, if_revision }: { revision: number; if_revision?: number | null | undefined },
): Promise<void> {
  await planAndWrite(
    services,
    scope,
    { id, expected: if_revision ?? null },
    (_, embedder) => planRestore({ db: services.db, embedder }, scope, id, revision),
    () => true,
    (tx, written, row, planned) => writeRestore(tx, scope, { revision: written, row, ...planned }),
  );
}

interface Restoration {
  readonly image: Image;
  readonly vectors: Readonly<Record<string, string>> | null;
}

async function planRestore({ db, embedder }: CurationServices, scope: BankScope, id: string, revision: number): Promise<Restoration> {
  const found = await readImage(db, scope, { id, revision });
  if (!found) throw new ServiceError('not_found', `Memory '${id}' has no revision ${revision}`);
  const { image, vectors } = found;
  // The revision has no vector of a model that was configured later.
  if (vectors === null || embedder.model in vectors || Object.keys(vectors).length === 0) return { image, vectors };
  const speaker = image.speaker === null ? '' : `${image.speaker}: `;
  const body = image.text.startsWith(speaker) ? image.text.slice(speaker.length) : image.text;
  return { image, vectors: { ...vectors, ...(await vectorsOf(embedder, body)) } };
}

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

async function writeRestore(
  tx: Tx,
  scope: BankScope,
  { revision, row, image, vectors }: { revision: number; row: CuratedRow } & Restoration,
): Promise<store.CurationEffects[]> {
  const { id } = row;
  const contents: store.MemoryContent = {
    text: image.text,
    context: image.context,
    speaker: image.speaker,
    factType: image.fact_type,
    tokens: image.tokens,
    termCount: image.term_count,
    search: image.search,
    occurredStart: dateOf(image.occurred_start),
    occurredEnd: dateOf(image.occurred_end),
    mentionedAt: image.mentioned_at === undefined ? row.mentioned_at : dateOf(image.mentioned_at),
    precision: image.time_precision,
    fingerprint: image.fingerprint,
    editedAt: dateOf(image.edited_at),
    ...(image.valid_to === undefined
      ? {
          validFrom: row.valid_from,
          validTo: row.valid_to,
          supersededBy: row.superseded_by,
          validitySource: row.validity_source,
          validityReason: row.validity_reason,
        }
      : {
          validFrom: dateOf(image.valid_from ?? null),
          validTo: dateOf(image.valid_to),
          supersededBy: image.superseded_by ?? null,
          validitySource: image.validity_source ?? null,
          validityReason: image.validity_reason ?? null,
        }),
    namesGiven: image.names_given ?? false,
    entityIds: await formerEntities(tx, scope, image),
    spellings: Object.fromEntries(image.entities.map((one) => [one.id, one.spellings ?? []])),
    vectors,
  };
  const action: CurationAction = 'restore';
  const done = [await store.rewrite(tx, scope, { id, contents, action, reason: null, revision })];
  if (image.state !== row.state)
    done.push(await store.setState(tx, scope, { ids: [id], to: image.state, reason: image.invalidation_reason, revision }));
  await unmarkWords(tx, scope, [id]);
  return done;
}

/** Deleted entities are recreated with their ids, unless another entity has the name now. */
async function formerEntities(tx: Tx, scope: BankScope, { entities }: Image): Promise<string[]> {
  const known = await knownEntities(
    tx,
    scope,
    entities.map(({ id }) => id),
  );
  const ids = new Set(entities.filter(({ id }) => known.has(id)).map(({ id }) => id));
  for (const { id, name, kind } of entities) {
    if (known.has(id)) continue;
    const named = mentionOf({ name, kind, literal: false, document: '' });
    if (named) for (const found of await entityIdsOf(tx, scope, [named], () => id)) ids.add(found);
  }
  return [...ids];
}

/** What a caller does in the transaction of a deletion, under the lock of the bank. */
export interface DeletionSteps {
  readonly before: (tx: Tx, revision: number) => Promise<void>;
  readonly after: (tx: Tx, revision: number) => Promise<void>;
}

const NO_STEPS: DeletionSteps = { before: async () => undefined, after: async () => undefined };

/** Deletes a memory until its text is retained again. Returns the number of deleted memories: 1. */
export async function removeMemory(
  { db }: Pick<CurationServices, 'db'>,
  scope: BankScope,
  id: string,
  { before, after }: DeletionSteps = NO_STEPS,
): Promise<number> {
  return inBank(db, scope, async (tx) => {
    const revision = await lockBank(tx, scope);
    if (revision === null) throw unknownMemory(id);
    await curatable(tx, scope, id, null);
    await before(tx, revision);
    const removed = await removeMemories(tx, scope, { ids: [id], revision });
    await noteInAudit(tx, scope, { action: 'bank.memory_delete', before: { memory_id: id } });
    await after(tx, revision);
    return removed.length;
  });
}

/**
 * Deletes facts within a write, under the lock of the bank. Their words remain in the text of their
 * documents, which the next retain reads again. Returns the ids of the deleted memories.
 */
export async function removeMemories(
  tx: Tx,
  scope: BankScope,
  { ids, revision }: { ids: readonly string[]; revision: number },
): Promise<readonly string[]> {
  await forgetReading(tx, scope, ids);
  await sourcesChanged(tx, scope, { memoryIds: ids, revision });
  const removed = await store.removeUnits(tx, scope, ids);
  await applyChanges(tx, scope, revision, removed);
  return removed.ids;
}

/** One short transaction of a bulk change. Returns the number of changed memories. */
export function setStates(
  { db }: Pick<CurationServices, 'db'>,
  scope: BankScope,
  { ids, to, reason }: { ids: readonly string[]; to: 'valid' | 'invalidated'; reason: string | null },
  changedIn: (tx: Tx) => Promise<void>,
): Promise<number> {
  return inBank(db, scope, async (tx) => {
    const revision = await lockBank(tx, scope);
    if (revision === null) return 0;
    if (to === 'invalidated') await markWords(tx, scope, ids);
    const changed = await store.setState(tx, scope, { ids, to, reason, revision });
    if (changed.ids.length === 0) return 0;
    if (to === 'valid') await unmarkWords(tx, scope, changed.ids);
    await finish(tx, scope, revision, [changed]);
    await changedIn(tx);
    return changed.ids.length;
  });
}

/** One short transaction that extends expiries. Returns the number of changed memories. */
export function extendExpiries(
  db: Db,
  scope: BankScope,
  { ids, expiresAt }: { readonly ids: readonly string[]; readonly expiresAt: Date | null },
  changedIn: (tx: Tx) => Promise<void>,
): Promise<number> {
  return inBank(db, scope, async (tx) => {
    const revision = await lockBank(tx, scope);
    if (revision === null) return 0;
    const changed = await extendRows(tx, scope, { ids, expiresAt, revision });
    if (changed === 0) return 0;
    await applyChanges(tx, scope, revision, NO_CHANGES);
    await changedIn(tx);
    return changed;
  });
}
