'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { targetsQuery, useMerge } from '#components/entities/queries';
import { useUndoToast } from '#components/entities/use-undo-toast';
import { useBank, useConsole } from '#components/shell/console-context';
import { entities as t } from '#components/strings/entities';
import { Button } from '#components/ui/button';
import { RadioCards } from '#components/ui/choice';
import { Read } from '#components/ui/read';
import { SearchInput } from '#components/ui/search-input';
import { Sheet } from '#components/ui/sheet';
import { Failure, SkeletonRows } from '#components/ui/states';
import { useRead } from '#components/ui/use-read';
import type { EntityDetail, EntityListItem } from '#lib/memory/entities/contract';

interface MergeSheetProps {
  entity: EntityDetail;
  onClose: () => void;
  onMerged: (into: string) => void;
}

export function MergeSheet({ entity, onClose, onMerged }: MergeSheetProps) {
  const { organization } = useConsole();
  const merge = useMerge(organization.slug, useBank());
  const showUndo = useUndoToast();
  const [into, choose] = useState<EntityListItem | null>(null);
  const submit = () => {
    if (!into || merge.isPending) return;
    merge.mutate(
      { id: entity.id, into: into.id },
      {
        onSuccess: (changed) => {
          showUndo(t.mergeDone(entity.canonical_name, changed.entity.canonical_name), changed, t.mergeDetail(changed.memory_units));
          onClose();
          onMerged(into.id);
        },
      },
    );
  };
  return (
    <Sheet
      onClose={onClose}
      title={t.mergeTitle(entity.canonical_name)}
      purpose={t.mergePurpose}
      onSubmit={submit}
      isWritten={!merge.isPending && into !== null}
      sentence={into ? t.mergeWhat(entity.canonical_name, entity.aliases.length, entity.mention_count, into.canonical_name) : t.mergeNone}
      actions={
        <Button type="submit" look="primary" busy={merge.isPending} busyLabel={t.merging} locked={into ? null : t.mergeNone}>
          {t.merge}
        </Button>
      }
    >
      <Targets entity={entity} chosen={into} onChoose={choose} />
      <Failure failed={t.mergeFailed} error={merge.error} />
    </Sheet>
  );
}

interface TargetsProps {
  entity: EntityDetail;
  chosen: EntityListItem | null;
  onChoose: (target: EntityListItem) => void;
}

/** The most mentioned matches, without the entity itself. The selected one stays visible. */
function Targets({ entity, chosen, onChoose }: TargetsProps) {
  const { organization } = useConsole();
  const [q, search] = useState('');
  const bankId = useBank();
  const targets = useRead(useQuery(targetsQuery(organization.slug, bankId, q)));
  const found = (targets.data?.items ?? []).filter(({ id }) => id !== entity.id && id !== chosen?.id);
  const shown = chosen ? [chosen, ...found] : found;
  return (
    <div className="grid gap-3">
      <SearchInput label={t.targetSearch} placeholder={t.search} value={q} onChange={search} className="!w-full" />
      <Read of={targets} failed={t.failed} loading={<SkeletonRows rows={4} />} className="!px-0">
        {() => shown.length === 0 && <p className="text-muted">{t.targetsNone}</p>}
      </Read>
      <RadioCards
        label={t.target}
        className="!grid-cols-1"
        value={chosen?.id ?? null}
        onChange={(id) => {
          const target = shown.find((each) => each.id === id);
          if (target) onChoose(target);
        }}
        choices={shown.map(({ id, canonical_name, mention_count }) => ({
          value: id,
          label: (
            <span dir="auto" className="[overflow-wrap:anywhere]">
              {canonical_name}
            </span>
          ),
          help: t.memories(mention_count),
        }))}
      />
    </div>
  );
}
