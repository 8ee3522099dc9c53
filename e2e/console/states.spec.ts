import type { Page } from '@playwright/test';
import { account } from '#components/strings/account';
import { audit } from '#components/strings/audit';
import { charts } from '#components/strings/charts';
import { documents } from '#components/strings/documents';
import { entities } from '#components/strings/entities';
import { keys } from '#components/strings/keys';
import { members } from '#components/strings/members';
import { memories } from '#components/strings/memories';
import { observations } from '#components/strings/observations';
import { operations } from '#components/strings/operations';
import { overview } from '#components/strings/overview';
import { shell } from '#components/strings/shell';
import { stats } from '#components/strings/stats';
import { ui } from '#components/strings/ui';
import { expect, FULL, test } from '#e2e/console/journey';
import { menuOf, pathOf, rowOf } from '#e2e/console/parts';
import { BANKS, PARENT, type World } from '#e2e/console/world';
import { newId } from '#lib/ids';

/** A page that reads one list: what it asks for, what it says when that fails, and what stands there when it comes. */
interface Reading {
  readonly name: string;
  readonly path: (world: World) => string;
  /** of the call that is tampered with */
  readonly call: RegExp;
  readonly failed: string;
  readonly shows: (world: World) => string;
  /** the answer without anything in it, and what is said then */
  readonly nothing?: { readonly answer: unknown; readonly says: string };
}

const READINGS: readonly Reading[] = [
  {
    name: 'keys',
    path: ({ org }) => pathOf(org, 'keys'),
    call: /\/api\/console\/keys(\?|$)/,
    failed: keys.readFailed,
    shows: () => PARENT,
    nothing: {
      answer: { items: [], total: 0, limit: 100, offset: 0, counts: { active: 0, revoked: 0, expired: 0 } },
      says: keys.emptyTitle,
    },
  },
  {
    name: 'members',
    path: ({ org }) => pathOf(org, 'members'),
    call: /\/api\/console\/members$/,
    failed: members.loadFailed,
    shows: ({ member }) => member.email,
  },
  {
    name: 'audit log',
    path: ({ org }) => pathOf(org, 'audit'),
    call: /\/api\/console\/audit(\?|$)/,
    failed: audit.loadFailed,
    shows: ({ owner }) => owner.email,
    nothing: { answer: { items: [], next_cursor: null }, says: audit.empty },
  },
  {
    name: 'banks',
    path: ({ org }) => pathOf(org, 'banks'),
    call: /\/v1\/default\/banks(\?|$)/,
    failed: shell.banksFailed,
    shows: () => BANKS[0],
    nothing: { answer: { banks: [], total: 0, limit: 100, offset: 0 }, says: 'No bank' },
  },
  {
    name: 'statistics',
    path: ({ org }) => pathOf(org, 'b', BANKS[0], 'stats'),
    call: /\/stats\/memories-timeseries/,
    failed: stats.seriesFailed,
    shows: () => stats.openNote(charts.open.day),
  },
  {
    name: 'overview',
    path: ({ org }) => pathOf(org, 'b', BANKS[0]),
    call: /\/stats(\?|$)/,
    failed: stats.failed,
    shows: () => overview.countedBefore.trim(),
  },
  {
    name: 'sessions',
    path: () => '/account',
    call: /\/api\/console\/account\/sessions$/,
    failed: account.sessionsFailed,
    shows: () => account.thisOne,
  },
];

const page = { total: 0, limit: 100, offset: 0 };

/** Pages of a bank, each walked through its states in one go. */
const OF_BANK: readonly Required<Omit<Reading, 'shows' | 'path'>>[] = [
  {
    name: 'memories',
    call: /\/memories\/list\?/,
    failed: memories.readFailed,
    nothing: { answer: { items: [], ...page, next_cursor: null }, says: memories.empty },
  },
  { name: 'entities', call: /\/entities\?/, failed: entities.failed, nothing: { answer: { items: [], ...page }, says: entities.empty } },
  {
    name: 'documents',
    call: /\/documents\?/,
    failed: documents.failed,
    nothing: { answer: { items: [], ...page }, says: documents.emptyTitle },
  },
  {
    name: 'observations',
    call: /\/observations\?/,
    failed: observations.failed,
    nothing: { answer: { items: [], ...page }, says: observations.emptyTitle },
  },
  {
    name: 'operations',
    call: /\/operations\?/,
    failed: operations.readFailed,
    nothing: {
      answer: { bank_id: BANKS[0], ...page, counts: { pending: 0, processing: 0, completed: 0, failed: 0, cancelled: 0 }, operations: [] },
      says: operations.emptyTitle,
    },
  },
];

const REQUEST_ID = 'req-of-the-journey';
const failure = { detail: 'Internal Server Error', code: 'internal', request_id: REQUEST_ID };

const shown = (page: Page, words: string) => expect(page.getByText(words).first()).toBeVisible();

for (const [i, { name, path, call, failed, shows, nothing }] of READINGS.entries()) {
  const when = i === 0 ? {} : FULL;

  test(`${name}: a failure is said with its request id, and Try again helps`, when, async ({ world, open }) => {
    const page = await open(world.owner, { refusals: [500] });
    await page.route(call, (route) => route.fulfill({ status: 500, json: failure, headers: { 'x-request-id': REQUEST_ID } }));
    await page.goto(path(world));
    const alert = page.getByRole('alert').filter({ hasText: failed });
    await expect(alert).toBeVisible();
    await expect(alert).toContainText(REQUEST_ID.slice(0, 13));
    await page.unroute(call);
    await alert.getByRole('button', { name: ui.tryAgain }).click();
    await shown(page, shows(world));
    await expect(alert).toBeHidden();
  });

  test(`${name}: no answer at all is said, too`, when, async ({ world, open }) => {
    const page = await open(world.owner, { refusals: [0] });
    await page.route(call, (route) => route.abort());
    await page.goto(path(world));
    await expect(page.getByRole('alert').filter({ hasText: failed })).toContainText(ui.offline);
  });

  test(`${name}: while it waits, it says so`, when, async ({ world, open }) => {
    const page = await open(world.owner);
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(call, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(path(world), { waitUntil: 'commit' });
    await expect(page.getByRole('main').getByRole('status').first()).toBeVisible();
    answer();
    await shown(page, shows(world));
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  });

  if (nothing)
    test(`${name}: nothing there is no blank page`, when, async ({ world, open }) => {
      const page = await open(world.owner);
      await page.route(call, (route) => route.fulfill({ json: nothing.answer }));
      await page.goto(path(world));
      await shown(page, nothing.says);
    });
}

for (const [i, { name, call, failed, nothing }] of OF_BANK.entries())
  test(`${name}: waits, fails with its request id, and is empty with a word`, i === 0 ? {} : FULL, async ({ world, open }) => {
    const page = await open(world.owner, { refusals: [500] });
    let fail = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      fail = resolve;
    });
    await page.route(call, async (route) => {
      await held;
      await route.fulfill({ status: 500, json: failure, headers: { 'x-request-id': REQUEST_ID } });
    });
    await page.goto(pathOf(world.org, 'b', BANKS[0], name), { waitUntil: 'commit' });
    await expect(page.getByRole('main').locator('[aria-busy="true"]').first()).toBeVisible();
    fail();
    const alert = page.getByRole('alert').filter({ hasText: failed });
    await expect(alert).toContainText(REQUEST_ID.slice(0, 13));
    await page.unroute(call);
    await page.route(call, (route) => route.fulfill({ json: nothing.answer }));
    await alert.getByRole('button', { name: ui.tryAgain }).click();
    await shown(page, nothing.says);
    await expect(alert).toBeHidden();
  });

test('what a Member may not do to a whole list says who may', async ({ world, open }) => {
  const page = await open(world.member);
  await page.goto(pathOf(world.org, 'b', BANKS[0], 'memories'));
  const menu = await menuOf(page, memories.bulk);
  const bulk = menu.getByRole('menuitem', { name: memories.bulkInvalidate(undefined) });
  await expect(bulk).toHaveAttribute('aria-disabled', 'true');
  await expect(bulk).toContainText(/Owners and Admins/);
});

test('what was read stays when reading it again fails, and says how old it is', FULL, async ({ world, open }) => {
  const page = await open(world.owner, { alone: true, refusals: [500] });
  await page.clock.install();
  await page.goto(pathOf(world.org, 'keys'));
  await expect(rowOf(page, PARENT)).toBeVisible();
  await page.route(READINGS[0]!.call, (route) => route.fulfill({ status: 500, json: failure }));
  await page.clock.fastForward('05:00');
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  const alert = page.getByRole('alert').filter({ hasText: keys.readFailed });
  await expect(alert).toContainText(ui.keptFrom('5 min ago'));
  await expect(rowOf(page, PARENT)).toBeVisible();
});

test('where a new order cannot be read, the rows of the old one stay', FULL, async ({ world, open }) => {
  const page = await open(world.owner, { refusals: [500] });
  await page.goto(pathOf(world.org, 'keys'));
  await expect(rowOf(page, PARENT)).toBeVisible();
  await page.route(READINGS[0]!.call, (route) => route.fulfill({ status: 500, json: failure }));
  await page.getByRole('button', { name: keys.columns.name, exact: true }).click();
  const alert = page.getByRole('alert').filter({ hasText: keys.readFailed });
  await expect(alert).toBeVisible();
  await expect(rowOf(page, PARENT)).toBeVisible();
  await expect(page.getByRole('treegrid', { name: keys.listLabel })).toHaveAttribute('aria-busy', 'true');
  await page.unroute(READINGS[0]!.call);
  await alert.getByRole('button', { name: ui.tryAgain }).click();
  await expect(alert).toBeHidden();
  await expect(page.getByRole('columnheader', { name: keys.columns.name })).toHaveAttribute('aria-sort', 'ascending');
  await expect(rowOf(page, PARENT)).toBeVisible();
});

test('a hint that was put away stays away, and the next one is said', FULL, async ({ world, open }) => {
  const page = await open(world.owner);
  await world.newKey('Endless first', { expires_in: 'never' });
  await page.goto(pathOf(world.org, 'keys'));
  await page.getByRole('button', { name: keys.putAway }).click();
  await expect(page.getByRole('button', { name: keys.putAway })).toHaveCount(0);
  await page.reload();
  await expect(rowOf(page, 'Endless first')).toBeVisible();
  await expect(page.getByRole('button', { name: keys.putAway })).toHaveCount(0);
  await world.newKey('Endless second', { expires_in: 'never' });
  await page.reload();
  await expect(page.getByText(keys.reviewTitle(1))).toBeVisible();
});

test('what is not there, or not for one, is said inside the frame', async ({ world, open }) => {
  const page = await open(world.owner, { refusals: [403, 404] });
  await page.goto(pathOf(world.org, 'keys', newId()));
  await shown(page, keys.notFound);
  await page.goto(pathOf(world.org, 'keys', 'not-an-id'));
  await shown(page, keys.notFound);
  await page.goto(pathOf(world.org, 'nowhere'));
  await shown(page, shell.notFound.title);
  await page.goto(pathOf('elsewhere', 'keys'));
  await shown(page, shell.noOrganization.title);
  await page.goto(pathOf(encodeURIComponent('../<b>'), 'keys'));
  await shown(page, shell.noOrganization.title);
  await expect(page.getByRole('navigation', { name: shell.nav }).first()).toBeVisible();
});

test('a session that ends while a page is open leads to the sign-in and back', async ({ world, open }) => {
  const page = await open(world.owner, { refusals: [401] });
  await page.goto(pathOf(world.org, 'keys'));
  await expect(rowOf(page, PARENT)).toBeVisible();
  await page.context().clearCookies();
  await page.getByRole('radio', { name: keys.statuses.revoked }).click();
  await expect(page).toHaveURL(/\/login\?returnTo=/);
  expect(new URL(page.url()).searchParams.get('returnTo')).toContain(pathOf(world.org, 'keys'));
});
