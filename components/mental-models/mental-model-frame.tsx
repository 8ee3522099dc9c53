'use client';

import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Ellipsis, Eraser, Eye, FolderTree, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { knowledgePath } from '#components/knowledge/paths';
import { ClearMentalModel } from '#components/mental-models/clear';
import { DeleteMentalModel } from '#components/mental-models/delete';
import { LazyMentalModelSheet } from '#components/mental-models/lazy-sheet';
import { comparePath, dryRunPath, mentalModelPath, mentalModelsPath } from '#components/mental-models/paths';
import { LineText } from '#components/mental-models/prose';
import { mentalModelQuery, mentalModelsKey } from '#components/mental-models/queries';
import { useRefreshAct } from '#components/mental-models/refresh-act';
import { StateLine } from '#components/mental-models/state-line';
import { StatusNotices } from '#components/mental-models/status-notices';
import { usePlace } from '#components/shell/breadcrumb';
import { useBank, useConsole } from '#components/shell/console-context';
import { useTitle } from '#components/shell/use-title';
import { mentalModel as t } from '#components/strings/mental-model';
import { Button, ButtonLink, IconButton } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { Link } from '#components/ui/link';
import { Menu, MenuItem, MenuSeparator } from '#components/ui/menu';
import { Panel } from '#components/ui/page';
import { ReadFailed } from '#components/ui/read';
import { Empty, SkeletonRows } from '#components/ui/states';
import { useHydrated } from '#components/ui/use-hydrated';
import { ApiError } from '#lib/api/call';
import type { MentalModel } from '#lib/memory/mental-models/contract';

export type MentalModelTab = 'document' | 'compare' | 'dry-run';

export interface MentalModelFrameProps {
  id: string;
  tab: MentalModelTab;
  /** Placed before the refresh button. */
  actions?: (model: MentalModel) => ReactNode;
  /** The page has its own primary button. */
  isQuiet?: boolean;
  children: (model: MentalModel) => ReactNode;
}

/** The header of all pages of a mental model: name, state, actions and tabs. */
export function MentalModelFrame({ id, tab, actions, isQuiet = false, children }: MentalModelFrameProps) {
  const { organization } = useConsole();
  const bankId = useBank();
  const one = useQuery(mentalModelQuery(organization.slug, bankId, id));
  useFreshVersions(one, organization.slug, bankId, id);
  const isHydrated = useHydrated();
  const model = isHydrated ? one.data : undefined;
  useTitle(model?.name, { document: undefined, compare: t.compareTitle, 'dry-run': t.dry.title }[tab]);
  usePlace(model?.name);
  const list = mentalModelsPath(organization.slug, bankId);
  const back = (
    <Link href={list} className="link inline-flex items-center gap-1.5 justify-self-start phone:min-h-11">
      <ArrowLeft size={14} aria-hidden />
      {t.back}
    </Link>
  );
  const isMissing = one.error instanceof ApiError && one.error.status === 404;
  if (model && !isMissing)
    return (
      <>
        <div className="grid gap-1">
          {back}
          <Head model={model} tab={tab} actions={actions?.(model)} isQuiet={isQuiet} />
        </div>
        <StatusNotices model={model} />
        {one.error !== null && (
          <Panel flush>
            <ReadFailed read={{ ...one, cachedFrom: new Date(one.dataUpdatedAt).toISOString() }} title={t.failed} />
          </Panel>
        )}
        <div className={cx('grid gap-4 [&>*]:min-w-0', one.error !== null && 'opacity-60')}>{children(model)}</div>
      </>
    );
  return (
    <>
      {back}
      <h1 className="sr-only">{t.title}</h1>
      <Panel flush>
        {isMissing ? (
          <Empty bead="model" title={t.missing} action={<ButtonLink href={list}>{t.back}</ButtonLink>}>
            <span className="[overflow-wrap:anywhere]">{t.missingText(id)}</span>
          </Empty>
        ) : one.error && isHydrated ? (
          <ReadFailed read={one} title={t.failed} />
        ) : (
          <SkeletonRows rows={8} label={t.reading} />
        )}
      </Panel>
    </>
  );
}

/** Invalidates the lists of versions after a refresh wrote one. */
function useFreshVersions({ data }: UseQueryResult<MentalModel>, org: string, bankId: string, id: string): void {
  const client = useQueryClient();
  const seen = useRef<number | null>(null);
  const version = data?.version ?? null;
  useEffect(() => {
    if (version === null) return;
    const isNew = seen.current !== null && seen.current !== version;
    seen.current = version;
    if (isNew) void client.invalidateQueries({ queryKey: [...mentalModelsKey(org, bankId), 'versions', id] });
  }, [client, org, bankId, id, version]);
}

function Head({ model, tab, actions, isQuiet }: { model: MentalModel; tab: MentalModelTab; actions: ReactNode; isQuiet: boolean }) {
  const { organization, lockedBy } = useConsole();
  const bankId = useBank();
  const { refresh, isQueueing } = useRefreshAct();
  const lock = lockedBy('bank.write');
  const tabs: readonly (readonly [MentalModelTab, string, string])[] = [
    ['document', t.document, mentalModelPath(organization.slug, bankId, model.id)],
    ['compare', t.compare, comparePath(organization.slug, bankId, model.id)],
    ['dry-run', t.dryRun, dryRunPath(organization.slug, bankId, model.id)],
  ];
  return (
    <header className="grid gap-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 grow basis-72">
          <h1 dir="auto" className="font-semibold text-20 [overflow-wrap:anywhere] tracking-[-0.012em]">
            <LineText text={model.name} />
          </h1>
          {model.source_query && (
            <p dir="auto" className="mt-0.5 line-clamp-3 max-w-[80ch] text-14 text-muted" title={model.source_query}>
              <LineText text={model.source_query} />
            </p>
          )}
          <StateLine model={model} />
        </div>
        <div className="flex flex-wrap items-center gap-2 phone:w-full phone:[&>button:not(:last-child)]:grow">
          {actions}
          <Button
            look={isQuiet || model.operation_id ? 'secondary' : 'primary'}
            icon={RefreshCw}
            locked={lock}
            busy={isQueueing}
            busyLabel={t.refreshing}
            title={lock === null ? t.refreshCosts : undefined}
            onClick={() => refresh(model)}
          >
            {t.refresh}
          </Button>
          <Others model={model} lock={lock} />
        </div>
      </div>
      <nav aria-label={t.tabs} className="flex gap-4 overflow-x-auto border-line border-b [scrollbar-width:none]">
        {tabs.map(([of, label, href]) => (
          <Link
            key={of}
            href={href}
            aria-current={of === tab ? 'page' : undefined}
            className="-mb-px flex h-8 items-center whitespace-nowrap border-transparent border-b-2 text-muted hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink phone:h-11"
          >
            {label}
          </Link>
        ))}
      </nav>
    </header>
  );
}

type OpenDialog = 'edit' | 'clear' | 'remove' | null;

function Others({ model, lock }: { model: MentalModel; lock: string | null }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const router = useRouter();
  const [opened, open] = useState<OpenDialog>(null);
  const close = () => open(null);
  return (
    <>
      <Menu label={t.more} trigger={<IconButton icon={Ellipsis} label={t.more} look="secondary" />}>
        <MenuItem icon={Eye} href={dryRunPath(organization.slug, bankId, model.id)}>
          {t.dryRun}
        </MenuItem>
        {model.is_knowledge_page && (
          <MenuItem icon={FolderTree} href={knowledgePath(organization.slug, bankId, model.id)}>
            {t.openInKnowledge}
          </MenuItem>
        )}
        <MenuItem icon={Pencil} locked={lock} onSelect={() => open('edit')}>
          {t.edit}
        </MenuItem>
        <MenuItem icon={Eraser} locked={lock} onSelect={() => open('clear')}>
          {t.clear}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} danger locked={lock} onSelect={() => open('remove')}>
          {t.remove}
        </MenuItem>
      </Menu>
      <LazyMentalModelSheet isOpen={opened === 'edit'} model={model} onClose={close} />
      <ClearMentalModel model={model} isOpen={opened === 'clear'} onClose={close} />
      <DeleteMentalModel
        model={model}
        isOpen={opened === 'remove'}
        onClose={close}
        onDeleted={() => router.push(mentalModelsPath(organization.slug, bankId))}
      />
    </>
  );
}
