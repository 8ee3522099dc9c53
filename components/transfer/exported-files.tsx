'use client';

import { useQuery } from '@tanstack/react-query';
import { ArchiveDownload } from '#components/operations/archive-download';
import { Progress, StateGlyph } from '#components/operations/marks';
import { numberOf } from '#components/operations/outcomes';
import { fileOf, operationPath } from '#components/operations/paths';
import { EVERYTHING, operationQuery, operationsQuery } from '#components/operations/queries';
import { countsOf } from '#components/operations/transfers';
import { type OperationView, stateOf, viewOfItem } from '#components/operations/view';
import { nameOf } from '#components/operations/words';
import { useBank, useConsole } from '#components/shell/console-context';
import { sizeText } from '#components/strings/counted';
import { transfer as t } from '#components/strings/transfer';
import { ui } from '#components/strings/ui';
import { Link } from '#components/ui/link';
import { Panel } from '#components/ui/page';
import { Phrase } from '#components/ui/phrase';
import { ErrorState } from '#components/ui/states';
import { RelativeTime } from '#components/ui/time';

/** The latest exports that are listed. */
const SHOWN = 5;

/** The latest exports of the bank, with their progress and their files. */
export function ExportedFiles() {
  const { organization } = useConsole();
  const bankId = useBank();
  const list = useQuery(operationsQuery(organization.slug, bankId, { ...EVERYTHING, type: 'export' }));
  if (list.isError && !list.data)
    return (
      <Panel title={t.files} flush>
        <ErrorState title={t.filesFailed} error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
      </Panel>
    );
  const views = list.data?.operations.slice(0, SHOWN).map(viewOfItem) ?? [];
  if (views.length === 0) return null;
  return (
    <Panel title={t.files} flush>
      <ul aria-label={t.files}>
        {views.map((view) => (
          <li key={view.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line-soft border-b px-4 py-3 last:border-b-0">
            <File slug={organization.slug} bankId={bankId} view={view} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function File({ slug, bankId, view }: { slug: string; bankId: string; view: OperationView }) {
  const file = fileOf(slug, bankId, view);
  const isComplete = view.status === 'completed';
  const { data } = useQuery({ ...operationQuery(slug, bankId, view.id), enabled: isComplete });
  const result = isComplete ? data?.result_metadata : null;
  const kind = result?.type === 'bank' || result?.type === 'documents' ? t.kinds[result.type] : nameOf(view);
  return (
    <>
      <div className="flex min-w-0 grow basis-72 gap-2.5">
        <span className="pt-0.5">
          <StateGlyph state={stateOf(view)} />
        </span>
        <div className="grid min-w-0 gap-0.5">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <Link href={operationPath(slug, bankId, view.id)} className="link font-medium">
              {kind}
            </Link>
            <RelativeTime at={view.createdAt} className="text-12 text-faint" />
          </p>
          {result ? (
            <p className="text-muted tabular-nums">{ui.series([...countsOf(result.counts), sizeText(numberOf(result.byte_size))])}</p>
          ) : (
            !isComplete && <Progress view={view} name={nameOf(view)} />
          )}
          {file !== null && (
            <p className="text-12 text-faint">
              <Phrase text={t.until} time={<RelativeTime at={file.until} dated />} />
            </p>
          )}
          {isComplete && file === null && <p className="text-12 text-faint">{t.fileDeleted}</p>}
        </div>
      </div>
      <ArchiveDownload bankId={bankId} view={view} className="phone:w-full" />
    </>
  );
}
