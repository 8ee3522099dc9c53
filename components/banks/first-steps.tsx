'use client';

import type { ReactNode } from 'react';
import { recallLine, retainLine } from '#components/banks/snippets';
import { useConsole } from '#components/shell/console-context';
import { organizationPath } from '#components/shell/paths';
import { overview } from '#components/strings/overview';
import { CopyButton } from '#components/ui/copy';
import { Link } from '#components/ui/link';
import { CodeBlock, Panel } from '#components/ui/page';
import { Ring } from '#components/ui/ring';

const t = overview.start;

/**
 * Steps to the first answer: a key, a memory, a query. `listening`: the text while waiting for the
 * first memory.
 */
export function FirstSteps({ bankId, listening }: { bankId: string; listening?: string }) {
  const { organization } = useConsole();
  const server = typeof window === 'undefined' ? '' : window.location.origin;
  const retain = retainLine(server, bankId, t.sentence);
  const ask = recallLine(server, bankId, t.question);
  return (
    <Panel title={t.title} note={<span className="text-12 text-faint">{t.duration}</span>}>
      <ol aria-label={t.title}>
        <Step n={1} title={t.key}>
          <p>
            {t.keyText}{' '}
            <Link className="link" href={organizationPath(organization.slug, 'keys')}>
              {t.keyLink}
            </Link>
          </p>
        </Step>
        <Step n={2} title={t.retain} note={<CopyButton text={retain} what={t.copy} className="shrink-0" />}>
          <p>{t.retainText}</p>
          <div className="mt-2">
            <CodeBlock label={t.code}>{retain}</CodeBlock>
          </div>
          {listening && (
            <p role="status" className="mt-2 flex items-center gap-2 text-12 text-faint">
              <Ring />
              {listening}
            </p>
          )}
        </Step>
        <Step n={3} title={t.ask} note={<CopyButton text={ask} what={t.askCopy} className="shrink-0" />}>
          <p>{t.askText}</p>
          <div className="mt-2">
            <CodeBlock label={t.askCode}>{ask}</CodeBlock>
          </div>
        </Step>
      </ol>
    </Panel>
  );
}

/** A numbered step on a thread. */
const Step = ({ n, title, note, children }: { n: number; title: string; note?: ReactNode; children: ReactNode }) => (
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
      {note && <div className="-my-1 phone:-my-3">{note}</div>}
    </div>
    <div className="mt-0.5 text-muted">{children}</div>
  </li>
);
