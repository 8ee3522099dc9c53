'use client';

import { Ban } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { MemoryText } from '#components/memories/memory-text';
import { endWords } from '#components/memories/validity';
import { dateFormat } from '#components/strings/counted';
import { memories as t } from '#components/strings/memories';
import { ui } from '#components/strings/ui';
import { Bead } from '#components/ui/bead';
import { cx } from '#components/ui/cx';
import { Opener } from '#components/ui/opener';
import { Phrase } from '#components/ui/phrase';
import { SelectBox } from '#components/ui/select-box';
import { Skeleton } from '#components/ui/states';
import { dayText, RelativeTime } from '#components/ui/time';
import type { MemoryListItem } from '#lib/memory/memories/contract';

/** Height of a row before it is loaded: a line of text and one of metadata. */
export const ROW_HEIGHT = 46;
const SPOKEN = 120;
/** The checkbox covers the bead while the row is in use, and in all rows while any is chosen. */
const SELECTS =
  'absolute top-1 z-[2] opacity-0 group-hover/row:opacity-100 group-data-[selecting]/list:opacity-100 has-[:focus-visible]:opacity-100 has-[:checked]:opacity-100 phone:hidden';
const NAMES = 2;

const monthText = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The label of a day or month before the thread, at its first memory. */
export const groupText = (group: string | null): string =>
  group === null ? t.undated : group.length > 7 ? dayText(group) : monthText(`${group}-01`);

/** Hours and minutes in UTC. Null for a date without a time. */
const clockOf = (at: string | null): string | null => {
  const clock = at?.slice(11, 16) ?? '00:00';
  return clock === '00:00' ? null : clock;
};

interface RowFrameProps {
  /** Undefined outside the timeline, null if it is the same group as the row above. */
  group: string | null | undefined;
  isFirst: boolean;
  isLast: boolean;
  bead: ReactNode;
  children: ReactNode;
}

/** The thread has the same position in every row, with the beads on it. */
function RowFrame({ group, isFirst, isLast, bead, children }: RowFrameProps) {
  const isTimeline = group !== undefined;
  return (
    <div className={cx('relative h-full', isTimeline ? 'ps-[124px] phone:ps-[84px]' : 'ps-11 phone:ps-9')}>
      {group && (
        <span className="absolute top-2 start-4 w-20 text-12 text-muted tabular-nums phone:top-2.5 phone:start-3 phone:w-14 phone:text-11">
          {group}
        </span>
      )}
      <span
        aria-hidden
        className={cx(
          'absolute w-px bg-thread',
          isTimeline ? 'start-[105px] phone:start-[69px]' : 'start-[22px] phone:start-[17px]',
          isFirst ? 'top-3.5 phone:top-4' : 'top-0',
          isLast ? (isFirst ? 'h-0' : 'h-3.5 phone:h-4') : '-bottom-px',
        )}
      />
      <span
        className={cx(
          'absolute top-2 grid size-3 place-items-center phone:top-2.5 bg-surface outline-3 outline-surface group-hover/row:bg-hover group-hover/row:outline-hover group-data-[selected]/row:bg-selected group-data-[selected]/row:outline-selected',
          isTimeline ? 'start-[99px] phone:start-[63px]' : 'start-4 phone:start-[11px]',
        )}
      >
        {bead}
      </span>
      {children}
    </div>
  );
}

export interface MemoryRowProps {
  memory: MemoryListItem | undefined;
  index: number;
  total: number;
  /** The time by which the list is sorted. */
  at: string | null;
  group: string | null | undefined;
  /** The day is already shown before the thread. */
  isOfDay: boolean;
  /** Address of its page. */
  href: string | undefined;
  isOpen: boolean;
  /** The ids of the chosen `ROW_PARTS`. */
  shown: ReadonlySet<string>;
  /** For batch actions. Undefined if rows cannot be chosen. */
  isChosen: boolean | undefined;
  onOpen: (id: string) => void;
  onChoose: (index: number, isOn: boolean, isRange: boolean) => void;
  /** Reports the height of the row. */
  measure: (row: Element | null) => void;
}

/** Memoized, so that scrolling does not re-render rows. */
export const MemoryRow = memo(function MemoryRow({
  memory,
  index,
  total,
  at,
  group,
  isOfDay,
  href,
  isOpen,
  shown,
  isChosen,
  onOpen,
  onChoose,
  measure,
}: MemoryRowProps) {
  const frame = { group, isFirst: index === 0, isLast: index === total - 1 };
  if (!memory)
    return (
      <li aria-hidden ref={measure} data-index={index} style={{ height: ROW_HEIGHT }} className="border-line-soft border-b">
        <RowFrame {...frame} bead={<span className="size-2 rounded-full bg-line" />}>
          <div className="grid gap-2 pt-2 pe-4">
            <Skeleton className="w-4/5" />
            <Skeleton className="w-1/3" />
          </div>
        </RowFrame>
      </li>
    );
  const isInvalid = memory.state === 'invalidated';
  const kind = ui.facts[memory.fact_type];
  return (
    <li
      ref={measure}
      data-index={index}
      data-row={memory.id}
      data-selected={isOpen || undefined}
      aria-setsize={total}
      aria-posinset={index + 1}
      className="group/row relative border-line-soft border-b last:border-b-0 hover:bg-hover data-[selected]:bg-selected data-[selected]:shadow-[inset_2px_0_0_var(--accent)] rtl:data-[selected]:shadow-[inset_-2px_0_0_var(--accent)] has-[[data-opens]:focus-visible]:bg-hover"
    >
      <Opener
        name={t.open(memory.fact_type, memory.text.slice(0, SPOKEN))}
        href={href}
        onOpen={() => onOpen(memory.id)}
        isOpen={isOpen}
        className="z-[1] scroll-mt-26 phone:scroll-mt-11"
      />
      {isChosen !== undefined && (
        <SelectBox
          label={ui.selectRow(memory.text.slice(0, SPOKEN))}
          isOn={isChosen}
          onToggle={(isOn, isRange) => onChoose(index, isOn, isRange)}
          className={cx(SELECTS, group === undefined ? 'start-3.5' : 'start-[97px]')}
        />
      )}
      <RowFrame
        {...frame}
        bead={<Bead kind={memory.fact_type} hollow={isInvalid} size={12} label={isInvalid ? ui.series([kind, ui.invalid]) : kind} />}
      >
        <div className="flex flex-wrap content-start items-baseline gap-x-3 py-1 pe-4 phone:min-h-11 phone:py-1.5 phone:pe-3">
          <MemoryText isInvalid={isInvalid} className="line-clamp-2 min-w-0 leading-5">
            {memory.text}
          </MemoryText>
          {/* It follows a short text on its line. */}
          <div className="flex min-w-0 grow items-baseline gap-3 text-12 text-faint leading-[18px]">
            <Meta memory={memory} shown={shown} />
            {isOfDay ? (
              <span className="shrink-0 tabular-nums">{clockOf(at)}</span>
            ) : (
              <RelativeTime at={at} none={t.undated} dated className="shrink-0" />
            )}
          </div>
        </div>
      </RowFrame>
    </li>
  );
});

/** What a row shows below its text, besides its time, for the choice of columns. */
export const ROW_PARTS = [
  { id: 'document', header: t.document },
  { id: 'names', header: t.entities },
  { id: 'tags', header: t.tags },
] as const;
const NEVER_HIDDEN = new Set<string>(['sources', 'invalidated', 'ends', 'expires', 'edited']);

/**
 * Source, entities and tags on one line. The first is truncated if it alone is too long. Those for
 * which there is no room are omitted, the last ones first.
 */
function Meta({ memory, shown }: { memory: MemoryListItem; shown: ReadonlySet<string> }) {
  const { document_id, fact_type, source_memory_ids, state, invalidation_reason, edited_at, expires_at } = memory;
  const rest = memory.entity_names.length - NAMES;
  const parts: { kind: string; key: string; text: ReactNode }[] = [
    ...(state === 'invalidated'
      ? [
          {
            kind: 'invalidated',
            key: 'invalidated',
            text: <Invalidated>{invalidation_reason ? ui.labeled(t.invalidated, invalidation_reason) : t.invalidated}</Invalidated>,
          },
        ]
      : []),
    ...(fact_type === 'observation' ? [{ kind: 'sources', key: 'sources', text: t.sources(source_memory_ids.length) }] : []),
    ...(document_id === null ? [] : [{ kind: 'document', key: 'document', text: document_id }]),
    ...endWords(memory, dayText).map((text) => ({ kind: 'ends', key: text, text })),
    ...(expires_at === null
      ? []
      : [{ kind: 'expires', key: 'expires', text: <Phrase text={t.expires} time={<RelativeTime at={expires_at} />} /> }]),
    ...memory.entity_names.slice(0, NAMES).map((text) => ({ kind: 'names', key: text, text })),
    ...(rest > 0 ? [{ kind: 'names', key: '+', text: t.moreNames(rest) }] : []),
    ...(memory.tags.length === 0 ? [] : [{ kind: 'tags', key: 'tags', text: memory.tags.map((tag) => `#${tag}`).join(' ') }]),
    ...(edited_at === null ? [] : [{ kind: 'edited', key: 'edited', text: t.edited }]),
  ];
  const [first, ...others] = parts.filter(({ kind }) => NEVER_HIDDEN.has(kind) || shown.has(kind));
  return (
    <p className="flex h-[18px] min-w-0 grow overflow-clip" data-meta>
      {first && <bdi className="max-w-80 truncate">{first.text}</bdi>}
      {/* What does not fit wraps to a line out of sight. The empty item is what fits in any case. */}
      <span className="flex h-[18px] w-0 grow flex-wrap overflow-clip">
        <i className="h-full" />
        {others.map(({ key, text }) => (
          <span key={key} className="whitespace-pre">
            {' · '}
            <bdi>{text}</bdi>
          </span>
        ))}
      </span>
    </p>
  );
}

const Invalidated = ({ children }: { children: ReactNode }) => (
  <span className="text-bad-text">
    <Ban size={12} aria-hidden className="me-1 inline-block align-[-2px]" />
    {children}
  </span>
);
