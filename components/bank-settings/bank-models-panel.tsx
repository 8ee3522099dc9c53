'use client';

import { useQuery } from '@tanstack/react-query';
import { Plug } from 'lucide-react';
import type { z } from 'zod';
import { bankModelsQuery, useTestModels } from '#components/bank-settings/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { bankPath } from '#components/shell/paths';
import { bankSettings as t } from '#components/strings/bank-settings';
import { Badge } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { Link } from '#components/ui/link';
import { KeyValues, Panel } from '#components/ui/page';
import { Phrase } from '#components/ui/phrase';
import { Read } from '#components/ui/read';
import { Failure, SkeletonRows } from '#components/ui/states';
import { RelativeTime } from '#components/ui/time';
import { useSendOnce } from '#components/ui/use-once';
import { useRead } from '#components/ui/use-read';
import type { getBankModels } from '#lib/models/llm/contract';

type BankModels = z.output<typeof getBankModels.response>;

/** The models of the bank by use. Only Owners and Admins see providers. */
export function BankModelsPanel() {
  const { may } = useConsole();
  return may('usage.view') ? <ManagersPanel /> : <OthersPanel />;
}

function OthersPanel() {
  return (
    <Panel title={t.modelsTitle}>
      <p className="mb-4 text-muted">{t.modelsForManagers}</p>
      <TestModels lock={null} isFree={false} />
    </Panel>
  );
}

function ManagersPanel() {
  const { organization } = useConsole();
  const bankId = useBank();
  const models = useRead(useQuery(bankModelsQuery(organization.slug, bankId)));
  return (
    <Panel flush title={t.modelsTitle} footer={<span>{t.modelsNote}</span>}>
      <Read of={models} failed={t.modelsFailed} loading={<SkeletonRows rows={4} />}>
        {(data, isStale) => (
          <div className={cx(isStale && 'opacity-60')}>
            <Uses uses={data.uses} />
            <KeyValues className="border-line-soft border-b px-4 py-3" items={restOf(data)} />
            <div className="px-4 py-3">
              <TestModels lock={data.health ? null : t.testOff} isFree={data.uses.every(({ model }) => model === null)} />
            </div>
          </div>
        )}
      </Read>
    </Panel>
  );
}

/**
 * While a bank changes to another embedding model, it uses the previous one. An operation shows the
 * progress.
 */
function Embeddings({ embeddings: { bank, configured } }: Pick<BankModels, 'embeddings'>) {
  const { organization } = useConsole();
  const operations = `${bankPath(organization.slug, useBank(), 'operations')}?${new URLSearchParams({ kind: 'reembedding' })}`;
  if (bank === configured) return bank;
  if (bank === null) return <Phrase text={t.embeddingsNone} next={<span className="text-faint">{t.embeddingsNext(configured)}</span>} />;
  return (
    <Phrase
      text={t.embeddingsChanging}
      model={bank}
      pending={<span className="text-faint">{t.embeddingsPending(configured)}</span>}
      progress={
        <Link href={operations} className="link">
          {t.embeddingsProgress}
        </Link>
      }
    />
  );
}

const restOf = ({ embeddings, reranker }: BankModels) => [
  { key: t.embeddings, value: <Embeddings embeddings={embeddings} /> },
  { key: t.reranker, value: reranker ? t.rerankerOn : t.rerankerOff },
];

function Uses({ uses }: { uses: BankModels['uses'] }) {
  return (
    <table className="w-full border-collapse text-start">
      <thead>
        <tr className="h-8 border-line-soft border-b text-12 text-faint [&>th]:px-2 [&>th]:font-normal [&>th:first-child]:ps-4">
          <th scope="col">{t.useColumns.use}</th>
          <th scope="col">{t.useColumns.model}</th>
          <th scope="col" className="phone:hidden">
            {t.useColumns.configuration}
          </th>
          <th scope="col">{t.useColumns.source}</th>
        </tr>
      </thead>
      <tbody>
        {uses.map(({ use, configuration, provider, model, source }) => (
          <tr key={use} className="h-9 border-line-soft border-b [&>td]:px-2 [&>td]:py-1.5 [&>th]:py-1.5 [&>th]:pe-2 [&>th]:ps-4">
            <th scope="row" className="font-medium">
              {t.uses[use]}
            </th>
            <td className="[overflow-wrap:anywhere]">
              {model === null ? t.builtin : `${provider} ${model}`}
              <span className="block text-12 text-faint md:hidden">
                <Phrase text={t.configurationOf} name={<span className="font-mono">{configuration}</span>} />
              </span>
            </td>
            <td className="font-mono text-12 phone:hidden">{configuration}</td>
            <td>{source === 'bank' ? <Badge tone="accent">{t.origins.bank}</Badge> : t.useSources[source]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Models are tested only on request. */
function TestModels({ lock, isFree }: { lock: string | null; isFree: boolean }) {
  const { organization, lockedBy } = useConsole();
  const test = useTestModels(organization.slug, useBank());
  const ask = useSendOnce(test);
  return (
    <div className="grid justify-items-start gap-2">
      <Button icon={Plug} locked={lockedBy('bank.write') ?? lock} busy={test.isPending} busyLabel={t.testing} onClick={() => ask()}>
        {t.test}
      </Button>
      <p className="text-12 text-faint">{isFree ? t.testFree : t.testCost}</p>
      <Failure failed={t.testFailed} error={test.error} className="w-full" />
      {test.data && (
        <div role="status" className="w-full">
          <p className="mb-1 text-12 text-faint">
            <Phrase text={t.testedAt} time={<RelativeTime at={test.data.at} />} />
          </p>
          <ul aria-label={t.testResult} className="grid gap-1.5">
            {test.data.operations.map(({ operation, ok, status, latency_ms }) => (
              <li key={operation} className="flex flex-wrap items-center gap-x-3">
                <span className="w-28 font-medium">{t.uses[operation]}</span>
                <Badge tone={ok ? 'ok' : status === 'not_configured' ? 'plain' : 'bad'}>
                  {!ok && status === 'connected' ? t.refuses : t.health[status]}
                </Badge>
                {latency_ms != null && <span className="text-12 text-faint tabular-nums">{t.ms(latency_ms)}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
