'use client';

import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { Building2, Database, Keyboard, KeyRound, LogOut, type LucideIcon, Plus, UserPlus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTheme } from 'next-themes';
import { type ReactNode, useDeferredValue } from 'react';
import { nameAmong } from '#components/shell/organization-name';
import { ORGANIZATION_PAGES, OTHER_PAGES } from '#components/shell/pages';
import { PALETTE_INPUT, PaletteField, type PaletteProps } from '#components/shell/palette';
import { bankPath, homePath, organizationPath } from '#components/shell/paths';
import { bankSearchQuery, keySearchQuery } from '#components/shell/queries';
import { THEMES } from '#components/shell/theme-menu';
import { shell as t } from '#components/strings/shell';
import { ui } from '#components/strings/ui';
import { may } from '#lib/base/roles';

const SHOWN_BANKS = 6;

export interface PaletteListProps extends Omit<PaletteProps, 'isOpen'> {
  text: string;
  onText: (text: string) => void;
}

const matches = (label: string, q: string): boolean => q === '' || label.toLowerCase().includes(q.toLowerCase());

/** Pages, items and actions that match the text. Loaded after the page. */
export default function PaletteList({ text, onText, onOpenChange, me, organization, onHelp, onSignOut }: PaletteListProps) {
  // Local entries update with every letter, so that Enter uses the current list. Only server
  // results may lag.
  const q = text.trim();
  const asked = useDeferredValue(q);
  const router = useRouter();
  const { setTheme } = useTheme();
  const slug = organization?.slug ?? '';
  const isAsked = organization !== null && q !== '';
  const banks = useQuery({ ...bankSearchQuery(slug, asked, SHOWN_BANKS), enabled: isAsked });
  const keys = useQuery({ ...keySearchQuery(slug, asked), enabled: isAsked });
  const act = (action: () => void) => () => {
    onOpenChange(false);
    action();
  };
  const go = (path: string) => act(() => router.push(path));
  const pages = [...(organization ? ORGANIZATION_PAGES : []), ...OTHER_PAGES].filter(({ label }) => matches(label(), q));
  const others = me.organizations.filter((each) => each.slug !== slug && matches(each.name, q));
  const actions = [
    organization &&
      may(organization.role, 'key.manage') && {
        label: t.actions.createKey,
        icon: Plus,
        run: go(`${organizationPath(slug, 'keys')}?create=true`),
      },
    organization &&
      may(organization.role, 'member.manage') && {
        label: t.actions.invite,
        icon: UserPlus,
        run: go(`${organizationPath(slug, 'members')}?invite=true`),
      },
    ...THEMES.map(({ id, icon }) => ({ label: ui.labeled(t.theme, t.themes[id]), icon, run: act(() => setTheme(id)) })),
    { label: t.actions.help, icon: Keyboard, run: act(onHelp) },
    { label: t.actions.signOut, icon: LogOut, run: act(onSignOut) },
  ].filter(
    (each): each is { label: string; icon: LucideIcon; run: () => void } => Boolean(each) && matches((each as { label: string }).label, q),
  );
  const isSearching = isAsked && (banks.isFetching || keys.isFetching);
  return (
    <Command shouldFilter={false} label={t.palette} className="flex min-h-0 flex-col">
      <PaletteField>
        <Command.Input autoFocus value={text} onValueChange={onText} placeholder={t.palette} dir="auto" className={PALETTE_INPUT} />
      </PaletteField>
      <Command.List className="min-h-0 overflow-y-auto p-1.5" aria-busy={isSearching}>
        <Command.Empty className="px-2.5 py-4 text-muted">{isSearching ? t.paletteSearching : t.paletteNothing}</Command.Empty>
        <Group heading={t.paletteGroups.pages}>
          {pages.map((page) => (
            <Item key={page.id} value={`page ${page.id}`} icon={page.icon} onSelect={go(page.href(slug))}>
              {page.label()}
            </Item>
          ))}
        </Group>
        <Group heading={t.paletteGroups.banks}>
          {isAsked &&
            banks.data?.banks.map((bank) => (
              <Item
                key={bank.bank_id}
                value={`bank ${bank.bank_id}`}
                icon={Database}
                after={t.units(bank.fact_count)}
                onSelect={go(bankPath(slug, bank.bank_id))}
              >
                {bank.name}
              </Item>
            ))}
        </Group>
        <Group heading={t.paletteGroups.keys}>
          {isAsked &&
            keys.data?.items.map((key) => (
              <Item
                key={key.id}
                value={`key ${key.id}`}
                icon={KeyRound}
                after={<span className="font-mono">{key.prefix}…</span>}
                onSelect={go(organizationPath(slug, 'keys', key.id))}
              >
                {key.name}
              </Item>
            ))}
        </Group>
        <Group heading={t.paletteGroups.organizations}>
          {others.map((each) => (
            <Item key={each.id} value={`organization ${each.id}`} icon={Building2} onSelect={go(homePath(each.slug))}>
              {nameAmong(each, me.organizations)}
            </Item>
          ))}
        </Group>
        <Group heading={t.paletteGroups.actions}>
          {actions.map(({ label, icon, run }) => (
            <Item key={label} value={`action ${label}`} icon={icon} onSelect={run}>
              {label}
            </Item>
          ))}
        </Group>
      </Command.List>
    </Command>
  );
}

const Group = ({ heading, children }: { heading: string; children: ReactNode }) =>
  Array.isArray(children) && children.length > 0 ? (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:text-faint"
    >
      {children}
    </Command.Group>
  ) : null;

function Item({
  value,
  icon: Icon,
  after,
  onSelect,
  children,
}: {
  value: string;
  icon: LucideIcon;
  after?: ReactNode;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-8 cursor-default items-center gap-2.5 rounded-md px-2.5 data-[selected=true]:bg-hover phone:min-h-11"
    >
      <Icon size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
      <span dir="auto" className="min-w-0 grow truncate text-left rtl:text-right">
        {children}
      </span>
      {after && <span className="shrink-0 text-12 text-faint tabular-nums">{after}</span>}
    </Command.Item>
  );
}
