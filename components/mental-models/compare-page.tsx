'use client';

import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { createTwoFilesPatch } from 'diff';
import { History } from 'lucide-react';
import { createParser, parseAsBoolean, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryState, useQueryStates } from 'nuqs';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { MemoryDrawer } from '#components/memories/memory-drawer';
import { factsBetween, stepsByUnit, stepsOf } from '#components/mental-models/causes';
import { CompareBar, type DiffLayout, LAYOUTS } from '#components/mental-models/compare-bar';
import type { Around } from '#components/mental-models/diff-row';
import { DiffView, goToUnit } from '#components/mental-models/diff-view';
import { ModelFrame } from '#components/mental-models/model-frame';
import { citedOf, isGone } from '#components/mental-models/model-words';
import { versionQuery, versionsQuery } from '#components/mental-models/queries';
import { RestoreVersion } from '#components/mental-models/restore';
import { SourcesOf } from '#components/mental-models/sources-of';
import type { Unit } from '#components/mental-models/units';
import { useChanges } from '#components/mental-models/use-changes';
import { useComparison } from '#components/mental-models/use-comparison';
import { type Pair, Versions } from '#components/mental-models/versions';
import { Why } from '#components/mental-models/why';
import { useBank, useConsole } from '#components/shell/console-context';
import { LeftOut } from '#components/shell/left-out';
import { mentalModel as t } from '#components/strings/mental-model';
import { Button } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { Workspace } from '#components/ui/drawer';
import { useMedia, WIDE } from '#components/ui/media';
import { Page, Panel } from '#components/ui/page';
import { ReadFailed } from '#components/ui/read-failed';
import { Empty, Notice, SkeletonRows } from '#components/ui/states';
import { momentText } from '#components/ui/time';
import type { MentalModel, ModelVersion } from '#lib/mental-models/contract';

/** Versions between the two that are told one by one. */
const TOLD = 12;
const ROOMY = '(width >= 56.25rem)';

const PAIR = { from: parseAsInteger, to: parseAsInteger };
const VIEW = {
  view: parseAsStringLiteral(LAYOUTS),
  raw: parseAsBoolean.withDefault(false),
  blanks: parseAsBoolean.withDefault(false),
};

/** Any two versions of a mental model beside each other, and why they differ. */
export function ComparePage({ id }: { id: string }) {
  const [memory, open] = useQueryState('memory', parseAsString.withOptions({ history: 'push' }));
  const onOpen = (to: string | null) => void open(to);
  return (
    <Workspace drawer={memory !== null && <MemoryDrawer id={memory} neighbours={{ previous: null, next: null }} onOpen={onOpen} />}>
      <Page>
        <ModelFrame id={id} tab="compare">
          {(model) => <Compared key={model.id} model={model} isDrawn={memory !== null} onOpen={onOpen} />}
        </ModelFrame>
      </Page>
    </Workspace>
  );
}

interface InsideProps {
  model: MentalModel;
  /** a memory is open beside it */
  isDrawn: boolean;
  onOpen: (memoryId: string | null) => void;
}

function Compared(props: InsideProps) {
  const { organization } = useConsole();
  const bankId = useBank();
  const { model } = props;
  const read = useInfiniteQuery(versionsQuery(organization.slug, bankId, model.id));
  const versions = read.data?.pages.flatMap(({ items }) => items);
  const [asked, ask] = useQueryStates(PAIR, { history: 'push' });
  const pair = pairOf(asked, model.version);
  const names = useMemo(() => namesUpTo(model.version), [model.version]);
  const pick = (next: Pair) => void ask(next);
  // An address that names no version is of the last two of today: what is copied from it names them.
  const isOpen = useRef(true);
  useEffect(() => {
    if (isOpen.current && versions && model.version > 0 && isBare()) void ask(pair, { history: 'replace' });
    isOpen.current = false;
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
      <LeftOut names={names} />
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
          'grid items-start gap-4 md:grid-cols-[176px_minmax(0,1fr)] [&>*]:min-w-0',
          !props.isDrawn && 'xl:grid-cols-[176px_minmax(0,1fr)_252px]',
        )}
      >
        <aside
          aria-label={t.versions}
          className="md:sticky md:top-14 md:max-h-[calc(100dvh-72px)] md:overflow-y-auto md:rounded-lg md:border md:border-line md:bg-surface md:p-3 md:shadow-edge"
        >
          <Versions versions={versions} read={read} pair={pair} onPick={pick} />
        </aside>
        <Difference {...props} pair={pair} onPick={pick} />
      </div>
    </>
  );
}

const isBare = (): boolean => {
  const asked = new URLSearchParams(location.search);
  return !asked.has('from') && !asked.has('to');
};

const versionUpTo = (last: number, version: number | null): number | null =>
  version !== null && version >= 0 && version <= last ? version : null;

/** What the address names, as far as there is such a version; else the last against the one before. */
function pairOf({ from, to }: { from: number | null; to: number | null }, last: number): Pair {
  const newer = versionUpTo(last, to) ?? last;
  return { from: versionUpTo(last, from) ?? Math.max(0, newer - 1), to: newer };
}

/** All that this page reads of its address. */
function namesUpTo(last: number) {
  const version = createParser({ parse: (word) => versionUpTo(last, parseAsInteger.parse(word)), serialize: String });
  return { ...VIEW, memory: parseAsString, from: version, to: version };
}

/** Both sides, and the versions that were made between them. */
function useSides(id: string, { from, to }: Pair) {
  const { organization } = useConsole();
  const bankId = useBank();
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  const between = Array.from({ length: Math.min(TOLD, high - low) }, (_, at) => high - at).reverse();
  const wanted = [...new Set([from, to, ...between])];
  const reads = useQueries({ queries: wanted.map((version) => versionQuery(organization.slug, bankId, id, version)) });
  const of = (version: number): ModelVersion | undefined => reads[wanted.indexOf(version)]?.data;
  return {
    older: of(from),
    newer: of(to),
    made: between.flatMap((version) => of(version) ?? []),
    untold: high - low - between.length,
    failed: reads.find(({ error }) => error !== null),
  };
}

function Difference({ model, pair, isDrawn, onOpen, onPick }: InsideProps & { pair: Pair; onPick: (pair: Pair) => void }) {
  const { older, newer, made, untold, failed } = useSides(model.id, pair);
  const isRoomy = useMedia(ROOMY);
  const isWide = useMedia(WIDE);
  const [{ view, raw, blanks }, show] = useQueryStates(VIEW);
  const layout: DiffLayout = isRoomy ? (view ?? 'split') : 'unified';
  const task = useMemo(
    () => (older && newer ? { from: older, to: newer, ignoreBlanks: blanks, isRaw: raw } : null),
    [older, newer, blanks, raw],
  );
  const { comparison, task: done, failure, isComparing } = useComparison(useSlim(task));
  const move = (by: number) => {
    const [from, to] = [pair.from + by, pair.to + by];
    if (Math.min(from, to) >= 0 && Math.max(from, to) <= model.version) onPick({ from, to });
  };
  const changes = useChanges(comparison?.changes ?? 0, {
    ...{ prefix: 'change', of: `${pair.from} ${pair.to} ${raw}` },
    ...{ older: () => move(-1), newer: () => move(1) },
  });
  const steps = useMemo(() => stepsOf(made), [made]);
  const byUnit = useMemo(() => stepsByUnit(steps), [steps]);
  const sources = useMemo(
    () => new Map([...(older?.sources ?? []), ...(newer?.sources ?? [])].map((source) => [source.id, source])),
    [older, newer],
  );
  const [told, tell] = useState<Unit | null>(null);
  const around: Around = { isRaw: done?.isRaw ?? raw, sources, steps: byUnit, onSources: tell };

  if (failed) return <ReadFailed read={failed} title={t.versionFailed} panel />;
  if (failure !== null) return <Notice tone="bad">{failure}</Notice>;
  if (!older || !newer || !comparison)
    return (
      <Panel flush>
        <SkeletonRows rows={8} label={t.comparing} />
      </Panel>
    );
  // However the sides are chosen, why is told in the order of time.
  const [first, last] = pair.from <= pair.to ? [older, newer] : [newer, older];
  const why = (
    <Why
      made={made}
      before={first.document}
      untold={untold}
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
        <div aria-busy={isComparing} className={cx(isComparing && 'opacity-60')}>
          {comparison.changes === 0 && (
            <Empty bead="model" title={t.same}>
              {blanks && older.content !== newer.content ? t.sameBlanks : raw ? t.sameLines : t.sameText}
            </Empty>
          )}
          <DiffView
            key={`${pair.from} ${pair.to} ${raw}`}
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
      <SourcesOf unit={told} sources={sources} onClose={() => tell(null)} onOpen={onOpen} />
    </>
  );
}

/** Only what the worker needs, under one identity for as long as nothing of it changes. */
function useSlim<Task extends { from: ModelVersion; to: ModelVersion; ignoreBlanks: boolean; isRaw: boolean }>(task: Task | null) {
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

const Head = ({ version }: { version: ModelVersion }): ReactNode => (
  <>
    <b className="font-semibold text-ink">{t.version(version.version)}</b> · {momentText(version.created_at)}
  </>
);

interface RestoreButtonProps {
  model: MentalModel;
  older: ModelVersion;
  newer: ModelVersion;
  onRestored: (version: number) => void;
}

/** Brings back the older of the two that is not the current one. */
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
          gone={citedOf(target).filter(isGone).length}
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
