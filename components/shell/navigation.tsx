'use client';

import { Ellipsis, Lock, Menu as MenuIcon } from 'lucide-react';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { isOn, ORGANIZATION_PAGES, OTHER_PAGES, type PageEntry, PHONE_BANK_PAGES, PHONE_PAGES, pagesOfBank } from '#components/shell/pages';
import { bankOfPath } from '#components/shell/paths';
import { shell as t } from '#components/strings/shell';
import { ui } from '#components/strings/ui';
import { cx } from '#components/ui/cx';
import { Link } from '#components/ui/link';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#components/ui/menu';
import type { Me } from '#lib/access/people/contract';
import { may, PERMISSIONS } from '#lib/base/roles';

type Organization = Me['organizations'][number];

const hereOf = (pathname: string, pages: readonly PageEntry[], slug: string): string | null =>
  pages.find((page) => isOn(pathname, page.href(slug), page))?.id ?? null;

const lockOf = (page: PageEntry, { role }: Organization): string | null =>
  page.permission === undefined || may(role, page.permission) ? null : t.locked(PERMISSIONS[page.permission], role);

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
  const bankId = bankOfPath(usePathname());
  return (
    <div className="group/nav sticky top-0 flex h-dvh w-[208px] shrink-0 flex-col border-line border-e bg-chrome data-[rail]:w-[52px] phone:hidden">
      {switchers}
      <nav aria-label={t.nav} className="min-h-0 grow overflow-y-auto px-2 py-3">
        {organization && bankId !== null && (
          <>
            <h2 className="px-2 pb-1 text-12 text-faint group-data-[rail]/nav:sr-only">{t.bank}</h2>
            <Links pages={pagesOfBank(bankId)} organization={organization} />
            <div className="h-4" />
          </>
        )}
        {organization && (
          <>
            <h2 className="px-2 pb-1 text-12 text-faint group-data-[rail]/nav:sr-only">{t.organization}</h2>
            <Links pages={ORGANIZATION_PAGES} organization={organization} />
          </>
        )}
        <div className="h-4" />
        <Links pages={OTHER_PAGES} organization={organization} />
      </nav>
      <div className="border-line border-t p-2">{person}</div>
    </div>
  );
}

function Links({ pages, organization }: { pages: readonly PageEntry[]; organization: Organization | null }) {
  const here = hereOf(usePathname(), pages, organization?.slug ?? '');
  return (
    <ul className="relative">
      <span aria-hidden className="absolute top-3.5 bottom-3.5 start-2 w-px bg-thread group-data-[rail]/nav:hidden" />
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
                'relative flex h-7 items-center gap-2.5 rounded-md pe-2 ps-[22px] transition-colors duration-80 focus-visible:-outline-offset-2 group-data-[rail]/nav:justify-center group-data-[rail]/nav:px-0',
                isCurrent ? 'bg-hover font-medium text-ink' : 'text-muted hover:bg-hover hover:text-ink',
              )}
            >
              {isCurrent && (
                <span
                  aria-hidden
                  className="absolute start-[5px] size-[7px] rounded-full bg-accent outline-2 outline-hover group-data-[rail]/nav:start-0"
                />
              )}
              <Icon size={16} strokeWidth={1.6} aria-hidden className="shrink-0" />
              <span className="min-w-0 grow truncate group-data-[rail]/nav:hidden">{page.label()}</span>
              {organization && lockOf(page, organization) && (
                <Lock size={12} aria-hidden className="shrink-0 text-faint group-data-[rail]/nav:hidden" />
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
          className="flex h-11 w-full min-w-0 items-center gap-2 rounded-md px-2 text-left hover:bg-hover rtl:text-right group-data-[rail]/nav:justify-center group-data-[rail]/nav:px-0"
        >
          <span
            aria-hidden
            className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-tint font-semibold text-11 text-accent-text"
          >
            {initials(me.person.name)}
          </span>
          <span className="sr-only">{ui.labelBefore(t.account)} </span>
          <span className="min-w-0 grow group-data-[rail]/nav:hidden">
            <span dir="auto" className="block truncate leading-[1.3]" title={me.person.name}>
              {me.person.name}
            </span>
            {organization && <span className="block text-12 text-faint leading-[1.3]">{organizationRole(organization)}</span>}
          </span>
          <Ellipsis size={15} aria-hidden className="shrink-0 text-faint group-data-[rail]/nav:hidden" />
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
