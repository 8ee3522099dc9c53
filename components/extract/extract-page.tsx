'use client';

import { useQuery } from '@tanstack/react-query';
import { FlaskConical, Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import { bankModelsQuery, configQuery } from '#components/bank-settings/queries';
import { CandidateForm } from '#components/extract/candidate-form';
import { candidateOf, type DryRun, isTime, parsers, useExtractOptions } from '#components/extract/options';
import { curlOf, type ExtractRequest, useExtract } from '#components/extract/queries';
import { NothingYet, Results } from '#components/extract/results';
import { useBank, useConsole } from '#components/shell/console-context';
import { IgnoredAddress } from '#components/shell/ignored-address';
import { extract as t } from '#components/strings/extract';
import { Button } from '#components/ui/button';
import { CopyButton } from '#components/ui/copy';
import { Field, Input, Textarea } from '#components/ui/field';
import { Page, PageHeader, Panel } from '#components/ui/page';
import { Failure, SkeletonRows } from '#components/ui/states';
import { MAX_DRY_RUN } from '#lib/base/bounds';
import type { BankConfigResponse } from '#lib/memory/settings/contract';

const isSame = (a: ExtractRequest, b: ExtractRequest): boolean => JSON.stringify(a) === JSON.stringify(b);

export function ExtractPage() {
  const { organization, lockedBy } = useConsole();
  const bankId = useBank();
  const [options, set] = useExtractOptions();
  const [content, setContent] = useState('');
  const [context, setContext] = useState('');
  const [isTried, tried] = useState(false);
  const [isTimeLeft, leaveTime] = useState(false);
  const config = useQuery(configQuery(organization.slug, bankId));
  const run = useExtract(organization.slug, bankId);
  const candidate = candidateOf(options);

  const own: DryRun = {
    content,
    ...(context.trim() !== '' && { context: context.trim() }),
    ...(options.at.trim() !== '' && { timestamp: options.at.trim() }),
  };
  const asked: ExtractRequest = { own, candidate: candidate.count > 0 ? { ...own, ...candidate.overrides } : null };
  const fault = content.trim() === '' ? t.textMissing : content.length > MAX_DRY_RUN ? t.textLong(MAX_DRY_RUN) : null;
  const timeFault = isTime(options.at) ? null : t.timeWrong;
  const submit = () => {
    tried(true);
    if (fault !== null || timeFault !== null || Object.keys(candidate.errors).length > 0 || run.isPending) return;
    run.mutate(asked);
  };
  return (
    <Page>
      <PageHeader title={t.title} purpose={t.purpose} />
      <IgnoredAddress names={parsers} />
      <Failure failed={t.configFailed} error={config.error} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
        }}
        className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
      >
        <Panel title={t.text} note={<PanelNote content={content} onExample={() => setContent(t.exampleText)} />}>
          <div className="grid gap-3">
            <Field label={t.text} hideLabel help={t.textNotInAddress} error={isTried ? fault : null}>
              <Textarea
                rows={9}
                value={content}
                placeholder={t.textPlaceholder}
                onChange={(event) => setContent(event.target.value)}
                className="!text-14"
              />
            </Field>
            <div className="grid items-start gap-3 sm:grid-cols-2">
              <Field label={t.context} help={t.contextHelp}>
                <Input value={context} onChange={(event) => setContext(event.target.value)} />
              </Field>
              <Field label={t.time} help={t.timeHelp} error={isTried || isTimeLeft ? timeFault : null}>
                <Input
                  value={options.at}
                  autoComplete="off"
                  onChange={(event) => void set({ at: event.target.value || null })}
                  onBlur={() => leaveTime(true)}
                />
              </Field>
            </div>
          </div>
        </Panel>
        <CandidateForm options={options} set={set} candidate={candidate} config={config.data} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 lg:col-span-2">
          <Button
            type="submit"
            look="primary"
            size="lg"
            icon={FlaskConical}
            locked={lockedBy('bank.write')}
            busy={run.isPending}
            busyLabel={t.running}
            className="phone:w-full"
          >
            {asked.candidate ? t.runBoth : t.run}
          </Button>
          {run.isPending && (
            <Button icon={Square} onClick={run.stop}>
              {t.stop}
            </Button>
          )}
          <p className="min-w-0 grow basis-64 text-12 text-faint">
            <Costs asked={asked} config={config.data} /> {t.stored}
          </p>
          <Curl asked={asked} bankId={bankId} />
        </div>
      </form>
      {run.data ? (
        <Results
          readings={run.data}
          isOld={!isSame(run.data.asked, asked)}
          view={options.view}
          onView={(view) => void set({ view: view === 'all' ? null : view })}
        />
      ) : run.isPending ? (
        <Panel flush title={t.result}>
          <SkeletonRows rows={5} />
        </Panel>
      ) : (
        <NothingYet />
      )}
    </Page>
  );
}

const PanelNote = ({ content, onExample }: { content: string; onExample: () => void }) =>
  content === '' ? (
    <Button size="sm" look="ghost" onClick={onExample}>
      {t.example}
    </Button>
  ) : (
    <span className="text-12 text-faint tabular-nums">{t.characters(content.length)}</span>
  );

/**
 * Approximate number of model calls: one per chunk, or none without a model or if the mode needs
 * none.
 */
function callsOf(
  { content, retain_extraction_mode, retain_chunk_size, retain_llm }: DryRun,
  { config }: BankConfigResponse,
  bankAsks: boolean,
): number {
  const mode = retain_extraction_mode ?? config.retain_extraction_mode;
  const asks = retain_llm ? retain_llm !== 'builtin' : bankAsks;
  return mode === 'chunks' || !asks ? 0 : Math.max(1, Math.ceil(content.length / Number(retain_chunk_size ?? config.retain_chunk_size)));
}

/** The expected cost, as far as it is known. */
function Costs({ asked, config }: { asked: ExtractRequest; config: BankConfigResponse | undefined }) {
  const { organization, may } = useConsole();
  const { data } = useQuery({ ...bankModelsQuery(organization.slug, useBank()), enabled: may('usage.view') });
  const use = data?.uses.find((each) => each.use === 'retain');
  if (!use || !config) return t.costsUnknown;
  const asks = use.model !== null;
  const calls = callsOf(asked.own, config, asks) + (asked.candidate ? callsOf(asked.candidate, config, asks) : 0);
  if (calls > 0) return t.costs(calls);
  return asks ? t.costsNoCall : t.costsNothing;
}

/** The address of this server is known only in the browser. */
function Curl({ asked, bankId }: { asked: ExtractRequest; bankId: string }) {
  const [server, setServer] = useState('');
  useEffect(() => setServer(window.location.origin), []);
  const isCandidate = asked.candidate !== null;
  return (
    <CopyButton
      text={curlOf(server, bankId, asked.candidate ?? asked.own)}
      label={t.curl}
      what={isCandidate ? t.curlCandidate : t.curlOwn}
      look="ghost"
    />
  );
}
