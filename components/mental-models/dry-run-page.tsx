'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Eye, RefreshCw, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { DryRunDiff } from '#components/mental-models/dry-run-diff';
import { FactsPanel, isFailed, TracePanel, VerdictPanel, WindowPanel } from '#components/mental-models/dry-run-parts';
import { MentalModelWorkspace } from '#components/mental-models/mental-model-workspace';
import { dryRun, mentalModelQuery, rereadMentalModel, versionQuery } from '#components/mental-models/queries';
import { useRefreshAct } from '#components/mental-models/refresh-act';
import {
  basisOf,
  movedBy,
  readStoredRun,
  type StaleCause,
  type StoredRun,
  storedOf,
  storeRun,
  verify,
} from '#components/mental-models/stored-dry-run';
import { usageWords } from '#components/mental-models/wording';
import { useBank, useConsole } from '#components/shell/console-context';
import { mentalModel as t } from '#components/strings/mental-model';
import { Button } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { announce } from '#components/ui/live';
import { Panel } from '#components/ui/page';
import { Ring } from '#components/ui/ring';
import { ErrorState, Notice } from '#components/ui/states';
import type { MentalModel, MentalModelVersion } from '#lib/memory/mental-models/contract';

/** Shows what a refresh would do now, and why, without writing anything. */
export const DryRunPage = ({ id }: { id: string }) => (
  <MentalModelWorkspace id={id} tab="dry-run" isQuiet>
    {({ model, onOpen }) => <Inside key={model.id} model={model} onOpen={onOpen} />}
  </MentalModelWorkspace>
);

interface Run {
  readonly isRunning: boolean;
  readonly stored: StoredRun | null;
  readonly failure: unknown;
  readonly wasStopped: boolean;
}

/** Runs only on request, because it may cost tokens. The result is stored in this tab. */
function useDryRun(id: string) {
  const { organization } = useConsole();
  const bankId = useBank();
  const slug = organization.slug;
  const [state, set] = useState<Run>({ isRunning: false, stored: null, failure: null, wasStopped: false });
  const running = useRef<AbortController | null>(null);
  const client = useQueryClient();
  useEffect(() => {
    set((before) => ({ ...before, stored: before.stored ?? readStoredRun(slug, bankId, id) }));
    return () => running.current?.abort();
  }, [slug, bankId, id]);
  const run = () => {
    const controller = new AbortController();
    running.current = controller;
    set((before) => ({ ...before, isRunning: true, failure: null, wasStopped: false }));
    const made = async (): Promise<StoredRun> => {
      const basis = basisOf(await client.fetchQuery(mentalModelQuery(slug, bankId, id)));
      controller.signal.throwIfAborted();
      const result = await dryRun(slug, bankId, id, controller.signal);
      return { at: new Date().toISOString(), result, basis };
    };
    made().then(
      (stored) => {
        storeRun(slug, bankId, id, stored);
        set({ isRunning: false, stored, failure: null, wasStopped: false });
        announce(t.dry.verdicts[stored.result.outcome]);
        // The run may be based on a version that the page has not loaded yet.
        void client.invalidateQueries({ queryKey: mentalModelQuery(slug, bankId, id).queryKey });
      },
      (failure: unknown) => {
        const wasStopped = controller.signal.aborted;
        set((before) => ({ ...before, isRunning: false, failure: wasStopped ? null : failure, wasStopped }));
      },
    );
  };
  return { ...state, run, stop: () => running.current?.abort() };
}

type OutdatedCause = StaleCause | 'refreshed';

/**
 * Why a result is out of date. `isDone`: this page has refreshed the model since, so the next
 * version is its own.
 */
function overtakenBy(model: MentalModel, stored: StoredRun, isDone: boolean): OutdatedCause | null {
  const by = movedBy(model, stored);
  return by === 'version' && isDone && model.version - 1 === stored.result.version ? 'refreshed' : by;
}

function Inside({ model, onOpen }: { model: MentalModel; onOpen: (memoryId: string | null) => void }) {
  const { organization, lockedBy } = useConsole();
  const bankId = useBank();
  const { isRunning, stored, failure, wasStopped, run, stop } = useDryRun(model.id);
  const base = useQuery(versionQuery(organization.slug, bankId, model.id, stored?.result.version ?? model.version));
  const lock = lockedBy('bank.write');
  const [done, refreshed] = useState<StoredRun | null>(null);
  const moved = stored && overtakenBy(model, stored, done === stored);
  const client = useQueryClient();
  /** Whether the model is in the state shown on the page. Announces any change by others. */
  const isUnchanged = async (): Promise<boolean> => {
    if (!stored) return false;
    const now = overtakenBy(await rereadMentalModel(client, organization.slug, bankId, model.id), stored, done === stored);
    if (now !== null && now !== moved) {
      announce(t.dry.moved[now]);
      return false;
    }
    if (now !== 'version') refreshed(stored);
    return true;
  };
  const preflight = (
    <Preflight
      version={base.data}
      isAgain={stored !== null}
      isDue={stored === null || moved !== null}
      isRunning={isRunning}
      lock={lock}
      onRun={run}
      onStop={stop}
    />
  );
  return (
    <>
      {stored === null && preflight}
      {wasStopped && <Notice>{t.dry.stopped}</Notice>}
      {failure !== null && (
        <Panel flush>
          <ErrorState title={t.dry.failed} error={failure} onRetry={run} isRetrying={isRunning} cachedFrom={stored?.at ?? null} />
        </Panel>
      )}
      {stored && (
        <div className={cx('grid gap-4 [&>*]:min-w-0', isRunning && 'opacity-60')} aria-busy={isRunning}>
          {moved && (
            <Notice tone={moved === 'refreshed' ? 'info' : 'warn'}>
              <b>{t.dry.moved[moved]}</b> {t.dry.movedText}
            </Notice>
          )}
          <VerdictPanel result={stored.result} at={stored.at} />
          <DryRunDiff result={stored.result} verdict={verify(storedOf(model), stored.result)} base={base.data} onOpen={onOpen} />
          {preflight}
          <div className="grid items-start gap-4 lg:grid-cols-2 [&>*]:min-w-0">
            <WindowPanel result={stored.result} />
            <div className="grid gap-4 [&>*]:min-w-0">
              <FactsPanel result={stored.result} />
              <TracePanel result={stored.result} />
            </div>
          </div>
          {!isFailed(stored.result) && <ForReal model={model} lock={lock} moved={moved} isUnchanged={isUnchanged} />}
        </div>
      )}
    </>
  );
}

interface PreflightProps {
  version: MentalModelVersion | undefined;
  isAgain: boolean;
  /** There is no run yet, or it is out of date, so running is the next step. */
  isDue: boolean;
  isRunning: boolean;
  lock: string | null;
  onRun: () => void;
  onStop: () => void;
}

/** What a dry run costs and what it does not change. After a run, in one line below its result. */
function Preflight({ version, isAgain, isDue, isRunning, lock, onRun, onStop }: PreflightProps) {
  const cost = version?.mode ? (usageWords(version.usage) ?? t.usageNone) : null;
  const controls = (
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
  );
  if (isAgain)
    return (
      <Panel>
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 grow basis-72 text-muted">
            {t.dry.writes} {t.dry.costsModel}
          </p>
          <div>{controls}</div>
        </div>
      </Panel>
    );
  return (
    <Panel title={t.dry.before} footer={controls}>
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
  moved: OutdatedCause | null;
  isUnchanged: () => Promise<boolean>;
}

function ForReal({ model, lock, moved, isUnchanged }: ForRealProps) {
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
          onClick={() => refresh(model, isUnchanged)}
        >
          {t.dry.real}
        </Button>
      </div>
    </Panel>
  );
}
