'use client';

import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { Building2, Database, Keyboard, KeyRound, LogOut, type LucideIcon, Plus, Search, UserPlus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTheme } from 'next-themes';
import { Dialog } from 'radix-ui';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { nameAmong } from '#components/shell/organization-name';
import { ORGANIZATION_PAGES, OTHER_PAGES } from '#components/shell/pages';
import { bankPath, homePath, organizationPath } from '#components/shell/paths';
import { bankSearchQuery, keySearchQuery } from '#components/shell/queries';
import { THEMES } from '#components/shell/theme-menu';
import { shell as t } from '#components/strings/shell';
import { isOverlaid, isTyping } from '#components/ui/keys';
import { SCRIM } from '#components/ui/overlay';
import { useReturn } from '#components/ui/return-focus';
import { may } from '#lib/orgs/roles';
import type { Me } from '#lib/people/contract';

const SHOWN_BANKS = 6;

export interface PaletteProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  me: Me;
  organization: Me['organizations'][number] | null;
  onHelp: () => void;
  onSignOut: () => void;
}

/** Ctrl+K: pages, organisations and actions are found here; banks and keys by the server. */
export function Palette(props: PaletteProps) {
  const giveBack = useReturn(props.isOpen);
  return (
    <Dialog.Root open={props.isOpen} onOpenChange={props.onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={SCRIM} />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={giveBack}
          className="fixed z-50 flex max-h-[min(480px,80dvh)] animate-rise flex-col overflow-hidden rounded-lg border border-line bg-raised text-ink shadow-3 outline-none md:inset-x-0 md:top-[12dvh] md:mx-auto md:w-[560px] phone:inset-x-2 phone:top-2"
        >
          <Dialog.Title className="sr-only">{t.palette}</Dialog.Title>
          <Inside {...props} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const matches = (label: string, q: string): boolean => q === '' || label.toLowerCase().includes(q.toLowerCase());

function Inside({ onOpenChange, me, organization, onHelp, onSignOut }: PaletteProps) {
  const [text, setText] = useState('');
  // What is here follows every letter, so that Enter never takes an entry of the list before it; only the server's answers may lag.
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
  const pages = [...(organization ? ORGANIZATION_PAGES : []), ...OTHER_PAGES].filter(({ label }) => matches(label, q));
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
    ...THEMES.map(({ id, label, icon }) => ({ label: `${t.theme}: ${label}`, icon, run: act(() => setTheme(id)) })),
    { label: t.actions.help, icon: Keyboard, run: act(onHelp) },
    { label: t.actions.signOut, icon: LogOut, run: act(onSignOut) },
  ].filter(
    (each): each is { label: string; icon: LucideIcon; run: () => void } => Boolean(each) && matches((each as { label: string }).label, q),
  );
  const isSearching = isAsked && (banks.isFetching || keys.isFetching);
  return (
    <Command shouldFilter={false} label={t.palette} className="flex min-h-0 flex-col">
      <div className="flex items-center gap-2 border-line border-b px-4">
        <Search size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
        <Command.Input
          value={text}
          onValueChange={setText}
          placeholder={t.palette}
          className="h-12 w-full bg-transparent text-14 outline-none phone:text-16"
        />
      </div>
      <Command.List className="min-h-0 overflow-y-auto p-1.5" aria-busy={isSearching}>
        <Command.Empty className="px-2.5 py-4 text-muted">{isSearching ? t.paletteSearching : t.paletteNothing}</Command.Empty>
        <Group heading={t.paletteGroups.pages}>
          {pages.map((page) => (
            <Item key={page.id} value={`page ${page.id}`} icon={page.icon} onSelect={go(page.href(slug))}>
              {page.label}
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
      <span className="min-w-0 grow truncate">{children}</span>
      {after && <span className="shrink-0 text-12 text-faint tabular-nums">{after}</span>}
    </Command.Item>
  );
}

/** The keys that work on every page. */
export function useShortcuts({ onPalette, onHelp }: { onPalette: () => void; onHelp: () => void }): void {
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        onPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (isOverlaid()) return;
      if (event.key === '?') onHelp();
      if (event.key !== '/') return;
      const search = document.querySelector<HTMLInputElement>('main input[type="search"]');
      if (!search) return;
      event.preventDefault();
      search.focus();
      search.select();
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, [onPalette, onHelp]);
}
