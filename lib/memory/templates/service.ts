import { isDeepStrictEqual } from 'node:util';
import type { Queryable, Tx } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';
import { type BankScope, NO_BANK } from '#lib/base/scope';
import { applySettings, type ConfigServices, readConfig, readSettings, type SettingChange } from '#lib/memory/banks/configure';
import { ensureBank, inBank, lockBank } from '#lib/memory/banks/service';
import {
  createModelIn,
  listModels,
  readModelState,
  reembedModel,
  refreshModelIn,
  type StoredMentalModel,
  settingsOfBody,
  updateModelIn,
} from '#lib/memory/mental-models/service';
import type { TemplateImported, TemplateManifest, TemplateModel } from '#lib/memory/templates/contract';
import { invalidTemplate, parseTemplate } from '#lib/memory/templates/manifest';
import type { Embedder } from '#lib/models/embeddings/port';

export { templateJsonSchema } from '#lib/memory/templates/manifest';

interface TemplateServices extends ConfigServices {
  readonly embedder: Embedder;
}

/** As JSON that was stored and read again: without fields that are undefined. */
const asStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Whether a stored mental model is as the template describes it. No tags leave the stored ones. */
function isEqual(stored: StoredMentalModel, given: TemplateModel): boolean {
  const { tags, ...wanted } = settingsOfBody(given);
  const { name, sourceQuery, maxTokens, trigger } = stored;
  const isSame = isDeepStrictEqual(asStored({ name, sourceQuery, maxTokens, trigger }), asStored(wanted));
  return isSame && (tags.length === 0 || isDeepStrictEqual(stored.tags, tags));
}

interface TemplatePlan {
  readonly created: readonly TemplateModel[];
  readonly updated: readonly { readonly stored: StoredMentalModel; readonly given: TemplateModel }[];
}

async function planOf(db: Queryable, scope: BankScope, models: readonly TemplateModel[]): Promise<TemplatePlan> {
  const created: TemplateModel[] = [];
  const updated: { stored: StoredMentalModel; given: TemplateModel }[] = [];
  for (const given of models) {
    const stored = scope.bankUid === NO_BANK ? null : await readModelState(db, scope, given.id);
    if (stored === null) created.push(given);
    else if (!isEqual(stored, given)) updated.push({ stored, given });
  }
  return { created, updated };
}

const patchOf = ({ name, source_query, max_tokens, tags, trigger }: TemplateModel) => ({
  ...{ name, source_query, max_tokens, trigger },
  tags: tags.length === 0 ? null : tags,
});

const answerOf = (scope: BankScope, manifest: TemplateManifest, { created, updated }: TemplatePlan): TemplateImported => ({
  bank_id: scope.bankId,
  config_applied: manifest.bank !== null && manifest.bank !== undefined,
  mental_models_created: created.map(({ id }) => id),
  mental_models_updated: updated.map(({ given }) => given.id),
  directives_created: [],
  directives_updated: [],
  operation_ids: [],
  dry_run: false,
});

function settingsIn(services: ConfigServices, { bank }: TemplateManifest): SettingChange {
  const given = Object.entries(bank ?? {}).filter(([, value]) => value !== null);
  try {
    return readSettings(services, Object.fromEntries(given));
  } catch (error) {
    throw error instanceof ServiceError ? invalidTemplate(error.message) : error;
  }
}

/**
 * Applies a template in one transaction, or reports what it would do. Throws `bad_request` for an
 * invalid one, and `conflict` if the bank is deleted meanwhile.
 */
export async function importTemplate(
  services: TemplateServices,
  unsure: BankScope,
  body: Readonly<Record<string, unknown>>,
  isDryRun: boolean,
): Promise<TemplateImported> {
  const manifest = parseTemplate(body);
  const settings = settingsIn(services, manifest);
  const models = manifest.mental_models ?? [];
  if (isDryRun) return { ...answerOf(unsure, manifest, await planOf(services.db, unsure, models)), dry_run: true };
  const scope = await ensureBank(services.db, unsure);
  const texts: string[] = [];
  const answer = await inBank(services.db, scope, async (tx) => {
    if ((await lockBank(tx, scope)) === null) throw new ServiceError('conflict', 'The bank changed meanwhile: import the template again');
    if (manifest.bank) await applySettings(tx, services, scope, settings);
    const plan = await planOf(tx, scope, models);
    const operationIds = await applyModels(tx, scope, plan, (id) => texts.push(id));
    return { ...answerOf(scope, manifest, plan), operation_ids: operationIds };
  });
  for (const id of texts) await reembedModel(services, scope, id);
  return answer;
}

async function applyModels(tx: Tx, scope: BankScope, { created, updated }: TemplatePlan, onText: (id: string) => void): Promise<string[]> {
  const operationIds: string[] = [];
  for (const given of created) {
    const made = await createModelIn(tx, scope, given.id, given);
    if (made?.operation_id) operationIds.push(made.operation_id);
  }
  for (const { stored, given } of updated) {
    if (await updateModelIn(tx, scope, stored, patchOf(given))) onText(given.id);
    operationIds.push(await refreshModelIn(tx, scope, given.id));
  }
  return operationIds;
}

const PAGE = 1000;

/** Without the fields that are not set. */
const given = (fields: object | null | undefined): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== null && value !== undefined));

/** Throws a 404 for a missing bank. */
export async function exportTemplate(
  services: ConfigServices,
  scope: BankScope,
): Promise<{ version: string; bank: Record<string, unknown>; mental_models: Record<string, unknown>[] }> {
  if (scope.bankUid === NO_BANK) throw new ServiceError('not_found', `Bank '${scope.bankId}' not found`);
  const { overrides } = await readConfig(services, scope);
  const { items } = await listModels(services.db, scope, { tags_match: 'any', detail: 'content', limit: PAGE, offset: 0 });
  const models = items
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, name, source_query, tags, max_tokens, trigger }) => ({
      id,
      name,
      source_query,
      tags,
      max_tokens,
      trigger: given(trigger),
    }));
  return { version: '1', bank: given(overrides), mental_models: models };
}
