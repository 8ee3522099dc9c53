'use client';

import { Ellipsis, EyeOff, Pencil, Pin, PinOff, Plus, Trash2, Undo2 } from 'lucide-react';
import { plainTextOf } from '#components/mental-models/block-text';
import type { BlockDecisions } from '#components/mental-models/use-decisions';
import { blockDecisions as t } from '#components/strings/block-decisions';
import { Menu, MenuItem, MenuSeparator } from '#components/ui/menu';
import type { MentalModelBlock } from '#lib/memory/mental-models/contract';

interface BlockMenuProps {
  block: MentalModelBlock;
  decisions: BlockDecisions;
  onOpenChange: (isOpen: boolean) => void;
  onReword: () => void;
  onAdd: () => void;
  onRemove: () => void;
}

/** What a person can decide about a block. Visible while it is hovered or focused, and on touch. */
export function BlockMenu({
  block: { id, text },
  decisions: { of, lock, decide, undo },
  onOpenChange,
  onReword,
  onAdd,
  onRemove,
}: BlockMenuProps) {
  const { pin, reword, add } = of(id);
  const label = t.menu(plainTextOf(text));
  return (
    <Menu
      label={label}
      align="start"
      onOpenChange={onOpenChange}
      trigger={
        <button
          type="button"
          data-block-menu
          aria-label={label}
          className="relative ms-0.5 inline-flex rounded-sm px-1 align-text-bottom text-faint opacity-0 hover:bg-line hover:text-ink focus-visible:opacity-100 group-hover/block:opacity-100 aria-expanded:bg-line aria-expanded:opacity-100 phone:opacity-100 phone:before:absolute phone:before:-inset-x-2 phone:before:-inset-y-3 [@media(hover:none)]:opacity-100"
        >
          <Ellipsis size={15} strokeWidth={1.75} aria-hidden />
        </button>
      }
    >
      {reword ? (
        <MenuItem icon={Undo2} locked={lock} onSelect={() => void undo(id, 'reword')}>
          {t.original}
        </MenuItem>
      ) : pin ? (
        <MenuItem icon={PinOff} locked={lock} onSelect={() => void undo(id, 'pin')}>
          {t.unpin}
        </MenuItem>
      ) : add ? null : (
        <MenuItem icon={Pin} locked={lock} hint={t.pinMeans} onSelect={() => void decide(id, 'pin')}>
          {t.pin}
        </MenuItem>
      )}
      <MenuItem icon={Pencil} locked={lock} hint={reword ? undefined : t.rewordMeans} onSelect={onReword}>
        {t.reword}
      </MenuItem>
      <MenuItem icon={Plus} locked={lock} onSelect={onAdd}>
        {t.add}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={add ? Trash2 : EyeOff} locked={lock} hint={add ? undefined : t.removeMeans} onSelect={onRemove}>
        {add ? t.drop : t.remove}
      </MenuItem>
    </Menu>
  );
}
