'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, RefreshCw, Tag, Timer, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { documentQuery } from '#components/documents/queries';
import { Reprocessing } from '#components/documents/reprocessing';
import { TagChips } from '#components/documents/tag-chips';
import { TextAndUnits } from '#components/documents/text-and-units';
import { useBank, useConsole } from '#components/shell/console-context';
import { bankPath } from '#components/shell/paths';
import { documents as t } from '#components/strings/documents';
import { useAhead } from '#components/ui/ahead';
import { Bead } from '#components/ui/bead';
import { Button, ButtonLink } from '#components/ui/button';
import { CopyableId } from '#components/ui/copy';
import { Link } from '#components/ui/link';
import { KeyValues, Page, PageHeader, Panel } from '#components/ui/page';
import { Phrase } from '#components/ui/phrase';
import { Read } from '#components/ui/read';
import { Empty, Notice, SkeletonRows } from '#components/ui/states';
import { RelativeTime } from '#components/ui/time';
import { useRead } from '#components/ui/use-read';
import { ApiError } from '#lib/api/call';
import { FACT_TYPES } from '#lib/base/literals';
import type { DocumentResponse } from '#lib/memory/documents/contract';

const loadActs = () => import('#components/documents/acts');
const DeleteDocument = lazy(() => loadActs().then((part) => ({ default: part.DeleteDocument })));
const EditExpiry = lazy(() => loadActs().then((part) => ({ default: part.EditExpiry })));
const EditTags = lazy(() => loadActs().then((part) => ({ default: part.EditTags })));
const ReprocessDocument = lazy(() => loadActs().then((part) => ({ default: part.ReprocessDocument })));

export function DocumentPage({ documentId }: { documentId: string }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const document = useRead(useQuery(documentQuery(organization.slug, bankId, documentId)));
  const all = bankPath(organization.slug, bankId, 'documents');
  const isMissing = document.error instanceof ApiError && document.error.status === 404;
  return (
    <Page>
      <Link href={all} className="link inline-flex items-center gap-1.5 justify-self-start">
        <ArrowLeft size={14} aria-hidden />
        {t.back}
      </Link>
      {isMissing ? (
        <Panel flush>
          <Empty bead="model" title={t.missing} action={<ButtonLink href={all}>{t.back}</ButtonLink>}>
            <span className="[overflow-wrap:anywhere]">{t.missingText(documentId)}</span>
          </Empty>
        </Panel>
      ) : (
        <Read of={document} failed={t.oneFailed} loading={<SkeletonRows label={t.loading} />} panel>
          {(read) => <One document={read} listPath={all} />}
        </Read>
      )}
    </Page>
  );
}

type Act = 'tags' | 'expiry' | 'reprocess' | 'delete';

function One({ document, listPath }: { document: DocumentResponse; listPath: string }) {
  const { lockedBy } = useConsole();
  const router = useRouter();
  const [act, begin] = useState<Act | null>(null);
  const [operationId, follow] = useState<string | null>(null);
  const lock = lockedBy('bank.write');
  useAhead(loadActs);
  const close = () => begin(null);
  const readLock = document.original_text === null ? t.notStoredLock : lock;
  const again = (
    <Button size="sm" icon={RefreshCw} locked={readLock} onClick={() => begin('reprocess')}>
      {t.reprocess}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={<span dir="auto">{document.id}</span>}
        purpose={
          <Phrase
            text={t.summary(document.memory_unit_count, document.original_text === null ? null : [...document.original_text].length)}
            time={<RelativeTime at={document.updated_at} prose />}
          />
        }
        actions={
          <>
            <Button icon={Tag} locked={lock} onClick={() => begin('tags')}>
              {t.editTags}
            </Button>
            <Button icon={Timer} locked={lock} onClick={() => begin('expiry')}>
              {t.editExpiry}
            </Button>
            <Button icon={RefreshCw} locked={readLock} onClick={() => begin('reprocess')}>
              {t.reprocess}
            </Button>
            <Button icon={Trash2} look="danger" locked={lock} onClick={() => begin('delete')}>
              {t.deleteIt}
            </Button>
          </>
        }
      />
      {operationId !== null ? (
        <Reprocessing key={operationId} id={operationId} again={again} />
      ) : (
        document.unread_chunk_count > 0 && (
          <Notice tone="warn" action={again}>
            {t.unread(document.unread_chunk_count)}
          </Notice>
        )
      )}
      <TextAndUnits document={document} about={<About document={document} />} />
      <Suspense fallback={null}>
        {act === 'tags' && <EditTags document={document} onClose={close} />}
        {act === 'expiry' && <EditExpiry document={document} onClose={close} />}
        {act === 'reprocess' && <ReprocessDocument document={document} onClose={close} onQueued={follow} />}
        {act === 'delete' && <DeleteDocument document={document} onClose={close} onDeleted={() => router.push(listPath)} />}
      </Suspense>
    </>
  );
}

/** A value of the retain parameters that is worth showing. */
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function About({ document }: { document: DocumentResponse }) {
  const context = textOf(document.retain_params?.context);
  const date = textOf(document.retain_params?.event_date);
  const metadata = Object.entries(document.document_metadata ?? {});
  const items: { key: string; value: ReactNode }[] = [
    { key: t.factNames.id, value: <CopyableId id={document.id} what={t.factNames.id} head={24} /> },
    { key: t.factNames.types, value: <Types counts={document.nodes_by_fact_type} /> },
    {
      key: t.factNames.tags,
      value: document.tags.length === 0 ? <span className="text-faint">{t.none}</span> : <TagChips tags={document.tags} />,
    },
    ...(context === null ? [] : [{ key: t.factNames.context, value: <span dir="auto">{context}</span> }]),
    ...(date === null || Number.isNaN(Date.parse(date)) ? [] : [{ key: t.factNames.date, value: <RelativeTime at={date} dated prose /> }]),
    { key: t.factNames.created, value: <RelativeTime at={document.created_at} prose /> },
    { key: t.factNames.updated, value: <RelativeTime at={document.updated_at} prose /> },
    ...(document.expires_at ? [{ key: t.factNames.expires, value: <Expiry document={document} at={document.expires_at} /> }] : []),
    ...metadata.map(([key, value]) => ({ key, value: typeof value === 'string' ? value : JSON.stringify(value) })),
  ];
  return (
    <Panel title={t.facts}>
      <KeyValues items={items} />
    </Panel>
  );
}

const Expiry = ({ document, at }: { document: DocumentResponse; at: string }) => {
  const time = <RelativeTime at={at} prose />;
  return document.expires_in_part ? <Phrase text={t.expiresInPart} time={time} /> : time;
};

function Types({ counts }: { counts: DocumentResponse['nodes_by_fact_type'] }) {
  const present = FACT_TYPES.filter((type) => counts[type] > 0);
  if (present.length === 0) return <span className="text-faint">{t.none}</span>;
  return (
    <span className="flex flex-wrap gap-x-3">
      {present.map((type) => (
        <span key={type} className="inline-flex items-center gap-1.5 tabular-nums">
          <Bead kind={type} size={9} />
          {t.countOfType(counts[type], type)}
        </span>
      ))}
    </span>
  );
}
