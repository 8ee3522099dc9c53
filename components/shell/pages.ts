import {
  Activity,
  BookOpen,
  ChartColumn,
  Coins,
  Database,
  FileText,
  FlaskConical,
  FolderTree,
  Gem,
  Hexagon,
  KeyRound,
  LayoutDashboard,
  List,
  ListTodo,
  type LucideIcon,
  MessageSquareQuote,
  NotebookText,
  Plug,
  ScrollText,
  Search,
  Settings2,
  ShieldCheck,
  Signpost,
  SlidersHorizontal,
  UserRound,
  Users,
  Waypoints,
} from 'lucide-react';
import { bankOfPath, bankPath, organizationPath } from '#components/shell/paths';
import { shell as t } from '#components/strings/shell';
import type { Role } from '#lib/base/literals';
import { may, PERMISSIONS, type Permission } from '#lib/base/roles';

/** The counts of a bank that are stored, so that every page can read them. */
export interface PageCounts {
  readonly memories: number;
  readonly observations: number;
}

/** Pages of an organization in navigation order, shared by sidebar, phone bar and palette. */
export interface PageEntry {
  readonly id: string;
  readonly label: () => string;
  readonly icon: LucideIcon;
  readonly href: (slug: string) => string;
  /** Required permission. The page is locked for others. */
  readonly permission?: Permission;
  /** Addresses below it belong to other pages. */
  readonly isAlone?: boolean;
  /** The number of its items. */
  readonly count?: keyof PageCounts;
}

/** Why a page is locked for a role. Null if it is not. */
export const lockOf = ({ permission }: PageEntry, role: Role): string | null =>
  permission === undefined || may(role, permission) ? null : t.locked(PERMISSIONS[permission], role);

/** Whether a URL belongs to a page. */
export const isOn = (pathname: string, href: string, { isAlone }: Pick<PageEntry, 'isAlone'>): boolean =>
  pathname === href || (!isAlone && pathname.startsWith(`${href}/`));

export const ORGANIZATION_PAGES: readonly PageEntry[] = [
  { id: 'banks', label: () => t.pages.banks, icon: Database, href: (slug) => organizationPath(slug, 'banks') },
  { id: 'keys', label: () => t.pages.keys, icon: KeyRound, href: (slug) => organizationPath(slug, 'keys') },
  { id: 'members', label: () => t.pages.members, icon: Users, href: (slug) => organizationPath(slug, 'members') },
  {
    id: 'usage',
    label: () => t.pages.usage,
    icon: Coins,
    href: (slug) => organizationPath(slug, 'usage'),
    permission: 'usage.view',
  },
  { id: 'audit', label: () => t.pages.audit, icon: ScrollText, href: (slug) => organizationPath(slug, 'audit'), permission: 'audit.view' },
  { id: 'access', label: () => t.pages.access, icon: ShieldCheck, href: (slug) => organizationPath(slug, 'access') },
  { id: 'settings', label: () => t.pages.settings, icon: Settings2, href: (slug) => organizationPath(slug, 'settings') },
];

export type BankPageGroup = keyof typeof t.bankGroups;

export const BANK_PAGE_GROUPS = ['browse', 'understand', 'try', 'run'] as const satisfies readonly BankPageGroup[];

/** Pages of a bank. */
export interface BankPageEntry extends Omit<PageEntry, 'href'> {
  readonly href: (slug: string, bankId: string) => string;
  readonly group?: BankPageGroup;
}

const bankPage = (id: keyof typeof t.bankPages, icon: LucideIcon, ...segments: string[]): BankPageEntry => ({
  id,
  label: () => t.bankPages[id],
  icon,
  href: (slug, bankId) => bankPath(slug, bankId, ...segments),
});

const inGroup = (group: BankPageGroup, pages: readonly BankPageEntry[]): BankPageEntry[] => pages.map((page) => ({ ...page, group }));

/** In navigation order. */
export const BANK_PAGES: readonly BankPageEntry[] = [
  { ...bankPage('overview', LayoutDashboard), isAlone: true },
  ...inGroup('browse', [
    { ...bankPage('memories', List, 'memories'), count: 'memories' },
    bankPage('documents', FileText, 'documents'),
    bankPage('entities', Hexagon, 'entities'),
    bankPage('graph', Waypoints, 'graph'),
  ]),
  ...inGroup('understand', [
    { ...bankPage('observations', Gem, 'observations'), count: 'observations' },
    bankPage('mentalModels', NotebookText, 'mental-models'),
    bankPage('knowledge', FolderTree, 'knowledge'),
    bankPage('directives', Signpost, 'directives'),
    bankPage('statistics', ChartColumn, 'stats'),
  ]),
  ...inGroup('try', [
    bankPage('recall', Search, 'play', 'recall'),
    bankPage('reflect', MessageSquareQuote, 'play', 'reflect'),
    bankPage('extract', FlaskConical, 'play', 'extract'),
  ]),
  ...inGroup('run', [
    bankPage('operations', ListTodo, 'operations'),
    bankPage('connect', Plug, 'connect'),
    bankPage('bankSettings', SlidersHorizontal, 'settings'),
  ]),
];

type PageOfBank = PageEntry & Pick<BankPageEntry, 'group'>;

/** The pages of one bank. */
export const pagesOfBank = (bankId: string): readonly PageOfBank[] =>
  BANK_PAGES.map((page) => ({ ...page, href: (slug: string) => page.href(slug, bankId) }));

export const OTHER_PAGES: readonly PageEntry[] = [
  { id: 'account', label: () => t.pages.account, icon: UserRound, href: () => '/account' },
  { id: 'status', label: () => t.pages.status, icon: Activity, href: () => '/status' },
  { id: 'docs', label: () => t.pages.docs, icon: BookOpen, href: () => '/docs' },
];

/** The page that a path belongs to, with its bank if it is a page of one. Null for other paths. */
export function pageOfPath(pathname: string, slug: string): { readonly bankId: string | null; readonly page: PageEntry } | null {
  const bankId = bankOfPath(pathname);
  const pages = bankId === null ? [...ORGANIZATION_PAGES, ...OTHER_PAGES] : pagesOfBank(bankId);
  const page = pages.find((each) => isOn(pathname, each.href(slug), each));
  return page === undefined ? null : { bankId, page };
}

/**
 * The page of another bank that corresponds to a path. A page about one item leads to its list, and
 * a page outside of banks to the overview.
 */
export const pathInBank = (pathname: string, slug: string, bankId: string): string => {
  const here = pageOfPath(pathname, slug);
  const page = here?.bankId == null ? undefined : BANK_PAGES.find(({ id }) => id === here.page.id);
  return page === undefined ? bankPath(slug, bankId) : page.href(slug, bankId);
};

/** Whether a page of a bank needs the width of the window: the graph, and versions side by side. */
export const isWidePage = (pathname: string): boolean => /^\/o\/[^/]+\/b\/[^/]+\/(?:graph|mental-models\/[^/]+\/compare)$/.test(pathname);

/** Pages in the phone bar. There is room for four next to "More". */
export const PHONE_PAGES = ['banks', 'keys', 'members', 'access'];
export const PHONE_BANK_PAGES = ['overview', 'memories', 'recall', 'operations'];
