import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { documents } from '#components/strings/documents';
import { keys as t } from '#components/strings/keys';
import { members } from '#components/strings/members';
import { shell } from '#components/strings/shell';
import { shortcuts } from '#components/strings/shortcuts';
import { ui } from '#components/strings/ui';
import { expect, FULL, test } from '#e2e/console/journey';
import { choose, closeSecret, fillKey, openCreate, pathOf, rowOf, secretOf, sideways } from '#e2e/console/parts';
import { BANKS, PARENT } from '#e2e/console/world';
import { retainMemories } from '#lib/memory/retain/contract';

const PUBLIC_TYPES: Readonly<Record<string, RegExp>> = {
  'apple-touch-icon.png': /^image\/png$/,
  'favicon.ico': /^image\/(x-icon|vnd\.microsoft\.icon)$/,
  'icon-192.png': /^image\/png$/,
  'icon-32.png': /^image\/png$/,
  'icon-512.png': /^image\/png$/,
  'icon-maskable-512.png': /^image\/png$/,
  'icon.svg': /^image\/svg\+xml$/,
  'manifest.webmanifest': /^application\/manifest\+json/,
  'og.png': /^image\/png$/,
  'robots.txt': /^text\/plain/,
};

test('every file of public/ is served to everybody with its type', async ({ open }) => {
  const { request } = await open(null);
  expect(readdirSync('public').sort()).toEqual(Object.keys(PUBLIC_TYPES).sort());
  for (const [name, type] of Object.entries(PUBLIC_TYPES)) {
    const reply = await request.get(`/${name}`);
    expect(reply.status(), name).toBe(200);
    expect(reply.headers()['content-type'], name).toMatch(type);
    expect(reply.headers()['x-content-type-options'], name).toBe('nosniff');
  }
  expect(await (await request.get('/robots.txt')).text()).toContain('User-agent: *\nDisallow: /\n');
});

test('pages link the icons, the manifest and the preview image', async ({ open }) => {
  const page = await open(null);
  await page.goto('/login');
  const linked = (selector: string, attribute: string) =>
    page.locator(`head ${selector}`).evaluateAll((all, name) => all.map((one) => one.getAttribute(name) ?? ''), attribute);
  expect(await linked('link[rel=icon]', 'href')).toEqual(['/favicon.ico', '/icon.svg', '/icon-32.png', '/icon-192.png']);
  expect(await linked('link[rel=apple-touch-icon]', 'href')).toEqual(['/apple-touch-icon.png']);
  expect(await linked('link[rel=manifest]', 'href')).toEqual(['/manifest.webmanifest']);
  expect(await linked('meta[property="og:image"]', 'content')).toEqual([expect.stringMatching(/^https?:\/\/[^/]+\/og\.png$/)]);
  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({ name: shell.product, short_name: shell.product, description: shell.about });
  for (const { src } of manifest.icons) expect(PUBLIC_TYPES).toHaveProperty([src.slice(1)]);
});

test('the palette navigates to a page and a key, and back', async ({ world, open }) => {
  const page = await open(world.owner);
  await page.goto(pathOf(world.org, 'keys'));
  await expect(rowOf(page, PARENT)).toBeVisible();
  const palette = page.getByRole('dialog', { name: shell.palette });
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('membe');
  await expect(palette.getByRole('option', { name: shell.pages.members })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${pathOf(world.org, 'members')}$`));
  await expect(palette).toBeHidden();

  await page.keyboard.press('Control+k');
  await page.keyboard.type(PARENT);
  await palette.getByRole('option', { name: PARENT }).click();
  await expect(page).toHaveURL(new RegExp(`${pathOf(world.org, 'keys', world.tree.parent.id)}$`));

  await page.keyboard.press('Control+k');
  await page.keyboard.type('nothing is called so');
  await expect(palette.getByText(shell.paletteNothing)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
});

/**
 * Records the theme and background of the page when its first heading appears, before any
 * application script has run.
 */
async function noteFirstSight(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (!document.querySelector('h1, h2, main')) return;
      seen.disconnect();
      const theme = document.documentElement.dataset.theme ?? 'none';
      sessionStorage.setItem('first-sight', `${theme} ${getComputedStyle(document.body).backgroundColor}`);
    });
    seen.observe(document, { childList: true, subtree: true });
  });
}

const sightOf = (page: Page) =>
  page.evaluate(() => ({
    first: sessionStorage.getItem('first-sight'),
    now: `${document.documentElement.dataset.theme} ${getComputedStyle(document.body).backgroundColor}`,
  }));

test('the chosen theme applies from the first paint, and without a choice the theme of the system', async ({ world, open }) => {
  const page = await open(world.owner, { colorScheme: 'light' });
  await noteFirstSight(page);
  await page.goto(pathOf(world.org, 'keys'));
  await page.getByRole('button', { name: ui.theme, exact: true }).click();
  await page.getByRole('menuitem', { name: ui.themes.dark }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  for (const path of [pathOf(world.org, 'members'), '/account', '/docs']) {
    await page.goto(path);
    const { first, now } = await sightOf(page);
    expect(first).toMatch(/^dark /);
    expect(first).toBe(now);
  }
  for (const colorScheme of ['dark', 'light'] as const) {
    const fresh = await open(null, { colorScheme });
    await noteFirstSight(fresh);
    await fresh.goto('/login');
    expect((await sightOf(fresh)).first).toMatch(new RegExp(`^${colorScheme} `));
  }
});

/** Presses Tab until the element has the focus, a limited number of times. */
async function tabTo(page: Page, name: string | RegExp, role: 'button' | 'radio' | 'link' = 'button'): Promise<void> {
  const target = page.getByRole(role, { name }).first();
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${name} is not reached by Tab`);
}

test('closing returns the focus to the control that opened', FULL, async ({ world, open }) => {
  const page = await open(world.owner, { viewport: { width: 1000, height: 800 } });
  await page.goto(pathOf(world.org, 'keys'));
  const create = page.getByRole('button', { name: t.create }).first();
  await openCreate(page);
  await page.keyboard.press('Escape');
  await expect(create).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: shell.palette })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(create).toBeFocused();

  const row = page.getByRole('link', { name: t.open(PARENT) });
  await row.click();
  await expect(page.getByRole('dialog', { name: PARENT })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();

  await page.goto(pathOf(world.org, 'members'));
  await choose(page, members.actionsOf(world.member.name), members.menu.remove);
  const asked = page.getByRole('alertdialog');
  await asked.getByRole('button', { name: ui.cancel }).click();
  await expect(asked).toBeHidden();
  await expect(page.getByRole('button', { name: members.actionsOf(world.member.name) })).toBeFocused();
});

test('when the focused element is removed, the keyboard continues from the page', FULL, async ({ world, open }) => {
  const bank = 'focus-kept';
  const items = ['light', 'water'].map((document_id) => ({ document_id, content: `The ${document_id} is paid for May.` }));
  await world.answer(world.owner, retainMemories, { path: { bank_id: bank }, body: { items } });
  const page = await open(world.owner);
  await page.goto(pathOf(world.org, 'b', bank, 'documents'));
  await choose(page, documents.actionsOf('light'), documents.deleteIt);
  await page.getByRole('alertdialog').getByRole('button', { name: documents.deleteIt }).click();
  await expect(rowOf(page, 'light')).toHaveCount(0);
  await expect(rowOf(page, 'water')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();

  await page.goto(pathOf(world.org, 'banks'));
  await page.getByRole('link', { name: bank }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/b/${bank}$`));
  await expect(page.getByRole('main')).toBeFocused();
});

test('all actions on a key work by keyboard alone', async ({ world, open }) => {
  const page = await open(world.owner);
  await page.goto(pathOf(world.org, 'keys'));
  await expect(rowOf(page, PARENT)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: shell.skip })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await tabTo(page, t.create);
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: t.create });
  await expect(sheet.getByLabel(t.name, { exact: true })).toBeFocused();
  await page.keyboard.type('By hand');
  await tabTo(page, t.banksAll, 'radio');
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+Enter');
  const secret = secretOf(page);
  await expect(secret).toBeVisible();
  const stored = secret.getByRole('checkbox', { name: t.stored });
  for (let presses = 0; presses < 30 && !(await stored.evaluate((box) => box === document.activeElement)); presses++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(stored).toBeChecked();
  await tabTo(page, t.done);
  await page.keyboard.press('Enter');
  await expect(secret).toBeHidden();
  await expect(page.getByRole('link', { name: t.open('By hand') })).toBeFocused();

  await page.keyboard.press('/');
  await expect(page.getByLabel(t.searchLabel)).toBeFocused();
  await page.keyboard.type('By hand');
  await expect(rowOf(page, PARENT)).toHaveCount(0);
  await page.getByLabel(t.searchLabel).blur();
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: t.open('By hand') })).toBeFocused();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('complementary', { name: 'By hand' });
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('link', { name: t.open('By hand') })).toBeFocused();

  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: shell.help });
  await expect(help.getByText(shortcuts.list[0].does)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
});

test('a key is created and found on a phone', async ({ world, open }) => {
  const page = await open(world.admin, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto(pathOf(world.org, 'keys'));
  const sheet = await openCreate(page);
  await fillKey(sheet, { name: 'From the phone', expiry: '1_day' });
  expect(await sideways(page)).toBe(0);
  await sheet.getByRole('button', { name: t.create }).click();
  await expect(secretOf(page)).toBeVisible();
  expect(await sideways(page)).toBe(0);
  await closeSecret(page);
  await page.getByRole('link', { name: t.open('From the phone') }).click();
  const drawer = page.getByRole('dialog', { name: 'From the phone' });
  await expect(drawer).toBeVisible();
  expect(await sideways(page)).toBe(0);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  const bar = page.getByRole('navigation', { name: shell.nav });
  await bar.getByRole('link', { name: shell.pages.members }).click();
  await expect(page).toHaveURL(new RegExp(`${pathOf(world.org, 'members')}$`));
});

test('the menu of the organization leads from a bank to its pages, and the graph has icons only in the sidebar', async ({
  world,
  open,
}) => {
  const page = await open(world.owner);
  await page.goto(pathOf(world.org, 'b', BANKS[0], 'memories'));
  const sidebar = page.getByRole('navigation', { name: shell.nav });
  await expect(sidebar.getByRole('heading')).toHaveText(Object.values(shell.bankGroups));
  await sidebar.getByRole('link', { name: shell.bankPages.graph, exact: true }).click();
  await expect(page).toHaveURL(/\/graph/);
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBeLessThan(60);
  await page.getByRole('button', { name: new RegExp(`^${shell.switchOrganization}`) }).click();
  await page.getByRole('menuitem', { name: shell.pages.members }).click();
  await expect(page).toHaveURL(new RegExp(`${pathOf(world.org, 'members')}$`));
});
