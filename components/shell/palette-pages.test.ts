import { expect, test } from 'vitest';
import { ORGANIZATION_PAGES } from '#components/shell/pages';
import { paletteActions } from '#components/shell/palette-actions';
import { bankPages, latestFirst, organizationPages, recentBanks, recentEntries } from '#components/shell/palette-pages';
import type { Visit } from '#components/shell/visits';
import { bestMatches } from '#components/shell/word-match';
import { shell as t } from '#components/strings/shell';
import { ROLES, type Role } from '#lib/base/literals';
import { may } from '#lib/base/roles';

const acme = (role: Role) => ({ slug: 'acme', role });
const visit = (bankId: string | null, page: string, org = 'acme'): Visit => ({ org, bankId, page });
const labelsOf = (entries: readonly { label: string }[]) => entries.map(({ label }) => label);
const NOWHERE = { bankId: null, path: '/account' };

test.each(ROLES)('a page that the role %s may not open is not offered', (role) => {
  const visits = ORGANIZATION_PAGES.map(({ id }) => visit(null, id));
  const offered = [...organizationPages(acme(role)), ...recentEntries(visits, acme(role), NOWHERE)].map(({ opens }) => opens);
  for (const { permission, href } of ORGANIZATION_PAGES)
    if (permission !== undefined && !may(role, permission)) expect(offered).not.toContain(href('acme'));
  expect(offered).toContain('/o/acme/banks');
});

test('the pages of the bank are offered', () => {
  expect(labelsOf(bankPages(acme('member'), 'desk'))).toEqual(expect.arrayContaining([t.bankPages.graph, t.bankPages.recall]));
});

test('recent entries are banks and pages of the organization, without the current ones', () => {
  const visits = [
    visit('desk', 'graph'),
    visit('desk', 'overview'),
    visit('shop', 'recall'),
    visit('shop', 'overview'),
    visit('other', 'overview', 'beta'),
    visit('shop', 'removed-page'),
  ];
  const entries = recentEntries(visits, acme('member'), { bankId: 'desk', path: '/o/acme/b/desk/graph' });
  expect(entries.map(({ opens }) => opens)).toEqual(['/o/acme/b/shop/play/recall', '/o/acme/b/shop/graph']);
  expect(recentBanks(visits, 'acme')).toEqual(['desk', 'shop']);
});

test('recent entries are few, and banks do not crowd out pages', () => {
  const visits = Array.from({ length: 9 }, (_, at) => [visit(`bank-${at}`, 'overview'), visit(`bank-${at}`, 'graph')]).flat();
  const entries = recentEntries(visits, acme('owner'), NOWHERE);
  expect(entries.filter(({ id }) => id.startsWith('bank'))).toHaveLength(3);
  expect(entries.filter(({ id }) => id.startsWith('page'))).toHaveLength(4);
});

test('pages that were opened last are first', () => {
  const pages = latestFirst(organizationPages(acme('owner')), [visit(null, 'members'), visit(null, 'keys')]);
  expect(labelsOf(pages).slice(0, 3)).toEqual([t.pages.members, t.pages.keys, t.pages.banks]);
});

test.each([
  ['members invite', [t.pages.members, t.actions.invite]],
  ['invite members', [t.pages.members, t.actions.invite]],
  ['language models', [t.bankPages.bankSettings, t.pages.status]],
  ['connect cursor', [t.bankPages.connect]],
  ['connect claude code', [t.bankPages.connect]],
  ['log out', [t.actions.signOut]],
  ['new rule', [t.actions.createDirective]],
  ['keys', [t.pages.keys, t.actions.help]],
])('the palette finds %j', (text, labels) => {
  const nothing = () => undefined;
  const entries = [
    ...bankPages(acme('owner'), 'desk'),
    ...organizationPages(acme('owner')),
    ...paletteActions(acme('owner'), 'desk', { onHelp: nothing, onSignOut: nothing, onTheme: nothing }),
  ];
  const found = bestMatches(
    entries,
    text,
    ({ label }) => label,
    ({ synonyms }) => synonyms ?? '',
  );
  expect(labelsOf(found)).toEqual(labels);
});
