'use client';

import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { readDraft } from '#components/bank-settings/settings';
import type { Input } from '#lib/api/call';
import { dryRunBody, type dryRunExtract } from '#lib/memory/retain/contract';
import type { SettingName } from '#lib/memory/settings/contract';

/** Options of the playground in the URL. The text is never part of it. */

export const OVERRIDES = [
  'retain_llm',
  'retain_extraction_mode',
  'retain_chunk_size',
  'llm_output_language',
  'retain_extract_causal_links',
  'entities_allow_free_form',
  'retain_mission',
  'retain_custom_instructions',
  'entity_labels',
  'retain_structured_chunk_size',
] as const satisfies readonly SettingName[];
export type Override = (typeof OVERRIDES)[number];

const draft = parseAsString.withDefault('');
export const parsers = {
  ...(Object.fromEntries(OVERRIDES.map((name) => [name, draft])) as Record<Override, typeof draft>),
  at: draft,
  view: parseAsStringLiteral(['all', 'differences']).withDefault('all'),
};

export const useExtractOptions = () => useQueryStates(parsers, { clearOnDefault: true });
export type ExtractOptions = ReturnType<typeof useExtractOptions>[0];
export type SetExtractOptions = ReturnType<typeof useExtractOptions>[1];

export type DryRun = Input<NonNullable<(typeof dryRunExtract)['body']>>;

export interface Candidate {
  /** The overrides in the request body. */
  readonly overrides: Partial<DryRun>;
  readonly count: number;
  readonly errors: Readonly<Partial<Record<Override, string>>>;
}

/** Empty fields use the bank’s settings. */
export function candidateOf(options: Readonly<Record<Override, string>>): Candidate {
  const overrides: Record<string, unknown> = {};
  const errors: Partial<Record<Override, string>> = {};
  for (const name of OVERRIDES) {
    if (options[name].trim() === '') continue;
    const read = readDraft(name, options[name]);
    if ('error' in read) errors[name] = read.error;
    else overrides[name] = read.value;
  }
  return { overrides: overrides as Partial<DryRun>, count: Object.keys(overrides).length, errors };
}

/** Whether the server accepts it as a timestamp. */
export const isTime = (text: string): boolean => dryRunBody.shape.timestamp.safeParse(text).success;

export const NO_CANDIDATE = Object.fromEntries(OVERRIDES.map((name) => [name, null])) as Record<Override, null>;
