import { Database } from 'lucide-react';
import { CLIENTS } from '#components/connect/client-literals';
import { BANK_PAGES, ORGANIZATION_PAGES, OTHER_PAGES, type PageEntry, pagesOfBank, pathInBank } from '#components/shell/pages';
import type { PaletteEntry } from '#components/shell/palette-search';
import type { Visit } from '#components/shell/visits';
import { palette as synonyms } from '#components/strings/palette';
import type { Role } from '#lib/base/literals';
import { may } from '#lib/base/roles';

/** The pages that the palette offers, and those opened last. Only pages that the role may open. */

/** Visits that are shown, of banks and of pages. */
const SHOWN_BANKS = 3;
const SHOWN_PAGES = 4;

interface Organization {
  readonly slug: string;
  readonly role: Role;
}

const isOpenTo = (role: Role, { permission }: Pick<PageEntry, 'permission'>): boolean => permission === undefined || may(role, permission);

const synonymsOf = (page: string): string => {
  const words = Object.entries(synonyms).find(([id]) => id === page)?.[1] ?? '';
  return page === 'connect' ? `${words} ${CLIENTS.join(' ')}` : words;
};

const entryOf = (page: PageEntry, slug: string, after?: string): PaletteEntry => {
  const path = page.href(slug);
  return { id: `page ${path}`, label: page.label(), synonyms: synonymsOf(page.id), icon: page.icon, after, opens: path };
};

/** The pages of the bank in the order of the navigation. */
export const bankPages = ({ slug }: Organization, bankId: string): PaletteEntry[] => pagesOfBank(bankId).map((page) => entryOf(page, slug));

/** The pages of the organization, and those of the user. */
export const organizationPages = (organization: Organization | null): PaletteEntry[] =>
  [...(organization ? ORGANIZATION_PAGES.filter((page) => isOpenTo(organization.role, page)) : []), ...OTHER_PAGES].map((page) =>
    entryOf(page, organization?.slug ?? ''),
  );

/** The entries in the order of the last visits. Those without a visit keep their order. */
export function latestFirst(entries: readonly PaletteEntry[], visits: readonly Visit[]): PaletteEntry[] {
  const paths = visits.map(pathOf);
  const rankOf = ({ opens }: PaletteEntry): number =>
    typeof opens === 'string' && paths.includes(opens) ? paths.indexOf(opens) : paths.length;
  return [...entries].sort((a, b) => rankOf(a) - rankOf(b));
}

const pageOf = ({ bankId, page }: Visit): PageEntry | undefined =>
  (bankId === null ? [...ORGANIZATION_PAGES, ...OTHER_PAGES] : pagesOfBank(bankId)).find(({ id }) => id === page);

const pathOf = (visit: Visit): string | undefined => pageOf(visit)?.href(visit.org);

const OVERVIEW = BANK_PAGES[0]?.id;

/** The ids of the banks that were opened last, the latest first. */
export const recentBanks = (visits: readonly Visit[], slug: string): string[] =>
  visits.flatMap(({ org, bankId, page }) => (org === slug && bankId !== null && page === OVERVIEW ? [bankId] : []));

/** The banks and pages that were opened last, without the current ones. */
export function recentEntries(
  visits: readonly Visit[],
  { slug, role }: Organization,
  here: { bankId: string | null; path: string },
): PaletteEntry[] {
  const left = { banks: SHOWN_BANKS, pages: SHOWN_PAGES };
  return visits.flatMap((visit): PaletteEntry[] => {
    const { org, bankId } = visit;
    const page = pageOf(visit);
    if (org !== slug || page === undefined || !isOpenTo(role, page) || page.href(slug) === here.path) return [];
    if (bankId !== null && visit.page === OVERVIEW)
      return bankId === here.bankId || left.banks-- <= 0
        ? []
        : [{ id: `bank ${bankId}`, label: bankId, icon: Database, opens: pathInBank(here.path, slug, bankId) }];
    return left.pages-- <= 0 ? [] : [entryOf(page, slug, bankId ?? undefined)];
  });
}
