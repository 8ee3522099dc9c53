'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Eye, RefreshCw, Square } from 'lucide-react';
import { parseAsString, useQueryState } from 'nuqs';
import { useEffect, useRef, useState } from 'react';
import { MemoryDrawer } from '#components/memories/memory-drawer';
import { DryRunDiff } from '#components/mental-models/dry-run-diff';
import { basisOf, type Kept, keep, kept, type Moved, movedBy, storedOf, verify } from '#components/mental-models/dry-run-kept';
import { FactsPanel, isFailed, TracePanel, VerdictPanel, WindowPanel } from '#components/mental-models/dry-run-parts';
import { ModelFrame } from '#components/mental-models/model-frame';
import { usageWords } from '#components/mental-models/model-words';
import { dryRun, modelQuery, readModelAnew, versionQuery } from '#components/mental-models/queries';
import { useRefreshAct } from '#components/mental-models/refresh-act';
import { useBank, useConsole } from '#components/shell/console-context';
import { mentalModel as t } from '#components/strings/mental-model';
import { Button } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { Workspace } from '#components/ui/drawer';
import { announce } from '#components/ui/live';
import { Page, Panel } from '#components/ui/page';
import { Ring } from '#components/ui/ring';
import { ErrorState, Notice } from '#components/ui/states';
import type { MentalModel, ModelVersion } from '#lib/memory/mental-models/contract';

/** What a refresh would do now, and why, without doing it. */
export function DryRunPage({ id }: { id: string }) {
  const [memory, open] = useQueryState('memory', parseAsString.withOptions({ history: 'push' }));
  const onOpen = (to: string | null) => void open(to);
  return (
    <Workspace drawer={memory !== null && <MemoryDrawer id={memory} neighbours={{ previous: null, next: null }} onOpen={onOpen} />}>
      <Page>
        <ModelFrame id={id} tab="dry-run" isQuiet>
          {(model) => <Inside key={model.id} model={model} onOpen={onOpen} />}
        </ModelFrame>
      </Page>
    </Workspace>
  );
}

interface Run {
  readonly isRunning: boolean;
  readonly told: Kept | null;
  readonly failure: unknown;
  readonly wasStopped: boolean;
}

/** Runs on demand alone: it may cost tokens. What it told is kept in this tab. */
function useDryRun(id: string) {
  const { organization } = useConsole();
  const bankId = useBank();
  const slug = organization.slug;
  const [state, set] = useState<Run>({ isRunning: false, told: null, failure: null, wasStopped: false });
  const running = useRef<AbortController | null>(null);
  const client = useQueryClient();
  useEffect(() => {
    set((before) => ({ ...before, told: before.told ?? kept(slug, bankId, id) }));
    return () => running.current?.abort();
  }, [slug, bankId, id]);
  const run = () => {
    const controller = new AbortController();
    running.current = controller;
    set((before) => ({ ...before, isRunning: true, failure: null, wasStopped: false }));
    const made = async (): Promise<Kept> => {
      const basis = basisOf(await client.fetchQuery(modelQuery(slug, bankId, id)));
      controller.signal.throwIfAborted();
      const result = await dryRun(slug, bankId, id, controller.signal);
      return { at: new Date().toISOString(), result, basis };
    };
    made().then(
      (told) => {
        keep(slug, bankId, id, told);
        set({ isRunning: false, told, failure: null, wasStopped: false });
        announce(t.dry.verdicts[told.result.outcome]);
        // It may be of a version that the page does not know yet.
        void client.invalidateQueries({ queryKey: modelQuery(slug, bankId, id).queryKey });
      },
      (failure: unknown) => {
        const wasStopped = controller.signal.aborted;
        set((before) => ({ ...before, isRunning: false, failure: wasStopped ? null : failure, wasStopped }));
      },
    );
  };
  return { ...state, run, stop: () => running.current?.abort() };
}

type Overtaken = Moved | 'refreshed';

/** What makes a result out of date. `isDone`: this page has refreshed the model since, so the version that follows is its own. */
function overtakenBy(model: MentalModel, told: Kept, isDone: boolean): Overtaken | null {
  const by = movedBy(model, told);
  return by === 'version' && isDone && model.version - 1 === told.result.version ? 'refreshed' : by;
}

function Inside({ model, onOpen }: { model: MentalModel; onOpen: (memoryId: string | null) => void }) {
  const { organization, lockedBy } = useConsole();
  const bankId = useBank();
  const { isRunning, told, failure, wasStopped, run, stop } = useDryRun(model.id);
  const base = useQuery(versionQuery(organization.slug, bankId, model.id, told?.result.version ?? model.version));
  const lock = lockedBy('bank.write');
  const [done, refreshed] = useState<Kept | null>(null);
  const moved = told && overtakenBy(model, told, done === told);
  const client = useQueryClient();
  /** Whether nothing happened that the page did not tell: somebody else may have changed the model since it was read. */
  const isAsTold = async (): Promise<boolean> => {
    if (!told) return false;
    const now = overtakenBy(await readModelAnew(client, organization.slug, bankId, model.id), told, done === told);
    if (now !== null && now !== moved) {
      announce(t.dry.moved[now]);
      return false;
    }
    if (now !== 'version') refreshed(told);
    return true;
  };
  return (
    <>
      <Preflight
        version={base.data}
        isAgain={told !== null}
        isDue={told === null || moved !== null}
        isRunning={isRunning}
        lock={lock}
        onRun={run}
        onStop={stop}
      />
      {wasStopped && <Notice>{t.dry.stopped}</Notice>}
      {failure !== null && (
        <Panel flush>
          <ErrorState title={t.dry.failed} error={failure} onRetry={run} isRetrying={isRunning} keptFrom={told?.at ?? null} />
        </Panel>
      )}
      {told && (
        <div className={cx('grid gap-4 [&>*]:min-w-0', isRunning && 'opacity-60')} aria-busy={isRunning}>
          {moved && (
            <Notice tone={moved === 'refreshed' ? 'info' : 'warn'}>
              <b>{t.dry.moved[moved]}</b> {t.dry.movedText}
            </Notice>
          )}
          <div className="grid items-start gap-4 lg:grid-cols-2 [&>*]:min-w-0">
            <VerdictPanel result={told.result} at={told.at} />
            <WindowPanel result={told.result} />
          </div>
          <DryRunDiff result={told.result} verdict={verify(storedOf(model), told.result)} base={base.data} onOpen={onOpen} />
          <div className="grid items-start gap-4 lg:grid-cols-2 [&>*]:min-w-0">
            <FactsPanel result={told.result} />
            <TracePanel result={told.result} />
          </div>
          {!isFailed(told.result) && <ForReal model={model} lock={lock} moved={moved} isAsTold={isAsTold} />}
        </div>
      )}
    </>
  );
}

interface PreflightProps {
  version: ModelVersion | undefined;
  isAgain: boolean;
  /** there is none yet, or it is out of date: this is what to do next */
  isDue: boolean;
  isRunning: boolean;
  lock: string | null;
  onRun: () => void;
  onStop: () => void;
}

/** What it costs and what it leaves alone, before it runs. */
function Preflight({ version, isAgain, isDue, isRunning, lock, onRun, onStop }: PreflightProps) {
  const cost = version?.mode ? (usageWords(version.usage) ?? t.usageNone) : null;
  return (
    <Panel
      title={t.dry.before}
      footer={
        <div className="flex grow flex-wrap items-center gap-2">
          {isRunning ? (
            <>
              <Button icon={Square} onClick={onStop}>
                {t.dry.stop}
              </Button>
              <span role="status" className="inline-flex items-center gap-2 text-muted">
                <Ring />
                {t.dry.runningText}
              </span>
            </>
          ) : (
            <Button look={isDue ? 'primary' : 'secondary'} icon={Eye} locked={lock} onClick={onRun}>
              {isAgain ? t.dry.runAgain : t.dry.run}
            </Button>
          )}
        </div>
      }
    >
      <ul className="grid max-w-[80ch] gap-1.5 text-muted">
        <li>{t.dry.writes}</li>
        <li>
          {t.dry.costsModel} {cost !== null && t.dry.lastCost(cost)}
        </li>
        <li>{t.dry.takes}</li>
      </ul>
    </Panel>
  );
}

interface ForRealProps {
  model: MentalModel;
  lock: string | null;
  moved: Overtaken | null;
  isAsTold: () => Promise<boolean>;
}

function ForReal({ model, lock, moved, isAsTold }: ForRealProps) {
  const { refresh, isQueueing } = useRefreshAct();
  return (
    <Panel>
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 grow basis-72 text-muted">{moved ? `${t.dry.moved[moved]} ${t.dry.movedText}` : t.dry.realText}</p>
        <Button
          look={moved ? 'secondary' : 'primary'}
          icon={RefreshCw}
          locked={lock}
          busy={isQueueing}
          busyLabel={t.refreshing}
          onClick={() => refresh(model, isAsTold)}
        >
          {t.dry.real}
        </Button>
      </div>
    </Panel>
  );
}
