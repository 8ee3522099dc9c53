'use client';

import { type RecallResult, useMemoryPath } from '#components/recall/results';
import { makeupOf, type RetrieverTrace, type Trace } from '#components/recall/trace';
import { fixed } from '#components/strings/counted';
import { recall as t } from '#components/strings/recall';
import { Bead } from '#components/ui/bead';
import { Link } from '#components/ui/link';
import { ScoreStack, Swatch } from '#components/ui/score';

interface WhyProps {
  trace: Trace;
  retrievers: readonly RetrieverTrace[];
  result: RecallResult;
  rank: number;
}

const NEIGHBORS = 4;

/** Explains the rank of a result: retrievers, parts of the score and factors. */
export function Why({ trace, retrievers, result, rank }: WhyProps) {
  const pathOf = useMemoryPath();
  const makeup = makeupOf(trace, retrievers, result.id);
  const seriesOf = (name: string): number => {
    const at = retrievers.findIndex(({ retriever }) => retriever === name);
    return at < 0 ? NEIGHBORS : at;
  };
  return (
    <section aria-label={t.why.title(rank)} className="mt-1 grid gap-2.5 rounded-md border border-line bg-sunken p-3 text-ink">
      <h4 className="flex items-center gap-2 font-medium text-12">
        <Bead kind={result.type} size={10} />
        <span className="grow">{t.why.title(rank)}</span>
        <span className="tabular-nums">{fixed(result.scores.final, 2)}</span>
      </h4>
      {makeup && (
        <>
          <ScoreStack parts={makeup.pieces.map(({ name, value }) => ({ series: seriesOf(name), value }))} />
          <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 text-12 [&_dd]:text-end [&_dd]:tabular-nums [&_dt]:text-muted">
            {makeup.pieces.map(({ name, value }) => (
              <div key={name} className="contents">
                <dt className="flex items-center gap-1.5">
                  <Swatch series={seriesOf(name)} />
                  {name === 'neighbors' ? t.why.neighbors : name === 'temporal' ? t.why.time : t.retrievers[name]}
                  <RetrieverRank retriever={retrievers.find(({ retriever }) => retriever === name)} id={result.id} />
                </dt>
                <dd>{fixed(value, 2)}</dd>
              </div>
            ))}
            <div className="contents">
              <dt>{t.why.sum}</dt>
              <dd className="border-line-strong border-t">{fixed(makeup.sum, 2)}</dd>
            </div>
            {makeup.factors.map(({ name, value }) => (
              <div key={name} className="contents">
                <dt>{t.why.factors[name] ?? name}</dt>
                <dd>{t.why.times(value)}</dd>
              </div>
            ))}
            <div className="contents">
              <dt>{t.why.final}</dt>
              <dd className="font-medium">{fixed(result.scores.final, 2)}</dd>
            </div>
          </dl>
        </>
      )}
      <Link href={pathOf(result.id)} className="link w-fit text-12">
        {t.why.open}
      </Link>
    </section>
  );
}

/** Its rank in the list of a retriever. */
function RetrieverRank({ retriever, id }: { retriever: RetrieverTrace | undefined; id: string }) {
  const found = retriever?.byId.get(id);
  return retriever && found ? <span className="text-faint tabular-nums">{t.why.place(found.rank, retriever.byId.size)}</span> : null;
}
