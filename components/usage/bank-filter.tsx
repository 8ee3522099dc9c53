'use client';

import { useQuery } from '@tanstack/react-query';
import { Database } from 'lucide-react';
import { bankSearchQuery } from '#components/shell/queries';
import { usage as t } from '#components/strings/usage';
import { Chip } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { Menu, MenuItem } from '#components/ui/menu';

const SHOWN = 100;

/** Selects a bank of the organization. `isNeeded`: the selection cannot be cleared. */
export function BankFilter({
  slug,
  bank,
  isNeeded = false,
  onChange,
}: {
  slug: string;
  bank: string | null;
  isNeeded?: boolean;
  onChange: (bank: string | null) => void;
}) {
  const banks = useQuery(bankSearchQuery(slug, '', SHOWN)).data?.banks ?? [];
  if (bank !== null && !isNeeded) {
    return (
      <Chip onRemove={() => onChange(null)} removeLabel={t.takeOff(bank)}>
        {bank}
      </Chip>
    );
  }
  return (
    <Menu
      label={t.bank}
      align="start"
      trigger={
        <Button look={isNeeded ? 'secondary' : 'ghost'} icon={Database}>
          <span dir="auto" className="max-w-52 truncate">
            {bank ?? (isNeeded ? t.chooseBank : t.anyBank)}
          </span>
        </Button>
      }
    >
      {banks.length === 0 && <MenuItem locked={t.noBanks}>{t.bank}</MenuItem>}
      {banks.map(({ bank_id }) => (
        <MenuItem key={bank_id} checked={bank_id === bank} onSelect={() => onChange(bank_id)}>
          {bank_id}
        </MenuItem>
      ))}
    </Menu>
  );
}
