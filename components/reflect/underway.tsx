'use client';

import { Prose } from '#components/mental-models/prose';
import type { ReflectProgress } from '#components/reflect/answer';
import { Steps } from '#components/reflect/steps';
import { reflect as t } from '#components/strings/reflect';
import { Panel } from '#components/ui/page';
import { Notice, Skeleton } from '#components/ui/states';

/** The events of an unfinished or stopped answer. */
export const Underway = ({ progress, isAsking }: { progress: ReflectProgress; isAsking: boolean }) => (
  <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)] [&>*]:min-w-0">
    <Panel title={isAsking ? t.answer.coming : t.stopped}>
      <div aria-busy={isAsking || undefined} className="grid gap-3">
        {progress.text !== '' ? (
          <Prose text={progress.text} className="max-w-[78ch] text-14" />
        ) : (
          isAsking && (
            <div role="status" aria-label={t.asking} className="grid gap-3 py-1">
              <Skeleton className="w-4/5" />
              <Skeleton className="w-3/5" />
              <p className="text-12 text-faint">{t.answer.waiting}</p>
            </div>
          )
        )}
        {!isAsking && <Notice>{t.stoppedText}</Notice>}
      </div>
    </Panel>
    <Panel title={t.steps.title}>
      <Steps progress={progress} trace={null} isAsking={isAsking} />
    </Panel>
  </div>
);
