'use client';

import { recallLine } from '#components/banks/snippets';
import { ExampleQuestions } from '#components/recall/example-questions';
import type { Trace } from '#components/recall/trace';
import { useOrigin } from '#components/recall/use-origin';
import { useBank } from '#components/shell/console-context';
import { recall as t } from '#components/strings/recall';
import { CopyableCode } from '#components/ui/copy';
import { Panel } from '#components/ui/page';
import { Empty } from '#components/ui/states';

export function FirstQuestion({ onAsk }: { onAsk: (question: string) => void }) {
  const bankId = useBank();
  const server = useOrigin();
  const curl = recallLine(server, bankId, t.exampleQuestions[0]);
  return (
    <Panel flush>
      <Empty title={t.first} action={<ExampleQuestions questions={t.exampleQuestions} onPick={onAsk} />}>
        <p>{t.firstText}</p>
        <CopyableCode label={t.firstCurl} text={curl} className="mt-3 max-w-[min(640px,calc(100vw-64px))]" />
      </Empty>
    </Panel>
  );
}

/** Explains an empty result. */
export function NoResults({ trace }: { trace: Trace | null }) {
  if (trace?.summary.off_topic) {
    const { coverage, cosine } = trace.summary.floors;
    return <Empty title={t.none.offTopic}>{t.none.offTopicText(coverage, cosine)}</Empty>;
  }
  return trace && trace.summary.candidates > 0 ? (
    <Empty title={t.none.cut}>{t.none.cutText}</Empty>
  ) : (
    <Empty title={t.none.nothing}>{t.none.nothingText}</Empty>
  );
}
