'use client';

import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { recallLine, retainLine } from '#components/banks/snippets';
import { useLoadSample } from '#components/overview/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { organizationPath } from '#components/shell/paths';
import { overview as t } from '#components/strings/overview';
import { ui } from '#components/strings/ui';
import { Bead, Thread, ThreadItem } from '#components/ui/bead';
import { Button } from '#components/ui/button';
import { CopyButton } from '#components/ui/copy';
import { Link } from '#components/ui/link';
import { CodeBlock, Panel } from '#components/ui/page';
import { Ring } from '#components/ui/ring';
import { messageOf, Notice } from '#components/ui/states';
import { toast } from '#components/ui/toast';
import { FACT_TYPES } from '#lib/literals';

/** What to do with a bank that holds nothing yet. */
export function Quickstart() {
  const { organization } = useConsole();
  const bankId = useBank();
  const server = typeof window === 'undefined' ? '' : window.location.origin;
  const retain = retainLine(server, bankId, t.start.sentence);
  const ask = recallLine(server, bankId, t.start.question);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.8fr)_minmax(0,1fr)]">
      <Panel title={t.start.title} aside={<span className="text-12 text-faint">{t.start.aside}</span>}>
        <ol aria-label={t.start.title}>
          <Step n={1} title={t.start.key}>
            <p>
              {t.start.keyText}{' '}
              <Link className="link" href={organizationPath(organization.slug, 'keys')}>
                {t.start.keyLink}
              </Link>
            </p>
          </Step>
          <Step n={2} title={t.start.retain} aside={<CopyButton text={retain} what={t.start.copy} className="shrink-0" />}>
            <p>{t.start.retainText}</p>
            <div className="mt-2">
              <CodeBlock label={t.start.code}>{retain}</CodeBlock>
            </div>
            <p role="status" className="mt-2 flex items-center gap-2 text-12 text-faint">
              <Ring />
              {t.start.listening}
            </p>
          </Step>
          <Step n={3} title={t.start.ask} aside={<CopyButton text={ask} what={t.start.askCopy} className="shrink-0" />}>
            <p>{t.start.askText}</p>
            <div className="mt-2">
              <CodeBlock label={t.start.askCode}>{ask}</CodeBlock>
            </div>
          </Step>
        </ol>
      </Panel>
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

function Sample() {
  const { organization, lockedBy } = useConsole();
  const bankId = useBank();
  const load = useLoadSample(organization.slug, bankId);
  const act = () => load.mutate(undefined, { onSuccess: () => toast.done(t.sample.sent, { detail: t.sample.sentDetail }) });
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
          {t.sample.failed}. {messageOf(load.error)}
        </Notice>
      )}
    </div>
  );
}

/** A step of a short way, on a thread of its own: a number is larger than a bead. */
const Step = ({ n, title, aside, children }: { n: number; title: string; aside?: ReactNode; children: ReactNode }) => (
  <li className="group/step relative pb-5 pl-8 last:pb-0">
    <span aria-hidden className="absolute top-6 bottom-0 left-2.5 w-px bg-thread group-last/step:hidden" />
    <span
      aria-hidden
      className="absolute top-0 left-0 grid size-5 place-items-center rounded-full border border-accent text-11 text-accent-text tabular-nums"
    >
      {n}
    </span>
    <div className="flex items-start justify-between gap-3">
      <h3 className="font-medium">{title}</h3>
      {aside && <div className="-my-1 phone:-my-3">{aside}</div>}
    </div>
    <div className="mt-0.5 text-muted">{children}</div>
  </li>
);
