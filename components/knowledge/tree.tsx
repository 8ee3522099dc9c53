'use client';

import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  type Direction,
  dropAt,
  type Move,
  movedTree,
  moveTo,
  pathTo,
  renamedTree,
  rowsOf,
  rowTyped,
  type TreeNode,
  type TreeRow,
} from '#components/knowledge/moves';
import type { NodeMenuAct } from '#components/knowledge/node-menu';
import { useMove, useRename, useShownTree } from '#components/knowledge/queries';
import { useTreeDrag } from '#components/knowledge/tree-drag';
import { Row } from '#components/knowledge/tree-row';
import type { OpenFolders } from '#components/knowledge/use-open-folders';
import { useBank, useConsole } from '#components/shell/console-context';
import { knowledge as t } from '#components/strings/knowledge';
import { cx } from '#components/ui/cx';
import { keyAlong } from '#components/ui/keys';
import { announce } from '#components/ui/live';
import { PHONE, useMedia } from '#components/ui/media';
import { toast } from '#components/ui/toast';

/** Characters that are typed within this time belong to one beginning of a name. */
const TYPED_MS = 600;
/** A closed folder opens if a node is dragged over it for this time. */
const OPENS_MS = 600;

/** A phone shows the menus of all rows up to this number of rows. */
const MENUS = 200;

const DIRECTIONS: Readonly<Record<string, Direction>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' };

interface TreeProps {
  roots: readonly TreeNode[];
  folders: OpenFolders;
  /** The open page. */
  selected: string | null;
  isStale: boolean;
  onOpen: (pageId: string) => void;
  onAct: (act: NodeMenuAct) => void;
}

/** Folders and pages, as the pattern of trees in the ARIA guide describes the keys. */
export function Tree({ roots, folders: { open, setOpen }, selected, isStale, onOpen, onAct }: TreeProps) {
  const { organization, lockedBy } = useConsole();
  const bankId = useBank();
  const lock = lockedBy('bank.write');
  const tree = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const [renaming, edit] = useState<string | null>(null);
  const isPhone = useMedia(PHONE);
  const typed = useRef({ text: '', at: 0 });
  const rows = useMemo(() => rowsOf(roots, open), [roots, open]);
  const active = (rows.find(({ node }) => node.id === (current ?? selected)) ?? rows.find(({ node }) => node.id === selected) ?? rows[0])
    ?.node.id;
  const { focusNext } = useSteadyFocus(tree);
  const move = useNodeMove(organization.slug, bankId);
  const rename = useNodeRename(organization.slug, bankId);

  const go = (row: TreeRow | undefined) => {
    if (!row) return;
    setCurrent(row.node.id);
    tree.current?.querySelector<HTMLElement>(selectorOf(row.node.id))?.focus();
  };
  const apply = (row: TreeRow, to: Move | null) => {
    if (!to) return announce(t.cannotMove(row.node.name));
    if (to.parentId !== null) setOpen([to.parentId], true);
    setCurrent(row.node.id);
    focusNext(row.node.id);
    move(roots, row.node, to);
  };
  const { dragged, eventsOf } = useTreeDrag(tree, ({ id, over }) => {
    const row = rows.find(({ node }) => node.id === id);
    const target = rows.find(({ node }) => node.id === over?.id);
    const to = row && target && over && dropAt(row.node, target, over.zone, open);
    if (row && to) apply(row, to);
  });
  const draggedNode = dragged && rows.find(({ node }) => node.id === dragged.id)?.node;
  const over = dragged?.over ?? null;
  const opening = over?.zone === 'into' && !open.has(over.id) ? over.id : null;
  useEffect(() => {
    if (opening === null) return;
    const timer = setTimeout(() => setOpen([opening], true), OPENS_MS);
    return () => clearTimeout(timer);
  }, [opening, setOpen]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = rows.findIndex(({ node }) => node.id === active);
    const row = rows[at];
    if (!row || !(event.target instanceof HTMLElement) || event.target.dataset.node === undefined) return;
    const isHandled = event.altKey ? moved(row, event) : !event.ctrlKey && !event.metaKey && walked(row, at, event);
    if (!isHandled) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const moved = (row: TreeRow, { key, currentTarget }: KeyboardEvent<HTMLElement>): boolean => {
    const direction = DIRECTIONS[keyAlong(currentTarget, key)];
    if (direction && lock === null) apply(row, moveTo(rows, row.node.id, direction));
    return direction !== undefined;
  };
  const walked = (row: TreeRow, at: number, { key, currentTarget, timeStamp }: KeyboardEvent<HTMLElement>): boolean => {
    const { node } = row;
    const isOpen = open.has(node.id);
    const isFolder = node.kind === 'folder';
    const acts = new Map<string, () => void>([
      ['ArrowDown', () => go(rows[at + 1])],
      ['ArrowUp', () => go(rows[at - 1])],
      ['Home', () => go(rows[0])],
      ['End', () => go(rows.at(-1))],
      ['ArrowRight', () => (isFolder && !isOpen ? setOpen([node.id], true) : node.children.length > 0 && go(rows[at + 1]))],
      ['ArrowLeft', () => (isFolder && isOpen ? setOpen([node.id], false) : go(rows.find((one) => one.node.id === row.parentId)))],
      ['Enter', () => press(node)],
      [' ', () => press(node)],
      ['F2', () => lock === null && edit(node.id)],
      ['Delete', () => lock === null && onAct({ kind: 'remove', node })],
    ]);
    const act = acts.get(keyAlong(currentTarget, key));
    if (act) act();
    // Both are shortcuts of every page.
    else if ([...key].length === 1 && key !== '/' && key !== '?') {
      const isLonger = timeStamp - typed.current.at < TYPED_MS;
      typed.current = { text: (isLonger ? typed.current.text : '') + key, at: timeStamp };
      go(rowTyped(rows, node.id, typed.current.text) ?? undefined);
    } else return false;
    return true;
  };
  const press = (node: TreeNode) => {
    setCurrent(node.id);
    if (node.kind === 'page') onOpen(node.id);
    else setOpen([node.id], !open.has(node.id));
  };

  return (
    <div
      ref={tree}
      role="tree"
      aria-label={t.tree}
      aria-busy={isStale || undefined}
      onKeyDown={onKeyDown}
      className={cx('grid grid-cols-1 p-1.5 transition-opacity duration-120', isStale && 'opacity-60', dragged && 'cursor-grabbing')}
    >
      {rows.map((row) => {
        const { node } = row;
        const isTarget = over?.id === node.id && draggedNode && dropAt(draggedNode, row, over.zone, open) !== null;
        return (
          <Row
            key={node.id}
            row={row}
            rows={rows}
            isOpen={open.has(node.id)}
            isActive={node.id === active}
            isSelected={node.id === selected}
            isDragged={dragged?.id === node.id}
            drop={isTarget ? over.zone : null}
            isRenaming={renaming === node.id}
            isMenuShown={isPhone && rows.length <= MENUS}
            lock={lock}
            pointer={lock === null && renaming === null ? eventsOf(node.id) : {}}
            onPress={() => press(node)}
            onFocus={() => setCurrent(node.id)}
            onMove={(direction) => apply(row, moveTo(rows, node.id, direction))}
            onRename={() => edit(node.id)}
            onRenamed={(name, isKeyed) => {
              edit(null);
              if (isKeyed) focusNext(node.id);
              if (name !== null) rename(node, name);
            }}
            onAct={onAct}
          />
        );
      })}
    </div>
  );
}

const selectorOf = (id: string): string => `[data-node="${CSS.escape(id)}"]`;

/** Focuses a row after the next rendering: one that moves in the document loses its focus. */
function useSteadyFocus(tree: { readonly current: HTMLElement | null }) {
  const next = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (next.current === null) return;
    tree.current?.querySelector<HTMLElement>(selectorOf(next.current))?.focus();
    next.current = null;
  });
  const focusNext = (id: string) => {
    next.current = id;
  };
  return { focusNext };
}

/** Moves a node at once, announces where it is, and reports a failure. */
function useNodeMove(org: string, bankId: string) {
  const move = useMove(org, bankId);
  const show = useShownTree(org, bankId);
  return (roots: readonly TreeNode[], node: TreeNode, to: Move) => {
    const folder = to.parentId === null ? null : pathTo(roots, to.parentId)?.node;
    const others = (folder?.children ?? roots).filter(({ id }) => id !== node.id).length;
    show((shown) => movedTree(shown, to));
    announce(t.moved(node.name, folder?.name ?? t.topLevel, to.position + 1, others + 1));
    move.mutate(to, { onError: (error) => toast.failed(t.moveFailed(node.name), error) });
  };
}

/** Renames a node at once, and reports a failure. */
function useNodeRename(org: string, bankId: string) {
  const rename = useRename(org, bankId);
  const show = useShownTree(org, bankId);
  return ({ id, name: before }: TreeNode, name: string) => {
    show((shown) => renamedTree(shown, id, name));
    announce(t.renamed(name));
    rename.mutate({ id, name }, { onError: (error) => toast.failed(t.renameFailed(before), error) });
  };
}
