'use client';

import { useQuery } from '@tanstack/react-query';
import { Ellipsis, Eraser, Eye, GitCompareArrows, Pencil, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ReactNode, useMemo, useState } from 'react';
import { TagFilter } from '#components/documents/tag-choices';
import { ClearMentalModel } from '#components/mental-models/clear';
import { modelColumns } from '#components/mental-models/columns';
import { DeleteMentalModel } from '#components/mental-models/delete';
import {
  CLEAR,
  type MentalModelFilters,
  parsers,
  type SetMentalModelFilters,
  useMentalModelFilters,
} from '#components/mental-models/filters';
import { LazyMentalModelSheet } from '#components/mental-models/lazy-sheet';
import { NoMentalModels } from '#components/mental-models/no-mental-models';
import { comparePath, dryRunPath, mentalModelPath } from '#components/mental-models/paths';
import { mentalModelsQuery, mentalModelTagsQuery, PAGE } from '#components/mental-models/queries';
import { useRefreshAct } from '#components/mental-models/refresh-act';
import { useBank, useConsole } from '#components/shell/console-context';
import { ListPage } from '#components/shell/list-page';
import { mentalModel } from '#components/strings/mental-model';
import { mentalModels as t } from '#components/strings/mental-models';
import { Button, IconButton } from '#components/ui/button';
import { useColumns } from '#components/ui/columns';
import { Menu, MenuItem, MenuSeparator } from '#components/ui/menu';
import { FilterRow } from '#components/ui/page';
import { PagedPanel } from '#components/ui/read';
import { SortMenu } from '#components/ui/sort-menu';
import { NoMatch } from '#components/ui/states';
import { Table } from '#components/ui/table';
import { useRead } from '#components/ui/use-read';
import type { MentalModel } from '#lib/memory/mental-models/contract';
import { MENTAL_MODEL_TAG_MODES, type MentalModelSort } from '#lib/memory/mental-models/literals';

const idOf = ({ id }: MentalModel) => id;
const nameOf = ({ name }: MentalModel) => t.open(name);

type OpenDialog = { kind: 'edit' | 'clear' | 'remove'; model: MentalModel } | null;

export function MentalModelsPage() {
  const { organization, lockedBy } = useConsole();
  const bankId = useBank();
  const router = useRouter();
  const [filters, set] = useMentalModelFilters();
  const [doing, act] = useState<OpenDialog>(null);
  const { tag, match, sort, order, offset } = filters;
  const query = useQuery(mentalModelsQuery(organization.slug, bankId, { tags: tag, tags_match: match, sort, order, offset }));
  const list = useRead(query);
  const columns = useMemo(() => modelColumns((model) => <Actions model={model} onDo={act} />), []);
  const { shown, choice } = useColumns('mental-models', columns);
  const isFiltered = tag.length > 0 || match !== 'any';
  const isInUse = isFiltered || (list.data?.items.length ?? 0) > 0;
  const sortBy = ({ by, order: next }: { by: string; order: 'asc' | 'desc' }) =>
    void set({ sort: by as MentalModelSort, order: next, offset: null });
  const hrefOf = ({ id }: MentalModel) => mentalModelPath(organization.slug, bankId, id);
  const create = (
    <Button look="primary" icon={Plus} locked={lockedBy('bank.write')} onClick={() => void set({ create: true })}>
      {t.create}
    </Button>
  );
  return (
    <ListPage
      title={t.title}
      purpose={t.purpose}
      actions={isInUse && create}
      names={parsers}
      columns={choice}
      filters={
        isInUse && <Filters filters={filters} set={set} sort={<SortMenu columns={columns} sort={{ by: sort, order }} onSort={sortBy} />} />
      }
      dialogs={
        <>
          <LazyMentalModelSheet isOpen={filters.create} model={null} onClose={() => set({ create: null })} />
          {doing?.kind === 'edit' && <LazyMentalModelSheet isOpen model={doing.model} onClose={() => act(null)} />}
          {doing?.kind === 'clear' && <ClearMentalModel model={doing.model} isOpen onClose={() => act(null)} />}
          {doing?.kind === 'remove' && <DeleteMentalModel model={doing.model} isOpen onClose={() => act(null)} />}
        </>
      }
    >
      <PagedPanel
        of={list}
        failed={t.failed}
        pages={{ words: t.foot, label: t.pages, offset: offset, limit: PAGE, onChange: (next) => void set({ offset: next }) }}
      >
        {({ items }, isStale) =>
          items.length === 0 && !list.error ? (
            isFiltered ? (
              <NoMatch bead="model" texts={t} onClear={() => void set(CLEAR)} />
            ) : (
              <NoMentalModels create={create} />
            )
          ) : (
            <Table
              label={t.list}
              columns={shown}
              rows={items}
              row={{ idOf, nameOf }}
              onOpen={(model) => router.push(hrefOf(model))}
              hrefOf={hrefOf}
              sort={{ by: sort, order }}
              onSort={sortBy}
              stale={isStale}
            />
          )
        }
      </PagedPanel>
    </ListPage>
  );
}

function Actions({ model, onDo }: { model: MentalModel; onDo: (doing: OpenDialog) => void }) {
  const { organization, lockedBy } = useConsole();
  const bankId = useBank();
  const { refresh } = useRefreshAct();
  const lock = lockedBy('bank.write');
  return (
    <span className="relative z-10">
      <Menu label={t.acts(model.name)} trigger={<IconButton icon={Ellipsis} label={t.acts(model.name)} tooltip={false} />}>
        <MenuItem icon={RefreshCw} locked={lock} onSelect={() => refresh(model)}>
          {mentalModel.refresh}
        </MenuItem>
        <MenuItem icon={Eye} href={dryRunPath(organization.slug, bankId, model.id)}>
          {mentalModel.dryRun}
        </MenuItem>
        <MenuItem icon={GitCompareArrows} href={comparePath(organization.slug, bankId, model.id)}>
          {mentalModel.compare}
        </MenuItem>
        <MenuItem icon={Pencil} locked={lock} onSelect={() => onDo({ kind: 'edit', model })}>
          {mentalModel.edit}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Eraser} locked={lock} onSelect={() => onDo({ kind: 'clear', model })}>
          {mentalModel.clear}
        </MenuItem>
        <MenuItem icon={Trash2} danger locked={lock} onSelect={() => onDo({ kind: 'remove', model })}>
          {mentalModel.remove}
        </MenuItem>
      </Menu>
    </span>
  );
}

function useTags() {
  const { organization } = useConsole();
  return useQuery(mentalModelTagsQuery(organization.slug, useBank()));
}

interface FiltersProps {
  filters: MentalModelFilters;
  set: SetMentalModelFilters;
  sort: ReactNode;
}

const Filters = ({ filters: { tag, match }, set, sort }: FiltersProps) => (
  <FilterRow label={t.filters} sort={sort}>
    <TagFilter
      tag={tag}
      match={match}
      set={(next) => void set(next)}
      useTags={useTags}
      matches={MENTAL_MODEL_TAG_MODES}
      texts={t}
      none={t.tagsNone}
    />
  </FilterRow>
);
