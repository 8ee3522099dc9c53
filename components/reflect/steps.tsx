'use client';

import { Bot, Coins, Gem, ListChecks, type LucideIcon, NotebookText, Search, StickyNote, Workflow } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { ReflectProgress, ReflectResult } from '#components/reflect/answer';
import { Outcome } from '#components/reflect/outcome';
import { stepsOf, type TracedStep, wholeOf } from '#components/reflect/result';
import { Ruler, Track } from '#components/reflect/timeline';
import { reflect as t } from '#components/strings/reflect';
import { ui } from '#components/strings/ui';
import { Thread, ThreadItem } from '#components/ui/bead';
import { Ring } from '#components/ui/ring';

interface StepsProps {
  /** Label of the list. */
  label?: string;
  progress: ReflectProgress;
  trace: ReflectResult['trace'];
  isAsking?: boolean;
  usage?: ReflectResult['usage'];
  onOpen?: (id: string) => void;
}

const ICONS: Readonly<Record<string, LucideIcon | undefined>> = {
  search_mental_models: NotebookText,
  search_observations: Gem,
  recall: Search,
  expand: Workflow,
};
const SERIES = { tool: 0, model: 3, check: 1, working: 4 };

/** The steps of an answer on a time axis, during and after its generation. */
export function Steps({ label = t.steps.list, progress, trace, isAsking = false, usage, onOpen }: StepsProps) {
  const steps = useMemo(() => stepsOf(progress, trace), [progress, trace]);
  const elapsedMs = useElapsed(progress.startedAt, isAsking);
  const totalMs = wholeOf(steps, isAsking ? elapsedMs : (trace?.duration_ms ?? 0));
  return (
    <>
      {steps.length > 0 && <Ruler totalMs={totalMs} />}
      <Thread label={label}>
        {steps.map((step) => (
          <OneStep key={step.order} step={step} totalMs={totalMs} query={progress.request.query} onOpen={onOpen} />
        ))}
        {isAsking && <Working elapsedMs={elapsedMs} fromMs={wholeOf(steps, 0)} totalMs={totalMs} />}
        {trace && trace.notes.length > 0 && (
          <Item icon={StickyNote} title={t.steps.notes}>
            {trace.notes.map((note) => (
              <p key={note} className="text-warn-text first-letter:uppercase">
                {note}
              </p>
            ))}
          </Item>
        )}
        {usage && (
          <Item icon={Coins} title={t.steps.cost}>
            <p className="tabular-nums">
              {usage.total_tokens > 0 && t.steps.tokens(usage.input_tokens, usage.output_tokens, usage.cached_tokens)}
              {usage.total_tokens === 0 && (steps.some(({ kind }) => kind === 'model') ? t.steps.unreported : t.steps.noTokens)}
            </p>
          </Item>
        )}
      </Thread>
    </>
  );
}

interface ItemProps {
  icon: LucideIcon;
  title: string;
  note?: ReactNode;
  children?: ReactNode;
}

const Item = ({ icon: Icon, title, note, children }: ItemProps) => (
  <ThreadItem bead={<Icon strokeWidth={1.75} className="text-faint" />}>
    <h3 className="flex items-baseline justify-between gap-3 font-medium">
      {title}
      {note && <span className="shrink-0 font-normal text-12 text-faint tabular-nums">{note}</span>}
    </h3>
    {children && <div className="mt-0.5 grid gap-1.5 text-muted">{children}</div>}
  </ThreadItem>
);

interface OneStepProps {
  step: TracedStep;
  totalMs: number;
  /** The question. The query of a search is shown only if it differs. */
  query: string;
  onOpen: ((id: string) => void) | undefined;
}

function OneStep({ step, totalMs, query, onOpen }: OneStepProps) {
  const { kind, name, start_ms, duration_ms, isFailed } = step;
  const isTool = kind === 'tool';
  const title = isTool ? (t.steps.tools[name] ?? name) : t.steps[kind];
  const asked = isTool ? askedOf(step, query) : null;
  return (
    <Item
      icon={isTool ? (ICONS[name] ?? Search) : kind === 'model' ? Bot : ListChecks}
      title={title}
      note={
        <>
          <span className="sr-only">{t.steps.begun(t.steps.ms(start_ms), t.steps.ms(duration_ms))}</span>
          <span aria-hidden>{t.steps.ms(duration_ms)}</span>
        </>
      }
    >
      <Track series={SERIES[kind]} startMs={start_ms} durationMs={duration_ms} totalMs={totalMs} isFailed={isFailed} />
      {asked && (
        <p dir="auto" className="[overflow-wrap:anywhere]">
          {asked}
        </p>
      )}
      <Outcome step={step} title={title} onOpen={onOpen} />
    </Item>
  );
}

/** The query of a search, or null if it equals the question. */
function askedOf({ input, turn }: TracedStep, query: string): string | null {
  const parts = [
    turn > 0 && t.steps.turn(turn),
    typeof input?.query === 'string' && input.query !== query && t.steps.query(input.query),
    Array.isArray(input?.ids) && t.steps.ids(input.ids.length, String(input.depth)),
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : ui.series(parts);
}

const SECOND = 1000;

/** Milliseconds since the question, updated every second while it runs. */
function useElapsed(begun: number, isAsking: boolean): number {
  const [now, setNow] = useState(begun);
  useEffect(() => {
    if (!isAsking) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, [isAsking]);
  return Math.max(0, now - begun);
}

/** The current step starts no later than the end of the last reported one. */
const Working = ({ elapsedMs, fromMs, totalMs }: { elapsedMs: number; fromMs: number; totalMs: number }) => (
  <ThreadItem bead={<Ring size={11} />}>
    <p className="flex items-baseline justify-between gap-3 text-muted">
      {t.steps.waiting}
      <span className="text-12 text-faint tabular-nums">{t.steps.seconds(Math.floor(elapsedMs / SECOND))}</span>
    </p>
    {elapsedMs > 0 && <Track series={SERIES.working} startMs={fromMs} durationMs={totalMs - fromMs} totalMs={totalMs} isFailed={false} />}
  </ThreadItem>
);
