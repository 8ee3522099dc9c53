'use client';

import { ChevronDown, ChevronRight, KeyRound, MoreHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { BankChips, isHeldBack } from '#components/keys/bank-chips';
import type { KeyRow } from '#components/keys/tree';
import { connect } from '#components/strings/connect';
import { keys as t } from '#components/strings/keys';
import { Badge, Expiry, KeyStatus } from '#components/ui/badge';
import { IconButton } from '#components/ui/button';
import { CopyButton } from '#components/ui/copy';
import { cx } from '#components/ui/cx';
import { Menu } from '#components/ui/menu';
import type { Column } from '#components/ui/table';
import { dayText, RelativeTime } from '#components/ui/time';
import type { ConsoleKey } from '#lib/access/keys/contract';

/** The line that connects a parent with its children. It has the same position in every row. */
function FamilyThread({ row }: { row: KeyRow }) {
  const line = 'pointer-events-none absolute start-[26px] bg-thread md:group-data-[selectable]/table:start-[58px]';
  if (row.level === 1) return row.isOpen ? <span aria-hidden className={cx(line, 'top-[27px] -bottom-px w-px phone:top-[30px]')} /> : null;
  return (
    <>
      <span aria-hidden className={cx(line, 'top-0 w-px', row.isLast ? 'h-[18px] phone:h-5' : '-bottom-px')} />
      <span aria-hidden className={cx(line, 'top-[18px] h-px w-[22px] phone:top-5')} />
    </>
  );
}

function Name({ row, onFold }: { row: KeyRow; onFold: (id: string) => void }) {
  const { key, level, children, isOpen } = row;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  // On a phone, both share one place: the chevron if there are children, otherwise the icon.
  const glyph = children > 0 ? 'phone:hidden' : 'phone:mx-[3px]';
  return (
    <span className="flex w-0 min-w-full items-center gap-2">
      <FamilyThread row={row} />
      {level === 1 &&
        (children > 0 ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={t.fold(key.name)}
            onClick={() => onFold(key.id)}
            className="relative z-10 -mx-0.5 grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-line hover:text-ink phone:-m-3 phone:size-11"
          >
            <Chevron size={15} strokeWidth={1.75} aria-hidden />
          </button>
        ) : (
          <span className="w-5 shrink-0 phone:hidden" />
        ))}
      <KeyRound size={14} strokeWidth={1.75} aria-hidden className={cx('shrink-0 text-faint', level === 2 ? 'ms-9' : glyph)} />
      <span
        dir="auto"
        className={cx('min-w-0 shrink truncate', level === 1 && 'font-medium', key.status !== 'active' && 'text-muted')}
        title={key.name}
      >
        {key.name}
      </span>
      <Marks row={row} />
      {key.status !== 'active' && (
        <span className="shrink-0 md:hidden">
          <KeyStatus status={key.status} expiresAt={key.expires_at} createdAt={key.created_at} />
        </span>
      )}
    </span>
  );
}

/**
 * The children of a key show that it creates keys; the access of an application, that it is one.
 * The badges give way to the name of the key: those that do not fit wrap out of sight.
 */
function Marks({ row: { key, level } }: { row: KeyRow }) {
  return (
    <span className="flex h-[18px] min-w-0 shrink-[99] flex-wrap gap-x-2 overflow-hidden empty:hidden">
      {key.child_count > 0 && <Badge>{t.children(key.child_count)}</Badge>}
      {key.access && <Badge>{connect.accesses[key.access].label}</Badge>}
      {key.create_scoped_keys && key.child_count === 0 && <Badge>{t.mayMint}</Badge>}
      {level === 1 && key.parent && (
        <Badge className="min-w-0 max-w-full !shrink">{<span className="truncate">{t.childOf(key.parent.name)}</span>}</Badge>
      )}
    </span>
  );
}

/** The creator in short form: the local part of an email address, or the kind of creator. */
const makerOf = ({ origin, created_by }: ConsoleKey): string => {
  if (origin === 'child') return t.byKey;
  return origin === 'bootstrap' ? t.byServer : (created_by.split('@')[0] ?? created_by);
};

const Created = ({ keyOf: key }: { keyOf: ConsoleKey }) => (
  <span className="block max-w-44 truncate text-muted" title={t.createdBy(dayText(key.created_at), key.created_by)}>
    {dayText(key.created_at)} · {makerOf(key)}
  </span>
);

export interface KeyColumnOptions {
  onFold: (id: string) => void;
  menuOf: (key: ConsoleKey) => ReactNode;
  /** Only the columns that fit next to a drawer. */
  isNarrow: boolean;
}

/** The columns of the list. Sortable ids are those of the server. */
export function keyColumns({ onFold, menuOf, isNarrow }: KeyColumnOptions): Column<KeyRow>[] {
  const columns: (Column<KeyRow> & { isWide?: boolean })[] = [
    {
      id: 'name',
      header: t.columns.name,
      sortable: 'text',
      // Begins where the names do, after the chevron and the icon.
      width: 'w-full !ps-[66px] group-data-[selectable]/table:!ps-[58px]',
      phone: 'title',
      cell: (row) => <Name row={row} onFold={onFold} />,
    },
    {
      id: 'prefix',
      header: t.columns.prefix,
      phone: 'meta',
      from: 'xl',
      isWide: true,
      cell: ({ key, level }) => (
        <span className={cx('inline-flex max-w-full items-center gap-0.5', level === 1 ? 'phone:ps-7' : 'phone:ps-[58px]')}>
          <span className="font-mono text-12 text-muted">{key.prefix}…</span>
          <CopyButton text={key.prefix} what={t.prefixOf(key.name)} className="text-faint phone:hidden" />
          <span className="min-w-0 truncate md:hidden"> · {t.createdOn(dayText(key.created_at))}</span>
        </span>
      ),
    },
    {
      id: 'banks',
      header: t.columns.banks,
      from: 'lg',
      isWide: true,
      cell: ({ key }) => <BankChips banks={key.allowed_bank_ids} isForNow={isHeldBack(key)} className="max-w-44" />,
    },
    {
      id: 'last_used_at',
      header: t.columns.lastUsed,
      sortable: 'time',
      firstOrder: 'desc',
      phone: 'side',
      cell: ({ key }) => <RelativeTime toMinute at={key.last_used_at} none={t.neverUsed} />,
    },
    { id: 'expires_at', header: t.columns.expires, sortable: 'expiry', phone: 'metaSide', cell: ({ key }) => <Ends keyOf={key} /> },
    {
      id: 'created_at',
      header: t.columns.created,
      sortable: 'time',
      firstOrder: 'desc',
      from: 'xl',
      isWide: true,
      cell: ({ key }) => <Created keyOf={key} />,
    },
    {
      id: 'status',
      header: t.columns.status,
      cell: ({ key }) => (
        <span className="flex">
          <KeyStatus status={key.status} expiresAt={key.expires_at} createdAt={key.created_at} />
        </span>
      ),
    },
    {
      id: 'actions',
      header: t.columns.actions,
      hideHeader: true,
      isWide: true,
      width: 'w-10',
      cell: ({ key }) => (
        <Menu
          label={t.actionsOf(key.name)}
          trigger={<IconButton icon={MoreHorizontal} label={t.actionsOf(key.name)} size="sm" tooltip={false} className="relative z-10" />}
        >
          {menuOf(key)}
        </Menu>
      ),
    },
  ];
  return columns.filter(({ isWide }) => !(isNarrow && isWide)).map(({ isWide: _, ...column }) => column);
}

/** A revoked key shows no expiry. */
const Ends = ({ keyOf: key }: { keyOf: ConsoleKey }) =>
  key.status === 'revoked' ? (
    <RelativeTime at={key.expires_at} none={t.neverEnds} className="text-faint" />
  ) : (
    <Expiry at={key.expires_at} since={key.created_at} />
  );
