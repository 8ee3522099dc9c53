'use client';

import { GitMerge, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useDeletionPreview } from '#components/deletion/preview';
import { CategoryMark } from '#components/entities/category-mark';
import { useEntityBatch } from '#components/entities/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { number } from '#components/strings/counted';
import { entities as t } from '#components/strings/entities';
import { ui } from '#components/strings/ui';
import { BatchBar, BatchDialog } from '#components/ui/batch';
import { Button } from '#components/ui/button';
import { RadioCards } from '#components/ui/choice';
import type { EntityListItem } from '#lib/memory/entities/contract';

interface EntityBatchProps {
  chosen: readonly EntityListItem[];
  clear: () => void;
}

/** Merges the chosen entities into one of them, or deletes them. */
export function EntityBatch({ chosen, clear }: EntityBatchProps) {
  const { organization } = useConsole();
  const { merge, remove, renew } = useEntityBatch(organization.slug, useBank());
  const [open, show] = useState<'merge' | 'remove' | null>(null);
  const [target, choose] = useState<string | null>(null);
  const into = chosen.find(({ id }) => id === target) ?? chosen.toSorted((a, b) => b.mention_count - a.mention_count)[0];
  const n = chosen.length;
  const finish = () => {
    clear();
    return renew();
  };
  return (
    <>
      <BatchBar selection={{ items: chosen, clear }}>
        <Button size="sm" icon={GitMerge} locked={n < 2 ? t.batch.mergeLocked : null} onClick={() => show('merge')}>
          {t.merge}
        </Button>
        <Button size="sm" icon={Trash2} onClick={() => show('remove')}>
          {t.remove.action}
        </Button>
      </BatchBar>
      {open === 'merge' && into && (
        <MergeDialog chosen={chosen} into={into} onChoose={choose} merge={merge} renew={finish} onClose={() => show(null)} />
      )}
      {open === 'remove' && <RemoveDialog chosen={chosen} remove={remove} renew={finish} onClose={() => show(null)} />}
    </>
  );
}

interface RemoveDialogProps extends Pick<EntityBatchProps, 'chosen'> {
  remove: (id: string) => Promise<unknown>;
  renew: () => unknown;
  onClose: () => void;
}

/** The most names that a dialog lists. */
const MOST_NAMES = 10;

const NameList = ({ names }: { names: readonly string[] }) => (
  <p className="font-medium text-ink [overflow-wrap:anywhere]">
    {ui.series([...names.slice(0, MOST_NAMES), ...(names.length > MOST_NAMES ? [`+${number(names.length - MOST_NAMES)}`] : [])])}
  </p>
);

/** Deletes entities with what names only them, after showing that, and what stays. */
function RemoveDialog({ chosen, remove, renew, onClose }: RemoveDialogProps) {
  // The entities at the time of opening, because the list changes while they are deleted.
  const [{ ids, names }] = useState(() => ({ ids: chosen.map(({ id }) => id), names: chosen.map((one) => one.canonical_name) }));
  const preview = useDeletionPreview({ entity_id: ids, shared: false }, false);
  return (
    <BatchDialog
      items={chosen}
      act={({ id }) => remove(id)}
      renew={renew}
      destructive
      typedName={t.remove.word}
      locked={preview.lock}
      onClose={onClose}
      texts={{ title: t.batch.remove(ids.length), action: t.remove.action, busyLabel: t.remove.busy, done: t.batch.removed }}
    >
      <NameList names={names} />
      <p>{t.batch.removeText}</p>
      {preview.content}
    </BatchDialog>
  );
}

interface MergeDialogProps extends Pick<EntityBatchProps, 'chosen'> {
  into: EntityListItem;
  onChoose: (id: string) => void;
  merge: (id: string, into: string) => Promise<unknown>;
  renew: () => unknown;
  onClose: () => void;
}

const MergeDialog = ({ chosen, into, onChoose, merge, renew, onClose }: MergeDialogProps) => (
  <BatchDialog
    items={chosen}
    act={async ({ id }) => id !== into.id && merge(id, into.id)}
    renew={renew}
    onClose={onClose}
    texts={{
      title: t.batch.merge(chosen.length),
      action: t.merge,
      busyLabel: t.merging,
      done: (n) => t.batch.merged(n - 1, into.canonical_name),
    }}
  >
    <p>{t.batch.mergeText}</p>
    <RadioCards
      label={t.target}
      className="!grid-cols-1"
      value={into.id}
      onChange={onChoose}
      choices={chosen.map(({ id, canonical_name, category, mention_count }) => ({
        value: id,
        label: (
          <span className="inline-flex items-baseline gap-1.5">
            <CategoryMark category={category} className="translate-y-px" />
            <span dir="auto" className="[overflow-wrap:anywhere]">
              {canonical_name}
            </span>
          </span>
        ),
        help: ui.series([t.kinds[category], t.memories(mention_count)]),
      }))}
    />
  </BatchDialog>
);
