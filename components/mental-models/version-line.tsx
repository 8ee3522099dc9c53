import type { ActorNamer } from '#components/mental-models/actor';
import { blockDecisions as edits } from '#components/strings/block-decisions';
import { mentalModel as t } from '#components/strings/mental-model';
import { ui } from '#components/strings/ui';
import { Badge } from '#components/ui/badge';
import { cx } from '#components/ui/cx';
import { Phrase } from '#components/ui/phrase';
import { RelativeTime } from '#components/ui/time';
import type { MentalModelVersionSummary } from '#lib/memory/mental-models/contract';

/** What a person decided about a block. */
export const editedBy = (decision: MentalModelVersionSummary['decision'], who: string): string =>
  decision === null ? edits.editedBy(who) : (decision.is_undone ? edits.undoneBy : edits.madeBy)[decision.kind](who);

/** The cause of a version: for a refresh its trigger, otherwise the actor. */
export function startedBy({ change, cause, actor, restored_version, decision }: MentalModelVersionSummary, who: ActorNamer): string {
  if (change === 'restore') return t.restoredBy(restored_version, who(actor));
  if (change === 'clear') return t.clearedBy(who(actor));
  if (change === 'edit') return editedBy(decision, who(actor));
  if (change === 'create') return t.createdBy(who(actor));
  if (cause === null || cause === 'asked') return t.by(who(actor));
  return t.causes[cause];
}

/** Its length and changes compared with the previous version. The first version has no changes. */
export function figuresOf(
  { version, words, facts_added, facts_dropped }: MentalModelVersionSummary,
  before: Pick<MentalModelVersionSummary, 'words'> | undefined,
): string {
  const facts = facts_added + facts_dropped > 0 && t.factsChange(facts_added, facts_dropped);
  const parts = [t.wordsOf(words, before && words - before.words), version === 0 && t.firstVersion, facts];
  return ui.series(parts.filter((part) => part !== false));
}

interface VersionLineProps {
  version: MentalModelVersionSummary;
  before: MentalModelVersionSummary | undefined;
  who: ActorNamer;
}

/**
 * A version on two lines: number and time, then its cause, below what floats beside the first line.
 * The rest is in the title.
 */
export function ShortVersionLine({ version, before, who }: VersionLineProps) {
  const { mode, mode_reason, cause, created_at, is_current } = version;
  const started = startedBy(version, who);
  const details = [mode && t.modes[mode], mode_reason && cause !== 'create' && t.reasons[mode_reason], figuresOf(version, before)];
  return (
    <span className="block min-w-0" title={ui.series([started, ...details.filter((part) => typeof part === 'string')])}>
      <span className="flex items-baseline gap-1.5">
        <b className={cx('font-semibold', is_current && 'text-accent-text')}>{t.version(version.version)}</b>
        <RelativeTime at={created_at} className="min-w-0 truncate text-12 text-faint" />
      </span>
      <span className="clear-end line-clamp-2 text-12 text-faint [overflow-wrap:anywhere]">
        {is_current ? ui.series([t.current, started]) : started}
      </span>
    </span>
  );
}

/** A version in full: number and cause, time and actor, and what it added and dropped. */
export function VersionLine({ version, before, who }: VersionLineProps) {
  const { mode, mode_reason, cause, created_at, is_current } = version;
  return (
    <span className="block min-w-0">
      <span className="flex flex-wrap items-center gap-1.5">
        <b className="font-semibold">{t.version(version.version)}</b>
        {mode && <Badge tone={mode === 'full' ? 'warn' : 'plain'}>{t.modes[mode]}</Badge>}
        {is_current && <Badge tone="accent">{t.current}</Badge>}
      </span>
      <span className="block text-12 text-faint [overflow-wrap:anywhere]">
        <Phrase text={t.versionWritten} time={<RelativeTime at={created_at} />} cause={startedBy(version, who)} />
      </span>
      {mode_reason && cause !== 'create' && <span className="block text-12 text-faint">{t.reasons[mode_reason]}</span>}
      <span className="block text-12 text-faint tabular-nums">{figuresOf(version, before)}</span>
    </span>
  );
}
