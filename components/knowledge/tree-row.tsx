'use client';

import { ChevronRight, Folder, FolderOpen, TriangleAlert } from 'lucide-react';
import { type HTMLAttributes, useState } from 'react';
import type { Direction, DropZone, TreeRow } from '#components/knowledge/moves';
import { NodeMenu, type NodeMenuAct } from '#components/knowledge/node-menu';
import { RenameField } from '#components/knowledge/rename-field';
import { isOfRow } from '#components/knowledge/tree-drag';
import { knowledge as t } from '#components/strings/knowledge';
import { Bead } from '#components/ui/bead';
import { cx } from '#components/ui/cx';

interface RowProps {
  row: TreeRow;
  rows: readonly TreeRow[];
  isOpen: boolean;
  /** The row that Tab reaches. */
  isActive: boolean;
  isSelected: boolean;
  isDragged: boolean;
  /** Where the dragged node would be dropped. */
  drop: DropZone | null;
  isRenaming: boolean;
  /** Without a pointer that points. */
  isMenuShown: boolean;
  lock: string | null;
  pointer: Partial<HTMLAttributes<HTMLElement>>;
  onPress: () => void;
  onFocus: () => void;
  onMove: (direction: Direction) => void;
  onRename: () => void;
  onRenamed: (name: string | null, isKeyed: boolean) => void;
  onAct: (act: NodeMenuAct) => void;
}

/** Start of a row, in pixels, by its level. */
const indentOf = (level: number): number => 4 + (level - 1) * 16;

export function Row(props: RowProps) {
  const { row, rows, isOpen, isActive, isSelected, isDragged, drop, isRenaming, lock, pointer } = props;
  const { node, level, index, siblings } = row;
  const [isPointed, point] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const isFolder = node.kind === 'folder';
  const hasChildren = node.children.length > 0;
  const Icon = isOpen && hasChildren ? FolderOpen : Folder;
  const hasFailed = node.last_refresh_failed_at != null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all rows
    <div
      role="treeitem"
      data-node={node.id}
      data-kind={node.kind}
      tabIndex={isActive && !isRenaming ? 0 : -1}
      aria-level={level}
      aria-posinset={index + 1}
      aria-setsize={siblings.length}
      aria-selected={isSelected}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-label={node.name}
      aria-description={hasFailed ? t.refreshFailed : node.is_stale ? t.stale : undefined}
      onClick={(event) => isOfRow(event) && props.onPress()}
      onFocus={({ target, currentTarget }) => target === currentTarget && props.onFocus()}
      onPointerEnter={() => point(true)}
      onPointerLeave={() => point(false)}
      style={{ paddingInlineStart: indentOf(level) }}
      {...pointer}
      className={cx(
        'group relative flex h-7 cursor-default select-none items-center gap-1.5 rounded-md pe-2 text-13 focus-visible:outline-2 focus-visible:outline-focus focus-visible:-outline-offset-2 phone:h-11',
        isSelected ? 'bg-selected font-medium' : 'hover:bg-hover',
        isDragged && 'opacity-50',
        drop === 'into' && 'bg-accent-tint outline-2 outline-accent -outline-offset-2',
      )}
    >
      <span aria-hidden className="grid size-4 shrink-0 place-items-center text-faint">
        {hasChildren && (
          <ChevronRight
            size={14}
            className={cx('transition-transform duration-120 rtl:-scale-x-100', isOpen && 'rotate-90 rtl:rotate-90')}
          />
        )}
      </span>
      {isFolder ? (
        <Icon size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-muted" />
      ) : (
        <Bead kind="model" size={12} className="mx-0.5" />
      )}
      {isRenaming ? (
        <RenameField node={node} onDone={props.onRenamed} />
      ) : (
        <span dir="auto" className="min-w-0 grow truncate" title={node.name}>
          {node.name}
        </span>
      )}
      {!isRenaming && hasFailed ? (
        <TriangleAlert size={13} aria-hidden className="shrink-0 text-bad-text" />
      ) : (
        !isRenaming && node.is_stale && <span title={t.stale} aria-hidden className="size-1.5 shrink-0 rounded-full bg-warn" />
      )}
      {!isRenaming && (isActive || isPointed || isMenuOpen || props.isMenuShown) && (
        <NodeMenu
          row={row}
          rows={rows}
          lock={lock}
          onMove={props.onMove}
          onRename={props.onRename}
          onAct={props.onAct}
          onOpenChange={setMenuOpen}
        />
      )}
      {(drop === 'before' || drop === 'after') && (
        <span
          aria-hidden
          style={{ insetInlineStart: indentOf(drop === 'after' && isOpen && hasChildren ? level + 1 : level) }}
          className={cx('pointer-events-none absolute end-1 h-0.5 rounded-full bg-accent', drop === 'before' ? '-top-px' : '-bottom-px')}
        />
      )}
    </div>
  );
}
