'use client';

import { useQuery } from '@tanstack/react-query';
import { placeOf, spanIn } from '#components/memories/excerpt';
import { documentPath } from '#components/memories/paths';
import { chunkQuery } from '#components/memories/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { memories as t } from '#components/strings/memories';
import { Link } from '#components/ui/link';
import { Read } from '#components/ui/read';
import { Scroller } from '#components/ui/scroller';
import { SkeletonLines } from '#components/ui/states';
import type { ChunkResponse } from '#lib/memory/documents/contract';
import type { MemoryResponse } from '#lib/memory/memories/contract';

/** The source chunk, with the statement marked if the text contains it. */
export function Source({ memory }: { memory: MemoryResponse }) {
  return memory.chunk_id === null ? <p className="text-muted">{t.noChunk}</p> : <Chunk id={memory.chunk_id} memory={memory} />;
}

function Chunk({ id, memory }: { id: string; memory: MemoryResponse }) {
  const { organization } = useConsole();
  const chunk = useQuery(chunkQuery(organization.slug, id));
  return (
    <Read of={chunk} failed={t.chunkFailed} loading={<SkeletonLines label={t.loading} />} className="!p-0">
      {(data) => <Marked chunk={data} memory={memory} />}
    </Read>
  );
}

/** A chunk with the statement marked. */
function Marked({ chunk, memory }: { chunk: ChunkResponse; memory: MemoryResponse }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const statement = placeOf(chunk.chunk_text, memory.text);
  const place = spanIn(chunk.chunk_text, memory.chunk_span) ?? statement;
  return (
    <section className="grid gap-2.5">
      <h2 className="font-medium [overflow-wrap:anywhere]">
        <Link className="link" href={documentPath(organization.slug, bankId, chunk.document_id)}>
          {t.chunkIn(chunk.document_id)}
        </Link>
      </h2>
      {!statement && <p className="text-12 text-faint">{chunk.chunk_text === '' ? t.notStored : place ? t.editedWords : t.otherWords}</p>}
      {chunk.chunk_text !== '' && (
        <Scroller label={t.chunkIn(chunk.document_id)} className="max-h-96 rounded-md border border-line bg-sunken px-3 py-2.5">
          <p dir="auto" className="whitespace-pre-wrap text-muted [overflow-wrap:anywhere]">
            {place ? (
              <>
                {place.before}
                <mark className="rounded-sm bg-accent-tint box-decoration-clone px-0.5 text-ink">{place.words}</mark>
                {place.after}
              </>
            ) : (
              chunk.chunk_text
            )}
          </p>
        </Scroller>
      )}
    </section>
  );
}
