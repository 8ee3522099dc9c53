'use client';

import { useCallback, useEffect, useMemo, useState } from 'react';
import { nodesOf, type TreeNode } from '#components/knowledge/moves';

/** Folders that are closed, in this browser. All others are open, also new ones. */
const nameOf = (org: string, bankId: string): string => `closed-folders:${org}/${bankId}`;

function readClosed(name: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
  } catch {
    // Not stored by this function, or the browser refuses storage.
    return [];
  }
}

function writeClosed(name: string, closed: readonly string[]): void {
  try {
    if (closed.length === 0) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(closed));
  } catch {
    // The choice lasts until the page is left.
  }
}

export interface OpenFolders {
  readonly open: ReadonlySet<string>;
  readonly setOpen: (ids: readonly string[], isOpen: boolean) => void;
}

/** The open folders of a bank. Closed ones are remembered. */
export function useOpenFolders(org: string, bankId: string, roots: readonly TreeNode[]): OpenFolders {
  const name = nameOf(org, bankId);
  const [closed, close] = useState<readonly string[]>([]);
  // After hydration, because the server does not know the choice.
  useEffect(() => close(readClosed(name)), [name]);
  const folders = useMemo(() => nodesOf(roots, 'folder').map(({ node }) => node.id), [roots]);
  const open = useMemo(() => new Set(folders.filter((id) => !closed.includes(id))), [folders, closed]);
  const setOpen = useCallback(
    (ids: readonly string[], isOpen: boolean) =>
      close((before) => {
        const others = before.filter((id) => !ids.includes(id));
        const next = isOpen ? others : [...others, ...ids];
        if (next.length === before.length && isOpen) return before;
        writeClosed(name, next);
        return next;
      }),
    [name],
  );
  return { open, setOpen };
}
