'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronsUpDown, Database, Lock, Plus } from 'lucide-react';
import { usePathname, useRouter } from 'next/navigation';
import { useState } from 'react';
import { rankedBanks } from '#components/shell/bank-hits';
import { Mark } from '#components/shell/mark';
import { nameAmong } from '#components/shell/organization-name';
import { lockOf, ORGANIZATION_PAGES, pathInBank } from '#components/shell/pages';
import { bankOfPath, homePath, organizationPath } from '#components/shell/paths';
import { bankSearchQuery } from '#components/shell/queries';
import { longestWord } from '#components/shell/word-match';
import { shell as t } from '#components/strings/shell';
import { ui } from '#components/strings/ui';
import { Combobox } from '#components/ui/combobox';
import { cx } from '#components/ui/cx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#components/ui/menu';
import { answeredBy, queryOf } from '#components/ui/options';
import { Popover } from '#components/ui/popover';
import { useSettled } from '#components/ui/use-settled';
import type { Me } from '#lib/access/people/contract';

type Organization = Me['organizations'][number];

const HIDE_IN_RAIL = 'rail:hidden';

interface OrganizationSwitcherProps {
  me: Me;
  organization: Organization | null;
  onNew: () => void;
  /** Shows only the icon if there is no room. */
  compact?: boolean;
}

/** On pages of a bank, the menu also contains the pages of the organization. */
export function OrganizationSwitcher({ me, organization, onNew, compact = false }: OrganizationSwitcherProps) {
  const pathname = usePathname();
  return (
    <Menu
      label={t.organizations}
      align="start"
      className="w-64"
      trigger={
        <button
          type="button"
          aria-label={ui.labeled(t.switchOrganization, organization?.name ?? t.product)}
          className={cx(
            'flex h-11 items-center hover:bg-hover focus-visible:-outline-offset-2',
            compact
              ? 'w-11 shrink-0 justify-center rounded-md'
              : 'w-full min-w-0 gap-2 px-3.5 text-left rtl:text-right rail:justify-center rail:px-0',
          )}
        >
          <Mark />
          {!compact && (
            <>
              <span dir="auto" className={cx('min-w-0 grow truncate font-semibold', HIDE_IN_RAIL)}>
                {organization?.name ?? t.product}
              </span>
              <ChevronsUpDown size={14} aria-hidden className={cx('shrink-0 text-faint', HIDE_IN_RAIL)} />
            </>
          )}
        </button>
      }
    >
      {organization && bankOfPath(pathname) !== null && (
        <>
          <MenuLabel>{organization.name}</MenuLabel>
          {ORGANIZATION_PAGES.map((page) => (
            <MenuItem
              key={page.id}
              icon={page.icon}
              href={page.href(organization.slug)}
              after={lockOf(page, organization.role) && <Lock size={12} aria-hidden />}
            >
              {page.label()}
            </MenuItem>
          ))}
          <MenuSeparator />
        </>
      )}
      <MenuLabel>{t.organizations}</MenuLabel>
      {me.organizations.map((each) => (
        <MenuItem key={each.id} href={homePath(each.slug)} checked={each.slug === organization?.slug} after={ui.roles[each.role]}>
          {nameAmong(each, me.organizations)}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={Plus} onSelect={onNew}>
        {t.newOrganization}
      </MenuItem>
    </Menu>
  );
}

/** Searches banks on the server. Choosing one opens the same page of that bank. */
export function BankSwitcher({
  slug,
  compact = false,
}: {
  slug: string /** Rendered as a word in a line instead of a field. */;
  compact?: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  const here = bankOfPath(usePathname());
  return (
    <Popover
      label={t.switchBank}
      isOpen={isOpen}
      onOpenChange={setOpen}
      className="w-72 p-0"
      trigger={
        <button
          type="button"
          aria-label={here === null ? t.switchBank : ui.labeled(t.switchBank, here)}
          className={cx(
            'flex min-w-0 items-center rounded-md text-left rtl:text-right',
            compact
              ? 'min-h-11 max-w-full gap-1 hover:text-ink'
              : 'mx-2 h-9 gap-2 border border-line bg-surface px-2.5 shadow-1 hover:border-line-strong rail:justify-center rail:px-0',
          )}
        >
          {!compact && <Database size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />}
          <span dir="auto" className={cx('min-w-0 grow truncate', here === null ? 'text-muted' : 'font-medium', HIDE_IN_RAIL)}>
            {here ?? t.switchBank}
          </span>
          <ChevronsUpDown size={14} aria-hidden className={cx('shrink-0 text-faint', HIDE_IN_RAIL)} />
        </button>
      }
    >
      <BankSearch slug={slug} onClose={() => setOpen(false)} />
    </Popover>
  );
}

const SHOWN = 20;

function BankSearch({ slug, onClose }: { slug: string; onClose: () => void }) {
  const [text, setText] = useState('');
  const query = queryOf(text);
  const settled = useSettled(query);
  const router = useRouter();
  const pathname = usePathname();
  const banks = useQuery(bankSearchQuery(slug, settled));
  const answers = answeredBy(settled, banks);
  const hits = rankedBanks(banks.data?.banks ?? [], settled, []);
  const shown = hits.slice(0, SHOWN);
  const more = Math.max(hits.length, longestWord(settled) === settled ? (banks.data?.total ?? 0) : 0) - shown.length;
  const go = (path: string) => () => {
    onClose();
    router.push(path);
  };
  return (
    <Combobox
      label={t.findBank}
      placeholder={t.findBank}
      text={text}
      onText={setText}
      inputClass="h-10 w-full border-line border-b bg-transparent px-3 text-13 outline-none phone:h-12 phone:text-16"
      listClass="max-h-72 overflow-y-auto p-1"
      groups={[
        {
          answers,
          options: shown.map((bank) => ({
            id: `bank ${bank.bank_id}`,
            onChoose: go(pathInBank(pathname, slug, bank.bank_id)),
            className: 'gap-2',
            content: (
              <>
                <span dir="auto" className="min-w-0 grow truncate text-left rtl:text-right">
                  {bank.name}
                </span>
                <span className="shrink-0 text-12 text-faint tabular-nums">{t.units(bank.fact_count)}</span>
              </>
            ),
          })),
        },
        {
          answers: query,
          isSecondary: true,
          options: [{ id: 'all', onChoose: go(organizationPath(slug, 'banks')), className: 'text-accent-text', content: t.allBanks }],
        },
      ]}
    >
      {banks.isError && <p className="px-2 py-3 text-bad-text">{t.banksFailed}</p>}
      {answers === query && banks.data && shown.length === 0 && (
        <p className="px-2 py-3 text-muted">{query === '' ? t.noBanks : t.noBankMatches}</p>
      )}
      {answers === query && more > 0 && <p className="px-2 py-1.5 text-12 text-faint">{t.moreBanks(more)}</p>}
    </Combobox>
  );
}
