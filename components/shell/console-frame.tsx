'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { usePathname, useRouter } from 'next/navigation';
import { lazy, type ReactNode, useCallback, useEffect, useState } from 'react';
import { OperationsTray } from '#components/operations/tray';
import { usePlaceName } from '#components/shell/breadcrumb';
import { ConsoleProvider } from '#components/shell/console-context';
import { setCookie } from '#components/shell/cookie';
import { useOwnLanguage } from '#components/shell/language-choice';
import { AccountMenu, Navigation, PhoneBar } from '#components/shell/navigation';
import { BANK_PAGES, isOn, ORGANIZATION_PAGES, OTHER_PAGES } from '#components/shell/pages';
import { Palette } from '#components/shell/palette';
import { bankOfPath, bankPath, endedPath, homePath, LAST_ORGANIZATION } from '#components/shell/paths';
import { meQuery } from '#components/shell/queries';
import { useShortcuts } from '#components/shell/shortcuts';
import { BankSwitcher, OrganizationSwitcher } from '#components/shell/switchers';
import { ThemeMenu } from '#components/shell/theme-menu';
import { useMembership } from '#components/shell/use-membership';
import { useSignOut, useSignOutElsewhere } from '#components/shell/use-sign-out';
import { useVisits } from '#components/shell/use-visits';
import { shell as t } from '#components/strings/shell';
import { ui } from '#components/strings/ui';
import { IconButton } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { Link } from '#components/ui/link';
import { Kbd } from '#components/ui/page';
import { useRestoredFocus } from '#components/ui/return-focus';
import { SkipLink } from '#components/ui/skip-link';
import { toast } from '#components/ui/toast';
import { WhenOpened } from '#components/ui/when-opened';
import type { Me } from '#lib/access/people/contract';
import { whenExpelled, whenSessionEnds } from '#lib/api/call';

const Help = lazy(() => import('#components/shell/help').then((part) => ({ default: part.Help })));
const NewOrganization = lazy(() => import('#components/shell/new-organization').then((part) => ({ default: part.NewOrganization })));

/** Height of the top bar, in px. */
const BAR = 44;

/**
 * Scrolls a new page to its top. The router leaves the position of a former page if the top of the
 * new one is in the window, although the top bar covers it.
 */
function useTopOfPage(pathname: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each page
  useEffect(() => {
    if (window.scrollY <= BAR) window.scrollTo(0, 0);
  }, [pathname]);
}

export interface ConsoleFrameProps {
  /** From the server, for this page. */
  me: Me;
  /** From the URL, or the last visited organization. Null without memberships. */
  slug: string | null;
  children: ReactNode;
}

const toSignIn = () => window.location.assign('/login');

/** The frame of all console pages. */
export function ConsoleFrame({ me: initial, slug, children }: ConsoleFrameProps) {
  const { data: me } = useQuery({ ...meQuery(), initialData: initial });
  const organization =
    me.organizations.find((each) => each.slug === slug) ?? initial.organizations.find((each) => each.slug === slug) ?? null;
  const [isPaletteOpen, openPalette] = useState(false);
  const [isHelpOpen, openHelp] = useState(false);
  const [isNewOpen, openNew] = useState(false);
  const client = useQueryClient();
  const router = useRouter();
  const leave = useSignOut(toSignIn);
  useSignOutElsewhere(toSignIn);

  const here = organization?.slug;
  useEffect(() => {
    if (here !== undefined) setCookie(LAST_ORGANIZATION, here);
  }, [here]);

  useEffect(() => {
    whenSessionEnds(() => {
      client.clear();
      window.location.assign(endedPath(`${window.location.pathname}${window.location.search}`));
    });
    // The user lost access to the organization, so its cached data is removed.
    whenExpelled(() => {
      client.clear();
      window.location.reload();
    });
  }, [client]);

  useOwnLanguage(me);
  useMembership(organization);
  useVisits(me.person.id, organization?.slug ?? null);
  useRestoredFocus();
  useTopOfPage(usePathname());

  // A server-rendered page is newer than the cache.
  useEffect(() => {
    client.setQueryData(meQuery().queryKey, initial);
  }, [client, initial]);

  useShortcuts({ onPalette: useCallback(() => openPalette((isOpen) => !isOpen), []), onHelp: useCallback(() => openHelp(true), []) });
  const out = () => leave.mutate(undefined, { onError: (error) => toast.failed(t.signOutFailed, error) });
  const page = organization ? (
    <ConsoleProvider me={me} organization={organization}>
      {children}
    </ConsoleProvider>
  ) : (
    children
  );

  return (
    <div className="flex min-h-dvh">
      <SkipLink to="page">{t.skip}</SkipLink>
      <Navigation
        organization={organization}
        switchers={
          <>
            <OrganizationSwitcher me={me} organization={organization} onNew={() => openNew(true)} />
            {organization && <BankSwitcher slug={organization.slug} />}
          </>
        }
        person={<AccountMenu me={me} organization={organization} onSignOut={out} onHelp={() => openHelp(true)} />}
      />
      <div className="flex min-w-0 grow flex-col">
        <header className="sticky top-0 z-20 flex h-11 shrink-0 items-center gap-3 border-line border-b bg-bg px-6 phone:gap-1 phone:px-4">
          <div className="-ms-3 shrink-0 md:hidden">
            <OrganizationSwitcher me={me} organization={organization} onNew={() => openNew(true)} compact />
          </div>
          <Path organization={organization} />
          <div className="ms-auto flex items-center gap-2 phone:gap-0">
            <button
              type="button"
              onClick={() => openPalette(true)}
              className="flex h-7 w-[236px] items-center gap-2 rounded-md border border-control bg-surface px-2.5 text-faint shadow-1 hover:text-ink phone:hidden"
            >
              <Search size={14} strokeWidth={1.75} aria-hidden />
              <span className="min-w-0 grow truncate text-start">{t.search}</span>
              <Kbd>{ui.keyboard.ctrlK}</Kbd>
            </button>
            <IconButton icon={Search} label={t.search} tooltip={false} onClick={() => openPalette(true)} className="md:!hidden" />
            {organization && (
              <ConsoleProvider me={me} organization={organization}>
                <OperationsTray slug={organization.slug} />
              </ConsoleProvider>
            )}
            <ThemeMenu />
          </div>
        </header>
        <main id="page" tabIndex={-1} className="flex min-w-0 grow flex-col outline-none phone:pb-16">
          {page}
        </main>
      </div>
      <PhoneBar me={me} organization={organization} onSignOut={out} />
      <Palette
        isOpen={isPaletteOpen}
        onOpenChange={openPalette}
        me={me}
        organization={organization}
        onHelp={() => openHelp(true)}
        onSignOut={out}
      />
      <WhenOpened isOpen={isHelpOpen}>
        <Help isOpen={isHelpOpen} onClose={() => openHelp(false)} />
      </WhenOpened>
      <WhenOpened isOpen={isNewOpen}>
        <NewOrganization
          isOpen={isNewOpen}
          onClose={() => openNew(false)}
          onCreated={({ slug: created }) => {
            void client.invalidateQueries({ queryKey: ['me'] });
            router.push(homePath(created));
          }}
        />
      </WhenOpened>
    </div>
  );
}

const Slash = ({ className }: { className?: string }) => (
  <li aria-hidden className={cx('text-faint', className)}>
    /
  </li>
);

/** Breadcrumbs: organization, bank and page from the URL, and the subject of the page. */
function Path({ organization }: { organization: Me['organizations'][number] | null }) {
  const pathname = usePathname();
  const slug = organization?.slug ?? '';
  const bankId = bankOfPath(pathname);
  const name = usePlaceName();
  const page =
    (bankId !== null && BANK_PAGES.find((each) => isOn(pathname, each.href(slug, bankId), each))) ||
    [...(organization ? ORGANIZATION_PAGES : []), ...OTHER_PAGES].find((each) => isOn(pathname, each.href(slug), each));
  return (
    <nav aria-label={t.path} className="min-w-0">
      <ol className="flex min-w-0 items-center gap-2">
        <li dir="auto" className={cx('min-w-0 truncate text-muted', bankId !== null && 'phone:hidden')}>
          <Link href={organization ? homePath(organization.slug) : '/account'} className="hover:text-ink">
            {organization?.name ?? t.product}
          </Link>
        </li>
        {bankId !== null && (
          <>
            <Slash className="phone:hidden" />
            {/* On a phone, truncated before the page. */}
            <li className="min-w-0 truncate text-muted phone:min-w-16 phone:shrink-[1000]">
              <Link href={bankPath(slug, bankId)} className="hover:text-ink phone:hidden">
                {bankId}
              </Link>
              <div className="md:hidden">
                <BankSwitcher slug={slug} compact />
              </div>
            </li>
          </>
        )}
        {page && name === null && (
          <>
            <Slash />
            <li className="min-w-0 truncate font-medium" aria-current="page">
              {page.label()}
            </li>
          </>
        )}
        {page && name !== null && (
          <>
            <Slash className="phone:hidden" />
            <li className="min-w-0 truncate text-muted phone:hidden">
              <Link href={page.href(slug, bankId ?? '')} className="hover:text-ink">
                {page.label()}
              </Link>
            </li>
            <Slash />
            {/* Truncated before all others. */}
            <li dir="auto" title={name} className="min-w-12 shrink-[1000] truncate font-medium" aria-current="page">
              {name}
            </li>
          </>
        )}
      </ol>
    </nav>
  );
}
