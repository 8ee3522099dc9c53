import { cronWords } from '#components/mental-models/timetable';
import { mentalModel as t } from '#components/strings/mental-model';
import { ui } from '#components/strings/ui';
import type { Tone } from '#components/ui/badge';
import type { BeadKind } from '#components/ui/bead';
import { defined } from '#lib/base/defined';
import type { DryRunRefresh, MentalModel, MentalModelSource, MentalModelVersion, TriggerBody } from '#lib/memory/mental-models/contract';

/** Formats mental models as text. Pure. */

export const isByItself = (trigger: Pick<TriggerBody, 'refresh_cron' | 'refresh_after_consolidation'> | null | undefined): boolean =>
  (trigger?.refresh_cron ?? '') !== '' || trigger?.refresh_after_consolidation === true;

/** Formats when and how it is refreshed, in one sentence. */
export function triggerWords({
  mode,
  refresh_after_consolidation,
  refresh_cron,
  min_refresh_interval_seconds,
}: Pick<TriggerBody, 'mode' | 'refresh_after_consolidation' | 'refresh_cron' | 'min_refresh_interval_seconds'>): string {
  const when = refresh_cron
    ? t.triggers.cron(cronWords(refresh_cron))
    : refresh_after_consolidation
      ? t.triggers.consolidation
      : t.triggers.hand;
  const interval = isByItself({ refresh_cron, refresh_after_consolidation }) ? (min_refresh_interval_seconds ?? 0) : 0;
  return t.triggers.both(interval > 0 ? t.triggers.atMost(when, interval) : when, t.triggers[mode]);
}

export const STATE_TONES: Readonly<Record<MentalModel['state'], Tone>> = { generating: 'info', ready: 'ok', empty: 'plain', failed: 'bad' };

export const isWritten = ({ content, state }: Pick<MentalModel, 'content' | 'state'>): boolean =>
  state !== 'generating' && (content ?? '') !== '';

/** The bead of a source. */
export const beadOf = (type: string): BeadKind =>
  type === 'mental_model' || type === 'mental-models' ? 'model' : type === 'experience' || type === 'observation' ? type : 'world';

/** The number of sources by type, for the short form of the evidence. */
export function lineageOf(types: readonly string[]): Partial<Record<'world' | 'experience' | 'observation', number>> {
  const of = (kind: BeadKind) => types.filter((type) => beadOf(type) === kind).length;
  return { world: of('world'), experience: of('experience'), observation: of('observation') };
}

/** The cost of a refresh, or null if no language model was called. */
export const usageWords = (
  usage: { input_tokens: number; output_tokens: number; total_tokens: number } | null | undefined,
): string | null => (usage && usage.total_tokens > 0 ? t.usage(usage.input_tokens, usage.output_tokens) : null);

/** Whether a source can no longer support a block. */
export const isUnavailable = ({ state }: Pick<MentalModelSource, 'state'>): boolean => state === 'deleted' || state === 'invalidated';

/** How the sources of a block changed since it was written, or null if they did not. */
export function sourcesWords(cited: readonly Pick<MentalModelSource, 'state'>[]): string | null {
  const unavailable = cited.filter(isUnavailable).length;
  const edited = cited.filter(({ state }) => state === 'edited').length;
  return unavailable + edited === 0 ? null : t.blockChanged({ deleted: unavailable, edited, of: cited.length });
}

const SOME_REWRITTEN = /^Of its (\d+) sources ([^:]+): rewritten from the remaining ones\.$/;
const COUNTED = /^(\d+) (?:was |were )?(deleted|invalidated|moved|edited)(?: out of scope)?$/;

/**
 * The note of a block in the language of the page. Notes are stored in English; one of another form
 * is returned unchanged.
 */
export function noteWords(note: string): string {
  const counts = { deleted: 0, invalidated: 0, moved: 0, edited: 0 };
  if (note === 'Its source was edited: rewritten from its current text.') return t.blockRewritten({ ...counts, of: 1, edited: 1 });
  const [, of, changes] = SOME_REWRITTEN.exec(note) ?? [];
  if (of === undefined || changes === undefined) return note;
  for (const change of changes.split(', ')) {
    const [, n, what] = COUNTED.exec(change) ?? [];
    if (!isCounted(what, counts)) return note;
    counts[what] = Number(n);
  }
  return t.blockRewritten({ ...counts, of: Number(of) });
}

const isCounted = <Name extends string>(what: string | undefined, counts: Readonly<Record<Name, number>>): what is Name =>
  what !== undefined && what in counts;

/** The sources of a version. The response also contains those of the previous version. */
export function citedOf(version: Pick<MentalModelVersion, 'source_ids' | 'sources'> | undefined): MentalModelSource[] {
  const cited = new Set(version?.source_ids);
  return version?.sources.filter(({ id }) => cited.has(id)) ?? [];
}

/**
 * The nesting depth of each section. A document may begin at any level and skip levels; headings of
 * a page may not.
 */
export function depthsOf(sections: readonly { readonly level: number }[]): number[] {
  const above: number[] = [];
  return sections.map(({ level }) => {
    while (above.length > 0 && defined(above.at(-1)) >= level) above.pop();
    if (level > 0) above.push(level);
    return above.length;
  });
}

type TagGroup = NonNullable<DryRunRefresh['scope']['tag_groups']>[number];

/** Formats tag filter trees, all of which must match, as one expression. */
export function groupsWords(groups: readonly TagGroup[]): string {
  const words = t.dry.group;
  const joined = (parts: readonly TagGroup[], by: (parts: readonly string[]) => string, none: string): string =>
    parts.length === 0 ? none : parts.length === 1 ? wordsOf(defined(parts[0])) : by(parts.map((part) => words.within(wordsOf(part))));
  const wordsOf = (group: TagGroup): string => {
    if ('and' in group) return joined(group.and, words.and, words.everything);
    if ('or' in group) return joined(group.or, words.or, words.nothing);
    if ('not' in group) return words.not(words.within(wordsOf(group.not)));
    return t.dry.leaf[group.match](ui.series(group.tags.map((tag) => `#${tag}`)) || words.noTags);
  };
  return joined(groups, words.and, words.everything);
}
