'use client';

import { useQuery } from '@tanstack/react-query';
import { Ellipsis, Lock, Menu as MenuIcon } from 'lucide-react';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import {
  BANK_PAGE_GROUPS,
  type BankPageGroup,
  isOn,
  isWidePage,
  lockOf,
  ORGANIZATION_PAGES,
  OTHER_PAGES,
  type PageCounts,
  type PageEntry,
  PHONE_BANK_PAGES,
  PHONE_PAGES,
  pagesOfBank,
} from '#components/shell/pages';
import { bankOfPath } from '#components/shell/paths';
import { pageCountsQuery } from '#components/shell/queries';
import { number } from '#components/strings/counted';
import { shell as t } from '#components/strings/shell';
import { ui } from '#components/strings/ui';
import { cx } from '#components/ui/cx';
import { Link } from '#components/ui/link';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#components/ui/menu';
import type { Me } from '#lib/access/people/contract';

type Organization = Me['organizations'][number];

const hereOf = (pathname: string, pages: readonly PageEntry[], slug: string): string | null =>
  pages.find((page) => isOn(pathname, page.href(slug), page))?.id ?? null;

/** The sidebar: switchers, pages on their thread, and the user. */
export function Navigation({
  organization,
  switchers,
  person,
}: {
  organization: Organization | null;
  switchers: ReactNode;
  person: ReactNode;
}) {
  const pathname = usePathname();
  const bankId = bankOfPath(pathname);
  return (
    <div
      data-rail={isWidePage(pathname) || undefined}
      className="sticky top-0 flex h-dvh w-[208px] shrink-0 flex-col border-line border-e bg-chrome rail:w-[52px] phone:hidden"
    >
      {switchers}
      <nav aria-label={t.nav} className="flex min-h-0 grow flex-col gap-3 overflow-y-auto px-2 py-3">
        {organization && bankId !== null && <BankLinks bankId={bankId} organization={organization} />}
        {organization && bankId === null && (
          <Group title={t.organization}>
            <Links pages={ORGANIZATION_PAGES} organization={organization} />
          </Group>
        )}
        <Links pages={OTHER_PAGES} organization={organization} />
      </nav>
      <div className="border-line border-t p-2">{person}</div>
    </div>
  );
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h2 className="px-2 pb-1 text-12 text-faint leading-4 rail:sr-only">{title}</h2>
    {children}
  </div>
);

/** The pages of a bank in their groups. Those of its organization are in the menu of its name. */
function BankLinks({ bankId, organization }: { bankId: string; organization: Organization }) {
  const { data: counts } = useQuery(pageCountsQuery(organization.slug, bankId));
  const pages = pagesOfBank(bankId);
  const linksOf = (group: BankPageGroup | undefined) => (
    <Links pages={pages.filter((page) => page.group === group)} organization={organization} counts={counts} />
  );
  return (
    <>
      {linksOf(undefined)}
      {BANK_PAGE_GROUPS.map((group) => (
        <Group key={group} title={t.bankGroups[group]}>
          {linksOf(group)}
        </Group>
      ))}
    </>
  );
}

interface LinksProps {
  pages: readonly PageEntry[];
  organization: Organization | null;
  /** Undefined until loaded, and for pages without counts. */
  counts?: PageCounts | undefined;
}

function Links({ pages, organization, counts }: LinksProps) {
  const here = hereOf(usePathname(), pages, organization?.slug ?? '');
  return (
    <ul className="relative">
      <span aria-hidden className="absolute top-3.5 bottom-3.5 start-2 w-px bg-thread rail:hidden" />
      {pages.map((page) => {
        const href = page.href(organization?.slug ?? '');
        const isCurrent = page.id === here;
        const Icon = page.icon;
        return (
          <li key={page.id} className="relative">
            <Link
              href={href}
              title={page.label()}
              aria-current={isCurrent ? 'page' : undefined}
              className={cx(
                'relative flex h-7 items-center gap-2.5 rounded-md pe-2 ps-[22px] transition-colors duration-80 focus-visible:-outline-offset-2 rail:justify-center rail:px-0',
                isCurrent ? 'bg-hover font-medium text-ink' : 'text-muted hover:bg-hover hover:text-ink',
              )}
            >
              {isCurrent && (
                <span aria-hidden className="absolute start-[5px] size-[7px] rounded-full bg-accent outline-2 outline-hover rail:start-0" />
              )}
              <Icon size={16} strokeWidth={1.6} aria-hidden className="shrink-0" />
              <span className="min-w-0 grow truncate rail:sr-only">{page.label()}</span>
              {counts && page.count && (
                <span aria-hidden className="shrink-0 font-normal text-12 text-faint tabular-nums rail:hidden">
                  {number(counts[page.count])}
                </span>
              )}
              {organization && lockOf(page, organization.role) && (
                <Lock size={12} aria-hidden className="shrink-0 text-faint rail:hidden" />
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** The phone’s bottom bar with five items; the fifth opens the rest. */
export function PhoneBar({ me, organization, onSignOut }: { me: Me; organization: Organization | null; onSignOut: () => void }) {
  const pathname = usePathname();
  const slug = organization?.slug ?? '';
  const bankId = bankOfPath(pathname);
  const main = bankId === null ? ORGANIZATION_PAGES : pagesOfBank(bankId);
  const shown = bankId === null ? PHONE_PAGES : PHONE_BANK_PAGES;
  const places = organization ? main.filter(({ id }) => shown.includes(id)) : OTHER_PAGES;
  const rest = organization
    ? [...main.filter(({ id }) => !shown.includes(id)), ...(bankId === null ? [] : ORGANIZATION_PAGES), ...OTHER_PAGES]
    : [];
  const here = hereOf(pathname, [...places, ...rest], slug);
  const look = 'flex h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-11 focus-visible:-outline-offset-2';
  const isRest = rest.some(({ id }) => id === here);
  return (
    <nav
      aria-label={t.nav}
      data-bar
      className="fixed inset-x-0 bottom-0 z-30 flex border-line border-t bg-chrome pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {places.map((page) => {
        const href = page.href(slug);
        const isCurrent = page.id === here;
        return (
          <Link
            key={page.id}
            href={href}
            aria-current={isCurrent ? 'page' : undefined}
            className={cx(look, isCurrent ? 'font-medium text-accent-text' : 'text-muted')}
          >
            <page.icon size={19} strokeWidth={1.6} aria-hidden />
            <span className="max-w-full truncate px-1">{page.label()}</span>
          </Link>
        );
      })}
      <Menu
        label={t.more}
        side="top"
        className="w-64"
        foot={
          <>
            <MenuLabel>{me.person.email}</MenuLabel>
            <MenuItem onSelect={onSignOut}>{t.signOut}</MenuItem>
          </>
        }
        trigger={
          <button type="button" className={cx(look, isRest ? 'font-medium text-accent-text' : 'text-muted')}>
            <MenuIcon size={19} strokeWidth={1.6} aria-hidden />
            {t.more}
          </button>
        }
      >
        {rest.map((page) => (
          <MenuItem key={page.id} icon={page.icon} href={page.href(slug)}>
            {page.label()}
          </MenuItem>
        ))}
      </Menu>
    </nav>
  );
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .filter((_, at, all) => at === 0 || at === all.length - 1)
    .join('')
    .toUpperCase();

export function AccountMenu({
  me,
  organization,
  onSignOut,
  onHelp,
}: {
  me: Me;
  organization: Organization | null;
  onSignOut: () => void;
  onHelp: () => void;
}) {
  return (
    <Menu
      label={t.account}
      side="top"
      align="start"
      className="w-60"
      trigger={
        <button
          type="button"
          className="flex h-11 w-full min-w-0 items-center gap-2 rounded-md px-2 text-left hover:bg-hover rtl:text-right rail:justify-center rail:px-0"
        >
          <span
            aria-hidden
            className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-tint font-semibold text-11 text-accent-text"
          >
            {initials(me.person.name)}
          </span>
          <span className="sr-only">{ui.labelBefore(t.account)} </span>
          <span className="min-w-0 grow rail:hidden">
            <span dir="auto" className="block truncate leading-[1.3]" title={me.person.name}>
              {me.person.name}
            </span>
            {organization && <span className="block text-12 text-faint leading-[1.3]">{organizationRole(organization)}</span>}
          </span>
          <Ellipsis size={15} aria-hidden className="shrink-0 text-faint rail:hidden" />
        </button>
      }
    >
      <MenuLabel>{me.person.email}</MenuLabel>
      <MenuItem href="/account">{t.pages.account}</MenuItem>
      <MenuItem onSelect={onHelp} after="?">
        {t.help}
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={onSignOut}>{t.signOut}</MenuItem>
    </Menu>
  );
}

const organizationRole = ({ role }: Organization): string => ui.roles[role];
