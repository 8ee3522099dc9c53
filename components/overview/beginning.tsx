'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useClientKeys } from '#components/connect/client-queries';
import { activeKeysQuery } from '#components/keys/queries';
import { hasAgent } from '#components/overview/agents';
import { beginBank, endFirstSteps } from '#components/overview/begun-banks';
import { FirstSteps } from '#components/overview/first-steps';
import { LoadSample } from '#components/overview/load-sample';
import { SampleQuestions } from '#components/overview/sample-panel';
import { useBank, useConsole } from '#components/shell/console-context';
import { beginning as t } from '#components/strings/beginning';
import { ui } from '#components/strings/ui';
import { Bead, Thread, ThreadItem } from '#components/ui/bead';
import { Panel } from '#components/ui/page';
import { FACT_TYPES } from '#lib/base/literals';

interface BeginningProps {
  isEmpty: boolean;
  /** Whether the latest documents are from the sample. Undefined until they are known. */
  isSampled: boolean | undefined;
  /** When the bank was begun, in epoch milliseconds. `asked`: the user wants the steps. */
  steps: number | 'asked' | null;
  onDismiss: () => void;
}

/**
 * First steps: beside what will appear while the bank is empty, and until an agent is connected or
 * they are dismissed. With the sample, its questions follow.
 */
export function Beginning({ isEmpty, isSampled, steps, onDismiss }: BeginningProps) {
  const { organization } = useConsole();
  const bankId = useBank();
  const { slug } = organization;
  const keys = useClientKeys(slug, bankId);
  const { data: active } = useQuery(activeKeysQuery(slug));
  useEffect(() => {
    if (isEmpty) beginBank(slug, bankId);
  }, [isEmpty, slug, bankId]);
  const isConnected = active !== undefined && hasAgent(active.items, bankId, typeof steps === 'number' ? steps : 0);
  // Steps that were shown do not disappear while the page is open.
  const [wasShown, setShown] = useState(isEmpty);
  const isShown = steps !== null && (wasShown || steps === 'asked' || (active !== undefined && !isConnected));
  useEffect(() => {
    if (isShown) setShown(true);
  }, [isShown]);
  if (isEmpty)
    return (
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.8fr)_minmax(0,1fr)]">
        <FirstSteps keys={keys} isEmpty isConnected={isConnected} />
        <Panel title={t.appears.title}>
          <Thread>
            {FACT_TYPES.map((type) => (
              <ThreadItem key={type} bead={<Bead kind={type} />}>
                <h3 className="font-medium">{ui.facts[type]}</h3>
                <p className="text-muted">{t.appears[type]}</p>
              </ThreadItem>
            ))}
          </Thread>
          <LoadSample />
        </Panel>
      </div>
    );
  const dismiss = () => {
    endFirstSteps(slug, bankId);
    onDismiss();
  };
  return (
    <>
      {isSampled && <SampleQuestions isAlone={!isShown} />}
      {isShown && (
        <FirstSteps keys={keys} isEmpty={false} isConnected={isConnected} onDismiss={dismiss}>
          {isSampled === false && <LoadSample />}
        </FirstSteps>
      )}
    </>
  );
}
