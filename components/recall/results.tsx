'use client';

import { type ReactNode, useState } from 'react';
import { RETRIEVERS, type RetrieverTrace } from '#components/recall/trace';
import { useBank, useConsole } from '#components/shell/console-context';
import { bankPath } from '#components/shell/paths';
import { fixed } from '#components/strings/counted';
import { recall as t } from '#components/strings/recall';
import { ui } from '#components/strings/ui';
import { Bead } from '#components/ui/bead';
import { Button } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { MemoryTimes } from '#components/ui/memory-times';
import { ScoreColumns, type ScorePart, Swatch } from '#components/ui/score';
import type { RecallResponse } from '#lib/memory/recall/contract';

export type RecallResult = RecallResponse['results'][number];

/** The scores of a memory by retriever. Empty where it was not found. */
export const scoresOf = (retrievers: readonly RetrieverTrace[], id: string): readonly ScorePart[] =>
  RETRIEVERS.map((retriever) => {
    const found = retrievers.find((each) => each.retriever === retriever)?.byId.get(id);
    return {
      id: retriever,
      label: t.retrievers[retriever],
      share: found?.share ?? 0,
      text: found ? fixed(found.score, 2) : t.results.zero,
    };
  });

export const Legend = () => (
  <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-muted">
    {RETRIEVERS.map((retriever, at) => (
      <span key={retriever} className="inline-flex items-center gap-1.5">
        <Swatch series={at} />
        {t.retrievers[retriever]}
      </span>
    ))}
  </span>
);

interface ResultsProps {
  results: readonly RecallResult[];
  retrievers: readonly RetrieverTrace[];
  openId: string | null;
  onOpen: (id: string) => void;
  /** Explains the rank of a result. */
  explain: (result: RecallResult, rank: number) => ReactNode;
}

/** Results that are shown first. */
const SHOWN = 20;

/**
 * Results, best first. The selected one is explained next to the list, or within it if there is no
 * room.
 */
export function Results({ results, retrievers, openId, onOpen, explain }: ResultsProps) {
  const [isAll, showAll] = useState(false);
  // A link may select a result further down.
  const opened = results.findIndex(({ id }) => id === openId);
  const shown = isAll || opened >= SHOWN ? results : results.slice(0, SHOWN);
  const rest = results.length - shown.length;
  return (
    <>
      <ol aria-label={t.results.list}>
        {shown.map((result, at) => (
          <Row
            key={result.id}
            result={result}
            rank={at + 1}
            retrievers={retrievers}
            isOpen={result.id === openId}
            onOpen={onOpen}
            explain={explain}
          />
        ))}
      </ol>
      {rest > 0 && (
        <div className="border-line-soft border-t px-4 py-2">
          <Button size="sm" onClick={() => showAll(true)}>
            {t.omitted.more(rest)}
          </Button>
        </div>
      )}
    </>
  );
}

interface RowProps {
  result: RecallResult;
  rank: number;
  retrievers: readonly RetrieverTrace[];
  isOpen: boolean;
  onOpen: (id: string) => void;
  explain: ResultsProps['explain'];
}

function Row({ result, rank, retrievers, isOpen, onOpen, explain }: RowProps) {
  return (
    <li
      className={cx(
        'relative grid grid-cols-[18px_12px_minmax(0,1fr)_auto_36px] items-start gap-x-3 border-line-soft border-b px-4 py-2.5 last:border-b-0 phone:grid-cols-[12px_minmax(0,1fr)_36px]',
        isOpen ? 'bg-accent-tint shadow-[inset_2px_0_0_var(--accent)] rtl:shadow-[inset_-2px_0_0_var(--accent)]' : 'hover:bg-hover',
      )}
    >
      <span className="text-12 text-faint leading-5 tabular-nums phone:hidden">{rank}</span>
      <Bead kind={result.type} size={10} className="mt-[5px]" label={ui.facts[result.type]} />
      <div className="min-w-0">
        <button
          type="button"
          aria-pressed={isOpen}
          dir="auto"
          onClick={() => onOpen(result.id)}
          className="text-start [overflow-wrap:anywhere] after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2"
        >
          {result.text}
        </button>
        <Meta result={result} />
      </div>
      <ScoreColumns
        parts={scoresOf(retrievers, result.id)}
        className="mt-0.5 phone:col-span-2 phone:col-start-2 phone:row-start-2 phone:mt-2"
      />
      <span className="text-end font-medium leading-5 tabular-nums phone:col-start-3 phone:row-start-1">
        <span className="sr-only">{t.results.blended(fixed(result.scores.final, 2))}</span>
        <span aria-hidden>{fixed(result.scores.final, 2)}</span>
      </span>
      {isOpen && <div className="relative col-span-full mt-2 lg:hidden">{explain(result, rank)}</div>}
    </li>
  );
}

function Meta({
  result: { type, document_id, occurred_start, occurred_end, mentioned_at, source_fact_ids, tags },
}: {
  result: RecallResult;
}) {
  return (
    <p className="mt-0.5 flex flex-wrap gap-x-2 text-12 text-faint">
      <span className="max-w-full truncate" dir="auto">
        {type === 'observation' ? (source_fact_ids ? t.results.sources(source_fact_ids.length) : t.results.noDocument) : document_id}
      </span>
      <MemoryTimes said={timeText(mentioned_at)} from={timeText(occurred_start)} until={timeText(occurred_end)} />
      {tags.map((tag) => (
        <span key={tag} className="max-w-full truncate" dir="auto">
          #{tag}
        </span>
      ))}
    </p>
  );
}

const timeText = (at: string | Date | null | undefined): string | null => (at instanceof Date ? at.toISOString() : (at ?? null));

/** Path of a memory of this bank. */
export function useMemoryPath(): (id: string) => string {
  const { organization } = useConsole();
  const bankId = useBank();
  return (id) => bankPath(organization.slug, bankId, 'memories', id);
}
