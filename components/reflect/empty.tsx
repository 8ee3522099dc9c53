'use client';

import { RotateCcw, Search } from 'lucide-react';
import { ExampleQuestions } from '#components/recall/example-questions';
import { useOrigin } from '#components/recall/use-origin';
import type { ReflectResult, ReflectStep } from '#components/reflect/answer';
import { hasOptions, NO_OPTIONS, type ReflectParams, type SetReflectParams } from '#components/reflect/question';
import { snippet } from '#components/reflect/snippets';
import { useBank, useConsole } from '#components/shell/console-context';
import { bankPath } from '#components/shell/paths';
import { reflect as t } from '#components/strings/reflect';
import { Button, buttonClass } from '#components/ui/button';
import { CopyableCode } from '#components/ui/copy';
import { Link } from '#components/ui/link';
import { Panel } from '#components/ui/page';
import { Empty } from '#components/ui/states';

interface FirstQuestionProps {
  /** The URL contains a question. */
  isLinked: boolean;
  /** Fills the field without asking. */
  onFill: (question: string) => void;
}

export function FirstQuestion({ isLinked, onFill }: FirstQuestionProps) {
  const bankId = useBank();
  const server = useOrigin();
  const curl = snippet('curl', { server, bankId, body: { query: t.exampleQuestions[0], include: { facts: {} } } });
  if (isLinked)
    return (
      <Panel flush>
        <Empty bead="model" title={t.linked}>
          {t.linkedText}
        </Empty>
      </Panel>
    );
  return (
    <Panel flush>
      <Empty bead="model" title={t.first} action={<ExampleQuestions questions={t.exampleQuestions} onPick={onFill} labelOf={t.fill} />}>
        <p>{t.firstText}</p>
        <CopyableCode label={t.firstCurl} text={curl} className="mt-3 max-w-[min(640px,calc(100vw-64px))]" />
      </Empty>
    </Panel>
  );
}

interface NoAnswerProps {
  /** The fixed sentence from the server. */
  text: string;
  outcome: ReflectResult['outcome'];
  steps: readonly ReflectStep[];
  asked: ReflectParams;
  onReset: SetReflectParams;
}

/** Explains why there is no answer, and what to try. */
export function NoAnswer({ text, outcome, steps, asked, onReset }: NoAnswerProps) {
  const { organization } = useConsole();
  const bankId = useBank();
  const isUnsupported = outcome === 'unsupported';
  const wasModelAsked = steps.some(({ kind }) => kind === 'model');
  const to = (...segments: string[]) => bankPath(organization.slug, bankId, ...segments);
  return (
    <Empty
      bead="model"
      title={text.replace(/\.$/, '')}
      action={
        <>
          {hasOptions(asked) && (
            <Button icon={RotateCcw} onClick={() => onReset(NO_OPTIONS)}>
              {t.reset}
            </Button>
          )}
          <Link href={`${to('play', 'recall')}?q=${encodeURIComponent(asked.q)}`} className={buttonClass()}>
            <Search size={15} strokeWidth={1.75} aria-hidden />
            {t.none.recall}
          </Link>
          <Link href={`${to('documents')}?add=true`} className={buttonClass()}>
            {t.none.add}
          </Link>
        </>
      }
    >
      {isUnsupported ? (
        <p>{t.none.unsupportedText}</p>
      ) : (
        <>
          <p>{wasModelAsked ? t.none.asked : t.none.free}</p>
          <p className="mt-2">
            {hasOptions(asked) && `${t.none.filters} `}
            {t.none.ways}
          </p>
        </>
      )}
    </Empty>
  );
}
