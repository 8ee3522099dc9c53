'use client';

import { Ellipsis, GitMerge, Pencil, Split, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { DeleteEntity } from '#components/entities/delete-entity';
import { MergeSheet } from '#components/entities/merge-sheet';
import { RenameSheet } from '#components/entities/rename-sheet';
import { SplitSheet } from '#components/entities/split-sheet';
import { useConsole } from '#components/shell/console-context';
import { entities as t } from '#components/strings/entities';
import { Button, IconButton } from '#components/ui/button';
import { Menu, MenuItem } from '#components/ui/menu';
import type { EntityDetail } from '#lib/memory/entities/contract';

type Act = 'rename' | 'merge' | 'split' | 'delete';

interface ActsProps {
  entity: EntityDetail;
  /** Called with the id of the entity into which it was merged, or null if it was deleted. */
  onMoved: (to: string | null) => void;
}

/** Actions on an entity. All can be undone, except its deletion. */
export function Acts({ entity, onMoved }: ActsProps) {
  const { lockedBy } = useConsole();
  const [open, show] = useState<Act | null>(null);
  const lock = lockedBy('bank.write');
  const close = () => show(null);
  return (
    <>
      <Button icon={Pencil} locked={lock} onClick={() => show('rename')}>
        {t.rename}
      </Button>
      <Button icon={GitMerge} locked={lock} onClick={() => show('merge')}>
        {t.merge}
      </Button>
      <Button icon={Split} locked={lock ?? (entity.aliases.length < 2 ? t.splitLocked : null)} onClick={() => show('split')}>
        {t.split}
      </Button>
      <span className="grow" />
      <Menu label={t.more} trigger={<IconButton icon={Ellipsis} label={t.more} tooltip={false} />}>
        <MenuItem icon={Trash2} danger locked={lock} onSelect={() => show('delete')}>
          {t.remove.action}
        </MenuItem>
      </Menu>
      {open === 'rename' && <RenameSheet entity={entity} onClose={close} />}
      {open === 'merge' && <MergeSheet entity={entity} onClose={close} onMerged={onMoved} />}
      {open === 'delete' && <DeleteEntity entity={entity} onClose={close} onDeleted={() => onMoved(null)} />}
      {open === 'split' && <SplitSheet entity={entity} onClose={close} />}
    </>
  );
}
