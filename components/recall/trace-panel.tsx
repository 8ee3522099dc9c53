'use client';

import { CalendarRange, ChartNoAxesColumn, Database, type LucideIcon, Package } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { RecallResult } from '#components/recall/results';
import { cutsOf, type RetrieverTrace, type Trace, tookOf } from '#components/recall/trace';
import { Why } from '#components/recall/why';
import { number } from '#components/strings/counted';
import { recall as t } from '#components/strings/recall';
import { Thread, ThreadItem } from '#components/ui/bead';
import { Phrase } from '#components/ui/phrase';
import { ScoreBar, Swatch } from '#components/ui/score';

interface TracePanelProps {
  trace: Trace;
  retrievers: readonly RetrieverTrace[];
  /** The result that the ranking step explains. */
  chosen: RecallResult | null;
  /** Its rank among the results. */
  rank: number;
}

/** The steps of a recall, on a thread. */
export function TraceThread({ trace, retrievers, chosen, rank }: TracePanelProps) {
  const reranking = tookOf(trace, 'reranking');
  const why = useShown(chosen?.id);
  return (
    <Thread label={t.trace.title}>
      <Step icon={CalendarRange} title={t.trace.plan} ms={tookOf(trace, 'planning')}>
        <Plan trace={trace} />
      </Step>
      <Step icon={Database} title={t.trace.retrieverCount} ms={tookOf(trace, 'retrieval')}>
        <RetrieverList retrievers={retrievers} />
      </Step>
      <Step icon={ChartNoAxesColumn} title={t.trace.rank} ms={(tookOf(trace, 'ranking') ?? 0) + (reranking ?? 0)}>
        <Ranking trace={trace} />
        {chosen && (
          <div ref={why} className="scroll-mb-4 max-lg:hidden">
            <Why trace={trace} retrievers={retrievers} result={chosen} rank={rank} />
          </div>
        )}
      </Step>
      <Step icon={Package} title={t.trace.pack} ms={(tookOf(trace, 'packing') ?? 0) + (tookOf(trace, 'payload') ?? 0)}>
        <p>{t.trace.selected(trace.summary.candidates === 0 ? 0 : packed(trace), cutsOf(trace))}</p>
      </Step>
    </Thread>
  );
}

/** Scrolls the explained result into view when it changes. */
function useShown(id: string | undefined) {
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(id);
  useEffect(() => {
    if (shown.current === id) return;
    shown.current = id;
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  return box;
}

const packed = ({ rrf_merged, pruned }: Trace): number => {
  const left = new Set(pruned.map(({ id }) => id));
  return rrf_merged.filter(({ id }) => !left.has(id)).length;
};

interface StepProps {
  icon: LucideIcon;
  title: string;
  ms: number | null;
  children: ReactNode;
}

const Step = ({ icon: Icon, title, ms, children }: StepProps) => (
  <ThreadItem bead={<Icon strokeWidth={1.75} className="text-faint" />}>
    <h3 className="flex items-baseline justify-between gap-3 font-medium">
      {title}
      {ms !== null && <span className="font-normal text-12 text-faint tabular-nums">{t.trace.ms(ms)}</span>}
    </h3>
    <div className="mt-0.5 grid gap-1.5 text-muted">{children}</div>
  </ThreadItem>
);

const dayOf = (at: string | null | undefined): string => at?.slice(0, 10) ?? t.trace.open;
/** Time ranges have an exclusive end; people name the last included day. */
const lastDayOf = (end: string | null | undefined): string => dayOf(end && new Date(Date.parse(end) - 1).toISOString());

function Plan({ trace: { query, summary } }: { trace: Trace }) {
  const time = query.temporal_constraint;
  return (
    <>
      {time ? (
        <p>
          <Phrase
            text={time.text ? t.trace.window : t.trace.windowGiven}
            said={time.text}
            range={
              <span dir="auto" className="font-mono text-12 text-ink">
                {t.trace.between(dayOf(time.start), lastDayOf(time.end))}
              </span>
            }
          />{' '}
          {time.only && t.trace.onlyTime(time.units ?? 0)}
        </p>
      ) : (
        <p>{t.trace.noWindow}</p>
      )}
      {query.query_terms.length === 0 ? (
        !time?.only && <p>{t.trace.noTerms}</p>
      ) : (
        <>
          <p>{t.trace.terms}</p>
          <ul className="flex flex-wrap gap-1">
            {query.query_terms.map(({ term, word, units }) => (
              <li
                key={term}
                className="inline-flex h-[22px] max-w-full items-center gap-1.5 rounded-sm border border-line bg-surface px-1.5 text-12 text-ink dark:bg-hover"
              >
                <span className="truncate" dir="auto">
                  {word}
                </span>
                <span className="text-11 text-faint tabular-nums">{number(units)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {query.asked_speaker && <p dir="auto">{t.trace.speaker(query.asked_speaker)}</p>}
      {summary.semantic && <p className="text-warn-text">{t.trace.unembedded(summary.semantic)}</p>}
    </>
  );
}

function RetrieverList({ retrievers }: { retrievers: readonly RetrieverTrace[] }) {
  const most = Math.max(1, ...retrievers.map(({ count }) => count ?? 0));
  return (
    <ul className="grid gap-1">
      {retrievers.map(({ retriever, count }, at) => (
        <li key={retriever} className="grid h-6 grid-cols-[10px_80px_minmax(0,1fr)_auto] items-center gap-2.5">
          <Swatch series={at} />
          <span className="text-ink">{t.retrievers[retriever]}</span>
          <ScoreBar series={at} share={(count ?? 0) / most} />
          <span className="min-w-8 text-end text-12 tabular-nums">
            {count === null ? (
              t.trace.notAsked
            ) : (
              <>
                {number(count)}
                <span className="sr-only"> {t.trace.found(count)}</span>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Ranking({ trace: { summary, rrf_merged } }: { trace: Trace }) {
  const fell = summary.candidates - rrf_merged.length;
  return (
    <p>
      {t.trace.candidates(summary.candidates)} {t.trace.reranker[summary.reranker] ?? t.trace.rerankerOther(summary.reranker)}
      {fell > 0 && ` ${t.trace.fell(fell)}`}
    </p>
  );
}
