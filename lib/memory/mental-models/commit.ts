import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#lib/base/db/db';
import { isUuid } from '#lib/base/ids';
import type { BankScope } from '#lib/base/scope';
import { termsOf } from '#lib/base/text/index-terms';
import { lexemes } from '#lib/base/text/terms';
import { countTokens } from '#lib/base/text/tokens';
import { NO_USAGE, toTokenUsage } from '#lib/base/usage';
import { lockBank, noteRevision } from '#lib/memory/banks/service';
import type { RefreshCause } from '#lib/memory/mental-models/literals';
import { originsIn, withOrigins } from '#lib/memory/mental-models/origins';
import {
  blockSources,
  type CitedFact,
  type Document,
  embeddedText,
  isFailed,
  type RefreshCommit,
  type RefreshPlan,
  scopeOf,
} from '#lib/memory/mental-models/refresh/port';
import { lockState, type StoredMentalModel } from '#lib/memory/mental-models/store';
import { readCitationsOf, readOrigins } from '#lib/memory/mental-models/store-origins';
import { countMemories } from '#lib/memory/mental-models/store-redact';
import * as write from '#lib/memory/mental-models/store-write';
import { actorOf, toOperations, toReflectResponse, toRetraction } from '#lib/memory/mental-models/view';

/**
 * The only writer of the content of a mental model. Every change compares the version that it is
 * based on, under the lock of the bank. Of two writers, the later one starts again, so nothing that
 * was read or written is lost.
 */

export type Committed =
  | { readonly kind: 'committed'; readonly version: number }
  /** another writer committed first: nothing was written, and the refresh must start again */
  | { readonly kind: 'superseded' }
  /** the mental model or the bank was deleted */
  | { readonly kind: 'deleted' };

export interface Commit extends RefreshCommit {
  /** the mental model that the plan is based on */
  readonly base: StoredMentalModel;
  readonly cause: RefreshCause;
}

const documentOf = (document: unknown): Document | null => document as Document | null;

export const sourceIdsOf = (document: unknown): string[] => {
  const stored = documentOf(document);
  return stored === null ? [] : [...new Set(blockSources(stored).map(({ sourceId }) => sourceId))];
};

const blocksOf = (document: unknown): number => documentOf(document)?.sections.reduce((total, { blocks }) => total + blocks.length, 0) ?? 0;

/** The words in the keyword index of a mental model. */
export const wordsOf = (model: Parameters<typeof embeddedText>[0]): string[] => lexemes(termsOf(embeddedText(model)));

/**
 * Writes a plan if the mental model still has the version that the plan is based on, in the
 * transaction of the operation's fence. `superseded`: another version was written meanwhile.
 * Nothing is written, and the refresh must be requested again. `deleted`: the mental model was
 * deleted. A failed plan writes only `last_error`.
 */
export async function commitRefresh(tx: Tx, scope: BankScope, commit: Commit): Promise<Committed> {
  const { plan, base } = commit;
  const revision = await lockBank(tx, scope);
  const now = revision === null ? null : await lockState(tx, scope, base.id);
  if (revision === null || now === null || now.uid !== base.uid) return { kind: 'deleted' };
  if (!isAsPlanned(now, base, plan)) return { kind: 'superseded' };
  if (!isFailed(plan) && !(await areAddedThere(tx, scope, plan))) return { kind: 'superseded' };
  if (isFailed(plan)) {
    const { code, message } = plan.failure ?? { code: plan.outcome, message: 'The refresh produced no document.' };
    await write.setFailure(tx, scope, base.id, { code, message, operationId: commit.operationId });
    return { kind: 'committed', version: now.version };
  }
  const version = plan.changed.content || plan.changed.document ? now.version + 1 : now.version;
  await writeContents(tx, scope, commit, now, { version, revision });
  await write.dropSeenTombstones(tx, scope);
  return { kind: 'committed', version };
}

/**
 * Whether the memories that a plan cites for the first time still exist. A purge that happened
 * after they were read must not be undone.
 */
async function areAddedThere(tx: Tx, scope: BankScope, { evidence, basedOn }: RefreshPlan): Promise<boolean> {
  const models = new Set(basedOn.filter(({ kind }) => kind === 'mental_model').map(({ id }) => id));
  const added = evidence.added.filter((id) => !models.has(id) && isUuid(id));
  return added.length === 0 || (await countMemories(tx, scope, added)) === new Set(added).size;
}

/** The same content, query and scope. A changed name does not prevent the write. */
const isAsPlanned = (now: StoredMentalModel, base: StoredMentalModel, plan: RefreshPlan): boolean =>
  now.version === plan.baseVersion &&
  // A purge removes blocks without a new version.
  now.content === base.content &&
  now.seenRevision === base.seenRevision &&
  now.sourceQuery === plan.sourceQuery &&
  isDeepStrictEqual(scopeOf(now), scopeOf(base));

/**
 * Blocks that a delta does not touch were written for earlier scopes; a full refresh leaves only
 * the current scope.
 */
const scopesAfter = (before: StoredMentalModel['builtScopes'], { effectiveMode, scope }: RefreshPlan): StoredMentalModel['builtScopes'] =>
  effectiveMode === 'full' ? [scope] : [...before.filter((one) => !isDeepStrictEqual(one, scope)), scope];

/** Citations with their origins; `former`: those of the texts that may remain. */
async function traced(tx: Tx, scope: BankScope, cited: readonly CitedFact[], former: readonly CitedFact[]): Promise<CitedFact[]> {
  const idsOf = (areModels: boolean) => cited.filter(({ kind }) => (kind === 'mental_model') === areModels).map(({ id }) => id);
  const origins = await readOrigins(tx, scope, idsOf(false));
  for (const { id, based_on } of await readCitationsOf(tx, scope, idsOf(true))) origins.set(id, originsIn(based_on));
  return withOrigins(cited, origins, former);
}

async function writeContents(
  tx: Tx,
  scope: BankScope,
  { plan, vector, operationId, cause }: Commit,
  now: StoredMentalModel,
  { version, revision }: { version: number; revision: number },
): Promise<void> {
  const isNew = version !== now.version;
  const isPersisted = plan.outcome !== 'content_preserved_no_new_facts';
  const basedOn = await traced(tx, scope, plan.basedOn, plan.effectiveMode === 'full' ? [] : now.basedOn);
  const contents: write.MentalModelContent = {
    state: plan.preview.content === '' ? 'empty' : 'ready',
    version,
    content: plan.preview.content,
    document: plan.preview.document,
    builtQuery: isPersisted ? plan.sourceQuery : now.builtQuery,
    builtScopes: isPersisted ? scopesAfter(now.builtScopes, plan) : now.builtScopes,
    seenRevision: plan.pinnedRevision,
    lastMemorySeenAt: plan.window.watermark ?? now.lastMemorySeenAt,
    basedOn,
    reflectResponse: toReflectResponse(plan, now.trigger.keepTrace),
    method: plan.method,
  };
  await write.setContents(tx, scope, now.id, contents, { refreshed: plan.effectiveMode });
  if (!isNew) return;
  await write.insertVersion(tx, scope, now.id, {
    ...contents,
    ...{ change: 'refresh', restoredVersion: null, name: now.name, sourceQuery: now.sourceQuery, tags: now.tags, maxTokens: now.maxTokens },
    tokens: plan.documentTokens,
    blocks: blocksOf(plan.preview.document),
    mode: plan.effectiveMode,
    modeRequested: plan.requestedMode,
    modeReason: plan.modeReason,
    outcome: plan.outcome,
    operationId,
    cause,
    actor: actorOf(scope.actor),
    sourceIds: sourceIdsOf(plan.preview.document),
    facts: plan.evidence,
    usage: toTokenUsage(plan.usage),
    deltaOperations: toOperations(plan),
    retraction: toRetraction(plan),
    warnings: plan.warnings,
    decision: null,
  });
  const models = new Set(plan.basedOn.filter(({ kind }) => kind === 'mental_model').map(({ id }) => id));
  await write.setBlockSources(tx, scope, now.id, blockSources(plan.preview.document), models);
  if (!plan.changed.content) return;
  // If name or query changed meanwhile, the vector does not match. The update of the mental model
  // computes a new one.
  const current = { ...now, content: plan.preview.content };
  const isSame = embeddedText(current) === embeddedText({ ...plan, content: plan.preview.content });
  const findable = { words: wordsOf(current), vector: isSame ? vector : null };
  await write.setFindable(tx, scope, now.id, revision, findable);
  await noteRevision(tx, scope, revision);
}

/**
 * Writes a version that no refresh made. The caller must have locked the bank and read the current
 * mental model.
 */
export async function commitByHand(
  tx: Tx,
  scope: BankScope,
  now: StoredMentalModel,
  revision: number,
  made: Pick<write.NewVersion, 'change' | 'restoredVersion' | 'decision'> & {
    readonly contents: Omit<write.MentalModelContent, 'version'>;
  },
  vector: write.Findable['vector'],
): Promise<void> {
  const contents = { ...made.contents, version: now.version + 1 };
  const { change, restoredVersion, decision } = made;
  const before = new Set(sourceIdsOf(now.document));
  const sourceIds = sourceIdsOf(contents.document);
  const cited = new Set(sourceIds);
  await write.setContents(tx, scope, now.id, contents, { refreshed: null });
  await write.insertVersion(tx, scope, now.id, {
    ...contents,
    ...{ change, restoredVersion, name: now.name, sourceQuery: now.sourceQuery, tags: now.tags, maxTokens: now.maxTokens },
    tokens: countTokens(contents.content),
    blocks: blocksOf(contents.document),
    ...{ mode: null, modeRequested: null, modeReason: null, outcome: null, operationId: null, cause: null },
    actor: actorOf(scope.actor),
    sourceIds,
    facts: {
      added: sourceIds.filter((id) => !before.has(id)),
      dropped: [...before].filter((id) => !cited.has(id)),
      unchanged: sourceIds.filter((id) => before.has(id)),
    },
    usage: toTokenUsage(NO_USAGE),
    ...{ deltaOperations: null, retraction: null, warnings: [], decision },
  });
  const models = new Set(contents.basedOn.filter(({ kind }) => kind === 'mental_model').map(({ id }) => id));
  const document = documentOf(contents.document);
  await write.setBlockSources(tx, scope, now.id, document ? blockSources(document) : [], models);
  await write.setFindable(tx, scope, now.id, revision, {
    words: wordsOf({ ...now, content: contents.content }),
    vector,
  });
  await noteRevision(tx, scope, revision);
}
