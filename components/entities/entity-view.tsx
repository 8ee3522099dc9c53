'use client';

import { useQuery } from '@tanstack/react-query';
import { CategoryMark } from '#components/entities/category-mark';
import { Changes } from '#components/entities/changes';
import { kindText } from '#components/entities/columns';
import { NAMING, timelineQuery } from '#components/entities/queries';
import { listPath } from '#components/memories/paths';
import { useBank, useConsole } from '#components/shell/console-context';
import { bankPath } from '#components/shell/paths';
import { entities as t } from '#components/strings/entities';
import { ui } from '#components/strings/ui';
import { Chip } from '#components/ui/badge';
import { Bead, Thread, ThreadItem } from '#components/ui/bead';
import { CopyableId } from '#components/ui/copy';
import { Link } from '#components/ui/link';
import { KeyValues } from '#components/ui/page';
import { Read } from '#components/ui/read';
import { SkeletonRows } from '#components/ui/states';
import { Tabs } from '#components/ui/tabs';
import { RelativeTime } from '#components/ui/time';
import { MAX_OBSERVATIONS } from '#lib/base/bounds';
import type { FactType } from '#lib/base/literals';
import type { EntityDetail } from '#lib/memory/entities/contract';

/** An entity with its spellings, memories and changes. */
export function EntityView({ entity, isNamed }: { entity: EntityDetail; isNamed: boolean }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      {isNamed && (
        <p className="flex items-start gap-2.5 font-semibold text-16">
          <CategoryMark category={entity.category} size={14} className="mt-[5px]" />
          <span className="min-w-0 [overflow-wrap:anywhere]" dir="auto">
            {entity.canonical_name}
          </span>
        </p>
      )}
      <KeyValues
        items={[
          { key: t.spellings, value: <Spellings entity={entity} /> },
          { key: t.facts.kind, value: kindText(entity) },
          { key: t.facts.mentions, value: t.memories(entity.mention_count) },
          { key: t.facts.first, value: <Seen at={entity.first_seen} /> },
          { key: t.facts.last, value: <Seen at={entity.last_seen} /> },
          { key: t.facts.id, value: <CopyableId id={entity.id} what={t.facts.id} /> },
        ]}
      />
      <Tabs
        label={t.tabs}
        tabs={[
          { id: 'memories', label: t.timeline, count: entity.mention_count, content: <Timeline entity={entity} /> },
          {
            id: 'observations',
            label: t.observations,
            count: entity.observations.length,
            isMore: entity.observations.length >= MAX_OBSERVATIONS,
            content: <Observations entity={entity} />,
          },
          { id: 'changes', label: t.changes, content: <Changes entity={entity} /> },
        ]}
      />
    </div>
  );
}

const Spellings = ({ entity: { aliases } }: { entity: EntityDetail }) => (
  <ul aria-label={t.spellings} className="flex flex-wrap gap-1">
    {aliases.map(({ key, name }) => (
      <li key={key} className="min-w-0 max-w-full">
        <Chip title={name}>
          <span dir="auto">{name}</span>
        </Chip>
      </li>
    ))}
  </ul>
);

const Seen = ({ at }: { at: string | null }) => (at === null ? t.seenNever : <RelativeTime at={at} dated prose />);

interface MemoryExcerpt {
  readonly id: string;
  readonly type: FactType;
  readonly text: string;
  readonly at: string | null;
}

/** Memories on a thread, newest first. */
function Bits({ label, bits }: { label: string; bits: readonly MemoryExcerpt[] }) {
  const { organization } = useConsole();
  const bankId = useBank();
  return (
    <Thread label={label}>
      {bits.map(({ id, type, text, at }) => (
        <ThreadItem key={id} bead={<Bead kind={type} />}>
          <Link
            href={bankPath(organization.slug, bankId, 'memories', id)}
            className="line-clamp-3 [overflow-wrap:anywhere] hover:text-accent-text"
            dir="auto"
          >
            <span className="sr-only">{ui.labelBefore(ui.facts[type])} </span>
            {text}
          </Link>
          <p className="mt-0.5 text-12 text-faint">{at === null ? t.undated : <RelativeTime at={at} dated />}</p>
        </ThreadItem>
      ))}
    </Thread>
  );
}

function Timeline({ entity: { id, mention_count } }: { entity: EntityDetail }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const timeline = useQuery(timelineQuery(organization.slug, bankId, id));
  return (
    <Read of={timeline} failed={t.timelineFailed} loading={<SkeletonRows rows={4} />} className="!px-0">
      {({ items }) =>
        items.length === 0 ? (
          <p className="text-muted">{t.timelineEmpty}</p>
        ) : (
          <>
            <Bits
              label={t.timeline}
              bits={items.map((memory) => ({
                id: memory.id,
                type: memory.fact_type,
                text: memory.text,
                at: memory.occurred_start ?? memory.mentioned_at,
              }))}
            />
            {mention_count > items.length && (
              <Link
                className="link mt-3 inline-block"
                href={listPath(organization.slug, bankId, { entity: id, type: NAMING.join(','), sort: 'occurred_start' })}
              >
                {t.timelineAll(mention_count)}
              </Link>
            )}
          </>
        )
      }
    </Read>
  );
}

const Observations = ({ entity: { observations } }: { entity: EntityDetail }) =>
  observations.length === 0 ? (
    <p className="text-muted">{t.observationsEmpty}</p>
  ) : (
    <Bits
      label={t.observations}
      bits={observations.map(({ id, text, mentioned_at }) => ({ id, type: 'observation', text, at: mentioned_at }))}
    />
  );
