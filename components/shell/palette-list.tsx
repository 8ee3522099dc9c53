'use client';

import { Building2 } from 'lucide-react';
import { usePathname, useRouter } from 'next/navigation';
import { useTheme } from 'next-themes';
import { type ReactNode, useState } from 'react';
import { nameAmong } from '#components/shell/organization-name';
import { pathInBank } from '#components/shell/pages';
import { PALETTE_INPUT, PaletteField, type PaletteProps } from '#components/shell/palette';
import { paletteActions } from '#components/shell/palette-actions';
import type { PaletteIcon } from '#components/shell/palette-icons';
import { bankPages, latestFirst, organizationPages, recentBanks, recentEntries } from '#components/shell/palette-pages';
import { type PaletteEntry, type PaletteGroup, usePaletteSearch } from '#components/shell/palette-search';
import { bankOfPath, homePath } from '#components/shell/paths';
import { readVisits } from '#components/shell/visits';
import { bestMatches } from '#components/shell/word-match';
import { shell as t } from '#components/strings/shell';
import { ui } from '#components/strings/ui';
import { Combobox, type ComboboxGroup } from '#components/ui/combobox';
import { isAnyWaiting, queryOf } from '#components/ui/options';
import { may } from '#lib/base/roles';

export interface PaletteListProps extends Omit<PaletteProps, 'isOpen'> {
  text: string;
  onText: (text: string) => void;
  wasEntered: boolean;
}

/** Recent entries, pages, items and actions that match the text. Loaded after the page. */
export default function PaletteList({ text, onText, wasEntered, onOpenChange, me, organization, onHelp, onSignOut }: PaletteListProps) {
  const pathname = usePathname();
  const router = useRouter();
  const { setTheme } = useTheme();
  const [visits] = useState(() => readVisits(me.person.id));
  const slug = organization?.slug ?? '';
  const bankId = organization && bankOfPath(pathname);
  const query = queryOf(text);
  const bankPathOf = (id: string): string => pathInBank(pathname, slug, id);
  const local = (id: PaletteGroup['id'], entries: readonly PaletteEntry[]): PaletteGroup => ({
    id,
    answers: query,
    entries: bestMatches(
      entries,
      query,
      ({ label }) => label,
      ({ synonyms }) => synonyms ?? '',
    ),
  });
  const recent = organization && query === '' ? recentEntries(visits, organization, { bankId, path: pathname }) : [];
  const others = me.organizations
    .filter((each) => each.slug !== slug)
    .map(
      (each): PaletteEntry => ({
        id: `organization ${each.id}`,
        label: nameAmong(each, me.organizations),
        icon: Building2,
        opens: homePath(each.slug),
      }),
    );
  // An empty text lists pages as the navigation does.
  const ordered = (entries: readonly PaletteEntry[]) => (query === '' ? entries : latestFirst(entries, visits));
  const found = usePaletteSearch({
    slug,
    bankId,
    text,
    bankPathOf,
    isInOrganization: organization !== null,
    mayViewKeys: organization !== null && may(organization.role, 'key.view'),
    recentBanks: recentBanks(visits, slug),
  });
  const groups = [
    local('recent', recent),
    local('bankPages', organization && bankId !== null ? ordered(bankPages(organization, bankId)) : []),
    local('pages', ordered(organizationPages(organization))),
    local('actions', paletteActions(organization, bankId, { onHelp, onSignOut, onTheme: setTheme })),
    local('organizations', others),
    ...found,
  ];
  const open = ({ opens }: PaletteEntry): void => {
    onOpenChange(false);
    if (typeof opens === 'string') router.push(opens);
    else opens();
  };
  const shown = new Set<string>();
  const isNew = ({ id }: PaletteEntry): boolean => !shown.has(id) && Boolean(shown.add(id));
  const listed = groups.map(
    ({ id, answers, entries }): ComboboxGroup => ({
      heading: t.paletteGroups[id],
      answers,
      options: entries.filter(isNew).map((entry) => ({
        id: entry.id,
        content: <Line {...entry} />,
        onChoose: () => open(entry),
        className: 'gap-2.5 !px-2.5',
      })),
    }),
  );
  return (
    <Combobox
      label={t.palette}
      placeholder={t.palette}
      text={text}
      onText={onText}
      groups={listed}
      wasEntered={wasEntered}
      frame={(field) => <PaletteField>{field}</PaletteField>}
      inputClass={PALETTE_INPUT}
      listClass="min-h-0 overflow-y-auto p-1.5"
    >
      <Notes groups={groups} text={text} />
    </Combobox>
  );
}

/** Whether anything is found, and which searches failed. */
function Notes({ groups, text }: { groups: readonly PaletteGroup[]; text: string }) {
  const failed = groups.filter(({ hasFailed }) => hasFailed);
  const isWaiting = isAnyWaiting(
    groups.map(({ answers }) => ({ answers, ids: [] })),
    text,
  );
  const isEmpty = groups.every(({ entries }) => entries.length === 0);
  return (
    <>
      {isEmpty && (isWaiting || failed.length === 0) && (
        <p className="px-2.5 py-4 text-muted">{isWaiting ? t.paletteSearching : t.paletteNothing}</p>
      )}
      {failed.map(({ id }) => (
        <p key={id} className="px-2.5 py-1.5 text-12 text-bad-text">
          {ui.labeled(t.paletteGroups[id], t.paletteFailed)}
        </p>
      ))}
    </>
  );
}

const Line = ({ icon: Icon, label, after }: { icon: PaletteIcon; label: string; after?: ReactNode }) => (
  <>
    <Icon size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
    <span dir="auto" className="min-w-0 grow truncate text-left rtl:text-right">
      {label}
    </span>
    {after && <span className="max-w-[45%] shrink-0 truncate text-12 text-faint tabular-nums">{after}</span>}
  </>
);
