'use client';

import { useQuery } from '@tanstack/react-query';
import { GitMerge, type LucideIcon, Pencil, Split } from 'lucide-react';
import { changesQuery, useUndo } from '#components/entities/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { entities as t } from '#components/strings/entities';
import { Badge } from '#components/ui/badge';
import { Thread, ThreadItem } from '#components/ui/bead';
import { Button } from '#components/ui/button';
import { Phrase } from '#components/ui/phrase';
import { Read } from '#components/ui/read';
import { SkeletonRows } from '#components/ui/states';
import { RelativeTime } from '#components/ui/time';
import { toast } from '#components/ui/toast';
import type { EntityChange, EntityDetail } from '#lib/memory/entities/contract';
import type { EntityChangeKind } from '#lib/memory/entities/literals';

const ICONS: Record<EntityChangeKind, LucideIcon> = { merge: GitMerge, split: Split, rename: Pencil };

const wordsOf = ({ kind, other, memory_units, before, after }: EntityChange): string => {
  const [from, to] = [before.canonical_name, after.canonical_name];
  if (kind === 'rename' && typeof from === 'string' && typeof to === 'string' && from !== to) return t.renamed(from, to);
  return t.change(kind, other?.canonical_name ?? null, memory_units);
};

/** The changes of an entity, each with an undo button. */
export function Changes({ entity }: { entity: EntityDetail }) {
  const { organization } = useConsole();
  const changes = useQuery(changesQuery(organization.slug, useBank(), entity.id));
  return (
    <Read of={changes} failed={t.changesFailed} loading={<SkeletonRows rows={2} />} className="!px-0">
      {({ items }) =>
        items.length === 0 ? <p className="text-muted">{t.changesEmpty}</p> : <ChangeList entity={entity} changes={items} />
      }
    </Read>
  );
}

function ChangeList({ entity, changes }: { entity: EntityDetail; changes: readonly EntityChange[] }) {
  const { organization, lockedBy } = useConsole();
  const undo = useUndo(organization.slug, useBank());
  const act = (change: EntityChange) =>
    undo.mutate(
      { id: entity.id, change: change.id },
      { onSuccess: () => toast.done(t.undoDone), onError: (failure) => toast.failed(t.undoFailed, failure) },
    );
  return (
    <Thread label={t.changes}>
      {changes.map((change) => {
        const Icon = ICONS[change.kind];
        const words = wordsOf(change);
        return (
          <ThreadItem key={change.id} bead={<Icon strokeWidth={1.75} className="text-faint" />}>
            <p className="[overflow-wrap:anywhere]">{words}</p>
            <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-12 text-faint">
              <span>
                <Phrase text={t.changedBy} time={<RelativeTime at={change.at} />} who={change.by} />
              </span>
              {change.undone_at !== null && <Badge>{t.undone}</Badge>}
            </p>
            {change.undone_at === null && (
              <Button
                size="sm"
                className="mt-1.5"
                aria-label={t.undoOf(words)}
                locked={lockedBy('bank.write')}
                busy={undo.isPending}
                onClick={() => act(change)}
              >
                {t.undo}
              </Button>
            )}
          </ThreadItem>
        );
      })}
    </Thread>
  );
}
