'use client';

import { useQuery } from '@tanstack/react-query';
import { BookOpen, FileText, Gem, GitCompare, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ReprocessDocument } from '#components/documents/acts';
import { memoryPath } from '#components/memories/paths';
import { consolidationQuery } from '#components/observations/queries';
import { type ItemOutcome, isLost, numberOf, outcomesOf, sharedReasons } from '#components/operations/outcomes';
import { documentPath, failedMemoriesPath, memoriesOfPath, operationPath, subjectPath, versionsPath } from '#components/operations/paths';
import { TRANSFERS } from '#components/operations/transfer-types';
import { Exported, Transferred } from '#components/operations/transferred';
import { isOpen, isSubjectDeleted, type OperationView, stateOf } from '#components/operations/view';
import { changeText } from '#components/operations/words';
import { useConsole } from '#components/shell/console-context';
import { bankPath } from '#components/shell/paths';
import { documents } from '#components/strings/documents';
import { operations as t } from '#components/strings/operations';
import { ui } from '#components/strings/ui';
import { Badge, type Tone } from '#components/ui/badge';
import { Button, ButtonLink } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { Link } from '#components/ui/link';
import type { RetainOutcome } from '#lib/base/literals';
import type { OperationStatusResponse } from '#lib/jobs/operations/contract';

/** The results of an operation in words, with links to the changes. */

interface ResultProps {
  slug: string;
  bankId: string;
  view: OperationView;
  result: OperationStatusResponse['result_metadata'];
  onOpen: (id: string) => void;
}

export function Result({ slug, bankId, view, result, onOpen }: ResultProps) {
  const outcomes = outcomesOf(result);
  if (outcomes.length > 0)
    return <Retained slug={slug} bankId={bankId} outcomes={outcomes} isStored={view.status === 'completed'} onOpen={onOpen} />;
  if (view.type === 'consolidation' && result && !isOpen(view))
    return <Consolidated slug={slug} bankId={bankId} view={view} result={result} />;
  if (view.type === 'reembedding' && result && !isOpen(view)) return <p>{vectorsText(result)}</p>;
  if (view.type === 'refresh_mental_model' && view.status === 'completed') return <Refreshed slug={slug} bankId={bankId} view={view} />;
  if (view.status === 'completed' && result && view.type === 'export') return <Exported bankId={bankId} view={view} result={result} />;
  if (view.status === 'completed' && result && TRANSFERS.includes(view.type))
    return <Transferred bankId={bankId} view={view} result={result} />;
  if (isOpen(view)) return <p className="text-faint">{t.nothingYet}</p>;
  return <p className="text-faint">{view.status === 'completed' ? t.noDetails : t.nothingDone}</p>;
}

function vectorsText({ outcome, memories }: Readonly<Record<string, unknown>>): string {
  if (outcome === 'completed') return t.reembedded.completed(numberOf(memories));
  return outcome === 'bank_gone' ? t.reembedded.bank_gone : t.reembedded.model_changed(numberOf(memories));
}

const TONES: Record<RetainOutcome, Tone> = { facts: 'ok', no_facts: 'plain', partial: 'warn', failed: 'bad' };
const SHOWN = 100;

interface RetainedProps extends Pick<ResultProps, 'slug' | 'bankId' | 'onOpen'> {
  outcomes: readonly ItemOutcome[];
  /** Its documents exist, with their full text. */
  isStored: boolean;
}

function Retained({ slug, bankId, outcomes, isStored, onOpen }: RetainedProps) {
  const { lockedBy } = useConsole();
  const [again, readAgain] = useState<string | null>(null);
  const facts = outcomes.reduce((sum, each) => sum + each.facts, 0);
  const lost = outcomes.filter(isLost).length;
  const shared = sharedReasons(outcomes);
  // Only whole documents can be reprocessed, so the action is offered once, at the first of its
  // items.
  const offered = new Map(
    isStored
      ? outcomes
          .filter(isLost)
          .toReversed()
          .map(({ documentId, index }) => [documentId, index])
      : [],
  );
  const written = [...new Set(outcomes.flatMap(({ documentId }) => documentId ?? []))];
  const [only] = written;
  return (
    <div className="grid gap-3">
      <p>
        {t.retained(facts, outcomes.length)} {lost > 0 && <span className="text-bad-text">{t.lost(lost)}</span>}
      </p>
      {shared.size > 0 && (
        <ul aria-label={t.reasons} className="grid gap-1 text-12 text-bad-text">
          {[...shared].map(([reason, items]) => (
            <li key={reason}>
              <b className="font-medium">{ui.labelBefore(t.itemsNamed(items))}</b> {reason}
            </li>
          ))}
        </ul>
      )}
      <Links>
        {written.length === 1 && only !== undefined ? (
          <>
            <ButtonLink size="sm" icon={FileText} href={documentPath(slug, bankId, only)}>
              {t.seeDocument}
            </ButtonLink>
            <ButtonLink size="sm" href={memoriesOfPath(slug, bankId, only)}>
              {t.seeMemoriesOf}
            </ButtonLink>
          </>
        ) : (
          <>
            <ButtonLink size="sm" icon={FileText} href={bankPath(slug, bankId, 'documents')}>
              {t.seeDocuments}
            </ButtonLink>
            <ButtonLink size="sm" href={bankPath(slug, bankId, 'memories')}>
              {t.seeMemories}
            </ButtonLink>
          </>
        )}
      </Links>
      <ul aria-label={t.outcomesOf} className="grid border-line-soft border-t">
        {outcomes.slice(0, SHOWN).map(({ index, documentId, outcome, facts: stored, reason }) => (
          <li key={index} className="grid gap-0.5 border-line-soft border-b py-1.5 last:border-b-0">
            <span className="flex min-w-0 items-center gap-2">
              <span className="shrink-0 text-muted tabular-nums">{t.item(index)}</span>
              {documentId !== null && (
                <Link href={documentPath(slug, bankId, documentId)} title={documentId} className="link min-w-0 truncate font-mono text-12">
                  {documentId}
                </Link>
              )}
              <span className="ms-auto flex shrink-0 items-center gap-2">
                {stored > 0 && <span className="text-12 text-faint tabular-nums">{t.memories(stored)}</span>}
                <Badge tone={TONES[outcome]}>{t.outcomes[outcome]}</Badge>
              </span>
            </span>
            {reason !== null && !shared.has(reason) && <span className="text-12 text-bad-text">{reason}</span>}
            {documentId !== null && offered.get(documentId) === index && (
              <Button
                size="sm"
                icon={RefreshCw}
                locked={lockedBy('bank.write')}
                aria-label={t.reprocessed(documentId)}
                onClick={() => readAgain(documentId)}
                className="mt-1 justify-self-start"
              >
                {documents.reprocess}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {again !== null && <ReprocessDocument document={{ id: again }} onClose={() => readAgain(null)} onQueued={onOpen} />}
      {outcomes.length > SHOWN && <p className="text-12 text-faint">{t.moreItems(outcomes.length - SHOWN)}</p>}
    </div>
  );
}

const TALLY = ['processed', 'created', 'updated', 'removed', 'failed'] as const;

type ConsolidatedProps = Pick<ResultProps, 'slug' | 'bankId' | 'view'> & { result: Readonly<Record<string, unknown>> };

function outcomeOf(view: OperationView, outcome: unknown): unknown {
  if (outcome === 'to_be_continued') return view.unanswered > 0 ? 'unanswered' : outcome;
  return outcome === 'completed' ? stateOf(view) : outcome;
}

function Consolidated({ slug, bankId, view, result }: ConsolidatedProps) {
  const { unanswered } = view;
  const outcome = outcomeOf(view, result.outcome);
  const sentence = typeof outcome === 'string' ? t.consolidation[outcome] : undefined;
  const next = typeof result.next_operation_id === 'string' ? result.next_operation_id : null;
  const failed = Array.isArray(result.failed_memory_ids) ? result.failed_memory_ids.filter((id) => typeof id === 'string') : [];
  const counted = TALLY.filter((what) => typeof result[what] === 'number' && (what === 'processed' || result[what] > 0));
  return (
    <div className="grid gap-3">
      {sentence && <p>{sentence}</p>}
      {counted.length > 0 && (
        <ul className="grid gap-1 text-muted tabular-nums">
          {counted.map((what) => (
            <li key={what} className={what === 'failed' ? 'text-bad-text' : undefined}>
              {t.consolidated[what](numberOf(result[what]))}
            </li>
          ))}
          {unanswered > 0 && <li className="text-warn-text">{t.unanswered(unanswered)}</li>}
        </ul>
      )}
      {failed.length > 0 && <FailedMemories slug={slug} bankId={bankId} ids={failed} />}
      <Links>
        {unanswered > 0 && (
          <ButtonLink size="sm" href={`${bankPath(slug, bankId, 'settings')}?tab=observations`}>
            {t.seeUnanswered}
          </ButtonLink>
        )}
        {numberOf(result.failed) > 0 && (
          <ButtonLink size="sm" href={failedMemoriesPath(slug, bankId)}>
            {t.seeFailed}
          </ButtonLink>
        )}
        <ButtonLink size="sm" icon={Gem} href={bankPath(slug, bankId, 'observations')}>
          {t.seeObservations}
        </ButtonLink>
        {next !== null && (
          <ButtonLink size="sm" href={operationPath(slug, bankId, next)}>
            {t.nextOperation}
          </ButtonLink>
        )}
      </Links>
    </div>
  );
}

/** The texts of the memories that are still failed. The operation does not store them. */
function FailedMemories({ slug, bankId, ids }: Pick<ResultProps, 'slug' | 'bankId'> & { ids: readonly string[] }) {
  const { data } = useQuery(consolidationQuery(slug, bankId));
  const texts = new Map(data?.failures.map(({ memory_id, text }) => [memory_id, text]));
  return (
    <ul aria-label={t.failedMemories} className="grid border-line-soft border-t">
      {ids.map((id) => (
        <li key={id} className="min-w-0 border-line-soft border-b py-1.5 last:border-b-0">
          <Link href={memoryPath(slug, bankId, id)} title={id} className={cx('link block truncate', !texts.has(id) && 'font-mono text-12')}>
            {texts.get(id) ?? id}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What a refresh changed, or why it changed nothing, with links to the versions and the model. */
function Refreshed({ slug, bankId, view }: Pick<ResultProps, 'slug' | 'bankId' | 'view'>) {
  const model = subjectPath(slug, bankId, view);
  const versions = versionsPath(slug, bankId, view);
  const what = view.unchanged ? t.contentUnchanged[view.unchanged] : changeText(view);
  return (
    <div className="grid gap-3">
      <p>{what ?? (isSubjectDeleted(view) ? t.modelDeleted : t.noDetails)}</p>
      {what !== null && isSubjectDeleted(view) && <p className="text-faint">{t.modelDeleted}</p>}
      {model !== null && (
        <Links>
          {versions !== null && (
            <ButtonLink size="sm" icon={GitCompare} href={versions}>
              {t.tray.see}
            </ButtonLink>
          )}
          <ButtonLink size="sm" icon={BookOpen} href={model}>
            {t.seeModel}
          </ButtonLink>
        </Links>
      )}
    </div>
  );
}

const Links = ({ children }: { children: ReactNode }) => <div className="flex flex-wrap items-center gap-2">{children}</div>;
