import type { Tx } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';
import { type BankScope, NO_BANK } from '#lib/base/scope';
import { changeSettings } from '#lib/memory/banks/change';
import {
  applySettings,
  type ConfigServices,
  readConfig,
  readSettings,
  requireConsistent,
  type SettingChange,
} from '#lib/memory/banks/configure';
import { inEnsuredBank, lockBank, requireConfigurable, requireCreatable } from '#lib/memory/banks/service';
import type { SetUpBank } from '#lib/memory/banks/set-up';
import { createDirectiveIn, updateDirectiveIn } from '#lib/memory/directives/service';
import { createModelIn, reembedModel, refreshModelIn, updateModelIn } from '#lib/memory/mental-models/service';
import { DEFAULT_SETTINGS } from '#lib/memory/settings/contract';
import type { TemplateImported } from '#lib/memory/templates/contract';
import type { TemplateManifest, TemplateModel } from '#lib/memory/templates/fields';
import { invalidTemplate, parseTemplate } from '#lib/memory/templates/manifest';
import { planOf, type TemplatePlan } from '#lib/memory/templates/plan';
import type { Embedder } from '#lib/models/embeddings/port';

export { exportTemplate } from '#lib/memory/templates/export';
export { templateJsonSchema } from '#lib/memory/templates/manifest';

interface TemplateServices extends ConfigServices {
  readonly embedder: Embedder;
}

const answerOf = (scope: BankScope, manifest: TemplateManifest, { models, directives }: TemplatePlan): TemplateImported => ({
  bank_id: scope.bankId,
  config_applied: manifest.bank !== null && manifest.bank !== undefined,
  mental_models_created: models.created.map(({ id }) => id),
  mental_models_updated: models.updated.map(({ given }) => given.id),
  directives_created: directives.created.map(({ name }) => name),
  directives_updated: directives.updated.map(({ given }) => given.name),
  operation_ids: [],
  dry_run: false,
});

/** A setting that is refused makes the template invalid. */
async function settingsFault<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ServiceError && error.code === 'bad_request' ? invalidTemplate(error.message) : error;
  }
}

const givenSettings = ({ bank }: TemplateManifest): Record<string, unknown> =>
  Object.fromEntries(Object.entries(bank ?? {}).filter(([, value]) => value !== null));

/**
 * Applies a template in one transaction, or reports what it would do. `name` is that of a bank
 * that does not exist yet, and is created only if the template is valid. Throws `bad_request` for
 * an invalid one, and `conflict` if the bank has no room for the directives.
 */
export async function importTemplate(
  services: TemplateServices,
  unsure: BankScope,
  body: unknown,
  { isDryRun, name }: { readonly isDryRun: boolean; readonly name?: string | undefined },
): Promise<TemplateImported> {
  requireConfigurable(unsure);
  const manifest = parseTemplate(body);
  const settings = await settingsFault(() => readSettings(services, givenSettings(manifest)));
  if (isDryRun) return preview(services, unsure, manifest, settings);
  const changedTexts: string[] = [];
  const { scope, answer } = await inEnsuredBank(services.db, unsure, async (tx, bank) => {
    if (name !== undefined && unsure.bankUid === NO_BANK) await changeSettings(tx, bank, { name });
    return { scope: bank, answer: await apply(tx, services, bank, { manifest, settings }, (id) => changedTexts.push(id)) };
  });
  for (const id of changedTexts) await reembedModel(services, scope, id);
  return answer;
}

/**
 * The work that applies a template to each new bank. Throws `bad_request` for a template that the
 * server would refuse.
 */
export function setUpFrom(services: Omit<ConfigServices, 'db'>, body: unknown): SetUpBank {
  const manifest = parseTemplate(body);
  const settings = readSettings(services, givenSettings(manifest));
  requireConsistent({ ...DEFAULT_SETTINGS, ...services.env.bankDefaults }, settings);
  return async (tx, scope) => {
    if ((await lockBank(tx, scope)) === null) return;
    await apply(tx, services, scope, { manifest, settings });
  };
}

/** Applies a valid template in a transaction that has locked the bank. */
async function apply(
  tx: Tx,
  services: Omit<ConfigServices, 'db'>,
  scope: BankScope,
  { manifest, settings }: { readonly manifest: TemplateManifest; readonly settings: SettingChange },
  onText: (modelId: string) => void = () => undefined,
): Promise<TemplateImported> {
  if (manifest.bank) await settingsFault(() => applySettings(tx, services, scope, settings));
  const plan = await planOf(tx, scope, manifest);
  await applyDirectives(tx, scope, plan.directives);
  const operationIds = await applyModels(tx, scope, plan.models, onText);
  return { ...answerOf(scope, manifest, plan), operation_ids: operationIds };
}

/** Fails like the import. */
async function preview(
  services: TemplateServices,
  scope: BankScope,
  manifest: TemplateManifest,
  settings: SettingChange,
): Promise<TemplateImported> {
  if (scope.bankUid === NO_BANK) requireCreatable(scope);
  const { config } = await readConfig(services, scope);
  await settingsFault(() => requireConsistent(config, settings));
  return { ...answerOf(scope, manifest, await planOf(services.db, scope, manifest)), dry_run: true };
}

/** No tags leave the stored ones. */
const patchedTags = (tags: readonly string[]): string[] | null => (tags.length === 0 ? null : [...tags]);

const modelPatch = ({ name, source_query, max_tokens, tags, trigger }: TemplateModel) => ({
  ...{ name, source_query, max_tokens, trigger },
  tags: patchedTags(tags),
});

async function applyDirectives(tx: Tx, scope: BankScope, { created, updated }: TemplatePlan['directives']): Promise<void> {
  for (const given of created) await createDirectiveIn(tx, scope, given);
  for (const { id, given } of updated) {
    const { content, priority, is_active } = given;
    await updateDirectiveIn(tx, scope, id, { content, priority, is_active, tags: patchedTags(given.tags) });
  }
}

/** Returns the refreshes that it requests. */
async function applyModels(
  tx: Tx,
  scope: BankScope,
  { created, updated }: TemplatePlan['models'],
  onText: (id: string) => void,
): Promise<string[]> {
  const operationIds: string[] = [];
  for (const given of created) {
    const made = await createModelIn(tx, scope, given.id, given);
    if (made?.operation_id) operationIds.push(made.operation_id);
  }
  for (const { stored, given } of updated) {
    if (await updateModelIn(tx, scope, stored, modelPatch(given))) onText(stored.id);
    operationIds.push(await refreshModelIn(tx, scope, stored.id));
  }
  return operationIds;
}
