'use client';

import { useQuery } from '@tanstack/react-query';
import { latestQuery } from '#components/overview/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { bankPath } from '#components/shell/paths';
import { overview as t } from '#components/strings/overview';
import { ui } from '#components/strings/ui';
import { Bead, Thread, ThreadItem } from '#components/ui/bead';
import { Link } from '#components/ui/link';
import { Panel } from '#components/ui/page';
import { Read } from '#components/ui/read';
import { SkeletonRows } from '#components/ui/states';
import { RelativeTime } from '#components/ui/time';
import type { MemoryListItem } from '#lib/memory/memories/contract';

/** The latest memories, on a thread. */
export function Latest() {
  const { organization } = useConsole();
  const bankId = useBank();
  const latest = useQuery(latestQuery(organization.slug, bankId));
  const pathOf = (...segments: string[]) => bankPath(organization.slug, bankId, 'memories', ...segments);
  return (
    <Panel
      title={t.latest}
      note={
        <Link className="link" href={pathOf()}>
          {t.allMemories}
        </Link>
      }
      flush={!latest.data}
    >
      <Read of={latest} failed={t.latestFailed} loading={<SkeletonRows rows={5} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-muted">{t.latestNone}</p>
          ) : (
            <Thread label={t.latest}>
              {items.map((memory) => (
                <ThreadItem key={memory.id} bead={<Bead kind={memory.fact_type} />}>
                  <Link href={pathOf(memory.id)} className="line-clamp-2 break-words hover:text-accent-text" dir="auto">
                    <span className="sr-only">{ui.facts[memory.fact_type]}: </span>
                    {memory.text}
                  </Link>
                  <p className="mt-0.5 text-12 text-faint">
                    {labelOf(memory)} · <RelativeTime at={memory.updated_at} />
                  </p>
                </ThreadItem>
              ))}
            </Thread>
          )
        }
      </Read>
    </Panel>
  );
}

const labelOf = ({ fact_type, source_memory_ids, edited_at }: MemoryListItem): string => {
  if (fact_type === 'observation') return t.consolidated(source_memory_ids.length);
  return edited_at === null ? t.retained : t.edited;
};
