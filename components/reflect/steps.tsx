'use client';

import { Bot, ChevronDown, ChevronRight, Coins, Gem, type LucideIcon, NotebookText, Search, StickyNote, Workflow } from 'lucide-react';
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import type { Found, Heard, Result } from '#components/reflect/answer';
import { beadOf, stepsOf, type TracedStep } from '#components/reflect/reading';
import { reflect as t } from '#components/strings/reflect';
import { Bead, Thread, ThreadItem } from '#components/ui/bead';
import { Button } from '#components/ui/button';
import { Ring } from '#components/ui/ring';
import { ScoreBar } from '#components/ui/score';

interface StepsProps {
  heard: Heard;
  trace: Result['trace'];
  isAsking?: boolean;
  usage?: Result['usage'];
  onOpen?: (id: string) => void;
}

const ICONS: Readonly<Record<string, LucideIcon | undefined>> = {
  search_mental_models: NotebookText,
  search_observations: Gem,
  recall: Search,
  expand: Workflow,
};
const SERIES = { tool: 0, model: 3 };

/** What was done for the answer, step by step on its thread, while it is done and after. */
export function Steps({ heard, trace, isAsking = false, usage, onOpen }: StepsProps) {
  const steps = useMemo(() => stepsOf(heard, trace), [heard, trace]);
  const longest = Math.max(1, ...steps.map(({ duration_ms }) => duration_ms));
  return (
    <Thread label={t.steps.list}>
      {steps.map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps only ever follow each other
        <OneStep key={at} step={step} share={step.duration_ms / longest} query={heard.asked.query} onOpen={onOpen} />
      ))}
      {isAsking && <Working begun={heard.begun} />}
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
            {usage.total_tokens > 0 && t.steps.tokens(usage.input_tokens, usage.output_tokens)}
            {usage.total_tokens === 0 && (steps.some(({ kind }) => kind === 'model') ? t.steps.untold : t.steps.noTokens)}
            {usage.cached_tokens > 0 && `, ${t.steps.cached(usage.cached_tokens)}`}
          </p>
        </Item>
      )}
    </Thread>
  );
}

const Item = ({ icon: Icon, title, aside, children }: { icon: LucideIcon; title: string; aside?: ReactNode; children?: ReactNode }) => (
  <ThreadItem bead={<Icon strokeWidth={1.75} className="text-faint" />}>
    <h3 className="flex items-baseline justify-between gap-3 font-medium">
      {title}
      {aside && <span className="shrink-0 font-normal text-12 text-faint tabular-nums">{aside}</span>}
    </h3>
    {children && <div className="mt-0.5 grid gap-1.5 text-muted">{children}</div>}
  </ThreadItem>
);

interface OneStepProps {
  step: TracedStep;
  share: number;
  /** the question; what a search asks is told where it differs */
  query: string;
  onOpen: ((id: string) => void) | undefined;
}

function OneStep({ step, share, query, onOpen }: OneStepProps) {
  const isTool = step.kind === 'tool';
  const title = isTool ? (t.steps.tools[step.name] ?? step.name) : t.steps.model;
  const said = isTool ? askedOf(step, query) : scopeOf(step.name);
  return (
    <Item icon={isTool ? (ICONS[step.name] ?? Search) : Bot} title={title} aside={t.steps.ms(step.duration_ms)}>
      <ScoreBar series={SERIES[step.kind]} share={share} className="mt-1" />
      {said && (
        <p dir="auto" className="[overflow-wrap:anywhere]">
          {said}
        </p>
      )}
      {isTool && <Outcome step={step} title={title} onOpen={onOpen} />}
    </Item>
  );
}

/** agent_2 is its second turn. */
const scopeOf = (scope: string): string => {
  const [, turn] = /^agent_(\d+)$/.exec(scope) ?? [];
  return turn ? t.steps.turn(Number(turn)) : (t.steps.scopes[scope] ?? scope);
};

/** What a search was asked, where that is not the question itself. */
function askedOf({ input, turn }: TracedStep, query: string): string | null {
  const parts = [
    turn > 0 && t.steps.turn(turn),
    typeof input?.query === 'string' && input.query !== query && t.steps.query(input.query),
    Array.isArray(input?.ids) && t.steps.ids(input.ids.length, String(input.depth)),
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : parts.join(', ');
}

function Outcome({
  step: { found, output, isFailed },
  title,
  onOpen,
}: {
  step: TracedStep;
  title: string;
  onOpen: OneStepProps['onOpen'];
}) {
  const id = useId();
  const [isShown, show] = useState(false);
  const count = found ?? output?.length;
  if (isFailed || count === undefined) return <p className="text-warn-text">{t.steps.failed}</p>;
  if (!output || output.length === 0) return <p className="tabular-nums">{t.steps.found(count)}</p>;
  return (
    <>
      <Button
        look="ghost"
        size="sm"
        icon={isShown ? ChevronDown : ChevronRight}
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => show(!isShown)}
        className="-ml-2 justify-self-start"
      >
        {t.steps.found(count)}
        <span className="sr-only">: {t.steps.showOf(title)}</span>
      </Button>
      <ul id={id} hidden={!isShown} className="grid gap-1.5">
        {output.map((one) => (
          <FoundLine key={one.id} one={one} onOpen={onOpen} />
        ))}
      </ul>
    </>
  );
}

function FoundLine({ one: { id, type, text }, onOpen }: { one: Found; onOpen: OneStepProps['onOpen'] }) {
  const words = 'line-clamp-2 text-start text-12 [overflow-wrap:anywhere]';
  return (
    <li className="grid grid-cols-[10px_minmax(0,1fr)] gap-2 phone:items-center">
      <Bead kind={beadOf(type)} size={9} className="mt-1 phone:mt-0" />
      {onOpen && type !== 'mental_model' ? (
        <button type="button" onClick={() => onOpen(id)} className="grid items-center hover:text-accent-text phone:min-h-11">
          <span dir="auto" className={words}>
            {text}
          </span>
        </button>
      ) : (
        <span dir="auto" className={words}>
          {text}
        </span>
      )}
    </li>
  );
}

const SECOND = 1000;

function Working({ begun }: { begun: number }) {
  const [now, setNow] = useState(begun);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, []);
  return (
    <ThreadItem bead={<Ring size={11} />}>
      <p className="flex items-baseline justify-between gap-3 text-muted">
        {t.steps.waiting}
        <span className="text-12 text-faint tabular-nums">{t.steps.seconds(Math.max(0, Math.floor((now - begun) / SECOND)))}</span>
      </p>
    </ThreadItem>
  );
}
