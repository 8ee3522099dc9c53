import { ACTOR_GLYPHS, ALARMS, TARGET_GLYPHS } from '#components/audit/glyphs';
import { clockText, dayName, sentenceOf, summaryOf } from '#components/audit/words';
import { audit as t } from '#components/strings/audit';
import { cx } from '#components/ui/cx';
import type { Column } from '#components/ui/table';
import type { AuditEntryView } from '#lib/access/audit/contract';

const SHOWN_IN_DRAWER = ['actor', 'change'];

/**
 * The log is drawn on a thread, with a day label where a day begins. `firsts` contains the first
 * entry of each day and `lastId` the last entry. `isNarrow`: an open drawer leaves room only for
 * action and target.
 */
export const logColumns = (
  firsts: ReadonlySet<string>,
  lastId: string | undefined,
  now: number,
  isNarrow: boolean,
): readonly Column<AuditEntryView>[] => {
  const columns: readonly Column<AuditEntryView>[] = [
    {
      id: 'day',
      header: t.columns.day,
      hideHeader: true,
      width: 'w-30',
      cell: ({ id, at }) => (
        <span className="flex items-center gap-3">
          <Knot isFirst={firsts.has(id)} isLast={id === lastId} />
          {firsts.has(id) && <span className="font-medium">{dayName(at, now)}</span>}
        </span>
      ),
    },
    {
      id: 'at',
      header: t.columns.at,
      sortable: 'time',
      firstOrder: 'desc',
      width: 'w-24',
      phone: 'side',
      cell: ({ at }) => (
        <time dateTime={at} className="text-muted tabular-nums phone:text-12">
          <span className="md:hidden">{dayName(at, now)} </span>
          {clockText(at)}
        </time>
      ),
    },
    {
      id: 'action',
      header: t.columns.action,
      width: 'w-44',
      phone: 'title',
      cell: ({ action }) => {
        const Alarm = ALARMS[action];
        return (
          <span className={cx('flex items-center gap-1.5 font-medium', Alarm && 'text-warn-text')}>
            {Alarm && <Alarm size={14} strokeWidth={1.75} aria-hidden className="shrink-0" />}
            {t.actions[action].label}
          </span>
        );
      },
    },
    {
      id: 'actor',
      header: t.columns.actor,
      isElastic: true,
      from: 'lg',
      phone: 'third',
      cell: (entry) => {
        const { actor } = entry;
        const Glyph = ACTOR_GLYPHS[actor.kind];
        const summary = sentenceOf(entry).target === null ? '' : summaryOf(entry);
        return (
          <span className="flex min-w-0 items-center gap-1.5">
            <Glyph size={14} strokeWidth={1.75} role="img" aria-label={t.actorKinds[actor.kind]} className="shrink-0 text-faint" />
            <span className="truncate phone:shrink-0 phone:max-w-1/2">{actor.label}</span>
            {summary !== '' && <span className="min-w-0 truncate md:hidden">· {summary}</span>}
          </span>
        );
      },
    },
    {
      id: 'target',
      header: t.columns.target,
      isElastic: true,
      phone: 'meta',
      cell: (entry) => {
        const { target } = sentenceOf(entry);
        if (target === null) return <Aloneness entry={entry} />;
        const Glyph = TARGET_GLYPHS[entry.target.kind];
        return (
          <span className="flex min-w-0 items-center gap-1.5 phone:text-13 phone:text-ink">
            <Glyph size={14} strokeWidth={1.75} role="img" aria-label={t.targetKinds[entry.target.kind]} className="shrink-0 text-faint" />
            <span className="truncate" title={target}>
              {target}
            </span>
          </span>
        );
      },
    },
    {
      id: 'change',
      header: t.columns.change,
      isElastic: true,
      from: 'xl',
      cell: (entry) => <span className="text-muted">{summaryOf(entry)}</span>,
    },
  ];
  return isNarrow ? columns.filter(({ id }) => !SHOWN_IN_DRAWER.includes(id)) : columns;
};

/**
 * Shown on a phone in place of a missing target, because every row has three lines: a detail or the
 * IP address.
 */
const Aloneness = ({ entry }: { entry: AuditEntryView }) => (
  <span className="phone:text-13 phone:text-ink md:hidden">{summaryOf(entry) || entry.address || t.actions[entry.action].label}</span>
);

/** A knot of the thread. */
const Knot = ({ isFirst, isLast }: { isFirst: boolean; isLast: boolean }) => (
  <span aria-hidden className="relative grid w-[11px] shrink-0 place-items-center">
    <span className={cx('absolute start-[5px] w-px bg-thread', isLast ? '-top-[18px] h-[18px]' : '-top-[18px] h-9')} />
    <span className={cx('relative rounded-full', isFirst ? 'size-[7px] bg-muted' : 'size-[5px] bg-control')} />
  </span>
);
