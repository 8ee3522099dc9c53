'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, FilePlus2, FolderPlus } from 'lucide-react';
import { parseAsString, useQueryStates } from 'nuqs';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { DeleteNode } from '#components/knowledge/delete-node';
import { FolderSheet } from '#components/knowledge/folder-sheet';
import { nodesOf, pathTo, pathToPage, type TreeNode } from '#components/knowledge/moves';
import { NoPages } from '#components/knowledge/no-pages';
import type { NodeMenuAct } from '#components/knowledge/node-menu';
import { BackToTree, PageView } from '#components/knowledge/page-view';
import { exportZip, treeQuery } from '#components/knowledge/queries';
import { SearchResults } from '#components/knowledge/search-results';
import { Tree } from '#components/knowledge/tree';
import { useOpenFolders } from '#components/knowledge/use-open-folders';
import { LazyMemoryDrawer } from '#components/memories/lazy-drawer';
import { useBank, useConsole } from '#components/shell/console-context';
import { IgnoredAddress } from '#components/shell/ignored-address';
import { knowledge as t } from '#components/strings/knowledge';
import { useAhead } from '#components/ui/ahead';
import { Button } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { Workspace } from '#components/ui/drawer';
import { PHONE, useMedia } from '#components/ui/media';
import { Page, PageHeader, Panel } from '#components/ui/page';
import { ListPanel } from '#components/ui/read';
import { saveFile } from '#components/ui/save';
import { SearchInput } from '#components/ui/search-input';
import { Empty, SkeletonRows } from '#components/ui/states';
import { toast } from '#components/ui/toast';
import { useRead } from '#components/ui/use-read';

const loadSheet = () => import('#components/knowledge/page-sheet').then((part) => ({ default: part.PageSheet }));
const PageSheet = lazy(loadSheet);

/** The open page, the search, and the memory next to the page. */
const parsers = {
  page: parseAsString,
  q: parseAsString.withDefault(''),
  memory: parseAsString.withOptions({ history: 'push' }),
};

const NONE: readonly TreeNode[] = [];
const NO_NEIGHBORS = { previous: null, next: null };

export function KnowledgePage() {
  const { organization, lockedBy } = useConsole();
  const bankId = useBank();
  const [{ page, q, memory }, set] = useQueryStates(parsers);
  const [dialog, open] = useState<NodeMenuAct | null>(null);
  const isPhone = useMedia(PHONE);
  const tree = useRead(useQuery(treeQuery(organization.slug, bankId)));
  const roots = tree.data?.roots ?? NONE;
  const folders = useOpenFolders(organization.slug, bankId, roots);
  const pages = useMemo(() => nodesOf(roots, 'page'), [roots]);
  // The first page, so that there is something to read. On a phone, the tree has the whole page.
  const shownId = page ?? (isPhone ? null : (pages[0]?.node.id ?? null));
  const shown = shownId === null ? null : pathToPage(roots, shownId);
  const selected = shown?.node.id ?? null;
  useShownInTree(page === null ? null : shown, folders.setOpen);
  const lock = lockedBy('bank.write');
  const openPage = (id: string) => void set({ page: id, memory: null }, { history: 'push' });
  const openMemory = (id: string | null) => void set({ memory: id });
  const leavePage = () => void set({ page: null, memory: null });
  const search = (words: string) => void set({ q: words || null });
  const isEmpty = tree.data !== undefined && roots.length === 0 && !tree.error;
  const parentId = shown?.folders.at(-1)?.id ?? null;
  const onTreeOnly = cx(page !== null && 'phone:hidden');
  return (
    <Workspace drawer={<LazyMemoryDrawer id={memory} neighbors={NO_NEIGHBORS} onOpen={openMemory} />}>
      <Page>
        <PageHeader
          title={t.title}
          purpose={<span className={onTreeOnly}>{t.purpose}</span>}
          actions={
            roots.length > 0 && (
              <span className={cx('contents phone:[&>*]:grow', onTreeOnly)}>
                <ExportButton />
                <Button icon={FolderPlus} locked={lock} onClick={() => open({ kind: 'create-folder', parentId })}>
                  {t.createFolder}
                </Button>
                <Button look="primary" icon={FilePlus2} locked={lock} onClick={() => open({ kind: 'create-page', parentId })}>
                  {t.create}
                </Button>
              </span>
            )
          }
        />
        <IgnoredAddress names={parsers} />
        {isEmpty ? (
          <Panel flush>
            <NoPages
              lock={lock}
              onCreate={(template) => open({ kind: 'create-page', parentId: null, template })}
              onCreateFolder={() => open({ kind: 'create-folder', parentId: null })}
            />
          </Panel>
        ) : (
          <div className="grid items-start gap-4 md:grid-cols-[minmax(220px,300px)_minmax(0,1fr)] [&>*]:min-w-0">
            <div className={cx('grid grid-cols-1 gap-2 md:sticky md:top-14', onTreeOnly)}>
              <SearchInput label={t.search} value={q} onChange={search} className="!w-full" />
              <div className="md:max-h-[calc(100dvh-8rem)] md:overflow-y-auto">
                {q === '' ? (
                  <ListPanel of={tree} failed={t.failed} footer={() => t.foot(nodesOf(roots, 'folder').length, pages.length)}>
                    {(_, isStale) => (
                      <Tree roots={roots} folders={folders} selected={selected} isStale={isStale} onOpen={openPage} onAct={open} />
                    )}
                  </ListPanel>
                ) : (
                  <Panel flush>
                    <SearchResults q={q} selected={selected} onOpen={openPage} onClear={() => search('')} />
                  </Panel>
                )}
              </div>
            </div>
            <div className={cx('grid gap-4 [&>*]:min-w-0', page === null && 'phone:hidden')}>
              {page !== null && <BackToTree key={page} onClick={leavePage} />}
              {tree.data !== undefined ? (
                <Shown shown={shown} isAsked={page !== null} onOpen={openMemory} onAct={open} />
              ) : (
                !tree.error && (
                  <Panel flush>
                    <SkeletonRows rows={8} />
                  </Panel>
                )
              )}
            </div>
          </div>
        )}
      </Page>
      <Dialogs
        dialog={dialog}
        roots={roots}
        shown={shown?.node ?? null}
        onClose={() => open(null)}
        onCreated={openPage}
        onDeleted={leavePage}
      />
    </Workspace>
  );
}

interface ShownProps {
  shown: ReturnType<typeof pathTo>;
  /** The address names a page. */
  isAsked: boolean;
  onOpen: (memoryId: string | null) => void;
  onAct: (act: NodeMenuAct) => void;
}

/** The open page, or why there is none. */
function Shown({ shown, isAsked, onOpen, onAct }: ShownProps) {
  if (shown?.node.kind === 'page') {
    const { node, folders } = shown;
    return <PageView key={node.id} node={node} folders={folders} onOpen={onOpen} onRemove={() => onAct({ kind: 'remove', node })} />;
  }
  return (
    <Panel flush>
      <Empty bead="model" title={isAsked ? t.missing : t.onlyFolders}>
        {isAsked ? t.missingText : t.emptyText}
      </Empty>
    </Panel>
  );
}

interface DialogsProps {
  dialog: NodeMenuAct | null;
  roots: readonly TreeNode[];
  /** The open page. */
  shown: TreeNode | null;
  onClose: () => void;
  onCreated: (pageId: string) => void;
  /** The open page was deleted. */
  onDeleted: () => void;
}

function Dialogs({ dialog, roots, shown, onClose, onCreated, onDeleted }: DialogsProps) {
  useAhead(loadSheet);
  if (dialog?.kind === 'create-page')
    return (
      <Suspense fallback={null}>
        <PageSheet roots={roots} parentId={dialog.parentId} template={dialog.template ?? null} onClose={onClose} onCreated={onCreated} />
      </Suspense>
    );
  if (dialog?.kind === 'create-folder') return <FolderSheet roots={roots} parentId={dialog.parentId} onClose={onClose} />;
  if (dialog === null) return null;
  const openPage = shown && pathTo([dialog.node], shown.id) ? shown : null;
  return <DeleteNode node={dialog.node} openPage={openPage} onClose={onClose} onDeleted={() => openPage && onDeleted()} />;
}

/** Opens the folders of a page that the address or a search opened. */
function useShownInTree(shown: ReturnType<typeof pathTo>, setOpen: (ids: readonly string[], isOpen: boolean) => void): void {
  const ids = shown?.folders.map(({ id }) => id).join(' ') ?? '';
  const opened = shown?.node.id;
  useEffect(() => {
    if (opened !== undefined && ids !== '') setOpen(ids.split(' '), true);
  }, [opened, ids, setOpen]);
}

function ExportButton() {
  const { organization } = useConsole();
  const bankId = useBank();
  const save = useMutation({
    mutationFn: async () => {
      const { blob, filename } = await exportZip(organization.slug, bankId);
      saveFile(blob, filename);
      return filename;
    },
    onSuccess: (name) => toast.done(t.exported(name)),
    onError: (error) => toast.failed(t.exportFailed, error),
  });
  return (
    <Button icon={Download} busy={save.isPending} busyLabel={t.exporting} title={t.exportHelp} onClick={() => save.mutate()}>
      {t.export}
    </Button>
  );
}
