'use client';

import type { ReactNode } from 'react';
import { CategoryMark } from '#components/entities/category-mark';
import { compareFacts, countRows, type FactRow, type IndexedFact, isDifference } from '#components/extract/compare';
import type { ExtractResult, ExtractResults } from '#components/extract/queries';
import { Recognized } from '#components/extract/recognized';
import { number } from '#components/strings/counted';
import { extract as t } from '#components/strings/extract';
import { recognition } from '#components/strings/recognition';
import { ui } from '#components/strings/ui';
import { Badge, Chip } from '#components/ui/badge';
import { Bead } from '#components/ui/bead';
import { Segment } from '#components/ui/choice';
import { cx } from '#components/ui/cx';
import { Panel } from '#components/ui/page';
import { Phrase } from '#components/ui/phrase';
import { Empty, ErrorState, Notice } from '#components/ui/states';
import { RelativeTime, spanText } from '#components/ui/time';
import type { DryRunResponse } from '#lib/memory/retain/contract';

export type ResultsView = 'all' | 'differences';

interface ResultsProps {
  readings: ExtractResults;
  /** Text or options have changed since. */
  isOld: boolean;
  view: ResultsView;
  onView: (view: ResultsView) => void;
}

export function Results({ readings: { at, own, candidate }, isOld, view, onView }: ResultsProps) {
  const both = own.ok && candidate?.ok ? { own: own.value, candidate: candidate.value } : null;
  const rows = both ? compareFacts(both.own.facts, both.candidate.facts) : null;
  // both extractions read the same text
  const recognized = [own, candidate].map((reading) => reading?.ok && reading.value.recognized).find(Boolean);
  return (
    <Panel
      flush
      title={t.result}
      note={
        <span className="text-12 text-faint">
          <Phrase text={t.ranAt} time={<RelativeTime at={at} />} />
        </span>
      }
      footer={rows ? <span>{t.matchedBy}</span> : undefined}
    >
      {isOld && <p className="border-line-soft border-b bg-warn-tint px-4 py-2 text-12 text-warn-text">{t.changedSince}</p>}
      {recognized && (
        <section aria-label={recognition.label} className="border-line-soft border-b px-4 py-2.5">
          <Recognized recognized={recognized} zone="utc" />
        </section>
      )}
      {both && rows && <Summary rows={rows} {...both} view={view} onView={onView} />}
      <div className={cx('grid', candidate && 'md:grid-cols-2 md:grid-rows-[auto_1fr] md:divide-x md:divide-line-soft')}>
        <Side side="own" reading={own} isAlone={!rows} />
        {candidate && <Side side="candidate" reading={candidate} isAlone={!rows} />}
      </div>
      {rows && <Rows rows={view === 'all' ? rows : rows.filter(isDifference)} />}
    </Panel>
  );
}

interface SummaryProps {
  rows: readonly FactRow[];
  own: DryRunResponse;
  candidate: DryRunResponse;
  view: ResultsView;
  onView: (view: ResultsView) => void;
}

function Summary({ rows, own, candidate, view, onView }: SummaryProps) {
  const counts = countRows(rows);
  const differences = rows.filter(isDifference).length;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 border-line-soft border-b px-4 py-2.5">
      <dl className="flex flex-wrap gap-x-5 gap-y-1">
        {(['matched', 'added', 'missing'] as const).map((each) => (
          <div key={each} title={t.summaryMeans[each]} className="flex items-baseline gap-1.5">
            <dd className={cx('order-1 font-semibold text-16 tabular-nums', TONES[each])}>{number(counts[each])}</dd>
            <dt className="order-2 text-12 text-muted">{t.summary[each]}</dt>
          </div>
        ))}
      </dl>
      <span className="text-12 text-faint tabular-nums">{t.tokenDifference(own.usage.total_tokens, candidate.usage.total_tokens)}</span>
      <Segment
        label={t.show}
        value={view}
        onChange={onView}
        className="md:ms-auto"
        choices={[
          { value: 'all', label: t.views.all, count: rows.length },
          { value: 'differences', label: t.views.differences, count: differences },
        ]}
      />
    </div>
  );
}

const TONES = { matched: 'text-ink', added: 'text-ok-text', missing: 'text-bad-text' } as const;

/**
 * Both heads have the same height. `isAlone`: its facts are listed below it instead of in shared
 * rows.
 */
function Side({ side, reading, isAlone }: { side: 'own' | 'candidate'; reading: ExtractResult; isAlone: boolean }) {
  return (
    <div className="min-w-0 md:row-span-2 md:grid md:grid-rows-subgrid">
      <div className="min-w-0 border-line-soft border-b bg-chrome px-4 py-2 dark:bg-sunken">
        <h3 className="font-medium">{t.sides[side]}</h3>
        {reading.ok ? (
          <Costs reading={reading.value} />
        ) : (
          <ErrorState title={t.failed[side]} error={reading.error} className="!px-0 !py-3" />
        )}
      </div>
      {isAlone && <Alone reading={reading} />}
    </div>
  );
}

function Costs({ reading: { method, facts, chunks, usage, failed_chunks } }: { reading: DryRunResponse }) {
  const spent = usage.total_tokens > 0 ? t.tokens(usage.input_tokens, usage.output_tokens, usage.cached_tokens) : t.noTokens;
  return (
    <>
      <p className="text-12 text-faint tabular-nums">
        {[t.facts(facts.length), t.method[method], t.chunks(chunks.length), spent].join(' · ')}
      </p>
      {failed_chunks.length > 0 && (
        <Notice tone="warn" className="mt-2">
          {t.failedChunks(failed_chunks.length, chunks.length)}
        </Notice>
      )}
    </>
  );
}

/** The facts of a single extraction. */
function Alone({ reading }: { reading: ExtractResult }) {
  if (!reading.ok) return null;
  if (reading.value.facts.length === 0) return <p className="px-4 py-4 text-muted">{t.none}</p>;
  return (
    <ol className="min-w-0">
      {reading.value.facts.map((fact, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be read twice
        <li key={at} className="border-line-soft border-b px-4 py-2.5 last:border-b-0">
          <FactLine placed={{ fact, at }} />
        </li>
      ))}
    </ol>
  );
}

function Rows({ rows }: { rows: readonly FactRow[] }) {
  if (rows.length === 0) return <p className="px-4 py-4 text-muted">{t.same}</p>;
  return (
    <ol aria-label={t.resultOf}>
      {rows.map((row) => (
        <li
          key={`${row.own?.at} ${row.candidate?.at}`}
          className="grid border-line-soft border-b last:border-b-0 md:grid-cols-2 md:divide-x md:divide-line-soft"
        >
          <Cell sign={row.isMatch ? null : '−'} meaning={t.onlyOwn}>
            {row.own && <FactLine placed={row.own} />}
          </Cell>
          <Cell sign={row.isMatch ? null : '+'} meaning={t.onlyCandidate} isTwin={row.isMatch && row.differs.length === 0}>
            {row.candidate && <FactLine placed={row.candidate} note={row.isMatch ? row.differs : []} />}
          </Cell>
        </li>
      ))}
    </ol>
  );
}

interface CellProps {
  sign: '+' | '−' | null;
  /** The meaning of the sign. */
  meaning: string;
  /** Same text as its neighbor: not repeated on a phone. */
  isTwin?: boolean;
  children: ReactNode;
}

function Cell({ sign, meaning, isTwin = false, children }: CellProps) {
  if (!children) return <div aria-hidden className="bg-sunken phone:hidden" />;
  return (
    <div className={cx('flex min-w-0 gap-2 px-4 py-2.5', sign === '+' && 'bg-ins', sign === '−' && 'bg-del', isTwin && 'phone:hidden')}>
      {sign && (
        <span className={cx('font-mono', sign === '+' ? 'text-ins-text' : 'text-del-text')}>
          <span aria-hidden>{sign}</span>
          <span className="sr-only">{ui.labelBefore(meaning)} </span>
        </span>
      )}
      <div className="min-w-0 grow">{children}</div>
    </div>
  );
}

const kindOf = (type: string) => (type === 'experience' ? 'experience' : 'world');

function FactLine({ placed: { fact, at }, note = [] }: { placed: IndexedFact; note?: Parameters<typeof t.differsIn>[0] }) {
  const kind = kindOf(fact.fact_type);
  const { occurred_start: start, occurred_end: end } = fact;
  return (
    <div className="flex gap-2.5">
      <Bead kind={kind} size={12} label={ui.facts[kind]} className="mt-1" />
      <div className="grid min-w-0 gap-1">
        <p dir="auto" className="break-words">
          <span className="me-1.5 text-11 text-faint tabular-nums">{at + 1}</span>
          {fact.text}
        </p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-faint">
          {start && <span className="tabular-nums">{spanText(start, end ?? null)}</span>}
          {fact.speaker && <span>{t.said(fact.speaker)}</span>}
          {fact.entities.length === 0 ? (
            <span>{t.noEntities}</span>
          ) : (
            fact.entities.map((name, i) => (
              <span key={name} className="inline-flex min-w-0 items-center gap-1">
                <CategoryMark category={fact.entity_categories[i] ?? 'thing'} />
                <span className="break-words">{name}</span>
              </span>
            ))
          )}
          {fact.tags.map((tag) => (
            <Chip key={tag}>#{tag}</Chip>
          ))}
          {fact.caused_by.length > 0 && <span>{t.because(fact.caused_by)}</span>}
          {note.length > 0 && <Badge tone="warn">{t.differsIn(note)}</Badge>}
        </p>
      </div>
    </div>
  );
}

export const NothingYet = () => (
  <Panel flush>
    <Empty bead="world" title={t.emptyTitle}>
      {t.emptyText}
    </Empty>
  </Panel>
);
