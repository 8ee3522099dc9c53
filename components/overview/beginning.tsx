'use client';

import { Download } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { useClientKeys } from '#components/connect/client-queries';
import { FirstSteps } from '#components/overview/first-steps';
import { useLoadSample } from '#components/overview/queries';
import { SampleQuestions } from '#components/overview/sample-panel';
import { useBank, useConsole } from '#components/shell/console-context';
import { seriesParams } from '#components/stats/range';
import { beginning as t } from '#components/strings/beginning';
import { ui } from '#components/strings/ui';
import { Bead, Thread, ThreadItem } from '#components/ui/bead';
import { Button } from '#components/ui/button';
import { Panel } from '#components/ui/page';
import { failureText, Notice } from '#components/ui/states';
import { toast } from '#components/ui/toast';
import { FACT_TYPES } from '#lib/base/literals';

interface BeginningProps {
  isEmpty: boolean;
  /** Whether the latest documents are from the sample. */
  isSampled: boolean;
}

/**
 * First steps for an empty bank. They stay after the first memory, because a key was made in them;
 * with the sample, its questions follow.
 */
export function Beginning({ isEmpty, isSampled }: BeginningProps) {
  const { organization } = useConsole();
  const keys = useClientKeys(organization.slug, useBank());
  if (!isEmpty) return isSampled ? <SampleQuestions /> : <FirstSteps keys={keys} isEmpty={false} />;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.8fr)_minmax(0,1fr)]">
      <FirstSteps keys={keys} isEmpty />
      <Panel title={t.appears.title}>
        <Thread>
          {FACT_TYPES.map((type) => (
            <ThreadItem key={type} bead={<Bead kind={type} />}>
              <h3 className="font-medium">{ui.facts[type]}</h3>
              <p className="text-muted">{t.appears[type]}</p>
            </ThreadItem>
          ))}
        </Thread>
        <Sample />
      </Panel>
    </div>
  );
}

const params = seriesParams('30d');

function Sample() {
  const { organization, lockedBy } = useConsole();
  const bankId = useBank();
  const load = useLoadSample(organization.slug, bankId);
  const [, setSeries] = useQueryStates(params);
  const act = () =>
    load.mutate(undefined, {
      onSuccess: () => {
        toast.done(t.sample.sent, { detail: t.sample.sentDetail });
        // All of it is stored now, but it was said over six months.
        void setSeries({ period: 'all', time_field: 'mentioned_at' });
      },
    });
  return (
    <div className="mt-4 border-line-soft border-t pt-4">
      <Button
        icon={Download}
        locked={lockedBy('bank.write')}
        busy={load.isPending || load.isSuccess}
        busyLabel={load.isSuccess ? t.sample.sent : t.sample.loading}
        onClick={act}
        className="w-full"
      >
        {t.sample.load}
      </Button>
      <p className="mt-2 text-12 text-faint">{t.sample.text}</p>
      {load.error && (
        <Notice tone="bad" className="mt-3">
          {failureText(load.error, t.sample.failed)}
        </Notice>
      )}
    </div>
  );
}
