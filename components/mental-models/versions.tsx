'use client';

import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { VersionLine } from '#components/mental-models/version-line';
import { mentalModel as t } from '#components/strings/mental-model';
import { Bead, Thread, ThreadItem } from '#components/ui/bead';
import { Button, IconButton } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { Select } from '#components/ui/field';
import { Kbd } from '#components/ui/page';
import { ReadFailed } from '#components/ui/read-failed';
import { SkeletonRows } from '#components/ui/states';
import type { ModelVersionSummary } from '#lib/mental-models/contract';

export interface Pair {
  readonly from: number;
  readonly to: number;
}

const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

interface VersionsProps {
  versions: readonly ModelVersionSummary[] | undefined;
  read: Pick<UseInfiniteQueryResult, 'error' | 'refetch' | 'isFetching' | 'hasNextPage' | 'fetchNextPage'>;
  pair: Pair;
  onPick: (pair: Pair) => void;
}

/** All versions on their thread; any two of them are the sides. On a phone two lists to choose from. */
export function Versions({ versions, read, pair, onPick }: VersionsProps) {
  if (!versions) return read.error ? <ReadFailed read={read} title={t.versionsFailed} /> : <SkeletonRows rows={4} />;
  const more = read.hasNextPage && (
    <Button size="sm" look="ghost" busy={read.isFetching} onClick={() => void read.fetchNextPage()}>
      {t.olderVersions}
    </Button>
  );
  return (
    <>
      <div className="grid justify-items-start gap-1 md:hidden">
        <Pickers versions={versions} pair={pair} onPick={onPick} />
        {more}
      </div>
      <div className="max-md:hidden">
        <h2 className="mb-3 flex items-center gap-1 text-12 text-faint">
          <span className="grow">{t.versions}</span>
          <span aria-hidden title={t.step} className="flex gap-1">
            <Kbd>[</Kbd>
            <Kbd>]</Kbd>
          </span>
        </h2>
        <Thread label={t.versionsOf}>
          {versions.map((one, i) => {
            const isPicked = one.version === pair.from || one.version === pair.to;
            return (
              <ThreadItem key={one.version} bead={<Bead kind="model" hollow={!isPicked} />} className="!pb-2">
                <div className={cx('-mt-1 -mr-2 -ml-1 rounded-md px-1.5 py-1', isPicked && 'bg-selected')}>
                  <span className="float-right ml-1 flex gap-0.5">
                    <PickButton side="from" version={one.version} pair={pair} onPick={onPick} />
                    <PickButton side="to" version={one.version} pair={pair} onPick={onPick} />
                  </span>
                  <VersionLine version={one} before={versions[i + 1]} />
                </div>
              </ThreadItem>
            );
          })}
        </Thread>
        {more}
      </div>
    </>
  );
}

function PickButton({ side, version, pair, onPick }: { side: keyof Pair; version: number } & Pick<VersionsProps, 'pair' | 'onPick'>) {
  const isOn = pair[side] === version;
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={`${t.pick(version)}: ${side === 'from' ? t.pickFrom : t.pickTo}`}
      onClick={() => onPick({ ...pair, [side]: version })}
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

function Pickers({
  versions,
  pair,
  onPick,
}: Required<Pick<VersionsProps, 'pair' | 'onPick'>> & { versions: readonly ModelVersionSummary[] }) {
  const choice = (side: keyof Pair, label: string) => (
    <Select
      aria-label={label}
      value={pair[side]}
      onChange={(event) => onPick({ ...pair, [side]: Number(event.target.value) })}
      className="min-w-0 grow"
    >
      {versions.map(({ version, created_at }) => (
        <option key={version} value={version}>
          {t.version(version)} · {shortDay.format(new Date(created_at))}
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
