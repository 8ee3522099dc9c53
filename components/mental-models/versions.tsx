'use client';

import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { type ActorNamer, useWho } from '#components/mental-models/actor';
import { ShortVersionLine, startedBy } from '#components/mental-models/version-line';
import { mentalModel as t } from '#components/strings/mental-model';
import { ui } from '#components/strings/ui';
import { Bead, Thread, ThreadItem } from '#components/ui/bead';
import { IconButton } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { Select } from '#components/ui/field';
import { keyAlong } from '#components/ui/keys';
import { Kbd, MoreButton } from '#components/ui/page';
import { Read } from '#components/ui/read';
import { SkeletonRows } from '#components/ui/states';
import { momentText } from '#components/ui/time';
import type { MentalModelVersionSummary } from '#lib/memory/mental-models/contract';

export interface Pair {
  readonly from: number;
  readonly to: number;
}

interface VersionsProps {
  versions: readonly MentalModelVersionSummary[] | undefined;
  read: Pick<UseInfiniteQueryResult, 'error' | 'refetch' | 'isFetching' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  pair: Pair;
  onPick: (pair: Pair) => void;
}

/** All versions on their thread; any two of them can be the sides. On a phone, two lists. */
export function Versions({ versions, read, pair, onPick }: VersionsProps) {
  const rail = useRef<HTMLElement>(null);
  const who = useWho();
  useRead(versions, read, Math.min(pair.from, pair.to));
  const isRead = versions?.some(({ version }) => version === pair.to) ?? false;
  // Scrolls to the selected version after following a link or using the keys.
  useEffect(() => {
    const picked = isRead && rail.current?.querySelector(`[data-pick="to ${pair.to}"]`);
    if (picked) bringToSight(picked);
  }, [isRead, pair.to]);
  const more = (
    <MoreButton list={read} look="ghost">
      {t.olderVersions}
    </MoreButton>
  );
  return (
    <aside
      ref={rail}
      aria-label={t.versions}
      // Limits the height so that the end stays above the fold at any scroll position.
      className="md:sticky md:top-14 md:max-h-[max(12rem,calc(100dvh-216px))] md:overflow-y-auto md:rounded-lg md:border md:border-line md:bg-surface md:p-3 md:shadow-edge"
    >
      <Read of={{ ...read, data: versions }} failed={t.versionsFailed} loading={<SkeletonRows rows={4} />}>
        {(listed) => (
          <>
            <div className="grid justify-items-start gap-1 md:hidden">
              <Pickers versions={listed} pair={pair} onPick={onPick} who={who} />
              {more}
            </div>
            <div className="max-md:hidden">
              <Steps versions={listed} pair={pair} onPick={onPick} who={who} />
              {more}
            </div>
          </>
        )}
      </Read>
    </aside>
  );
}

type StepsProps = Pick<VersionsProps, 'pair' | 'onPick'> & { versions: readonly MentalModelVersionSummary[]; who: ActorNamer };

function Steps({ versions, pair, onPick, who }: StepsProps) {
  const stopOf = (side: keyof Pair) => (versions.some(({ version }) => version === pair[side]) ? pair[side] : versions[0]?.version);
  const stops = { from: stopOf('from'), to: stopOf('to') };
  return (
    <>
      <h2 className="mb-1 flex items-center gap-1 text-12 text-faint">
        <span className="grow">{t.versions}</span>
        <span aria-hidden title={t.step} className="flex gap-1">
          <Kbd>[</Kbd>
          <Kbd>]</Kbd>
        </span>
      </h2>
      <p className="mb-3 text-12 text-faint">{t.pickHelp}</p>
      <Thread label={t.versionsOf}>
        {versions.map((one, i) => {
          const isPicked = one.version === pair.from || one.version === pair.to;
          return (
            <ThreadItem key={one.version} bead={<Bead kind="model" hollow={!isPicked} />} className="!pb-2">
              <div className={cx('-mt-1 -me-2 -ms-1 rounded-md px-1.5 py-1', isPicked && 'bg-selected')}>
                <span className="float-end ms-1 flex gap-0.5">
                  <PickButton side="from" version={one.version} pair={pair} isStop={one.version === stops.from} onPick={onPick} />
                  <PickButton side="to" version={one.version} pair={pair} isStop={one.version === stops.to} onPick={onPick} />
                </span>
                <ShortVersionLine version={one} before={versions[i + 1]} who={who} />
              </div>
            </ThreadItem>
          );
        })}
      </Thread>
    </>
  );
}

/** Loads pages until both sides are loaded. */
function useRead(
  versions: VersionsProps['versions'],
  { hasNextPage, isFetching, error, fetchNextPage }: VersionsProps['read'],
  wanted: number,
): void {
  const oldest = versions?.at(-1)?.version ?? null;
  const isMissing = oldest !== null && oldest > wanted && hasNextPage && !isFetching && !error;
  useEffect(() => {
    if (isMissing) void fetchNextPage();
  }, [isMissing, fetchNextPage]);
}

/** Scrolls only the rail, and only if the button is not visible, to center it. */
function bringToSight(button: Element): void {
  const rail = button.closest('aside');
  if (!rail) return;
  const [seen, own] = [rail.getBoundingClientRect(), button.getBoundingClientRect()];
  const [top, bottom] = [Math.max(seen.top, 0), Math.min(seen.bottom, window.innerHeight)];
  if (own.top < top || own.bottom > bottom) rail.scrollBy({ top: (own.top + own.bottom - top - bottom) / 2 });
}

/**
 * Two items of the rail are tab stops. The arrow keys move from there, and Enter selects a side.
 */
function stepThrough(event: KeyboardEvent<HTMLButtonElement>, side: keyof Pair): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const rail = event.currentTarget.closest('aside');
  const column = (of: keyof Pair) => [...(rail?.querySelectorAll<HTMLElement>(`[data-pick^="${of} "]`) ?? [])];
  const own = column(side);
  const at = own.indexOf(event.currentTarget);
  const next = {
    ArrowDown: own[at + 1],
    ArrowUp: own[at - 1],
    Home: own[0],
    End: own.at(-1),
    ArrowLeft: side === 'to' ? column('from')[at] : undefined,
    ArrowRight: side === 'from' ? column('to')[at] : undefined,
  }[keyAlong(rail ?? event.currentTarget, event.key)];
  if (!next) return;
  event.preventDefault();
  next.focus({ preventScroll: true });
  bringToSight(next);
  // Does not scroll the page, except if the end of the rail is below the fold.
  next.scrollIntoView({ block: 'nearest' });
}

interface PickButtonProps extends Pick<VersionsProps, 'pair' | 'onPick'> {
  side: keyof Pair;
  version: number;
  /** It is a tab stop. */
  isStop: boolean;
}

function PickButton({ side, version, pair, isStop, onPick }: PickButtonProps) {
  const isOn = pair[side] === version;
  return (
    <button
      type="button"
      data-pick={`${side} ${version}`}
      tabIndex={isStop ? 0 : -1}
      aria-pressed={isOn}
      aria-label={ui.labeled(t.pick(version), side === 'from' ? t.pickFrom : t.pickTo)}
      onClick={() => onPick({ ...pair, [side]: version })}
      onKeyDown={(event) => stepThrough(event, side)}
      className={cx(
        'grid size-6 place-items-center rounded-sm border font-mono text-11',
        isOn
          ? 'border-accent bg-accent font-semibold text-on-accent'
          : 'border-line bg-surface text-faint hover:border-line-strong hover:text-ink',
      )}
    >
      {t.pickAs[side]}
    </button>
  );
}

function Pickers({ versions, pair, onPick, who }: StepsProps) {
  const choice = (side: keyof Pair, label: string) => (
    <Select
      aria-label={label}
      value={pair[side]}
      onChange={(event) => onPick({ ...pair, [side]: Number(event.target.value) })}
      className="min-w-0 grow"
    >
      {versions.map((one) => (
        <option key={one.version} value={one.version}>
          {t.version(one.version)} · {momentText(one.created_at)} · {startedBy(one, who)}
        </option>
      ))}
      {!versions.some(({ version }) => version === pair[side]) && <option value={pair[side]}>{t.version(pair[side])}</option>}
    </Select>
  );
  return (
    <div className="flex w-full items-center gap-1 [&>*:not(button)]:min-w-0 [&>*:not(button)]:grow [&>*:not(button)]:basis-0">
      {choice('from', t.pickFrom)}
      <IconButton icon={ArrowLeftRight} label={t.swap} onClick={() => onPick({ from: pair.to, to: pair.from })} />
      {choice('to', t.pickTo)}
    </div>
  );
}
