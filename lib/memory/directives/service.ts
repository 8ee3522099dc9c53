import type { Db, Queryable, Tx } from '#lib/base/db/db';
import { readPage } from '#lib/base/db/read-only';
import { present } from '#lib/base/defined';
import { ServiceError } from '#lib/base/errors';
import { isUuid, newId } from '#lib/base/ids';
import type { BankScope } from '#lib/base/scope';
import { type TagFilter, tagFilterOf } from '#lib/base/tags/filter';
import { inBank, inEnsuredBank, lockBank, noteInAudit } from '#lib/memory/banks/service';
import {
  type CreateDirectiveBody,
  type Directive,
  type DirectivePage,
  MAX_DIRECTIVES,
  type PatchDirectiveBody,
} from '#lib/memory/directives/contract';
import type { DirectiveTagMode } from '#lib/memory/directives/literals';
import * as store from '#lib/memory/directives/store';
import { type DirectiveUse, withinTokens } from '#lib/memory/directives/use';
import { toDirective } from '#lib/memory/directives/view';

/** Rules of a bank that a language model follows in answers and mental models. */

const unknownDirective = (id: string): ServiceError => new ServiceError('not_found', `Directive '${id}' not found`);

const sortedTags = (tags: readonly string[]): string[] => [...new Set(tags)].sort();

export const createDirective = (db: Db, unsure: BankScope, body: CreateDirectiveBody): Promise<Directive> =>
  inEnsuredBank(db, unsure, async (tx, scope) => toDirective(present(await createDirectiveIn(tx, scope, body)), scope.bankId));

/** Creates a directive in a transaction. null: the bank was deleted. */
export async function createDirectiveIn(tx: Tx, scope: BankScope, body: CreateDirectiveBody): Promise<store.DirectiveRow | null> {
  if ((await lockBank(tx, scope)) === null) return null;
  if ((await store.countDirectives(tx, scope)) >= MAX_DIRECTIVES)
    throw new ServiceError('conflict', `The bank has ${MAX_DIRECTIVES} directives, the most possible. Delete one first.`);
  const { name, content, priority, is_active: isActive } = body;
  const row = await store.insertDirective(tx, scope, { id: newId(), name, content, priority, isActive, tags: sortedTags(body.tags) });
  if (row) await noteInAudit(tx, scope, { action: 'bank.directive_create', after: { directive_id: row.id, name } });
  return row;
}

export async function listDirectives(
  db: Queryable,
  scope: BankScope,
  query: {
    readonly tags?: readonly string[] | undefined;
    readonly tags_match: DirectiveTagMode;
    readonly active_only: boolean;
    readonly limit: number;
    readonly offset: number;
  },
): Promise<DirectivePage> {
  const { limit, offset } = query;
  const filter = { tags: tagFilterOf(query.tags, query.tags_match, null), activeOnly: query.active_only, limit, offset };
  const { rows, total } = await readPage(db, (at) => store.listDirectives(at, scope, filter));
  return { items: rows.map((row) => toDirective(row, scope.bankId)), total, limit, offset };
}

export async function getDirective(db: Queryable, scope: BankScope, id: string): Promise<Directive> {
  const row = isUuid(id) ? await store.findDirective(db, scope, id) : null;
  if (!row) throw unknownDirective(id);
  return toDirective(row, scope.bankId);
}

const namesOf = (body: PatchDirectiveBody): string[] =>
  Object.entries(body).flatMap(([name, value]) => (value === null || value === undefined ? [] : [name]));

export async function updateDirective(db: Db, scope: BankScope, id: string, body: PatchDirectiveBody): Promise<Directive> {
  if (!isUuid(id)) throw unknownDirective(id);
  const row = await inBank(db, scope, (tx) => updateDirectiveIn(tx, scope, id, body));
  if (!row) throw unknownDirective(id);
  return toDirective(row, scope.bankId);
}

/** Changes a directive in a transaction. null: there is none with this id, or no bank. */
export async function updateDirectiveIn(
  tx: Tx,
  scope: BankScope,
  id: string,
  body: PatchDirectiveBody,
): Promise<store.DirectiveRow | null> {
  if ((await lockBank(tx, scope)) === null) return null;
  const changed = namesOf(body);
  const after = await store.updateDirective(tx, scope, id, {
    name: body.name ?? null,
    content: body.content ?? null,
    priority: body.priority ?? null,
    isActive: body.is_active ?? null,
    tags: body.tags ? sortedTags(body.tags) : null,
  });
  if (after && changed.length > 0)
    await noteInAudit(tx, scope, {
      action: 'bank.directive_update',
      before: { directive_id: after.id },
      after: { name: after.name, changed },
    });
  return after;
}

/** All directives of a bank, also inactive ones, the oldest first. */
export const readDirectives = (db: Queryable, scope: BankScope): Promise<store.DirectiveRow[]> => store.readDirectives(db, scope);

export type { DirectiveRow } from '#lib/memory/directives/store';

export async function deleteDirective(db: Db, scope: BankScope, id: string): Promise<{ status: 'deleted' }> {
  if (!isUuid(id)) throw unknownDirective(id);
  const name = await inBank(db, scope, async (tx) => {
    if ((await lockBank(tx, scope)) === null) return null;
    const deleted = await store.deleteDirective(tx, scope, id);
    if (deleted !== null)
      await noteInAudit(tx, scope, { action: 'bank.directive_delete', before: { directive_id: id.toLowerCase(), name: deleted } });
    return deleted;
  });
  if (name === null) throw unknownDirective(id);
  return { status: 'deleted' };
}

/**
 * The active directives for one text, as far as a prompt has room for them. Untagged ones always
 * apply. Tagged ones apply if `tags`, the filter of the request without fuzzy tags, matches them,
 * so none without a filter. `isAll`: regardless of tags.
 */
export const selectDirectives = async (
  db: Queryable,
  scope: BankScope,
  { tags, isAll = false }: { readonly tags: TagFilter | null; readonly isAll?: boolean },
): Promise<DirectiveUse[]> => withinTokens(await store.readActive(db, scope, isAll ? 'all' : tags));

export type { NewDirective } from '#lib/memory/directives/store';

/** Stores the directives of an archive, in the transaction that creates their bank. */
export async function importDirectives(tx: Tx, scope: BankScope, directives: readonly Omit<store.NewDirective, 'id'>[]): Promise<void> {
  for (const directive of directives) await store.insertDirective(tx, scope, { ...directive, id: newId() });
}
