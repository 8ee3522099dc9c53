'use client';

import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { createTwoFilesPatch } from 'diff';
import { History } from 'lucide-react';
import { createParser, parseAsBoolean, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { factsBetween, stepsByUnit, stepsOf } from '#components/mental-models/causes';
import type { CompareTask, Comparison } from '#components/mental-models/compare';
import { CompareBar, type DiffLayout, LAYOUTS } from '#components/mental-models/compare-bar';
import type { RowContext } from '#components/mental-models/diff-row';
import { DiffView, goToUnit } from '#components/mental-models/diff-view';
import { type InsideProps, MentalModelWorkspace } from '#components/mental-models/mental-model-workspace';
import { versionQuery, versionsQuery } from '#components/mental-models/queries';
import { RestoreVersion } from '#components/mental-models/restore';
import { SourcesOf } from '#components/mental-models/sources-of';
import type { Unit } from '#components/mental-models/units';
import { useChanges } from '#components/mental-models/use-changes';
import { type ComparisonState, useComparison } from '#components/mental-models/use-comparison';
import { type Pair, Versions } from '#components/mental-models/versions';
import { Why } from '#components/mental-models/why';
import { citedOf, isUnavailable } from '#components/mental-models/wording';
import { useBank, useConsole } from '#components/shell/console-context';
import { IgnoredAddress } from '#components/shell/ignored-address';
import { mentalModel as t } from '#components/strings/mental-model';
import { Button } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { useMedia, WIDE } from '#components/ui/media';
import { Panel } from '#components/ui/page';
import { ReadFailed } from '#components/ui/read';
import { Empty, Notice, SkeletonRows } from '#components/ui/states';
import { momentText } from '#components/ui/time';
import type { MentalModel, MentalModelVersion } from '#lib/memory/mental-models/contract';

/** Number of versions between the two sides that are listed, and number added per click. */
const SHOWN_VERSIONS = 12;
const ROOMY = '(width >= 56.25rem)';

const PAIR = { from: parseAsInteger, to: parseAsInteger };
const VIEW = {
  view: parseAsStringLiteral(LAYOUTS),
  raw: parseAsBoolean.withDefault(false),
  blanks: parseAsBoolean.withDefault(false),
};

/** Compares any two versions of a mental model and shows why they differ. */
export const ComparePage = ({ id }: { id: string }) => (
  <MentalModelWorkspace id={id} tab="compare">
    {(props) => <Pairs key={props.model.id} {...props} />}
  </MentalModelWorkspace>
);

function Pairs(props: InsideProps) {
  const { organization } = useConsole();
  const bankId = useBank();
  const { model } = props;
  const read = useInfiniteQuery(versionsQuery(organization.slug, bankId, model.id));
  const loaded = read.data?.pages.flatMap(({ items }) => items);
  // A version is compared with the previous one, so the last loaded version waits for the next
  // page.
  const versions = read.hasNextPage ? loaded?.slice(0, -1) : loaded;
  const [asked, ask] = useQueryStates(PAIR, { history: 'push' });
  const pair = pairOf(asked, model.version);
  const names = useMemo(() => namesUpTo(model.version), [model.version]);
  const pick = (next: Pair) => void ask(next);
  // If the URL leaves a version open, it is replaced by today's versions, so that a copied link
  // names them.
  useEffect(() => {
    if (versions && model.version > 0 && isLeftToChoose()) void ask(pair, { history: 'replace' });
  });
  if (versions && model.version === 0)
    return (
      <Panel flush>
        <Empty bead="model" title={t.compareNone}>
          {t.compareNoneText}
        </Empty>
      </Panel>
    );
  return (
    <>
      <IgnoredAddress names={names} />
      {pair.from > pair.to && (
        <Notice
          action={
            <Button size="sm" look="ghost" onClick={() => pick({ from: pair.to, to: pair.from })}>
              {t.swap}
            </Button>
          }
        >
          {t.reversed}
        </Notice>
      )}
      <div
        className={cx(
          'grid items-start gap-4 md:grid-cols-[208px_minmax(0,1fr)] [&>*]:min-w-0',
          !props.isDrawn && 'xl:grid-cols-[208px_minmax(0,1fr)_252px]',
        )}
      >
        <Versions versions={versions} read={read} pair={pair} onPick={pick} />
        <Difference {...props} pair={pair} onPick={pick} />
      </div>
    </>
  );
}

/** Refers to the URL of this page: the next URL may already be set before this page unmounts. */
const isLeftToChoose = (): boolean => {
  const asked = new URLSearchParams(location.search);
  return location.pathname.endsWith('/compare') && !(asked.has('from') && asked.has('to'));
};

const versionUpTo = (last: number, version: number | null): number | null =>
  version !== null && version >= 0 && version <= last ? version : null;

/** The versions in the URL, if they exist; otherwise the latest two. */
function pairOf({ from, to }: { from: number | null; to: number | null }, last: number): Pair {
  const newer = versionUpTo(last, to) ?? last;
  return { from: versionUpTo(last, from) ?? Math.max(0, newer - 1), to: newer };
}

/** All parameters that this page reads from its URL. */
function namesUpTo(last: number) {
  const version = createParser({ parse: (word) => versionUpTo(last, parseAsInteger.parse(word)), serialize: String });
  return { ...VIEW, memory: parseAsString, from: version, to: version };
}

/** Both sides and the versions between them. */
function useSides(id: string, { from, to }: Pair, shownCount: number) {
  const { organization } = useConsole();
  const bankId = useBank();
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  const between = Array.from({ length: Math.min(shownCount, high - low) }, (_, at) => high - at).reverse();
  const wanted = [...new Set([from, to, ...between])];
  const reads = useQueries({ queries: wanted.map((version) => versionQuery(organization.slug, bankId, id, version)) });
  const of = (version: number): MentalModelVersion | undefined => reads[wanted.indexOf(version)]?.data;
  return {
    older: of(from),
    newer: of(to),
    made: between.flatMap((version) => of(version) ?? []),
    all: high - low,
    hiddenCount: high - low - between.length,
    failed: reads.find(({ error }) => error !== null),
  };
}

function Difference({ model, pair, isDrawn, onOpen, onPick }: InsideProps & { pair: Pair; onPick: (pair: Pair) => void }) {
  const pairName = `${pair.from} ${pair.to}`;
  const [limit, showMore] = useState({ of: pairName, count: SHOWN_VERSIONS });
  const count = limit.of === pairName ? limit.count : SHOWN_VERSIONS;
  const sides = useSides(model.id, pair, count);
  const isRoomy = useMedia(ROOMY);
  const isWide = useMedia(WIDE);
  const [{ view, raw, blanks }, show] = useQueryStates(VIEW);
  const layout: DiffLayout = isRoomy ? (view ?? 'split') : 'unified';
  const task = useMemo(
    () => (sides.older && sides.newer ? { from: sides.older, to: sides.newer, ignoreBlanks: blanks, isRaw: raw } : null),
    [sides.older, sides.newer, blanks, raw],
  );
  const asked = useSlim(task);
  const compared = useComparison(asked);
  const shown = useWhole(sides, asked, compared, pair);
  const { older, newer, made, all, hiddenCount, comparison, isRaw } = shown ?? NOTHING;
  const move = (by: number) => {
    const [from, to] = [pair.from + by, pair.to + by];
    if (Math.min(from, to) >= 0 && Math.max(from, to) <= model.version) onPick({ from, to });
  };
  const changes = useChanges(comparison?.changes ?? 0, {
    ...{ prefix: 'change', of: `${pair.from} ${pair.to} ${raw}` },
    ...{ older: () => move(-1), newer: () => move(1) },
  });
  const steps = useMemo(() => stepsOf(made ?? []), [made]);
  const byUnit = useMemo(() => stepsByUnit(steps), [steps]);
  const sources = useMemo(
    () => new Map([...(older?.sources ?? []), ...(newer?.sources ?? [])].map((source) => [source.id, source])),
    [older, newer],
  );
  const [block, open] = useState<Unit | null>(null);
  const around: RowContext = { isRaw: isRaw ?? raw, sources, steps: byUnit, onSources: open };

  if (sides.failed)
    return (
      <Panel flush>
        <ReadFailed read={sides.failed} title={t.versionFailed} />
      </Panel>
    );
  if (compared.failure !== null) return <Notice tone="bad">{compared.failure}</Notice>;
  if (!older || !newer || !comparison || !made)
    return (
      <Panel flush>
        <SkeletonRows rows={8} label={t.comparing} />
      </Panel>
    );
  // Causes are listed in chronological order, regardless of the sides.
  const [first, last] = older.version <= newer.version ? [older, newer] : [newer, older];
  const isLate = shown?.of !== pairName || compared.task !== asked;
  const why = (
    <Why
      made={made}
      before={first.document}
      all={all ?? 0}
      hiddenCount={hiddenCount ?? 0}
      more={Math.min(SHOWN_VERSIONS, hiddenCount ?? 0)}
      onMore={() => showMore({ of: pairName, count: count + SHOWN_VERSIONS })}
      facts={factsBetween(first, last)}
      steps={steps}
      onOpen={onOpen}
      onGoTo={({ operation }) => goToUnit(operation.block_ids)}
    />
  );
  return (
    <>
      <section className="min-w-0 overflow-clip rounded-lg border border-line bg-surface shadow-edge">
        <CompareBar
          comparison={comparison}
          layout={isRoomy ? layout : null}
          isRaw={raw}
          ignoreBlanks={blanks}
          onShow={(next) => void show(next)}
          changes={changes}
          patch={() => createTwoFilesPatch(t.version(older.version), t.version(newer.version), older.content, newer.content)}
          onSwap={() => onPick({ from: pair.to, to: pair.from })}
          onWithCurrent={pair.to === model.version ? null : () => onPick({ from: pair.from, to: model.version })}
        >
          <Restore model={model} older={older} newer={newer} onRestored={(version) => onPick({ from: version - 1, to: version })} />
        </CompareBar>
        <div aria-busy={isLate} className={cx(isLate && 'opacity-60')}>
          {comparison.changes === 0 && (
            <Empty bead="model" title={t.same}>
              {blanks && older.content !== newer.content ? t.sameBlanks : isRaw ? t.sameLines : t.sameText}
            </Empty>
          )}
          <DiffView
            key={`${shown?.of} ${isRaw}`}
            comparison={comparison}
            isSplit={layout === 'split'}
            around={around}
            heads={[<Head key="a" version={older} />, <Head key="b" version={newer} />]}
            at={changes.at}
          />
        </div>
      </section>
      {(!isDrawn || !isWide) && (
        <aside
          aria-label={t.why}
          className="md:col-start-2 xl:sticky xl:top-14 xl:col-start-auto xl:max-h-[calc(100dvh-72px)] xl:overflow-y-auto"
        >
          {why}
        </aside>
      )}
      <SourcesOf unit={block} sources={sources} onClose={() => open(null)} onOpen={onOpen} />
    </>
  );
}

interface ComparisonProps extends Pick<ReturnType<typeof useSides>, 'made' | 'all' | 'hiddenCount'> {
  readonly of: string;
  readonly older: MentalModelVersion;
  readonly newer: MentalModelVersion;
  readonly comparison: Comparison;
  readonly isRaw: boolean;
}
const NOTHING: Partial<ComparisonProps> = {};

/**
 * Sides, rows and causes of one pair. Shows the previous pair until the next one is complete. Null
 * until the first is complete.
 */
function useWhole(
  { older, newer, made, all, hiddenCount }: ReturnType<typeof useSides>,
  asked: CompareTask | null,
  { comparison, task }: ComparisonState,
  { from, to }: Pair,
): ComparisonProps | null {
  const last = useRef<ComparisonProps | null>(null);
  if (older && newer && comparison && task !== null && task === asked)
    last.current = { of: `${from} ${to}`, older, newer, made, all, hiddenCount, comparison, isRaw: task.isRaw };
  return last.current;
}

/** Only the fields that the worker needs, with a stable identity while they do not change. */
function useSlim<Task extends { from: MentalModelVersion; to: MentalModelVersion; ignoreBlanks: boolean; isRaw: boolean }>(
  task: Task | null,
) {
  return useMemo(
    () =>
      task && {
        ...task,
        from: { content: task.from.content, document: task.from.document },
        to: { content: task.to.content, document: task.to.document },
      },
    [task],
  );
}

const Head = ({ version }: { version: MentalModelVersion }): ReactNode => (
  <>
    <b className="font-semibold text-ink">{t.version(version.version)}</b> · {momentText(version.created_at)}
  </>
);

interface RestoreButtonProps {
  model: MentalModel;
  older: MentalModelVersion;
  newer: MentalModelVersion;
  onRestored: (version: number) => void;
}

/** Restores the older of the two versions that is not the current one. */
function Restore({ model, older, newer, onRestored }: RestoreButtonProps) {
  const { lockedBy } = useConsole();
  const [isOpen, open] = useState(false);
  const target = older.version === model.version ? newer : older;
  const { version, content } = target;
  const locked = lockedBy('bank.write') ?? (version === model.version ? t.isCurrent : null);
  return (
    <>
      <Button size="sm" icon={History} locked={locked} onClick={() => open(true)}>
        {t.restore(version)}
      </Button>
      {isOpen && (
        <RestoreVersion
          model={model}
          version={version}
          next={model.version + 1}
          isEmpty={content === ''}
          deletedSources={citedOf(target).filter(isUnavailable).length}
          onClose={() => open(false)}
          onRestored={() => {
            open(false);
            onRestored(model.version + 1);
          }}
        />
      )}
    </>
  );
}
