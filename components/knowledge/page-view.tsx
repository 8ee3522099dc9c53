'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Ellipsis, FileClock, NotebookText, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { TreeNode } from '#components/knowledge/moves';
import { knowledgeKey } from '#components/knowledge/queries';
import { DocumentPanels, EvidencePanel, useDocument } from '#components/mental-models/document';
import { LazyMentalModelSheet } from '#components/mental-models/lazy-sheet';
import { comparePath, mentalModelPath } from '#components/mental-models/paths';
import { LineText } from '#components/mental-models/prose';
import { mentalModelQuery } from '#components/mental-models/queries';
import { useRefreshAct } from '#components/mental-models/refresh-act';
import { StateLine } from '#components/mental-models/state-line';
import { StatusNotices } from '#components/mental-models/status-notices';
import { usePlace } from '#components/shell/breadcrumb';
import { useBank, useConsole } from '#components/shell/console-context';
import { knowledge as t } from '#components/strings/knowledge';
import { mentalModel } from '#components/strings/mental-model';
import { Button, IconButton } from '#components/ui/button';
import { PHONE } from '#components/ui/media';
import { Menu, MenuItem, MenuSeparator } from '#components/ui/menu';
import { Read } from '#components/ui/read';
import { SkeletonRows } from '#components/ui/states';
import { useRead } from '#components/ui/use-read';
import type { MentalModel } from '#lib/memory/mental-models/contract';

interface PageViewProps {
  node: TreeNode;
  /** The folders that contain it, from the top. */
  folders: readonly TreeNode[];
  onOpen: (memoryId: string | null) => void;
  onRemove: () => void;
}

/** A page: the text of its mental model, with sources, corrections and refresh. */
export function PageView({ node, folders, onOpen, onRemove }: PageViewProps) {
  const { organization } = useConsole();
  const bankId = useBank();
  const one = useRead(useQuery(mentalModelQuery(organization.slug, bankId, node.mental_model_id ?? '')));
  usePlace(one.data?.name);
  useFreshTree(one.data, organization.slug, bankId);
  return (
    <Read of={one} failed={mentalModel.failed} loading={<SkeletonRows rows={8} label={mentalModel.reading} />} panel>
      {(model) => (
        <>
          <Head model={model} folders={folders} onRemove={onRemove} />
          <StatusNotices model={model} />
          <Text model={model} onOpen={onOpen} />
        </>
      )}
    </Read>
  );
}

/** Reads the tree again after a refresh or an edit, because its names and marks depend on both. */
function useFreshTree(model: MentalModel | undefined, org: string, bankId: string): void {
  const client = useQueryClient();
  const { name, version, state, stale_reasons } = model ?? {};
  const mark = model && JSON.stringify([name, version, state, stale_reasons]);
  const seen = useRef<string | undefined>(undefined);
  useEffect(() => {
    const isChange = seen.current !== undefined && seen.current !== mark;
    seen.current = mark;
    if (isChange) void client.invalidateQueries({ queryKey: [...knowledgeKey(org, bankId), 'tree'] });
  }, [client, org, bankId, mark]);
}

function Text({ model, onOpen }: { model: MentalModel; onOpen: PageViewProps['onOpen'] }) {
  const document = useDocument(model);
  return (
    <>
      <DocumentPanels model={model} of={document} isBeside={false} onOpen={onOpen} />
      <EvidencePanel model={model} of={document} onOpen={onOpen} />
    </>
  );
}

function Head({ model, folders, onRemove }: { model: MentalModel; folders: readonly TreeNode[]; onRemove: () => void }) {
  const { organization, lockedBy } = useConsole();
  const bankId = useBank();
  const { refresh, isQueueing } = useRefreshAct();
  const [isEditing, edit] = useState(false);
  const lock = lockedBy('bank.write');
  const slug = organization.slug;
  return (
    <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <div className="min-w-0 grow basis-72">
        {folders.length > 0 && (
          <p className="flex flex-wrap items-center gap-x-1.5 text-12 text-faint">
            <span className="sr-only">{t.path}: </span>
            {folders.map(({ id, name }, at) => (
              <span key={id} dir="auto" className="[overflow-wrap:anywhere]">
                {at > 0 && <span aria-hidden>/ </span>}
                {name}
              </span>
            ))}
          </p>
        )}
        <h2 dir="auto" className="font-semibold text-20 [overflow-wrap:anywhere] tracking-[-0.012em]">
          <LineText text={model.name} />
        </h2>
        {model.source_query && (
          <p dir="auto" className="mt-0.5 line-clamp-3 max-w-[80ch] text-muted" title={model.source_query}>
            <LineText text={model.source_query} />
          </p>
        )}
        <StateLine model={model} />
      </div>
      <div className="flex flex-wrap items-center gap-2 phone:w-full phone:[&>button:first-child]:grow">
        <Button
          icon={RefreshCw}
          locked={lock}
          busy={isQueueing}
          busyLabel={mentalModel.refreshing}
          title={lock === null ? mentalModel.refreshCosts : undefined}
          onClick={() => refresh(model)}
        >
          {mentalModel.refresh}
        </Button>
        <Menu label={t.acts(model.name)} trigger={<IconButton icon={Ellipsis} label={t.acts(model.name)} look="secondary" />}>
          <MenuItem icon={NotebookText} href={mentalModelPath(slug, bankId, model.id)}>
            {t.openModel}
          </MenuItem>
          <MenuItem icon={FileClock} href={comparePath(slug, bankId, model.id)}>
            {t.openVersions}
          </MenuItem>
          <MenuItem icon={Pencil} locked={lock} onSelect={() => edit(true)}>
            {t.edit}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={Trash2} danger locked={lock} onSelect={onRemove}>
            {t.remove}
          </MenuItem>
        </Menu>
      </div>
      <LazyMentalModelSheet isOpen={isEditing} model={model} onClose={() => edit(false)} />
    </header>
  );
}

/** On a phone, back to the tree, which the page replaces with its focus. */
export function BackToTree({ onClick }: { onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!matchMedia(PHONE).matches) return;
    button.current?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, []);
  return (
    <button
      ref={button}
      type="button"
      onClick={onClick}
      className="link hidden items-center gap-1.5 justify-self-start phone:inline-flex phone:min-h-11"
    >
      <ArrowLeft size={14} aria-hidden className="rtl:-scale-x-100" />
      {t.back}
    </button>
  );
}
