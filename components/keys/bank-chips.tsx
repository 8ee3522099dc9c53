'use client';

import { Database } from 'lucide-react';
import { keys as t } from '#components/strings/keys';
import { ui } from '#components/strings/ui';
import { Chip } from '#components/ui/badge';
import { cx } from '#components/ui/cx';
import { Tooltip } from '#components/ui/tooltip';
import type { ConsoleKey } from '#lib/access/keys/contract';

/** The parent key lost access to its banks, so access may return. */
export const isHeldBack = ({ status, withheld_bank_ids }: ConsoleKey): boolean => status === 'active' && withheld_bank_ids.length > 0;

interface BanksProps {
  banks: readonly string[] | null;
  /** Having no banks is temporary. */
  isForNow?: boolean;
}

/** The banks of a key: "All banks", or `shown` chips and the number of further ones. */
export function BankChips({ banks, isForNow = false, shown = 1, className }: BanksProps & { shown?: number; className?: string }) {
  if (banks === null) {
    return (
      <span className={cx('flex items-center gap-1.5', className)}>
        <Database size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
        {t.allBanks}
      </span>
    );
  }
  if (banks.length === 0) return <span className={cx('text-warn-text', className)}>{isForNow ? t.noBanksNow : t.noBanks}</span>;
  const rest = banks.slice(shown);
  return (
    <span className={cx('flex min-w-0 items-center gap-1', className)}>
      {banks.slice(0, shown).map((bank) => (
        <Chip key={bank} title={bank} className="!shrink">
          {bank}
        </Chip>
      ))}
      {rest.length > 0 && (
        <Tooltip text={<span className="[overflow-wrap:anywhere]">{ui.series(rest)}</span>}>
          <span className="relative z-10">
            <Chip>
              <span aria-hidden>+{rest.length}</span>
              <span className="sr-only">{ui.series(rest)}</span>
            </Chip>
          </span>
        </Tooltip>
      )}
    </span>
  );
}

/** All banks, on as many lines as needed. */
export function AllBankChips({ banks, isForNow }: BanksProps) {
  if (banks === null || banks.length === 0) {
    return (
      <span className="flex flex-wrap gap-x-2">
        <BankChips banks={banks} isForNow={isForNow} /> {banks === null && <span className="text-faint">{t.futureBanks}</span>}
      </span>
    );
  }
  return (
    <span className="flex flex-wrap gap-1">
      {banks.map((bank) => (
        <Chip key={bank} title={bank}>
          {bank}
        </Chip>
      ))}
    </span>
  );
}
