'use client';

import { Ban, Database, PanelRightOpen, RefreshCw, ScrollText, ShieldCheck } from 'lucide-react';
import type { KeyDialog } from '#components/keys/dialogs';
import { useKeyReasons } from '#components/keys/use-locks';
import { useConsole } from '#components/shell/console-context';
import { organizationPath } from '#components/shell/paths';
import { keys as t } from '#components/strings/keys';
import { MenuItem, MenuSeparator } from '#components/ui/menu';
import type { ConsoleKey } from '#lib/access/keys/contract';

export function KeyMenu({
  keyOf: key,
  onDo,
  onOpen,
}: {
  keyOf: ConsoleKey;
  onDo: (doing: KeyDialog) => void;
  onOpen: (id: string) => void;
}) {
  const { organization, may } = useConsole();
  const reasons = useKeyReasons()(key);
  const { id } = key;
  const path = (page: string, query: Record<string, string>) =>
    `${organizationPath(organization.slug, page)}?${new URLSearchParams(query)}`;
  return (
    <>
      <MenuItem icon={PanelRightOpen} onSelect={() => onOpen(id)}>
        {t.openDetails}
      </MenuItem>
      <MenuItem icon={ShieldCheck} href={path('access', { key: id })}>
        {t.testAccess}
      </MenuItem>
      <MenuItem icon={ScrollText} href={path('audit', { target: id })} locked={may('audit.view') ? null : t.auditLocked}>
        {t.audit}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Database} locked={reasons.scope} onSelect={() => onDo({ kind: 'banks', id })}>
        {t.editBanks}
      </MenuItem>
      <MenuItem icon={RefreshCw} locked={reasons.rotate} onSelect={() => onDo({ kind: 'rotate', id })}>
        {t.rotate}
      </MenuItem>
      <MenuItem icon={Ban} danger locked={reasons.revoke} onSelect={() => onDo({ kind: 'revoke', id })}>
        {t.revoke}
      </MenuItem>
    </>
  );
}
