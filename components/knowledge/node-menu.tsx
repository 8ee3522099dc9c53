'use client';

import { ArrowDown, ArrowUp, CornerDownRight, CornerLeftUp, Ellipsis, FilePlus2, FolderPlus, Pencil, Trash2 } from 'lucide-react';
import { type Direction, moveTo, type TreeNode, type TreeRow } from '#components/knowledge/moves';
import { knowledge as t } from '#components/strings/knowledge';
import { IconButton } from '#components/ui/button';
import { Menu, MenuItem, MenuSeparator } from '#components/ui/menu';
import type { MentalModelTemplate } from '#lib/memory/mental-models/literals';

/** What opens a dialog. */
export type NodeMenuAct =
  | { readonly kind: 'create-page'; readonly parentId: string | null; readonly template?: MentalModelTemplate | null }
  | { readonly kind: 'create-folder'; readonly parentId: string | null }
  | { readonly kind: 'remove'; readonly node: TreeNode };

interface NodeMenuProps {
  row: TreeRow;
  rows: readonly TreeRow[];
  lock: string | null;
  onMove: (direction: Direction) => void;
  onRename: () => void;
  onAct: (act: NodeMenuAct) => void;
  onOpenChange: (isOpen: boolean) => void;
}

/** The actions of a row. The moves that are possible, for touch screens and without a pointer. */
export function NodeMenu({ row: { node, siblings, index }, rows, lock, onMove, onRename, onAct, onOpenChange }: NodeMenuProps) {
  const can = (direction: Direction) => moveTo(rows, node.id, direction) !== null;
  const before = siblings.slice(0, index).findLast(({ kind }) => kind === 'folder');
  return (
    <Menu
      label={t.acts(node.name)}
      onOpenChange={onOpenChange}
      trigger={<IconButton size="sm" icon={Ellipsis} label={t.acts(node.name)} tooltip={false} className="-me-1 phone:-me-2" />}
    >
      {node.kind === 'folder' && (
        <>
          <MenuItem icon={FilePlus2} locked={lock} onSelect={() => onAct({ kind: 'create-page', parentId: node.id })}>
            {t.createIn}
          </MenuItem>
          <MenuItem icon={FolderPlus} locked={lock} onSelect={() => onAct({ kind: 'create-folder', parentId: node.id })}>
            {t.createFolderIn}
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      <MenuItem icon={Pencil} locked={lock} after="F2" onSelect={onRename}>
        {t.rename}
      </MenuItem>
      {can('up') && (
        <MenuItem icon={ArrowUp} locked={lock} after="Alt ↑" onSelect={() => onMove('up')}>
          {t.up}
        </MenuItem>
      )}
      {can('down') && (
        <MenuItem icon={ArrowDown} locked={lock} after="Alt ↓" onSelect={() => onMove('down')}>
          {t.down}
        </MenuItem>
      )}
      {before && (
        <MenuItem icon={CornerDownRight} locked={lock} after="Alt →" onSelect={() => onMove('in')}>
          {t.into(before.name)}
        </MenuItem>
      )}
      {can('out') && (
        <MenuItem icon={CornerLeftUp} locked={lock} after="Alt ←" onSelect={() => onMove('out')}>
          {t.out}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={Trash2} danger locked={lock} onSelect={() => onAct({ kind: 'remove', node })}>
        {t.remove}
      </MenuItem>
    </Menu>
  );
}
