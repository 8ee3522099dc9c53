import { ServiceError } from '#lib/base/errors';
import { type BankScope, NO_BANK } from '#lib/base/scope';
import { type ConfigServices, readConfig, readSettings } from '#lib/memory/banks/configure';
import { readDirectives } from '#lib/memory/directives/service';
import { listModels } from '#lib/memory/mental-models/service';
import { byTemplateName, templateIdOf } from '#lib/memory/templates/plan';

const PAGE = 1000;

type Fields = Record<string, unknown>;

/** Without the fields that are not set. */
const given = (fields: object | null | undefined): Fields =>
  Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== null && value !== undefined));

/** Whether an import accepts a setting, which may be older than the configuration of the server. */
function isAccepted(services: ConfigServices, name: string, value: unknown): boolean {
  try {
    readSettings(services, { [name]: value });
    return true;
  } catch {
    return false;
  }
}

/** The settings of the bank in a form that an import accepts. */
async function settingsIn(services: ConfigServices, scope: BankScope): Promise<Fields> {
  const { overrides, config } = await readConfig(services, scope);
  const settings = Object.fromEntries(Object.entries(given(overrides)).filter(([name, value]) => isAccepted(services, name, value)));
  if (!settings.retain_custom_instructions) return settings;
  // Instructions without their mode have no effect, and the mode may be that of the server.
  const { retain_custom_instructions: instructions, ...rest } = settings;
  return config.retain_extraction_mode === 'custom'
    ? { ...rest, retain_extraction_mode: 'custom', retain_custom_instructions: instructions }
    : rest;
}

async function modelsIn({ db }: ConfigServices, scope: BankScope): Promise<Fields[]> {
  const models: Fields[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const query = {
      tags_match: 'any',
      detail: 'content',
      exclude_knowledge_pages: true,
      sort: 'name',
      order: 'asc',
      limit: PAGE,
      offset,
    } as const;
    const { items } = await listModels(db, scope, query);
    for (const { id, name, source_query, tags, max_tokens, trigger } of items)
      models.push({ id: templateIdOf(id), name, source_query, tags, max_tokens, trigger: given(trigger) });
    if (items.length < PAGE) return models.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1));
  }
}

const directivesIn = async ({ db }: ConfigServices, scope: BankScope): Promise<Fields[]> =>
  [...byTemplateName(await readDirectives(db, scope))].map(([name, { content, priority, is_active, tags }]) => ({
    ...{ name, content, priority, is_active, tags },
  }));

interface ExportedTemplate {
  readonly version: string;
  readonly bank?: Fields;
  readonly mental_models: Fields[];
  readonly directives: Fields[];
}

/** Importing the result into the same bank changes nothing. Throws a 404 for a missing bank. */
export async function exportTemplate(services: ConfigServices, scope: BankScope): Promise<ExportedTemplate> {
  if (scope.bankUid === NO_BANK) throw new ServiceError('not_found', `Bank '${scope.bankId}' not found`);
  const bank = await settingsIn(services, scope);
  const mental_models = await modelsIn(services, scope);
  return {
    version: '1',
    ...(Object.keys(bank).length > 0 && { bank }),
    mental_models,
    directives: await directivesIn(services, scope),
  };
}
