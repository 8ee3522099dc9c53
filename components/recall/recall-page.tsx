'use client';

import { useQuery } from '@tanstack/react-query';
import { parseAsString, useQueryState } from 'nuqs';
import { useEffect, useMemo } from 'react';
import { AskForm } from '#components/recall/ask-form';
import { CopyAs } from '#components/recall/copy-as';
import { FirstQuestion, NoResults } from '#components/recall/empty';
import { includedTabs } from '#components/recall/included';
import { OmittedList } from '#components/recall/omitted-list';
import { OptionRow } from '#components/recall/option-row';
import { Options } from '#components/recall/options';
import { recallQuery } from '#components/recall/queries';
import { bodyOf, questionParams, type SetRecallParams, useQuestion } from '#components/recall/question';
import { Legend, Results } from '#components/recall/results';
import { snippet } from '#components/recall/snippets';
import { omittedOf, readTrace, retrieversOf } from '#components/recall/trace';
import { TraceThread } from '#components/recall/trace-panel';
import { useOrigin } from '#components/recall/use-origin';
import { Why } from '#components/recall/why';
import { useBank, useConsole } from '#components/shell/console-context';
import { IgnoredAddress } from '#components/shell/ignored-address';
import { recall as t } from '#components/strings/recall';
import { ui } from '#components/strings/ui';
import { cx } from '#components/ui/cx';
import { announce } from '#components/ui/live';
import { Page, PageHeader, Panel } from '#components/ui/page';
import { Read } from '#components/ui/read';
import { SkeletonRows } from '#components/ui/states';
import { Tabs } from '#components/ui/tabs';
import { useRead } from '#components/ui/use-read';
import type { RecallResponse } from '#lib/memory/recall/contract';

/** Runs recall and explains each result. The URL contains the query with its options. */
export function RecallPage() {
  const { organization } = useConsole();
  const bankId = useBank();
  const server = useOrigin();
  const [asked, setAsked] = useQuestion();
  const set: SetRecallParams = (next) => void setAsked(next);
  const body = useMemo(() => bodyOf(asked), [asked]);
  const answer = useQuery(recallQuery(organization.slug, bankId, body));
  const cached = useRead(answer);
  const ask = (q: string) => (q === asked.q ? void answer.refetch() : set({ q }));
  useAnnounced(answer.isPlaceholderData ? undefined : answer.data);
  return (
    <Page>
      <PageHeader
        title={t.title}
        purpose={t.purpose}
        actions={asked.q !== '' && <CopyAs codeOf={(language) => snippet(language, { server, bankId, body })} />}
      />
      <IgnoredAddress names={{ ...questionParams, sel: parseAsString }} />
      <div className="grid gap-2">
        <AskForm question={asked.q} onAsk={ask} isAsking={answer.isFetching} />
        <OptionRow label={t.options}>
          <Options asked={asked} set={set} />
        </OptionRow>
      </div>
      {asked.q === '' ? (
        <FirstQuestion onAsk={ask} />
      ) : (
        <Read of={cached} failed={t.failed} loading={<SkeletonRows rows={8} />} panel>
          {(read, isStale) => <Answer answer={read} isStale={isStale} />}
        </Read>
      )}
    </Page>
  );
}

function Answer({ answer, isStale }: { answer: RecallResponse; isStale: boolean }) {
  const [chosenId, choose] = useQueryState('sel', parseAsString);
  const trace = useMemo(() => readTrace(answer.trace), [answer.trace]);
  const retrievers = useMemo(() => (trace ? retrieversOf(trace) : []), [trace]);
  const { results } = answer;
  const at = Math.max(
    0,
    results.findIndex(({ id }) => id === chosenId),
  );
  const chosen = results[at] ?? null;
  const list = (
    <div className="-mx-4 -mt-3">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line-soft border-b px-4 py-1.5">
        <Legend />
        {trace && (
          <span className="text-12 text-faint tabular-nums">
            {t.results.packed(trace.summary.tokens_returned, trace.query.max_tokens ?? 0)}
          </span>
        )}
      </div>
      {answer.incomplete && <p className="border-line-soft border-b px-4 py-2 text-muted">{ui.past.incomplete}</p>}
      {results.length === 0 ? (
        <NoResults trace={trace} />
      ) : (
        <>
          {trace?.summary.off_topic && <p className="border-line-soft border-b px-4 py-2 text-muted">{t.none.weak}</p>}
          <Results
            results={results}
            retrievers={retrievers}
            openId={chosen?.id ?? null}
            onOpen={(id) => void choose(id)}
            explain={(result, rank) => trace && <Why trace={trace} retrievers={retrievers} result={result} rank={rank} />}
          />
        </>
      )}
      {trace && <OmittedList units={omittedOf(trace)} />}
    </div>
  );
  return (
    <div
      aria-busy={isStale || undefined}
      className={cx('grid items-start gap-4 transition-opacity lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]', isStale && 'opacity-60')}
    >
      <Panel flush>
        <h2 className="sr-only">{t.results.title(results.length)}</h2>
        <div className="px-4 pt-1">
          <Tabs
            label={t.included.label}
            tabs={[{ id: 'results', label: t.results.title(results.length), content: list }, ...includedTabs(answer)]}
          />
        </div>
      </Panel>
      {trace && (
        <Panel
          className="lg:sticky lg:top-14 lg:max-h-[calc(100dvh-72px)] lg:[&>div]:overflow-y-auto"
          title={t.trace.title}
          note={
            <span className="text-12 text-faint tabular-nums">
              {t.trace.total(t.trace.ms(trace.summary.total_duration_seconds * 1000))}
            </span>
          }
        >
          <TraceThread trace={trace} retrievers={retrievers} chosen={chosen} rank={at + 1} />
        </Panel>
      )}
    </div>
  );
}

/** Announces the number of results, once per response. */
function useAnnounced(answer: RecallResponse | undefined): void {
  useEffect(() => {
    if (answer) announce(t.results.announce(answer.results.length));
  }, [answer]);
}
