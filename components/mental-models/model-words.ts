import { cronWords } from '#components/mental-models/timetable';
import { mentalModel as t } from '#components/strings/mental-model';
import type { Tone } from '#components/ui/badge';
import type { BeadKind } from '#components/ui/bead';
import { defined } from '#lib/base/defined';
import type { DryRunRefresh, MentalModel, ModelSource, ModelVersion, TriggerBody } from '#lib/memory/mental-models/contract';

/** A mental model in words. Pure. */

/** null: no refresh has succeeded yet, and the time that is told is that of its creation */
export const lastRefreshOf = ({
  state,
  version,
  last_refreshed_at,
}: Pick<MentalModel, 'state' | 'version' | 'last_refreshed_at'>): string | null =>
  state === 'generating' || version === 0 ? null : last_refreshed_at;

export const isByItself = (trigger: Pick<TriggerBody, 'refresh_cron' | 'refresh_after_consolidation'> | null | undefined): boolean =>
  (trigger?.refresh_cron ?? '') !== '' || trigger?.refresh_after_consolidation === true;

/** When it is written again, and how: one sentence. */
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
  const interval =
    isByItself({ refresh_cron, refresh_after_consolidation }) && min_refresh_interval_seconds
      ? `, ${t.triggers.interval(t.seconds(min_refresh_interval_seconds))}`
      : '';
  return t.triggers.both(`${when}${interval}`, t.triggers[mode]);
}

/** Why it does not say what the bank knows; null: it does, or nobody said. */
export const staleWords = ({ stale_reasons }: Pick<MentalModel, 'stale_reasons'>): string | null =>
  stale_reasons && stale_reasons.length > 0 ? t.staleBecause(stale_reasons.map((reason) => t.staleReasons[reason])) : null;

export const STATE_TONES: Readonly<Record<MentalModel['state'], Tone>> = { generating: 'info', ready: 'ok', empty: 'plain', failed: 'bad' };

export const isWritten = ({ content, state }: Pick<MentalModel, 'content' | 'state'>): boolean =>
  state !== 'generating' && (content ?? '') !== '';

/** The bead of something cited. */
export const beadOf = (type: string): BeadKind =>
  type === 'mental_model' || type === 'mental-models' ? 'model' : type === 'experience' || type === 'observation' ? type : 'world';

/** How many of each type, for the short form of a proof. */
export function lineageOf(types: readonly string[]): Partial<Record<'world' | 'experience' | 'observation', number>> {
  const of = (kind: BeadKind) => types.filter((type) => beadOf(type) === kind).length;
  return { world: of('world'), experience: of('experience'), observation: of('observation') };
}

/** What a refresh cost; null: no language model was asked. */
export const usageWords = (
  usage: { input_tokens: number; output_tokens: number; total_tokens: number } | null | undefined,
): string | null => (usage && usage.total_tokens > 0 ? t.usage(usage.input_tokens, usage.output_tokens) : null);

/** What no block can rest on any more. */
export const isGone = ({ state }: Pick<ModelSource, 'state'>): boolean => state === 'deleted' || state === 'invalidated';

/** What became of the sources of one block since it was written; null: nothing. */
export function sourcesWords(cited: readonly Pick<ModelSource, 'state'>[]): string | null {
  const gone = cited.filter(isGone).length;
  const edited = cited.filter(({ state }) => state === 'edited').length;
  return gone + edited === 0 ? null : t.blockChanged({ gone, edited, of: cited.length });
}

/** What a version cites; the answer holds the sources of the one before, too. */
export function citedOf(version: Pick<ModelVersion, 'source_ids' | 'sources'> | undefined): ModelSource[] {
  const cited = new Set(version?.source_ids);
  return version?.sources.filter(({ id }) => cited.has(id)) ?? [];
}

/** How deep each section stands below those above it: a document may begin at any level and leave some out, headings of a page may not. */
export function depthsOf(sections: readonly { readonly level: number }[]): number[] {
  const above: number[] = [];
  return sections.map(({ level }) => {
    while (above.length > 0 && defined(above.at(-1)) >= level) above.pop();
    if (level > 0) above.push(level);
    return above.length;
  });
}

type TagGroup = NonNullable<DryRunRefresh['scope']['tag_groups']>[number];

/** Trees of tag filters, all of which must hold, as one expression. */
export function groupsWords(groups: readonly TagGroup[]): string {
  const words = t.dry.group;
  const joined = (parts: readonly TagGroup[], by: string, none: string): string =>
    parts.length === 0 ? none : parts.length === 1 ? wordsOf(defined(parts[0])) : parts.map((part) => words.within(wordsOf(part))).join(by);
  const wordsOf = (group: TagGroup): string => {
    if ('and' in group) return joined(group.and, words.and, words.everything);
    if ('or' in group) return joined(group.or, words.or, words.nothing);
    if ('not' in group) return words.not(words.within(wordsOf(group.not)));
    return t.dry.leaf[group.match](group.tags.map((tag) => `#${tag}`).join(', ') || words.noTags);
  };
  return joined(groups, words.and, words.everything);
}
