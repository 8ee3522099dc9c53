'use client';

import { Ellipsis } from 'lucide-react';
import { BankMenu } from '#components/banks/bank-menu';
import { useConsole } from '#components/shell/console-context';
import { bankPath } from '#components/shell/paths';
import { banks as t } from '#components/strings/banks';
import { shell } from '#components/strings/shell';
import { IconButton } from '#components/ui/button';
import { CopyableId } from '#components/ui/copy';
import { cx } from '#components/ui/cx';
import { Link } from '#components/ui/link';
import { Phrase } from '#components/ui/phrase';
import { RelativeTime } from '#components/ui/time';
import type { BankListItem } from '#lib/memory/banks/contract';

export interface BankCardsProps {
  banks: readonly BankListItem[];
  /** The data is outdated. */
  stale: boolean;
  onDelete: (bank: BankListItem) => void;
}

/** Banks as cards with their missions. The whole card is a link. */
export function BankCards({ banks, stale, onDelete }: BankCardsProps) {
  return (
    <ul
      aria-label={t.table}
      aria-busy={stale || undefined}
      className={cx('grid gap-4 transition-opacity duration-120 sm:grid-cols-[repeat(auto-fill,minmax(280px,1fr))]', stale && 'opacity-60')}
    >
      {banks.map((bank) => (
        <Card key={bank.bank_id} bank={bank} onDelete={onDelete} />
      ))}
    </ul>
  );
}

function Card({ bank, onDelete }: { bank: BankListItem; onDelete: (bank: BankListItem) => void }) {
  const { organization } = useConsole();
  return (
    <li className="relative grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1.5 rounded-lg border border-line bg-surface p-4 shadow-edge hover:border-line-strong hover:bg-hover">
      <div className="flex items-start gap-2">
        <h2 className="min-w-0 grow truncate text-left font-semibold rtl:text-right" dir="auto">
          <Link
            href={bankPath(organization.slug, bank.bank_id)}
            title={bank.name}
            className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
          >
            {bank.name}
          </Link>
        </h2>
        <BankMenu
          bank={bank}
          onDelete={onDelete}
          trigger={
            <IconButton
              icon={Ellipsis}
              size="sm"
              label={t.menu(bank.name)}
              tooltip={false}
              className="-mt-0.5 -me-1.5 relative z-10 phone:-mt-3 phone:-me-3"
            />
          }
        />
      </div>
      <CopyableId id={bank.bank_id} what={t.copyId} head={24} className="text-faint" />
      <p className="line-clamp-2 min-h-10 break-words text-muted" dir="auto">
        {bank.mission || <span className="text-faint">{t.noMission}</span>}
      </p>
      <p className="mt-1 flex items-baseline justify-between gap-3 border-line-soft border-t pt-2 text-12 text-faint">
        <span className="font-medium text-13 text-ink tabular-nums">{shell.units(bank.fact_count)}</span>
        <span>
          {bank.last_write_at ? (
            <Phrase text={t.written} time={<RelativeTime at={bank.last_write_at} />} />
          ) : (
            <RelativeTime at={null} none={t.neverWritten} />
          )}
        </span>
      </p>
    </li>
  );
}
