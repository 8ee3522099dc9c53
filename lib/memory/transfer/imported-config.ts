import { z } from 'zod';
import { storable } from '#lib/base/text/storable';
import { MAX_DIRECTIVES } from '#lib/memory/directives/contract';
import type { NewDirective } from '#lib/memory/directives/service';
import { bankSettings, isIdleSetting } from '#lib/memory/settings/contract';
import { archiveFault } from '#lib/memory/transfer/archive/limits';
import { decodedJson } from '#lib/memory/transfer/archive/manifest';
import { storableTags } from '#lib/memory/transfer/archived-document';
import { BANK_ROW_NAME } from '#lib/memory/transfer/row-tables';
import type { ImportedProfile } from '#lib/memory/transfer/store-restore';

/** The profile, the settings and the directives of an archive. Pure. */

type Shape = typeof bankSettings.shape;
const isSetting = (name: string): name is keyof Shape => Object.hasOwn(bankSettings.shape, name);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The settings that this version knows with a valid value; others have no effect and stay out. */
function knownSettings(config: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(isObject(config) ? config : {}).filter(
      ([name, value]) => isIdleSetting(name) || (isSetting(name) && bankSettings.shape[name].safeParse(value).success),
    ),
  );
}

/** Columns of the profile of a bank. */
const PROFILE = ['name', 'mission', 'skepticism', 'literalism', 'empathy'];

/** The row of a bank of an archive, with valid settings or none. Throws `archiveFault`. */
export function importedConfig(row: unknown, withSettings: boolean): Record<string, unknown> {
  if (!isObject(row)) throw archiveFault(`${BANK_ROW_NAME} is no object`);
  const state = Object.fromEntries(Object.entries(row).filter(([name]) => withSettings || !PROFILE.includes(name)));
  return { name: '', ...state, config: withSettings ? knownSettings(row.config) : {} };
}

export const PROFILE_NAME = 'banks.json';
export const DIRECTIVES_NAME = 'directives.json';

const trait = z.int().min(1).max(5).catch(3);
const profileSchema = z.array(
  z.object({
    id: z.string().nullish().catch(null),
    bank_id: z.string().nullish().catch(null),
    name: z.string().nullish(),
    mission: z.string().nullish(),
    disposition: z
      .preprocess(decodedJson, z.object({ skepticism: trait, literalism: trait, empathy: trait }))
      .catch({ skepticism: 3, literalism: 3, empathy: 3 }),
    config: z.preprocess(decodedJson, z.unknown()).optional(),
  }),
);

/** Throws `archiveFault`. */
export function parseProfile(json: unknown): ImportedProfile {
  const bank = profileSchema.safeParse(json).data?.[0];
  if (!bank) throw archiveFault(`${PROFILE_NAME} is no list of banks`);
  // A name that is the id belongs to the bank of the archive.
  const isOwn = bank.name != null && bank.name.trim() !== '' && bank.name !== (bank.bank_id ?? bank.id);
  const name = isOwn ? storable(bank.name ?? '') : null;
  const mission = bankSettings.shape.reflect_mission.safeParse(bank.mission).success ? storable(bank.mission ?? '') : '';
  return { name, mission, disposition: bank.disposition, config: knownSettings(bank.config) };
}

const directivesSchema = z
  .array(
    z.object({
      name: z.string().trim().min(1),
      content: z.string().trim().min(1),
      priority: z.int().catch(0),
      is_active: z.boolean().catch(true),
      tags: z.array(z.string()).catch([]),
    }),
  )
  .max(MAX_DIRECTIVES);

/** Throws `archiveFault`. */
export function parseDirectives(json: unknown): Omit<NewDirective, 'id'>[] {
  const parsed = directivesSchema.safeParse(json);
  if (!parsed.success) throw archiveFault(`${DIRECTIVES_NAME} is no list of directives`);
  return parsed.data.map(({ name, content, is_active: isActive, tags, priority }) => ({
    ...{ name: storable(name), content: storable(content), isActive, priority },
    tags: storableTags(tags),
  }));
}
