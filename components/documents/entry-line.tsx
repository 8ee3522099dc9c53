'use client';

import { FileText, X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useProcessing } from '#components/documents/queries';
import type { Entry } from '#components/documents/sending';
import { Recognized } from '#components/extract/recognized';
import { Progress } from '#components/operations/marks';
import { outcomesOf } from '#components/operations/outcomes';
import { documentPath } from '#components/operations/paths';
import { isOpen } from '#components/operations/view';
import { showOnPage } from '#components/operations/watched';
import { useBank, useConsole } from '#components/shell/console-context';
import { documents as t } from '#components/strings/documents';
import { recognition } from '#components/strings/recognition';
import { Badge, type Tone } from '#components/ui/badge';
import { IconButton } from '#components/ui/button';
import { Link } from '#components/ui/link';
import { Phrase } from '#components/ui/phrase';
import { Ring } from '#components/ui/ring';
import { defined } from '#lib/base/defined';
import type { RetainOutcome } from '#lib/base/literals';
import type { OperationStatusResponse } from '#lib/jobs/operations/contract';

const TONES: Record<RetainOutcome, Tone> = { facts: 'ok', no_facts: 'plain', partial: 'warn', failed: 'bad' };

/** A file or text with its upload and processing state. */
export function EntryLine({ entry, onRemove }: { entry: Entry; onRemove: (() => void) | null }) {
  return (
    <li className="grid gap-0.5 border-line-soft border-b py-2 last:border-b-0">
      <span className="flex min-w-0 items-center gap-2">
        <FileText size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
        <span title={entry.name} dir="auto" className="min-w-0 grow truncate font-medium">
          {entry.name}
        </span>
        <span className="shrink-0 text-12 text-faint tabular-nums">{t.size(entry.size)}</span>
        {onRemove && <IconButton icon={X} size="sm" label={t.leaveOut(entry.name)} tooltip={false} onClick={onRemove} />}
      </span>
      <div aria-live="polite" className="ps-[22px] text-12 text-faint">
        <EntryStatus entry={entry} />
      </div>
    </li>
  );
}

function EntryStatus({ entry }: { entry: Entry }): ReactNode {
  const { state, fault, operationId } = entry;
  if (state === 'unreadable') return <p className="text-bad-text">{fault}</p>;
  if (state === 'chosen') return <Chosen entry={entry} />;
  if (state === 'refused')
    return (
      <p role="alert" className="text-bad-text">
        <Phrase text={t.refused} reason={fault} />
      </p>
    );
  if (state === 'sending')
    return (
      <p className="flex items-center gap-1.5">
        <Ring size={12} />
        {t.beingSent}
      </p>
    );
  return operationId === undefined ? null : <Followed id={operationId} />;
}

/** What is known about a file before it is sent. */
function Chosen({ entry: { note, recognized } }: { entry: Entry }) {
  return (
    <>
      {note && <p className="text-warn-text">{note}</p>}
      {recognized && (
        <div className="text-muted">
          {recognized.upTo !== null && <p>{recognition.ofBeginning(recognized.upTo)}</p>}
          <Recognized recognized={recognized.recognized} zone="local" />
        </div>
      )}
    </>
  );
}

/** The progress and result of processing. */
function Followed({ id }: { id: string }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const { data, isError, operation } = useProcessing(organization.slug, bankId, id);
  // If the form is closed before the end, the tray reports it.
  useEffect(() => showOnPage(id), [id]);
  if (isError && !operation) return <p>{t.followFailed}</p>;
  if (!operation) return <p>{t.beingSent}</p>;
  if (isOpen(operation)) return <Progress view={operation} name={operation.documentId ?? t.textName} />;
  return (
    <Became
      one={defined(data)}
      slug={organization.slug}
      bankId={bankId}
      error={operation.error}
      isCanceled={operation.status === 'cancelled'}
    />
  );
}

interface BecameProps {
  one: OperationStatusResponse;
  slug: string;
  bankId: string;
  error: string | null;
  isCanceled: boolean;
}

function Became({ one, slug, bankId, error, isCanceled }: BecameProps) {
  const [outcome] = outcomesOf(one.result_metadata);
  if (!outcome)
    return <p className={isCanceled ? undefined : 'text-bad-text'}>{isCanceled ? t.cancelled : (error ?? t.outcomeText.failed())}</p>;
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <Badge tone={TONES[outcome.outcome]}>{t.outcomes[outcome.outcome]}</Badge>
      <span>
        {t.outcomeText[outcome.outcome](outcome.facts)} {outcome.reason}
      </span>
      {outcome.documentId !== null && (
        <Link className="link" href={documentPath(slug, bankId, outcome.documentId)}>
          {t.seeDocument}
        </Link>
      )}
    </div>
  );
}
