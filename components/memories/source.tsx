'use client';

import { useQuery } from '@tanstack/react-query';
import { documentPath } from '#components/memories/paths';
import { placeOf, spanIn } from '#components/memories/place';
import { chunkQuery } from '#components/memories/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { memories as t } from '#components/strings/memories';
import { Link } from '#components/ui/link';
import { Scroller } from '#components/ui/scroller';
import { ErrorState, Skeleton } from '#components/ui/states';
import type { MemoryResponse } from '#lib/memory/memories/contract';

/** The piece of the document that it was read from, with its words marked where they stand there. */
export function Source({ memory }: { memory: MemoryResponse }) {
  return memory.chunk_id === null ? <p className="text-muted">{t.noChunk}</p> : <Chunk id={memory.chunk_id} memory={memory} />;
}

function Chunk({ id, memory }: { id: string; memory: MemoryResponse }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const { data, error, refetch, isFetching } = useQuery(chunkQuery(organization.slug, id));
  if (!data)
    return error ? (
      <ErrorState title={t.chunkFailed} error={error} onRetry={() => void refetch()} isRetrying={isFetching} className="!p-0" />
    ) : (
      <div role="status" aria-busy aria-label={t.loading} className="grid gap-3 py-1">
        <Skeleton />
        <Skeleton className="w-4/5" />
        <Skeleton className="w-1/2" />
      </div>
    );
  const said = placeOf(data.chunk_text, memory.text);
  const place = spanIn(data.chunk_text, memory.chunk_span) ?? said;
  return (
    <section className="grid gap-2.5">
      <h2 className="font-medium [overflow-wrap:anywhere]">
        <Link className="link" href={documentPath(organization.slug, bankId, data.document_id)}>
          {t.chunkIn(data.document_id)}
        </Link>
      </h2>
      {!said && <p className="text-12 text-faint">{data.chunk_text === '' ? t.notStored : place ? t.editedWords : t.otherWords}</p>}
      {data.chunk_text !== '' && (
        <Scroller label={t.chunkIn(data.document_id)} className="max-h-96 rounded-md border border-line bg-sunken px-3 py-2.5">
          <p dir="auto" className="whitespace-pre-wrap text-muted [overflow-wrap:anywhere]">
            {place ? (
              <>
                {place.before}
                <mark className="rounded-sm bg-accent-tint box-decoration-clone px-0.5 text-ink">{place.words}</mark>
                {place.after}
              </>
            ) : (
              data.chunk_text
            )}
          </p>
        </Scroller>
      )}
    </section>
  );
}
