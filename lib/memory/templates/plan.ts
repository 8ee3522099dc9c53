import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Queryable } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';
import type { BankScope } from '#lib/base/scope';
import { MAX_DIRECTIVES } from '#lib/memory/directives/contract';
import { type DirectiveRow, readDirectives } from '#lib/memory/directives/service';
import { readModelIds, readModelState, type StoredMentalModel, settingsOfBody } from '#lib/memory/mental-models/service';
import { isTemplateId, type TemplateDirective, type TemplateManifest, type TemplateModel } from '#lib/memory/templates/fields';

/** What a template would change in a bank. */
export interface TemplatePlan {
  readonly models: {
    readonly created: readonly TemplateModel[];
    readonly updated: readonly { readonly stored: StoredMentalModel; readonly given: TemplateModel }[];
  };
  readonly directives: {
    readonly created: readonly TemplateDirective[];
    readonly updated: readonly { readonly id: string; readonly given: TemplateDirective }[];
  };
}

const MAX_SLUG = 100;

/**
 * The id of a mental model in a template. An id that a template cannot contain is replaced by its
 * letters and a digest of it, so the same mental model always has the same one.
 */
export function templateIdOf(id: string): string {
  if (isTemplateId(id)) return id;
  const slug = id.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const digest = createHash('sha256').update(id).digest('hex').slice(0, 12);
  return `${slug.slice(0, MAX_SLUG)}-${digest}`.replace(/^-+/, '');
}

const MAX_NAME = 200;

/**
 * Directives by their names in a template, which are unique there: of several with one name, the
 * later ones get a number.
 */
export function byTemplateName<T extends { readonly name: string }>(directives: readonly T[]): Map<string, T> {
  const named = new Map<string, T>();
  const repeated: T[] = [];
  for (const each of directives) {
    if (named.has(each.name)) repeated.push(each);
    else named.set(each.name, each);
  }
  for (const each of repeated) {
    let name = '';
    for (let number = 2; name === '' || named.has(name); number++) {
      const suffix = ` (${number})`;
      name = each.name.slice(0, MAX_NAME - suffix.length) + suffix;
    }
    named.set(name, each);
  }
  return named;
}

/** As JSON that was stored and read again: without fields that are undefined. */
const asStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Tags of a template; none leave the stored ones. */
const isSameTags = (stored: readonly string[], given: readonly string[]): boolean =>
  given.length === 0 || isDeepStrictEqual(stored, [...new Set(given)].sort());

function isSameModel({ name, sourceQuery, maxTokens, trigger, tags: storedTags }: StoredMentalModel, given: TemplateModel): boolean {
  const { tags, ...wanted } = settingsOfBody(given);
  return isDeepStrictEqual(asStored({ name, sourceQuery, maxTokens, trigger }), asStored(wanted)) && isSameTags(storedTags, tags);
}

const isSameDirective = (stored: DirectiveRow, given: TemplateDirective): boolean =>
  stored.content === given.content &&
  stored.priority === given.priority &&
  stored.is_active === given.is_active &&
  isSameTags(stored.tags, given.tags);

async function modelsIn(db: Queryable, scope: BankScope, given: readonly TemplateModel[]): Promise<TemplatePlan['models']> {
  const created: TemplateModel[] = [];
  const updated: { stored: StoredMentalModel; given: TemplateModel }[] = [];
  const ids = new Map((given.length > 0 ? await readModelIds(db, scope) : []).map((id) => [templateIdOf(id), id]));
  for (const each of given) {
    const id = ids.get(each.id);
    const stored = id === undefined ? null : await readModelState(db, scope, id);
    if (stored === null) created.push(each);
    else if (!isSameModel(stored, each)) updated.push({ stored, given: each });
  }
  return { created, updated };
}

async function directivesIn(db: Queryable, scope: BankScope, given: readonly TemplateDirective[]): Promise<TemplatePlan['directives']> {
  const created: TemplateDirective[] = [];
  const updated: { id: string; given: TemplateDirective }[] = [];
  const all = given.length > 0 ? await readDirectives(db, scope) : [];
  const named = byTemplateName(all);
  for (const each of given) {
    const stored = named.get(each.name);
    if (stored === undefined) created.push(each);
    else if (!isSameDirective(stored, each)) updated.push({ id: stored.id, given: each });
  }
  if (all.length + created.length > MAX_DIRECTIVES)
    throw new ServiceError('conflict', `The bank would have more than ${MAX_DIRECTIVES} directives, the most possible. Delete some first.`);
  return { created, updated };
}

/**
 * Compares a template with a bank. Mental models are matched by id, directives by name. Equal ones
 * are not part of the plan. Throws `conflict` if the bank has no room for the directives.
 */
export async function planOf(db: Queryable, scope: BankScope, manifest: TemplateManifest): Promise<TemplatePlan> {
  const { mental_models: models, directives } = manifest;
  return { models: await modelsIn(db, scope, models ?? []), directives: await directivesIn(db, scope, directives ?? []) };
}
