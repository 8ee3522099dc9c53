import { DatabaseZap, FilePlus2, Keyboard, LogOut, NotebookPen, Plus, Signpost, Upload, UserPlus } from 'lucide-react';
import type { PaletteEntry } from '#components/shell/palette-search';
import { bankPath, organizationPath } from '#components/shell/paths';
import { THEMES } from '#components/shell/theme-menu';
import { palette as synonyms } from '#components/strings/palette';
import { shell as t } from '#components/strings/shell';
import { ui } from '#components/strings/ui';
import type { Role } from '#lib/base/literals';
import { may, type Permission } from '#lib/base/roles';

interface Deeds {
  readonly onHelp: () => void;
  readonly onSignOut: () => void;
  readonly onTheme: (theme: string) => void;
}

/** The actions that the role permits, those on the bank of the page first. */
export function paletteActions(organization: { readonly slug: string; readonly role: Role } | null, bankId: string | null, deeds: Deeds) {
  const actions: PaletteEntry[] = [];
  const offer = (
    permission: Permission,
    id: keyof typeof t.actions & keyof typeof synonyms,
    icon: PaletteEntry['icon'],
    pathIn: (slug: string) => string,
  ) => {
    if (organization && may(organization.role, permission))
      actions.push({ id: `action ${id}`, label: t.actions[id], synonyms: synonyms[id], icon, opens: pathIn(organization.slug) });
  };
  if (bankId !== null) {
    offer('bank.write', 'addDocument', FilePlus2, (slug) => `${bankPath(slug, bankId, 'documents')}?add=true`);
    offer('bank.write', 'createMentalModel', NotebookPen, (slug) => `${bankPath(slug, bankId, 'mental-models')}?create=true`);
    offer('bank.write', 'createDirective', Signpost, (slug) => `${bankPath(slug, bankId, 'directives')}?create=true`);
  }
  offer('key.manage', 'createKey', Plus, (slug) => `${organizationPath(slug, 'keys')}?create=true`);
  offer('bank.create', 'createBank', DatabaseZap, (slug) => `${organizationPath(slug, 'banks')}?create=true`);
  offer('bank.write', 'importFile', Upload, (slug) => `${organizationPath(slug, 'banks')}?import=true`);
  offer('member.manage', 'invite', UserPlus, (slug) => `${organizationPath(slug, 'members')}?invite=true`);
  return [
    ...actions,
    ...THEMES.map(
      ({ id, icon }): PaletteEntry => ({
        id: `theme ${id}`,
        label: ui.labeled(ui.theme, ui.themes[id]),
        icon,
        opens: () => deeds.onTheme(id),
      }),
    ),
    { id: 'action help', label: t.actions.help, synonyms: synonyms.help, icon: Keyboard, opens: deeds.onHelp },
    { id: 'action signOut', label: t.actions.signOut, synonyms: synonyms.signOut, icon: LogOut, opens: deeds.onSignOut },
  ];
}
