'use client';

import { GitMerge, Pencil, Split } from 'lucide-react';
import { useState } from 'react';
import { MergeSheet } from '#components/entities/merge-sheet';
import { RenameSheet } from '#components/entities/rename-sheet';
import { SplitSheet } from '#components/entities/split-sheet';
import { useConsole } from '#components/shell/console-context';
import { entities as t } from '#components/strings/entities';
import { Button } from '#components/ui/button';
import type { EntityDetail } from '#lib/memory/entities/contract';

type Act = 'rename' | 'merge' | 'split';

interface ActsProps {
  entity: EntityDetail;
  /** Called with the id of the entity into which it was merged. */
  onMoved: (to: string | null) => void;
}

/** Actions on an entity. All can be undone. */
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
      {open === 'rename' && <RenameSheet entity={entity} onClose={close} />}
      {open === 'merge' && <MergeSheet entity={entity} onClose={close} onMerged={onMoved} />}
      {open === 'split' && <SplitSheet entity={entity} onClose={close} />}
    </>
  );
}
