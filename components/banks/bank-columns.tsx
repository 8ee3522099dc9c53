import { Ellipsis } from 'lucide-react';
import { BankMenu } from '#components/banks/bank-menu';
import { bankPath } from '#components/shell/paths';
import { banks as t } from '#components/strings/banks';
import { number } from '#components/strings/counted';
import { shell } from '#components/strings/shell';
import { IconButton } from '#components/ui/button';
import { CopyableId } from '#components/ui/copy';
import { Link } from '#components/ui/link';
import { actionsColumn, type Column } from '#components/ui/table';
import { RelativeTime } from '#components/ui/time';
import type { BankListItem } from '#lib/memory/banks/contract';

export const bankColumns = (slug: string, onDelete: (bank: BankListItem) => void): readonly Column<BankListItem>[] => [
  {
    id: 'name',
    header: t.columns.name,
    sortable: 'text',
    phone: 'title',
    isElastic: true,
    cell: (bank) => (
      <Link
        href={bankPath(slug, bank.bank_id)}
        title={bank.name}
        dir="auto"
        className="block truncate text-left font-medium rtl:text-right after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2"
      >
        {bank.name}
      </Link>
    ),
  },
  {
    id: 'bank_id',
    header: t.columns.id,
    sortable: 'text',
    phone: 'meta',
    cell: (bank) => <CopyableId id={bank.bank_id} what={t.copyId} head={24} />,
  },
  {
    id: 'fact_count',
    header: t.columns.units,
    sortable: 'number',
    firstOrder: 'desc',
    align: 'end',
    width: 'w-28',
    phone: 'side',
    cell: (bank) => (
      <>
        <span className="md:hidden">{shell.units(bank.fact_count)}</span>
        <span className="phone:hidden">{number(bank.fact_count)}</span>
      </>
    ),
  },
  {
    id: 'last_write_at',
    header: t.columns.lastWrite,
    sortable: 'time',
    firstOrder: 'desc',
    width: 'w-40',
    phone: 'metaSide',
    cell: (bank) => <RelativeTime at={bank.last_write_at} none={t.neverWritten} />,
  },
  {
    id: 'created_at',
    header: t.columns.created,
    sortable: 'time',
    firstOrder: 'desc',
    width: 'w-40',
    from: 'lg',
    cell: (bank) => <RelativeTime at={bank.created_at} />,
  },
  actionsColumn(t.columns.actions, 'w-14', (bank) => (
    <BankMenu
      bank={bank}
      onDelete={onDelete}
      trigger={<IconButton icon={Ellipsis} size="sm" label={t.menu(bank.name)} tooltip={false} className="relative z-10" />}
    />
  )),
];
