'use client';

import { tableFeatures, useTable } from '@tanstack/react-table';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ui as t } from '#components/strings/ui';
import { cx } from '#components/ui/cx';
import { isOverlaid, isTyping } from '#components/ui/keys';
import { PHONE } from '#components/ui/media';
import { Opener } from '#components/ui/opener';
import { SelectBox } from '#components/ui/select-box';
import type { Selection } from '#components/ui/selection';

/**
 * The position of a cell in a row on a phone, which has two lines, or three with a `third` column.
 * Other cells are hidden.
 */
export type PhoneSlot = 'title' | 'side' | 'meta' | 'metaSide' | 'third' | 'actions';

/** The type of the values of a sortable column. */
export type SortType = keyof typeof t.orders;
/** The value of a row in a column. Rows without one are last in both orders. */
export type SortValue = string | number | null;

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The type of its values, if the list can be sorted by it. */
  sortable?: SortType;
  /** What `useSorted` sorts by. Without it the server sorts. */
  value?: (row: Row) => SortValue;
  /** The order of the first click. */
  firstOrder?: 'asc' | 'desc';
  /** Numbers and buttons are at the end. */
  align?: 'end';
  /** A Tailwind width class, e.g. `w-28`. Otherwise it shares the remaining width. */
  width?: string;
  phone?: PhoneSlot;
  /** Hidden while a drawer is open, or below this width. */
  from?: 'lg' | 'xl';
  /** Such columns share the remaining width and truncate their content. */
  isElastic?: boolean;
  /** The header is only for screen readers: actions. */
  hideHeader?: boolean;
}

/** The last column: buttons or a menu that act on a row. */
export const actionsColumn = <Row,>(header: string, width: string, cell: Column<Row>['cell']): Column<Row> => ({
  id: 'actions',
  header,
  hideHeader: true,
  width,
  align: 'end',
  phone: 'actions',
  cell,
});

/** How a row is identified. */
export interface RowIdentity<Row> {
  idOf: (row: Row) => string;
  /** The name of a row, for "Open …". */
  nameOf: (row: Row) => string;
  /** Its name alone, for "Select …". */
  titleOf?: (row: Row) => string;
  /** Tree levels for screen readers. Cells draw them. */
  levelOf?: (row: Row) => number;
}

export interface TableProps<Row> {
  /** Label for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  row: RowIdentity<Row>;
  /** Opens a row on click or Enter. */
  onOpen?: (row: Row) => void;
  /** The URL of a row, which makes it a link that can open in a new tab. */
  hrefOf?: (row: Row) => string;
  /** Id of the row whose drawer is open. */
  openId?: string | null;
  sort?: { by: string; order: 'asc' | 'desc' };
  onSort?: (sort: { by: string; order: 'asc' | 'desc' }) => void;
  /** The data is outdated: dimmed while it is loaded again. */
  stale?: boolean;
  /** For batch actions: each row has a checkbox, except on a phone. */
  selection?: Selection<Row>;
  /** Shown in place of rows. */
  empty?: ReactNode;
}

const features = tableFeatures({});
const ROW = 36;
const ROW_PHONE = 64;
const ROW_PHONE_THREE = 84;
/** Shorter lists are rendered completely. */
const MANY = 120;

const PLACES: Record<PhoneSlot, string> = {
  title: 'phone:col-start-1 phone:row-start-1 phone:font-medium',
  side: 'phone:col-start-2 phone:row-start-1 phone:text-end',
  meta: 'phone:col-start-1 phone:row-start-2 phone:text-12 phone:text-faint',
  metaSide: 'phone:col-start-2 phone:row-start-2 phone:text-end phone:text-12',
  third: 'phone:col-span-2 phone:col-start-1 phone:row-start-3 phone:text-12 phone:text-faint',
  actions: 'phone:col-start-3 phone:row-span-2 phone:row-start-1 phone:self-center',
};
const hasPlace = (columns: readonly { phone?: PhoneSlot }[], place: PhoneSlot): boolean => columns.some(({ phone }) => phone === place);

/** A cell without a neighbor uses the whole line on a phone. */
const spreads = (columns: readonly { phone?: PhoneSlot }[], place: PhoneSlot | undefined): boolean =>
  (place === 'title' && !hasPlace(columns, 'side')) || (place === 'meta' && !hasPlace(columns, 'metaSide'));

/** By the width of the list, not the window, because a drawer reduces it too. */
const FROM = { lg: 'md:@max-[44rem]:hidden', xl: 'md:@max-[57rem]:hidden' } as const;

/**
 * A list with keyboard navigation: J and K move and Enter opens, wherever the focus is. One link or
 * button covers the whole row; other interactive elements in a cell need `relative z-10`. Roles are
 * explicit because a phone displays rows as grids.
 */
export function Table<Row>({
  label,
  columns,
  rows,
  row: { idOf, nameOf, titleOf = nameOf, levelOf },
  onOpen,
  hrefOf,
  openId,
  sort,
  onSort,
  stale = false,
  selection,
  empty,
}: TableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [offset, setOffset] = useState(0);
  const [isPhone, setPhone] = useState(false);
  const data = rows as Row[];
  const definitions = useMemo(() => columns.map((column) => ({ id: column.id, header: column.header, cell: () => null })), [columns]);
  const table = useTable({ features, columns: definitions, data: data as (Row & object)[], getRowId: (row) => idOf(row) });
  const modelRows = table.getRowModel().rows;
  const isMany = modelRows.length > MANY;

  useLayoutEffect(() => {
    if (!isMany) return;
    const phone = matchMedia(PHONE);
    const measure = () => {
      setPhone(phone.matches);
      setOffset((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    };
    measure();
    phone.addEventListener('change', measure);
    return () => phone.removeEventListener('change', measure);
  }, [isMany]);

  const phoneHeight = hasPlace(columns, 'third') ? ROW_PHONE_THREE : ROW_PHONE;
  const height = isPhone ? phoneHeight : ROW;
  const estimateSize = useCallback(() => height, [height]);
  const virtual = useWindowVirtualizer({ count: modelRows.length, enabled: isMany, estimateSize, overscan: 12, scrollMargin: offset });
  const shown = isMany ? virtual.getVirtualItems().flatMap(({ index }) => modelRows[index] ?? []) : modelRows;
  const first = isMany ? (virtual.getVirtualItems()[0]?.index ?? 0) : 0;
  const above = first * height;
  const below = isMany ? Math.max(0, (modelRows.length - first - shown.length) * height) : 0;

  const isSelectable = selection !== undefined;
  const move = useCallback(
    (by: 1 | -1) => {
      const ids = rows.map(idOf);
      const row = document.activeElement?.closest<HTMLElement>('[data-row]');
      const here = row && body.current?.contains(row) ? row.dataset.row : (openId ?? undefined);
      const at = here === undefined ? (by === 1 ? 0 : ids.length - 1) : Math.min(ids.length - 1, Math.max(0, ids.indexOf(here) + by));
      const id = ids[at];
      if (id === undefined) return;
      const focus = () => body.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] [data-opens]`)?.focus();
      if (isMany) virtual.scrollToIndex(at, { align: 'auto' });
      requestAnimationFrame(focus);
    },
    [rows, idOf, openId, isMany, virtual],
  );

  useEffect(() => {
    if (!onOpen) return;
    const act = (event: globalThis.KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isOverlaid()) return;
      if (event.key === 'j' || event.key === 'k') {
        event.preventDefault();
        move(event.key === 'j' ? 1 : -1);
      }
      if (event.key === 'x' && isSelectable) {
        const row = document.activeElement?.closest('[data-row]');
        if (row && body.current?.contains(row)) row.querySelector<HTMLInputElement>('[data-selects]')?.click();
      }
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, [move, onOpen, isSelectable]);

  const arrows = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    if (!(event.target instanceof HTMLElement) || !event.target.hasAttribute('data-opens')) return;
    event.preventDefault();
    move(event.key === 'ArrowDown' ? 1 : -1);
  };

  const share = `${100 / Math.max(1, columns.filter(({ isElastic }) => isElastic).length)}%`;
  const opens = useRef(onOpen);
  opens.current = onOpen;
  const open = useCallback((row: unknown) => opens.current?.(row as Row), []);
  const titleId = columns.find(({ phone }) => phone === 'title')?.id ?? columns[0]?.id;
  return (
    <div data-selectable={selection ? true : undefined} className="group/table @container min-w-0">
      <table
        role={levelOf ? 'treegrid' : 'table'}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-busy={stale || undefined}
        className={cx('w-full border-collapse text-left rtl:text-right transition-opacity duration-120 phone:block', stale && 'opacity-60')}
      >
        <thead role="rowgroup" className="phone:sr-only">
          <tr role="row" className="h-8 border-line border-b">
            {selection && (
              <th role="columnheader" scope="col" className={cx(SELECTS, 'font-normal')}>
                <SelectBox
                  label={t.selectAllRows}
                  isOn={selection.isAll}
                  mixed={selection.items.length > 0 && !selection.isAll}
                  onToggle={selection.toggleAll}
                />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.id} column={column} share={share} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body} onKeyDown={arrows} className="phone:block">
          {above > 0 && <Gap height={above} span={columns.length + (selection ? 1 : 0)} />}
          {shown.map((modelRow, at) => {
            const row = modelRow.original as Row;
            const id = idOf(row);
            return (
              <Line
                key={id}
                row={row}
                id={id}
                index={first + at + 2}
                columns={columns as readonly Column<unknown>[]}
                titleId={titleId}
                name={nameOf(row)}
                title={titleOf(row)}
                level={levelOf?.(row)}
                isTree={levelOf !== undefined}
                href={hrefOf?.(row)}
                onOpen={onOpen && open}
                isOpen={openId === undefined ? undefined : openId === id}
                isChosen={selection?.canChoose(id) ? selection.isChosen(id) : undefined}
                onChoose={selection?.toggle}
              />
            );
          })}
          {below > 0 && <Gap height={below} span={columns.length + (selection ? 1 : 0)} />}
        </tbody>
      </table>
      {rows.length === 0 && empty}
    </div>
  );
}

interface LineProps {
  row: unknown;
  id: string;
  index: number;
  columns: readonly Column<unknown>[];
  titleId: string | undefined;
  name: string;
  title: string;
  level: number | undefined;
  isTree: boolean;
  href: string | undefined;
  onOpen: ((row: unknown) => void) | undefined;
  /** Its drawer is open. Undefined without drawers. */
  isOpen: boolean | undefined;
  /** Undefined if it cannot be chosen. */
  isChosen: boolean | undefined;
  onChoose: Selection<unknown>['toggle'] | undefined;
}

/** Over the covering link of the row. */
const SELECTS = 'relative z-10 w-10 ps-4 pe-0 phone:hidden';

/** Memoized, so that scrolling does not re-render rows. */
const Line = memo(function Line({
  row,
  id,
  index,
  columns,
  titleId,
  name,
  title,
  level,
  isTree,
  href,
  onOpen,
  isOpen,
  isChosen,
  onChoose,
}: LineProps) {
  return (
    <tr
      role="row"
      data-row={id}
      data-selected={isOpen || undefined}
      aria-rowindex={index}
      aria-level={level}
      className={cx(
        'relative h-9 border-line-soft border-b last:border-b-0 data-[selected]:bg-selected data-[selected]:shadow-[inset_2px_0_0_var(--accent)] rtl:data-[selected]:shadow-[inset_-2px_0_0_var(--accent)]',
        hasPlace(columns, 'third') ? 'phone:min-h-21' : 'phone:min-h-16',
        'phone:grid phone:h-auto phone:grid-cols-[minmax(0,1fr)_auto_auto] phone:content-center phone:gap-x-2 phone:gap-y-0.5 phone:px-4 phone:py-2',
        onOpen && 'hover:bg-hover has-[[data-opens]:focus-visible]:bg-hover data-[selected]:hover:bg-selected',
      )}
    >
      {onChoose && (
        <td role={isTree ? 'gridcell' : 'cell'} className={SELECTS}>
          {isChosen !== undefined && (
            <SelectBox
              label={t.selectRow(title)}
              isOn={isChosen}
              onToggle={(isOn, isRange) => onChoose(id, isOn, isRange)}
              className="-my-1"
            />
          )}
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.id}
          role={isTree ? 'gridcell' : 'cell'}
          className={cx(
            'truncate px-2 first:ps-4 last:pe-4 phone:p-0 phone:first:ps-0 phone:last:pe-0',
            column.isElastic && 'md:max-w-0',
            column.align === 'end' && 'text-end tabular-nums',
            column.from && FROM[column.from],
            column.phone ? PLACES[column.phone] : 'phone:hidden',
            spreads(columns, column.phone) && 'phone:col-span-2',
          )}
        >
          {column.id === titleId && onOpen && (
            <Opener name={name} href={href} onOpen={() => onOpen(row)} isOpen={isOpen} className="rounded-none" />
          )}
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
});

/**
 * The height of rows that are not rendered. An inline style is allowed here by the content security
 * policy.
 */
const Gap = ({ height, span }: { height: number; span: number }) => (
  <tr aria-hidden style={{ height }} className="phone:block">
    <td colSpan={span} />
  </tr>
);

interface HeadProps<Row> extends Pick<TableProps<Row>, 'sort' | 'onSort'> {
  column: Column<Row>;
  /** Width of an elastic column. */
  share: string;
}

function Head<Row>({ column, share, sort, onSort }: HeadProps<Row>) {
  const isSorted = sort?.by === column.id;
  const Arrow = sort?.order === 'desc' ? ArrowDown : ArrowUp;
  const next = (): 'asc' | 'desc' => {
    if (!isSorted) return column.firstOrder ?? 'asc';
    return sort?.order === 'asc' ? 'desc' : 'asc';
  };
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={isSorted ? (sort?.order === 'asc' ? 'ascending' : 'descending') : undefined}
      style={column.isElastic ? { width: share } : undefined}
      className={cx(
        'whitespace-nowrap px-2 font-normal text-12 text-faint first:ps-4 last:pe-4',
        column.width,
        column.align === 'end' && 'text-end',
        column.from && FROM[column.from],
      )}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          onClick={() => onSort({ by: column.id, order: next() })}
          className={cx('-mx-1 inline-flex h-6 items-center gap-1 rounded-sm px-1 hover:bg-hover hover:text-ink', isSorted && 'text-ink')}
        >
          {column.header}
          {isSorted && <Arrow size={12} aria-hidden />}
          {isSorted && <span className="sr-only">, {t.orders[column.sortable][sort?.order ?? 'asc']}</span>}
        </button>
      ) : (
        <span className={cx(column.hideHeader && 'sr-only')}>{column.header}</span>
      )}
    </th>
  );
}
