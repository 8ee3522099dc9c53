'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CategoryMark } from '#components/entities/category-mark';
import { ExtendMemory } from '#components/memories/extend';
import { History } from '#components/memories/history';
import { Lineage } from '#components/memories/lineage';
import { MemoryText } from '#components/memories/memory-text';
import { documentPath, listPath } from '#components/memories/paths';
import { replacedQuery } from '#components/memories/queries';
import { Replaced } from '#components/memories/replaced';
import { Source } from '#components/memories/source';
import { Successor } from '#components/memories/successor';
import { validityBasis } from '#components/memories/validity';
import { useBank, useConsole } from '#components/shell/console-context';
import { memories as t } from '#components/strings/memories';
import { Chip } from '#components/ui/badge';
import { CopyableCode, CopyableId } from '#components/ui/copy';
import { Link } from '#components/ui/link';
import { KeyValues } from '#components/ui/page';
import { Tabs } from '#components/ui/tabs';
import { RelativeTime, spanText } from '#components/ui/time';
import type { MemoryListItem, MemoryResponse } from '#lib/memory/memories/contract';

/** A memory with its text, entities, times, sources and history, for the drawer and the page. */
export function MemoryView({ memory }: { memory: MemoryResponse }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const slug = organization.slug;
  const isInvalid = memory.state === 'invalidated';
  // Only facts replace others, and an invalidated one replaces nothing.
  const mayReplace = memory.type !== 'observation' && !isInvalid;
  const { data: replaced } = useQuery({ ...replacedQuery(slug, bankId, memory.id), enabled: mayReplace });
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-2.5">
        <MemoryText isInvalid={isInvalid} className="whitespace-pre-wrap text-16">
          {memory.text}
        </MemoryText>
        {(memory.entity_refs.length > 0 || memory.tags.length > 0) && (
          <div className="flex flex-wrap gap-1.5">
            {memory.entity_refs.map(({ id, name, category }) => (
              <Link
                key={id}
                href={listPath(slug, bankId, { entity: id })}
                aria-label={t.filterBy(name)}
                className="inline-flex h-[22px] max-w-full items-center gap-1.5 rounded-full bg-sunken px-2 text-12 text-muted hover:bg-hover hover:text-ink dark:bg-hover phone:h-11 phone:px-4"
              >
                <CategoryMark category={category} size={10} />
                <bdi className="truncate">{name}</bdi>
              </Link>
            ))}
            {memory.tags.map((tag) => (
              <Link key={tag} href={listPath(slug, bankId, { tags: tag })} aria-label={t.filterByTag(tag)} className="min-w-0">
                <Chip className="hover:border-line-strong hover:text-ink phone:h-11 phone:px-3">#{tag}</Chip>
              </Link>
            ))}
          </div>
        )}
      </div>
      <KeyValues items={factsOf(memory, slug, bankId, replaced)} />
      <Tabs
        label={t.tabs}
        tabs={[
          {
            id: 'lineage',
            label: t.lineage,
            ...(memory.source_memory_ids && { count: memory.source_memory_ids.length }),
            content: <Lineage memory={memory} />,
          },
          ...(memory.type === 'observation' ? [] : [{ id: 'source', label: t.source, content: <Source memory={memory} /> }]),
          { id: 'history', label: t.history, content: <History memory={memory} /> },
          { id: 'json', label: t.json, content: <Json memory={memory} /> },
        ]}
      />
    </div>
  );
}

const happenedOf = ({ occurred_start: from, occurred_end: to }: MemoryResponse): string | null =>
  from === null ? to && spanText(to) : spanText(from, to);

interface ReplacedMemories {
  readonly items: readonly MemoryListItem[];
  readonly total: number;
}

function factsOf(
  memory: MemoryResponse,
  slug: string,
  bankId: string,
  replaced: ReplacedMemories | undefined,
): { key: string; value: ReactNode }[] {
  const happened = happenedOf(memory);
  const link = (id: string) => (
    <Link href={documentPath(slug, bankId, id)} className="link break-all">
      <bdi>{id}</bdi>
    </Link>
  );
  const others = [...new Set(memory.evidence.map(({ document_id }) => document_id))].filter((id) => id !== memory.document_id);
  const facts: { key: string; value: ReactNode; when?: boolean }[] = [
    {
      key: t.facts.invalidated,
      value: memory.invalidated_at && <RelativeTime at={memory.invalidated_at} prose className="text-bad-text" />,
      when: memory.invalidated_at !== null,
    },
    { key: t.facts.reason, value: <bdi>{memory.invalidation_reason}</bdi>, when: memory.invalidation_reason !== null },
    { key: t.facts.occurred, value: happened, when: happened !== null },
    { key: t.facts.mentioned, value: memory.mentioned_at && spanText(memory.mentioned_at), when: memory.mentioned_at !== null },
    { key: t.facts.validFrom, value: memory.valid_from && spanText(memory.valid_from), when: memory.valid_from !== null },
    { key: t.facts.validTo, value: memory.valid_to && spanText(memory.valid_to), when: memory.valid_to !== null },
    {
      key: t.facts.supersededBy,
      value: memory.superseded_by !== null && <Successor id={memory.superseded_by} />,
      when: memory.superseded_by !== null,
    },
    {
      key: t.facts.replaced,
      value: replaced && <Replaced memories={replaced.items} total={replaced.total} />,
      when: replaced !== undefined && replaced.total > 0,
    },
    { key: t.facts.validityBasis, value: <bdi>{validityBasis(memory)}</bdi>, when: validityBasis(memory) !== null },
    { key: t.facts.context, value: <bdi>{memory.context}</bdi>, when: memory.context !== '' },
    { key: t.facts.document, value: memory.document_id !== null && link(memory.document_id), when: memory.document_id !== null },
    {
      key: t.facts.evidence,
      value: (
        <span className="grid gap-0.5">
          {others.map((id) => (
            <span key={id}>{link(id)}</span>
          ))}
        </span>
      ),
      when: others.length > 0,
    },
    { key: t.facts.proof, value: t.proof(memory.proof_count), when: memory.type !== 'observation' && memory.proof_count > 1 },
    {
      key: t.facts.metadata,
      value: <span className="break-all font-mono text-12">{JSON.stringify(memory.metadata)}</span>,
      when: Object.keys(memory.metadata).length > 0,
    },
    { key: t.facts.stored, value: <RelativeTime at={memory.created_at} prose /> },
    { key: t.facts.changed, value: <RelativeTime at={memory.updated_at} prose />, when: memory.updated_at !== memory.created_at },
    {
      key: t.facts.expires,
      value: memory.expires_at && (
        <span className="flex flex-wrap items-center gap-2">
          <RelativeTime at={memory.expires_at} prose />
          <ExtendMemory memory={memory} />
        </span>
      ),
      when: memory.expires_at !== null,
    },
    { key: t.facts.id, value: <CopyableId id={memory.id} what={t.facts.id} /> },
  ];
  return facts.filter(({ when = true }) => when).map(({ key, value }) => ({ key, value }));
}

const Json = ({ memory }: { memory: MemoryResponse }) => <CopyableCode label={t.jsonOf} text={JSON.stringify(memory, null, 2)} />;
