'use client';

import { ChartColumn, List, PackageOpen, Search, SquareTerminal, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { retainLine } from '#components/banks/snippets';
import { useConsole } from '#components/shell/console-context';
import { bankPath } from '#components/shell/paths';
import { banks as t } from '#components/strings/banks';
import { shell } from '#components/strings/shell';
import { useCopy } from '#components/ui/copy';
import { Menu, MenuItem, MenuSeparator } from '#components/ui/menu';
import { toast } from '#components/ui/toast';
import type { BankListItem } from '#lib/memory/banks/contract';

export interface BankMenuProps {
  bank: BankListItem;
  trigger: ReactNode;
  onDelete: (bank: BankListItem) => void;
}

/** Actions on a bank without opening it. */
export function BankMenu({ bank, trigger, onDelete }: BankMenuProps) {
  const { organization, lockedBy } = useConsole();
  const { copy } = useCopy();
  const pathOf = (...segments: string[]) => bankPath(organization.slug, bank.bank_id, ...segments);
  const copyCurl = async () => {
    if (await copy(retainLine(window.location.origin, bank.bank_id, t.sentenceToRetain))) toast.done(t.curlCopied);
  };
  return (
    <Menu label={t.menu(bank.name)} trigger={trigger}>
      <MenuItem icon={List} href={pathOf('memories')}>
        {shell.bankPages.memories}
      </MenuItem>
      <MenuItem icon={ChartColumn} href={pathOf('stats')}>
        {shell.bankPages.statistics}
      </MenuItem>
      <MenuItem icon={Search} href={pathOf('play', 'recall')}>
        {shell.bankPages.recall}
      </MenuItem>
      <MenuItem icon={SquareTerminal} onSelect={() => void copyCurl()}>
        {t.curl}
      </MenuItem>
      <MenuItem icon={PackageOpen} href={`${pathOf('settings')}?tab=transfer`}>
        {t.transfer}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} danger locked={lockedBy('bank.delete')} onSelect={() => onDelete(bank)}>
        {t.remove}
      </MenuItem>
    </Menu>
  );
}
