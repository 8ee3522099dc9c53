import type { z } from 'zod';
import { mentalModels as t } from '#components/strings/mental-models';
import { itemsIn } from '#components/ui/list-text';
import { defined } from '#lib/base/defined';
import { FACT_TYPES, type FactType, type RefreshMode, TAG_MODES, type TagMode } from '#lib/base/literals';
import { createMentalModel, type MentalModel, type TriggerBody } from '#lib/memory/mental-models/contract';

/** The form of a mental model: its fields and the request body. Pure. */

export type TriggerChoice = 'hand' | 'consolidation' | 'cron';

export interface MentalModelDraft {
  id: string;
  name: string;
  question: string;
  tags: string;
  size: string;
  mode: RefreshMode;
  when: TriggerChoice;
  cron: string;
  /** In minutes. */
  interval: string;
  types: readonly FactType[];
  tagsMatch: TagMode | '';
  groups: string;
  isAlone: boolean;
  excluded: string;
  schema: string;
  readsChunks: boolean;
  keepsTrace: boolean;
}

export type SetDraft = (change: Partial<MentalModelDraft>) => void;

export const EMPTY: MentalModelDraft = {
  id: '',
  name: '',
  question: '',
  tags: '',
  size: '2048',
  mode: 'delta',
  when: 'hand',
  cron: '0 6 * * *',
  interval: '',
  types: [],
  tagsMatch: '',
  groups: '',
  isAlone: false,
  excluded: '',
  schema: '',
  readsChunks: false,
  keepsTrace: false,
};

type Editable = Pick<MentalModel, 'id' | 'name' | 'source_query' | 'tags' | 'max_tokens' | 'trigger'>;

const json = (value: unknown): string => (value ? JSON.stringify(value, null, 2) : '');
const MINUTE_S = 60;

export function draftOf({ id, name, source_query, tags, max_tokens, trigger }: Editable): MentalModelDraft {
  const of = trigger ?? ({ mode: 'full' } as Partial<TriggerBody>);
  return {
    id,
    name,
    question: source_query ?? '',
    tags: tags.join(', '),
    size: String(max_tokens ?? EMPTY.size),
    mode: of.mode ?? 'full',
    when: of.refresh_cron ? 'cron' : of.refresh_after_consolidation ? 'consolidation' : 'hand',
    cron: of.refresh_cron ?? EMPTY.cron,
    interval: of.min_refresh_interval_seconds ? String(Math.ceil(of.min_refresh_interval_seconds / MINUTE_S)) : '',
    types: of.fact_types ?? [],
    tagsMatch: of.tags_match ?? '',
    groups: json(of.tag_groups),
    isAlone: of.exclude_mental_models ?? false,
    excluded: (of.exclude_mental_model_ids ?? []).join(', '),
    schema: json(of.response_schema),
    readsChunks: of.include_chunks ?? false,
    keepsTrace: of.keep_trace ?? false,
  };
}

export type DraftFaults = Partial<Record<keyof MentalModelDraft, string>>;
export type MentalModelBody = z.input<NonNullable<(typeof createMentalModel)['body']>>;

const NOTHING = Symbol();
const parsed = (text: string): unknown => {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return NOTHING;
  }
};
const wholeOf = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);

/** Form fields by the path prefixes of validation errors. */
const PLACES: readonly (readonly [string, keyof MentalModelDraft])[] = [
  ['trigger.refresh_cron', 'cron'],
  ['trigger.min_refresh_interval_seconds', 'interval'],
  ['trigger.tag_groups', 'groups'],
  ['trigger.response_schema', 'schema'],
  ['trigger.exclude_mental_model_ids', 'excluded'],
  ['source_query', 'question'],
  ['max_tokens', 'size'],
  ['tags', 'tags'],
  ['name', 'name'],
  ['id', 'id'],
];

/** The form field for the path of a validation error, or null. */
export const placeOf = (path: string): keyof MentalModelDraft | null => PLACES.find(([begin]) => path.startsWith(begin))?.[1] ?? null;

/**
 * Converts a draft to a request body. Fields of `trigger` that the form does not show are
 * preserved.
 */
function written(draft: MentalModelDraft, trigger: TriggerBody | null): MentalModelBody {
  const groups = parsed(draft.groups);
  const schema = parsed(draft.schema);
  const isByItself = draft.when !== 'hand';
  const excluded = itemsIn(draft.excluded);
  return {
    ...(draft.id.trim() !== '' && { id: draft.id.trim() }),
    name: draft.name.trim(),
    source_query: draft.question.trim(),
    tags: itemsIn(draft.tags),
    max_tokens: wholeOf(draft.size),
    trigger: {
      ...trigger,
      mode: draft.mode,
      refresh_after_consolidation: draft.when === 'consolidation',
      refresh_cron: draft.when === 'cron' ? draft.cron.trim() : null,
      min_refresh_interval_seconds: isByItself && draft.interval.trim() !== '' ? wholeOf(draft.interval) * MINUTE_S : null,
      fact_types: draft.types.length > 0 && draft.types.length < FACT_TYPES.length ? [...draft.types] : null,
      tags_match: TAG_MODES.find((mode) => mode === draft.tagsMatch) ?? null,
      tag_groups: groups === NOTHING ? null : groups,
      exclude_mental_models: draft.isAlone,
      exclude_mental_model_ids: excluded.length > 0 ? excluded : null,
      response_schema: schema === NOTHING ? null : schema,
      include_chunks: draft.readsChunks || null,
      keep_trace: draft.keepsTrace,
    },
  } as MentalModelBody;
}

type Timing = Pick<TriggerBody, 'mode' | 'refresh_after_consolidation' | 'refresh_cron' | 'min_refresh_interval_seconds'>;

/** Refresh mode and trigger of the draft. An interval that is not a number counts as none. */
export const timingOf = ({ mode, when, cron, interval }: MentalModelDraft): Timing => ({
  mode,
  refresh_after_consolidation: when === 'consolidation',
  refresh_cron: when === 'cron' ? cron.trim() : null,
  min_refresh_interval_seconds: wholeOf(interval) * MINUTE_S || null,
});

/** Returns a valid request body, or the validation errors by field. */
export function bodyOf(draft: MentalModelDraft, trigger: TriggerBody | null): { body: MentalModelBody } | { faults: DraftFaults } {
  const faults: DraftFaults = {};
  const body = written(draft, trigger);
  if (parsed(draft.groups) === NOTHING) faults.groups = t.faults.json;
  if (parsed(draft.schema) === NOTHING) faults.schema = t.faults.json;
  if (draft.when === 'cron' && draft.cron.trim() === '') faults.cron = t.faults.cron;
  const { question, size, cron, interval } = t.faults;
  const words: DraftFaults = { question, size, cron, interval };
  const read = defined(createMentalModel.body).safeParse(body);
  for (const { path, message } of read.error?.issues ?? []) {
    const place = placeOf(path.join('.'));
    if (place !== null)
      faults[place] ??=
        (place === 'name' && draft.name.trim() === '' ? t.faults.name : words[place]) ?? message.replace(/^Value error, /, '');
  }
  return Object.keys(faults).length > 0 ? { faults } : { body };
}

const differing = <T extends object>(before: T, after: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T])),
  ) as Partial<T>;

/**
 * The fields of `draft` that differ from `opened`, so that concurrent changes are preserved. A
 * trigger is sent as a whole; its unchanged fields come from `now`.
 */
export function changesOf(draft: MentalModelDraft, opened: Editable, now: Editable): Partial<MentalModelBody> {
  const old = opened.trigger ?? null;
  const [before, after] = [written(draftOf(opened), old), written(draft, old)];
  const { id: _, trigger, ...changes } = differing(before, after);
  if (!trigger) return changes;
  return { ...changes, trigger: { ...now.trigger, ...differing(before.trigger ?? {}, after.trigger ?? {}) } };
}
