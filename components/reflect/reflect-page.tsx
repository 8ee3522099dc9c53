'use client';

import { parseAsString, useQueryState } from 'nuqs';
import { useEffect, useMemo } from 'react';
import { LazyMemoryDrawer } from '#components/memories/lazy-drawer';
import type { Neighbors } from '#components/memories/memory-list';
import { CopyAs } from '#components/recall/copy-as';
import { OptionRow } from '#components/recall/option-row';
import { useOrigin } from '#components/recall/use-origin';
import type { Answer } from '#components/reflect/answer';
import { AnswerView } from '#components/reflect/answer-view';
import { AskForm } from '#components/reflect/ask-form';
import { Costs } from '#components/reflect/costs';
import { FirstQuestion } from '#components/reflect/empty';
import { Options } from '#components/reflect/options';
import { bodyOf, isRefused, isSame, questionParams, type SetReflectParams, useQuestion } from '#components/reflect/question';
import { snippet } from '#components/reflect/snippets';
import { Steps } from '#components/reflect/steps';
import { Underway } from '#components/reflect/underway';
import { useAnswer } from '#components/reflect/use-answer';
import { useBank, useConsole } from '#components/shell/console-context';
import { IgnoredAddress } from '#components/shell/ignored-address';
import { reflect as t } from '#components/strings/reflect';
import { Workspace } from '#components/ui/drawer';
import { announce } from '#components/ui/live';
import { Page, PageHeader, Panel } from '#components/ui/page';
import { ErrorState } from '#components/ui/states';

/**
 * Runs reflect and shows the evidence of each statement. The URL contains the question with its
 * options.
 */
export function ReflectPage() {
  const { organization } = useConsole();
  const bankId = useBank();
  // An answer must not be shown for another bank.
  return <Playground key={`${organization.slug}/${bankId}`} />;
}

function Playground() {
  const { organization, me } = useConsole();
  const bankId = useBank();
  const server = useOrigin();
  const [asked, setAsked] = useQuestion();
  const [memory, setMemory] = useQueryState('memory', parseAsString.withOptions({ history: 'push' }));
  const open = (id: string | null) => void setMemory(id);
  const set: SetReflectParams = (next) => void setAsked(next);
  const body = useMemo(() => bodyOf(asked), [asked]);
  const { current, answer, isSaved, isAsking, ask, stop } = useAnswer([organization.slug, bankId, me.person.id], body);
  useAnnounced(isSaved ? null : answer);
  const askFor = (q: string) => {
    if (q !== asked.q) set({ q });
    if (memory !== null) open(null);
    ask(bodyOf({ ...asked, q }));
  };
  return (
    <Workspace drawer={<LazyMemoryDrawer id={memory} neighbors={neighborsOf(answer, memory)} onOpen={open} />}>
      <Page>
        <PageHeader
          title={t.title}
          purpose={t.purpose}
          actions={asked.q !== '' && <CopyAs codeOf={(language) => snippet(language, { server, bankId, body })} />}
        />
        <IgnoredAddress names={{ ...questionParams, memory: parseAsString }} />
        <div className="grid gap-2">
          <AskForm
            question={asked.q}
            onAsk={askFor}
            isRefused={isRefused(asked)}
            isAsking={isAsking}
            onStop={stop}
            costs={<Costs asked={asked} />}
          />
          <OptionRow label={t.options}>
            <Options asked={asked} set={set} />
          </OptionRow>
        </div>
        {current?.is === 'failed' && (
          <Panel flush>
            <ErrorState
              title={t.failed}
              error={current.error}
              onRetry={() => ask(current.progress.request)}
              cachedFrom={answer?.at ?? null}
            />
            {current.progress.steps.length > 0 && (
              <div className="border-line-soft border-t p-4">
                <Steps label={t.steps.untilFailed} progress={current.progress} trace={null} />
              </div>
            )}
          </Panel>
        )}
        {current && current.is !== 'failed' ? (
          <Underway progress={current.progress} isAsking={isAsking} />
        ) : answer ? (
          <AnswerView
            answer={answer}
            isOld={current !== null}
            isSaved={isSaved}
            isChanged={!isSame(answer.progress.request, body)}
            openId={memory}
            onOpen={open}
            asked={asked}
            onReset={set}
          />
        ) : (
          !current && <FirstQuestion isLinked={asked.q !== ''} onFill={(q) => set({ q })} />
        )}
      </Page>
    </Workspace>
  );
}

/** The memories before and after one among the cited ones. */
function neighborsOf(answer: Answer | null, id: string | null): Neighbors {
  const cited = answer?.result.citations.filter(({ type }) => type !== 'mental_model').map((one) => one.id) ?? [];
  const at = id === null ? -1 : cited.indexOf(id);
  return at < 0 ? { previous: null, next: null } : { previous: cited[at - 1] ?? null, next: cited[at + 1] ?? null };
}

/** Announces an answer, once. */
function useAnnounced(answer: Answer | null): void {
  useEffect(() => {
    if (!answer) return;
    const { outcome, citations } = answer.result;
    announce(outcome === 'answered' ? t.answer.announce(citations.length) : t.answer.announceNone);
  }, [answer]);
}
