'use client';

import { useQuery } from '@tanstack/react-query';
import { FilePlus2 } from 'lucide-react';
import { lazy, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { askOf, isFiltered } from '#components/memories/ask';
import { Bar } from '#components/memories/bar';
import { BulkMenu } from '#components/memories/bulk';
import { FilterChips } from '#components/memories/chips';
import { ExportMenu } from '#components/memories/export-menu';
import { Facets } from '#components/memories/facets';
import { CLEAR, parsers, useMemoryFilters } from '#components/memories/filters';
import { LazyMemoryDrawer } from '#components/memories/lazy-drawer';
import { MemoryList, type Neighbors } from '#components/memories/memory-list';
import { NoMemories } from '#components/memories/no-memories';
import { memoriesQuery } from '#components/memories/queries';
import { isBackwards } from '#components/memories/range';
import { ROW_PARTS } from '#components/memories/row';
import { useBank, useConsole } from '#components/shell/console-context';
import { ListPage } from '#components/shell/list-page';
import { bankPath } from '#components/shell/paths';
import { memories as t } from '#components/strings/memories';
import { ui } from '#components/strings/ui';
import { ButtonLink } from '#components/ui/button';
import { useColumns } from '#components/ui/columns';
import { useMedia, WIDE } from '#components/ui/media';
import { Kbd } from '#components/ui/page';
import { isPast } from '#components/ui/past';
import { ListPanel } from '#components/ui/read';
import { SkipLink } from '#components/ui/skip-link';
import { useRead } from '#components/ui/use-read';
import { WhenOpened } from '#components/ui/when-opened';
import type { MemoryListItem } from '#lib/memory/memories/contract';

const MemoryBatch = lazy(() => import('#components/memories/batch').then((part) => ({ default: part.MemoryBatch })));

const ALONE: Neighbors = { previous: null, next: null };
/** The result of a range that ends before it begins. */
const NOTHING = { items: [], total: 0 };

const OPEN_NAMES = ['memory'];

export function MemoriesPage() {
  const { organization, lockedBy } = useConsole();
  const bankId = useBank();
  const org = organization.slug;
  const [filters, set] = useMemoryFilters();
  const ask = useMemo(() => askOf(filters), [filters]);
  const backwards = isBackwards(filters);
  const list = useQuery({ ...memoriesQuery(org, bankId, ask), enabled: !backwards });
  const read = useRead(list);
  const data = backwards ? NOTHING : read.data;
  const [neighbors, meet] = useState(ALONE);
  const isWide = useMedia(WIDE);
  const openId = filters.memory;
  const canChoose = lockedBy('bank.write') === null && !isPast(filters);
  const latest = useRef(openId);
  latest.current = openId;
  const open = useCallback((id: string | null) => void set({ memory: id === latest.current ? null : id }), [set]);
  const question = JSON.stringify(ask);
  useTop(question);
  const { chosen, choose, clear } = useChosen(question);
  const [linked] = useState({ question, id: openId });
  const narrowed = isFiltered(filters);
  const { shown, choice } = useColumns('memories', ROW_PARTS);
  const shownParts = useMemo(() => new Set<string>(shown.map(({ id }) => id)), [shown]);
  return (
    <ListPage
      title={t.title}
      purpose={t.purpose}
      actions={
        <>
          {!isPast(filters) && <ExportMenu ask={ask} total={data?.total} />}
          <ButtonLink look="primary" icon={FilePlus2} href={bankPath(org, bankId, 'documents')}>
            {t.addDocuments}
          </ButtonLink>
        </>
      }
      names={parsers}
      openNames={OPEN_NAMES}
      columns={choice}
      drawer={<LazyMemoryDrawer id={openId} neighbors={neighbors} onOpen={open} />}
    >
      <div className="flex min-w-0 flex-col gap-4">
        <div className="sticky top-11 z-15 -mx-2 bg-bg px-2 py-1.5 phone:static phone:mx-0 phone:p-0">
          <Bar filters={filters} set={set} total={data?.total} />
        </div>
        <FilterChips filters={filters} set={set} />
        {read.data?.incomplete && <p className="text-muted">{ui.past.incomplete}</p>}
        <div className={isWide ? 'grid grid-cols-[176px_minmax(0,1fr)] items-start gap-6' : undefined}>
          {isWide && (
            <aside
              aria-label={t.filtersShort}
              className="sticky top-[100px] max-h-[calc(100dvh-116px)] -ms-1 min-w-0 overflow-y-auto overflow-x-hidden pb-2 ps-1 [scrollbar-width:thin]"
            >
              <SkipLink to="memories">{t.skipFilters}</SkipLink>
              <Facets filters={filters} set={set} />
            </aside>
          )}
          <div id="memories" tabIndex={-1} className="min-w-0 scroll-mt-28 outline-none">
            <ListPanel
              of={{ ...read, data }}
              failed={t.readFailed}
              loading={t.loading}
              rows={8}
              footer={({ total }) => total > 0 && <Foot total={total} isFiltered={narrowed} />}
            >
              {({ items, total }, isStale) =>
                total === 0 ? (
                  <NoMemories isFiltered={narrowed} onClear={() => void set(CLEAR)} />
                ) : (
                  <>
                    <div className="flex h-9 items-center justify-between gap-3 border-line border-b px-4 phone:h-12">
                      <span role="status" className="font-medium tabular-nums">
                        {t.total(total, narrowed)}
                      </span>
                      {!isPast(filters) && <BulkMenu filters={filters} total={total} />}
                    </div>
                    <MemoryList
                      key={question}
                      ask={ask}
                      first={items}
                      total={total}
                      view={filters.view}
                      group={filters.group}
                      openId={openId}
                      startAt={linked.question === question ? linked.id : null}
                      shown={shownParts}
                      onOpen={open}
                      stale={isStale}
                      chosen={canChoose ? chosen : null}
                      onChoose={choose}
                      onNeighbors={meet}
                    />
                    <WhenOpened isOpen={chosen.size > 0}>
                      <MemoryBatch chosen={[...chosen.values()]} state={filters.state} clear={clear} />
                    </WhenOpened>
                  </>
                )
              }
            </ListPanel>
          </div>
        </div>
      </div>
    </ListPage>
  );
}

const Foot = ({ total, isFiltered }: { total: number; isFiltered: boolean }) => (
  <>
    <span className="tabular-nums">{t.total(total, isFiltered)}</span>
    <span className="flex items-center gap-1.5 phone:hidden">
      <Kbd>J</Kbd>
      <Kbd>K</Kbd> {t.keys.move}
      <Kbd>{ui.keyboard.enter}</Kbd> {t.keys.open}
    </span>
  </>
);

const NONE: ReadonlyMap<string, MemoryListItem> = new Map();

/** The memories chosen for a batch action, none after a new query. They may be out of sight. */
function useChosen(question: string) {
  const [state, setState] = useState({ question, chosen: NONE });
  const chosen = state.question === question ? state.chosen : NONE;
  const choose = useCallback(
    (memories: readonly MemoryListItem[], isOn: boolean) =>
      setState((last) => {
        const next = new Map(last.question === question ? last.chosen : NONE);
        for (const memory of memories) {
          if (isOn) next.set(memory.id, memory);
          else next.delete(memory.id);
        }
        return { question, chosen: next };
      }),
    [question],
  );
  const clear = useCallback(() => setState({ question, chosen: NONE }), [question]);
  return { chosen, choose, clear };
}

/** Scrolls to the top for a new query. */
function useTop(question: string) {
  const asked = useRef(question);
  useEffect(() => {
    if (asked.current === question) return;
    asked.current = question;
    if (window.scrollY > 0) window.scrollTo({ top: 0 });
  }, [question]);
}
