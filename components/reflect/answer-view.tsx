'use client';

import { useMemo, useState } from 'react';
import { UnappliedDirectives } from '#components/directives/unapplied';
import { Prose } from '#components/mental-models/prose';
import type { Answer, ReflectResult } from '#components/reflect/answer';
import { Cite } from '#components/reflect/cite';
import { NoAnswer } from '#components/reflect/empty';
import { Evidence } from '#components/reflect/evidence';
import type { ReflectParams, SetReflectParams } from '#components/reflect/question';
import { foundOf, placesOf, sourcesOf } from '#components/reflect/result';
import { Steps } from '#components/reflect/steps';
import { reflect as t } from '#components/strings/reflect';
import { Badge } from '#components/ui/badge';
import { CopyButton } from '#components/ui/copy';
import { cx } from '#components/ui/cx';
import { CodeBlock, Panel } from '#components/ui/page';
import { Phrase } from '#components/ui/phrase';
import { Notice } from '#components/ui/states';
import { RelativeTime } from '#components/ui/time';

interface AnswerViewProps {
  answer: Answer;
  /** A later question failed. */
  isOld: boolean;
  /** It was restored after the user left the page and returned. */
  isSaved: boolean;
  /** The form has changed since. */
  isChanged: boolean;
  /** The id of the open memory. */
  openId: string | null;
  onOpen: (id: string) => void;
  asked: ReflectParams;
  onReset: SetReflectParams;
}

/**
 * An answer with its evidence and steps. Hovering a source highlights its citations, and vice
 * versa.
 */
export function AnswerView({ answer, isOld, isSaved, isChanged, openId, onOpen, asked, onReset }: AnswerViewProps) {
  const { progress, result, at, tookMs } = answer;
  const [pointed, point] = useState<string | null>(null);
  const found = useMemo(() => foundOf(answer), [answer]);
  const sources = useMemo(() => sourcesOf(result, found), [result, found]);
  const lit = pointed ?? openId;
  return (
    <div
      className={cx(
        'grid items-start gap-4 transition-opacity lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)] [&>*]:min-w-0',
        isOld && 'opacity-60',
      )}
    >
      <div className="grid min-w-0 gap-4 [&>*]:min-w-0">
        <Panel
          title={t.answer.title}
          note={
            result.outcome === 'answered' && (
              <span className="flex items-center gap-1">
                <CopyButton text={result.text} label={t.copy.text} what={t.copy.textWhat} look="ghost" size="sm" />
                <CopyButton text={JSON.stringify(result, null, 2)} label={t.copy.answer} what={t.copy.answerWhat} look="ghost" size="sm" />
              </span>
            )
          }
          footer={
            <>
              <span className="min-w-0 break-words" dir="auto">
                {progress.request.query}
              </span>
              <span className="max-w-[60%] shrink-0 text-end">
                <Phrase text={isSaved ? t.answer.saved : t.answer.asked} time={<RelativeTime at={at} />} />
              </span>
            </>
          }
          flush
        >
          {isChanged && !isOld && (
            <p className="border-line-soft border-b bg-warn-tint px-4 py-2 text-12 text-warn-text">{t.answer.changed}</p>
          )}
          {result.outcome === 'answered' ? (
            <div className="grid gap-3 p-4">
              <Text result={result} sources={sources} lit={lit} onPoint={point} onOpen={onOpen} />
              <Method method={result.method} />
              <UnappliedDirectives directives={result.unapplied_directives} />
            </div>
          ) : (
            <NoAnswer text={result.text} outcome={result.outcome} steps={progress.steps} asked={asked} onReset={onReset} />
          )}
        </Panel>
        <Structured result={result} />
        <Evidence sources={sources} found={found} result={result} lit={lit} onPoint={point} onOpen={onOpen} />
      </div>
      <Panel title={t.steps.title} note={<span className="text-12 text-faint tabular-nums">{t.steps.total(t.steps.ms(tookMs))}</span>}>
        <Steps progress={progress} trace={result.trace} usage={result.usage} onOpen={onOpen} />
      </Panel>
    </div>
  );
}

interface TextProps {
  result: ReflectResult;
  sources: ReturnType<typeof sourcesOf>;
  lit: string | null;
  onPoint: (id: string | null) => void;
  onOpen: (id: string) => void;
}

/** Only the positions in the response are citations; the same characters elsewhere are text. */
function Text({ result, sources, lit, onPoint, onOpen }: TextProps) {
  const places = useMemo(() => placesOf(result), [result]);
  const byMark = useMemo(() => new Map(sources.map((source) => [source.mark, source])), [sources]);
  return (
    <Prose
      text={result.text}
      marks={places.marks}
      isPlain={result.method === 'extractive'}
      draw={({ at, text }) => {
        const source = byMark.get(places.at.get(at) ?? 0);
        return source ? <Cite source={source} isLit={source.id === lit} onPoint={onPoint} onOpen={onOpen} /> : text;
      }}
      className="max-w-[78ch] text-14 leading-6"
    />
  );
}

/** The method of the answer. */
const Method = ({ method }: { method: ReflectResult['method'] }) => (
  <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1 border-line-soft border-t pt-3 text-12 text-faint">
    <Badge tone={method === 'model' ? 'accent' : 'plain'}>{t.methods[method].name}</Badge>
    <span className="min-w-0">{t.methods[method].help}</span>
  </p>
);

function Structured({ result: { structured_output: output, structured_output_error: failure } }: { result: ReflectResult }) {
  if (!output && !failure) return null;
  const text = output ? JSON.stringify(output, null, 2) : '';
  return (
    <Panel title={t.answer.structured} note={output && <CopyButton text={text} what={t.answer.structuredWhat} />}>
      {failure && (
        <Notice tone="warn">
          <b>{t.answer.structuredFailed}</b> {failure}
        </Notice>
      )}
      {output && <CodeBlock label={t.answer.structured}>{text}</CodeBlock>}
    </Panel>
  );
}
