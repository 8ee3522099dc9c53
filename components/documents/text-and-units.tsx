'use client';

import { useQuery } from '@tanstack/react-query';
import { parseAsInteger, useQueryState } from 'nuqs';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { ChunkText } from '#components/documents/document-text';
import { placesOf } from '#components/documents/passages';
import { CHUNKS, chunksQuery, MARKED, unitsQuery } from '#components/documents/queries';
import { memoriesOfPath } from '#components/operations/paths';
import { useBank, useConsole } from '#components/shell/console-context';
import { bankPath } from '#components/shell/paths';
import { documents as t } from '#components/strings/documents';
import { ui } from '#components/strings/ui';
import { Bead, Thread, ThreadItem } from '#components/ui/bead';
import { cx } from '#components/ui/cx';
import { Link } from '#components/ui/link';
import { PageFooter, Panel } from '#components/ui/page';
import { Read } from '#components/ui/read';
import { SkeletonRows } from '#components/ui/states';
import { defined } from '#lib/base/defined';
import type { ChunkResponse, DocumentResponse } from '#lib/memory/documents/contract';
import type { MemoryListItem } from '#lib/memory/memories/contract';

const NOTHING: readonly MemoryListItem[] = [];

/**
 * Memories by chunk, without observations, which have no text. A memory that another document also
 * supports is placed at its words.
 */
function byChunk(chunks: readonly ChunkResponse[], units: readonly MemoryListItem[]): Map<string, MemoryListItem[]> {
  const groups = new Map<string, MemoryListItem[]>(chunks.map(({ chunk_id }) => [chunk_id, []]));
  for (const unit of units) {
    if (unit.fact_type === 'observation') continue;
    const own = unit.chunk_id === null ? undefined : groups.get(unit.chunk_id);
    const other = unit.chunk_id === null ? undefined : chunks.find(({ chunk_text }) => chunk_text.includes(unit.text))?.chunk_id;
    if (own) own.push(unit);
    else if (other !== undefined) defined(groups.get(other)).push({ ...unit, chunk_span: null });
  }
  return groups;
}

/** The text of a document with its memories marked, and the list of memories next to it. */
export function TextAndUnits({ document, about }: { document: DocumentResponse; about: ReactNode }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const slug = organization.slug;
  const [part, setPart] = useQueryState('part', parseAsInteger.withDefault(0));
  const [lit, light] = useState<string | null>(null);
  const hasText = document.original_text !== null;
  const chunks = useQuery(chunksQuery(slug, bankId, document.id, Math.max(0, part)));
  const units = useQuery(unitsQuery(slug, bankId, document.id));
  const groups = useMemo(() => byChunk(chunks.data?.items ?? [], units.data?.items ?? NOTHING), [chunks.data, units.data]);
  const pathOf = useCallback((id: string) => bankPath(slug, bankId, 'memories', id), [slug, bankId]);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)] [&>*]:min-w-0">
      <Panel
        title={t.textOf}
        note={
          hasText && chunks.data && chunks.data.total > 1 && <span className="text-12 text-faint">{t.chunkCount(chunks.data.total)}</span>
        }
        flush={!chunks.data}
        footer={
          chunks.data &&
          hasText && (
            <PageFooter
              words={t.marked}
              label={t.chunks}
              offset={part}
              limit={CHUNKS}
              total={chunks.data.total}
              onChange={(next) => void setPart(next || null, { history: 'push' })}
            />
          )
        }
      >
        <Read of={chunks} failed={t.textFailed}>
          {({ items, total }) => (
            <div
              dir="auto"
              className={cx('whitespace-pre-wrap text-14 leading-[1.7] [overflow-wrap:anywhere]', chunks.isPlaceholderData && 'opacity-60')}
            >
              {(hasText ? items : []).map(({ chunk_id, chunk_text }) => (
                <ChunkText
                  key={chunk_id}
                  text={chunk_text}
                  units={groups.get(chunk_id) ?? NOTHING}
                  lit={groups.get(chunk_id)?.some(({ id }) => id === lit) ? lit : null}
                  onPoint={light}
                  pathOf={pathOf}
                />
              ))}
              {!hasText && <span className="text-muted">{t.notStored}</span>}
              {total === 0 && <span className="text-muted">{t.noText}</span>}
            </div>
          )}
        </Read>
      </Panel>
      <div className="grid gap-4 [&>*]:min-w-0">
        {about}
        <Panel
          title={t.read}
          note={
            <Link className="link" href={memoriesOfPath(slug, bankId, document.id)}>
              {t.allOfThem}
            </Link>
          }
          flush={!units.data || !chunks.data}
        >
          <Read of={{ ...units, data: chunks.data && units.data }} failed={t.readFailed} loading={<SkeletonRows rows={4} />}>
            {({ total }) => (
              <ReadList chunks={chunks.data?.items ?? []} groups={groups} total={total} lit={lit} onPoint={light} pathOf={pathOf} />
            )}
          </Read>
        </Panel>
      </div>
    </div>
  );
}

interface ReadListProps {
  chunks: readonly ChunkResponse[];
  groups: ReadonlyMap<string, readonly MemoryListItem[]>;
  /** Number of memories of the whole document. */
  total: number;
  lit: string | null;
  onPoint: (id: string | null) => void;
  pathOf: (id: string) => string;
}

/** In the order of the text. */
function ReadList({ chunks, groups, total, lit, onPoint, pathOf }: ReadListProps) {
  const lines = useMemo(
    () =>
      chunks.flatMap(({ chunk_id, chunk_text }) => {
        const units = groups.get(chunk_id) ?? NOTHING;
        const places = placesOf(chunk_text, units);
        const at = ({ id }: MemoryListItem) => places.get(id)?.from ?? Number.POSITIVE_INFINITY;
        return [...units].sort((a, b) => at(a) - at(b) || 0).map((unit) => ({ unit, isPlaced: places.has(unit.id) }));
      }),
    [chunks, groups],
  );
  const note = total > MARKED ? t.onlyMarked(MARKED, total) : lines.length < total ? t.readElsewhere : null;
  if (lines.length === 0) return <p className="text-muted">{t.nothingRead}</p>;
  return (
    <>
      <div className="lg:max-h-[70dvh] lg:overflow-y-auto">
        <Thread label={t.read}>
          {lines.map(({ unit, isPlaced }) => (
            <ThreadItem key={unit.id} bead={<Bead kind={unit.fact_type} />} className="!pb-2.5">
              <Link
                href={pathOf(unit.id)}
                dir="auto"
                onPointerEnter={() => onPoint(unit.id)}
                onPointerLeave={() => onPoint(null)}
                onFocus={() => onPoint(unit.id)}
                onBlur={() => onPoint(null)}
                className={cx('block rounded-sm [overflow-wrap:anywhere] hover:text-accent-text', lit === unit.id && 'bg-selected')}
              >
                <span className="sr-only">{ui.labelBefore(ui.facts[unit.fact_type])} </span>
                {unit.text}
              </Link>
              {!isPlaced && <p className="text-12 text-faint">{t.unplaced}</p>}
            </ThreadItem>
          ))}
        </Thread>
      </div>
      {note && <p className="mt-3 text-12 text-faint">{note}</p>}
    </>
  );
}
