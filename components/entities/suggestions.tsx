'use client';

import { useQuery } from '@tanstack/react-query';
import { GitMerge } from 'lucide-react';
import { useState } from 'react';
import { CategoryMark } from '#components/entities/category-mark';
import { suggestionsQuery, useKeepApart, useMerge } from '#components/entities/queries';
import { useUndoToast } from '#components/entities/use-undo-toast';
import { useBank, useConsole } from '#components/shell/console-context';
import { entities as t } from '#components/strings/entities';
import { Button } from '#components/ui/button';
import { ConfirmDialog } from '#components/ui/dialog';
import { Panel } from '#components/ui/page';
import { Read } from '#components/ui/read';
import { Empty, SkeletonRows } from '#components/ui/states';
import { toast } from '#components/ui/toast';
import { useRead } from '#components/ui/use-read';
import type { EntityListItem, EntitySuggestion } from '#lib/memory/entities/contract';

/** Possible duplicates, each with the reasons for and against. */
export function Suggestions({ onOpen }: { onOpen: (id: string) => void }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const pairs = useRead(useQuery(suggestionsQuery(organization.slug, bankId)));
  return (
    <Panel title={t.same.title} flush>
      <p className="border-line-soft border-b px-4 py-2.5 text-muted">{t.same.purpose}</p>
      <Read of={pairs} failed={t.same.failed} loading={<SkeletonRows rows={5} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty bead="entity" title={t.same.empty}>
              {t.same.emptyText}
            </Empty>
          ) : (
            <ul>
              {items.map((pair) => (
                <Pair key={pair.entities.map(({ id }) => id).join(' ')} pair={pair} onOpen={onOpen} />
              ))}
            </ul>
          )
        }
      </Read>
    </Panel>
  );
}

function Pair({ pair, onOpen }: { pair: EntitySuggestion; onOpen: (id: string) => void }) {
  const { organization, lockedBy } = useConsole();
  const bankId = useBank();
  const merge = useMerge(organization.slug, bankId);
  const apart = useKeepApart(organization.slug, bankId);
  const showUndo = useUndoToast();
  const [isAsked, ask] = useState(false);
  const [into, from] = pair.entities;
  if (!into || !from) return null;
  // The row disappears with the response, before its own callbacks would run.
  const join = () =>
    merge.mutateAsync({ id: from.id, into: into.id }).then(
      (changed) => showUndo(t.mergeDone(from.canonical_name, into.canonical_name), changed, t.mergeDetail(changed.memory_units)),
      (failure: unknown) => {
        ask(false);
        toast.failed(t.mergeFailed, failure);
      },
    );
  const part = () =>
    apart.mutateAsync({ id: into.id, from: from.id }).then(
      () => toast.done(t.same.apartDone),
      (failure: unknown) => toast.failed(t.same.apartFailed, failure),
    );
  const meta = [
    t.same.reasons[pair.reason],
    t.same.score(pair.score),
    ...(pair.shared_neighbours > 0 ? [t.same.shared(pair.shared_neighbours)] : []),
    ...(pair.together > 0 ? [t.same.together(pair.together)] : []),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line-soft border-b px-4 py-2.5 last:border-b-0">
      <div className="min-w-0 grow basis-72">
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          <Name entity={into} onOpen={onOpen} />
          <Name entity={from} onOpen={onOpen} />
        </p>
        <p className="mt-0.5 text-12 text-faint">{meta.join(' · ')}</p>
      </div>
      <Button
        size="sm"
        icon={GitMerge}
        locked={lockedBy('bank.write')}
        aria-label={t.same.merge(from.canonical_name, into.canonical_name)}
        onClick={() => ask(true)}
      >
        {t.merge}…
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => !merge.isPending && ask(false)}
        texts={{ title: t.same.mergeTitle(from.canonical_name, into.canonical_name), action: t.merge, busyLabel: t.merging }}
        busy={merge.isPending}
        onConfirm={() => void join()}
      >
        <p>{t.same.mergeText(from.canonical_name, from.mention_count, into.canonical_name)}</p>
      </ConfirmDialog>
      <Button
        size="sm"
        look="ghost"
        locked={lockedBy('bank.write')}
        busy={apart.isPending}
        aria-label={t.same.apartOf(into.canonical_name, from.canonical_name)}
        onClick={() => void part()}
      >
        {t.same.apart}
      </Button>
    </li>
  );
}

const Name = ({
  entity: { id, canonical_name, category, mention_count },
  onOpen,
}: {
  entity: EntityListItem;
  onOpen: (id: string) => void;
}) => (
  <button
    type="button"
    onClick={() => onOpen(id)}
    className="inline-flex min-w-0 max-w-full items-center gap-2 rounded-sm font-medium hover:text-accent-text phone:min-h-11"
  >
    <CategoryMark category={category} size={12} label={t.kinds[category]} />
    <span className="truncate" dir="auto">
      {canonical_name}
    </span>
    <span className="shrink-0 font-normal text-12 text-faint">{t.memories(mention_count)}</span>
  </button>
);
