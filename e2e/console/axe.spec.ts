import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { keys as t } from '#components/strings/keys';
import { members as m } from '#components/strings/members';
import { organization } from '#components/strings/organization';
import { shell } from '#components/strings/shell';
import { ui } from '#components/strings/ui';
import { expect, FULL, test } from '#e2e/console/journey';
import { STOPS } from '#e2e/console/pages';
import { closeSecret, fillKey, menuOf, openCreate, pathOf, secretOf, sideways } from '#e2e/console/parts';
import { BANKS, type ConsoleWorld, PARENT } from '#e2e/console/world';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The gate tests one theme at one width. */
const IS_GATE = process.env.TEST_LEVEL === 'gate';
const THEMES = IS_GATE ? (['light'] as const) : (['light', 'dark'] as const);
const SIZES = [
  // 1280 px at a zoom of 200 %, then phones.
  { width: 640, height: 400 },
  { width: 390, height: 844 },
  { width: 320, height: 844 },
];

/**
 * Legacy mode runs in the page itself. The other mode assembles results on a blank page to support
 * frames of other origins; there are none here.
 */
const ofRules = (page: Page): AxeBuilder => new AxeBuilder({ page }).withTags(RULES).setLegacyMode();

/** Each violation with its elements, short enough to read in a failure. */
async function violations(builder: AxeBuilder): Promise<string[]> {
  const { violations: found } = await builder.analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 300)} | ${failureSummary}`));
}

/**
 * Waits until all transitions of colors have ended; endless animations are ignored. Checks each
 * frame: the promise of a finished animation resolves one frame later, and an idle page renders no
 * frames.
 */
const settled = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect, playState }) => playState !== 'running' || !Number.isFinite(effect?.getComputedTiming().endTime)),
  );

/** Elements that cover a page. */
const OVERLAYS: readonly {
  name: string;
  path: string;
  open: (page: Page, world: ConsoleWorld) => Promise<void>;
  close?: (page: Page) => Promise<void>;
  /** a variant of a page that the gate tests */
  isVariant?: true;
}[] = [
  {
    name: 'form for a key',
    path: 'keys',
    open: async (page) => fillKey(await openCreate(page), { name: 'Axe', expiry: 'custom', days: '0' }),
  },
  {
    name: 'the secret',
    isVariant: true,
    path: 'keys',
    open: async (page) => {
      const sheet = await openCreate(page);
      await fillKey(sheet, { name: 'Axe', expiry: '1_hour' });
      await sheet.getByRole('button', { name: t.create }).click();
      await expect(secretOf(page)).toBeVisible();
    },
    close: closeSecret,
  },
  {
    name: 'menu of a key',
    path: 'keys',
    open: async (page) => expect(await menuOf(page, t.actionsOf(PARENT))).toBeVisible(),
  },
  {
    name: 'drawer of a key',
    path: 'keys',
    open: async (page) => {
      await page.getByRole('link', { name: t.open(PARENT) }).click();
      await expect(page.getByText(t.breaksKeys(4))).toBeVisible();
    },
  },
  {
    name: 'revoking',
    isVariant: true,
    path: 'keys',
    open: async (page) => {
      await (await menuOf(page, t.actionsOf(PARENT))).getByRole('menuitem', { name: t.revoke }).click();
      await expect(page.getByText(t.revokeDies(3))).toBeVisible();
    },
  },
  {
    name: 'invitation form',
    isVariant: true,
    path: 'members',
    open: async (page) => {
      await page.getByRole('button', { name: m.invite }).first().click();
      await expect(page.getByRole('dialog', { name: m.inviteSheet.title })).toBeVisible();
    },
  },
  {
    name: 'role',
    isVariant: true,
    path: 'members',
    open: async (page, world) => {
      await (await menuOf(page, m.actionsOf(world.member.name))).getByRole('menuitem', { name: m.menu.role }).click();
      await expect(page.getByRole('dialog', { name: m.roleSheet.title(world.member.name) })).toBeVisible();
    },
  },
  {
    name: 'palette',
    path: `b/${BANKS[0]}`,
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog', { name: shell.palette })).toBeVisible();
      await page.keyboard.type('fern');
      await expect(page.getByRole('option', { name: /touring bikes/ })).toBeVisible();
    },
  },
  {
    name: 'bank switcher',
    isVariant: true,
    path: `b/${BANKS[0]}`,
    open: async (page) => {
      await page.getByRole('button', { name: ui.labeled(shell.switchBank, BANKS[0]) }).click();
      await expect(page.getByRole('option', { name: BANKS[1] })).toBeVisible();
    },
  },
  {
    name: 'a toast',
    path: 'settings',
    open: async (page) => {
      await page.getByRole('button', { name: organization.save }).click();
      await expect(page.getByText(organization.unchanged)).toBeVisible();
      for (const size of [
        { width: 390, height: 844 },
        { width: 1280, height: 800 },
      ]) {
        await page.setViewportSize(size);
        await expect.poll(() => underToasts(page)).toEqual([]);
      }
      // The toast stays as long as the pointer hovers over it.
      await page.getByText(organization.unchanged).hover();
    },
  },
  {
    name: 'menu of the organisation',
    isVariant: true,
    path: 'banks',
    open: async (page) => {
      await page.getByRole('button', { name: new RegExp(`^${shell.switchOrganization}`) }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
];

/** Returns the heading and bars that toasts cover. Other parts can be scrolled from below them. */
const underToasts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('[data-sonner-toast]')].map((toast) => toast.getBoundingClientRect());
    return [...document.querySelectorAll('main h1, [data-bar]')]
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return toasts.some((toast) => box.left < toast.right && box.right > toast.left && box.top < toast.bottom && box.bottom > toast.top);
      })
      .map((element) => element.outerHTML.slice(0, 160));
  });

/**
 * Returns interactive elements outside the page, except rows of scrollable lists, headings for
 * screen readers, and the invisible inputs by which radio groups take part in forms.
 */
const outside = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main button, main a[href], main input:not([aria-hidden="true"])')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        let box = element.parentElement;
        while (box && !/auto|scroll/.test(getComputedStyle(box).overflowX)) box = box.parentElement;
        return width > 1 && !box && !element.closest('thead') && (left < -1 || right > document.documentElement.clientWidth + 1);
      })
      .map((element) => element.outerHTML.slice(0, 160)),
  );

/**
 * Expects no violation in either theme. The page follows the system theme, because the user has not
 * chosen one. The second theme differs only in colors, so only color rules run for it.
 */
async function isAccessible(page: Page): Promise<void> {
  const asked = { light: ofRules(page), dark: new AxeBuilder({ page }).withRules(['color-contrast']).setLegacyMode() };
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await settled(page);
    expect(await violations(asked[theme])).toEqual([]);
  }
}

for (const stop of STOPS)
  test(
    `${stop.name}: no violation in either theme, nothing lost at 200 % and on a phone`,
    stop.isVariant ? FULL : {},
    async ({ world, open }) => {
      const page = await open(stop.who(world), { refusals: stop.refusals ?? [] });
      await page.goto(await stop.path(world));
      await stop.shows(page, world);
      await isAccessible(page);
      for (const { width, height } of IS_GATE ? SIZES.slice(1, 2) : SIZES) {
        await page.setViewportSize({ width, height });
        // The page adapts to its new width on the next paint.
        await expect.poll(() => sideways(page)).toBe(0);
        await expect.poll(() => outside(page)).toEqual([]);
      }
    },
  );

test('with forced colors, chosen, focused and locked controls can be distinguished', async ({ world, open }) => {
  const page = await open(world.owner, { forcedColors: 'active' });
  await page.goto(pathOf(world.org, 'keys'));
  await expect(page.getByText(PARENT).first()).toBeVisible();
  const outlineOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(await outlineOf(page.getByRole('radio', { name: t.statuses.active }))).toBe('solid');
  expect(await outlineOf(page.getByRole('radio', { name: t.statuses.revoked }))).toBe('none');
  expect(await outlineOf(page.getByRole('link', { name: shell.pages.keys, exact: true }))).toBe('solid');
  await page.keyboard.press('j');
  expect(await outlineOf(page.locator(':focus'))).toBe('solid');
  const sheet = await openCreate(page);
  const mint = sheet.getByRole('checkbox', { name: t.mint });
  await mint.check();
  expect(await mint.evaluate((element) => getComputedStyle(element).appearance)).toBe('auto');
  // In forced-colors mode the system sets the colors, so the contrast of the theme does not apply.
  expect(await violations(ofRules(page).disableRules(['color-contrast']))).toEqual([]);
  const create = sheet.getByRole('button', { name: t.create });
  expect(await create.evaluate((element) => getComputedStyle(element).borderTopStyle)).toBe('solid');
});

for (const { name, path, open: act, close, isVariant } of OVERLAYS)
  test(`${name}: no violation in either theme`, isVariant ? FULL : {}, async ({ world, open }) => {
    const page = await open(world.owner);
    await page.goto(pathOf(world.org, path));
    await act(page, world);
    await isAccessible(page);
    await close?.(page);
  });
