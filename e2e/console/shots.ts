import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { shell } from '#components/strings/shell';
import { ui } from '#components/strings/ui';
import { expect, test } from '#e2e/console/journey';
import { failure, OF_BANK, READINGS } from '#e2e/console/list-pages';
import { STOPS } from '#e2e/console/pages';
import { pathOf, setLocale } from '#e2e/console/parts';
import { BANKS } from '#e2e/console/world';
import { isPageLocale } from '#lib/base/locales';

/**
 * Screenshots of every page with data, empty and after a failure, in both themes and at both
 * widths: `shots/PAGE/STATE-THEME-WIDTH.png`.
 */

const FOLDER = path.resolve(import.meta.dirname, '../../shots');
const THEMES = ['light', 'dark'] as const;
const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
/** Further languages of the pages with data: `SHOTS_LOCALES=de,ja npm run shots`. */
const LOCALES = (process.env.SHOTS_LOCALES ?? '').split(',').filter(isPageLocale);

async function take(page: Page, name: string, state: string): Promise<void> {
  const folder = path.join(FOLDER, name.replaceAll(/\W+/g, '-'));
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.screenshot({
        path: path.join(folder, `${state}-${colorScheme}-${size.width}.png`),
        fullPage: true,
        animations: 'disabled',
      });
    }
  }
}

for (const { name, who, path: pathIn, shows, refusals = [] } of STOPS)
  test(name, async ({ world, open }) => {
    const page = await open(who(world), { refusals });
    await page.goto(await pathIn(world));
    await shows(page, world);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await take(page, name, 'full');
    for (const locale of LOCALES) {
      await setLocale(page.context(), locale, world.url);
      await page.reload({ waitUntil: 'networkidle' });
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await take(page, name, `full-${locale}`);
    }
  });

const ofBank = OF_BANK.map((reading) => ({ ...reading, path: ({ org }: { org: string }) => pathOf(org, 'b', BANKS[0], reading.name) }));

for (const { name, path: pathIn, call, failed, nothing } of [...READINGS, ...ofBank]) {
  test(`${name} after a failure`, async ({ world, open }) => {
    const page = await open(world.owner, { refusals: [500] });
    await page.route(call, (route) => route.fulfill({ status: 500, json: failure }));
    await page.goto(pathIn(world));
    await expect(page.getByRole('alert').filter({ hasText: failed })).toBeVisible();
    await take(page, name, 'error');
  });

  if (nothing)
    test(`${name} empty`, async ({ world, open }) => {
      const page = await open(world.owner);
      await page.route(call, (route) => route.fulfill({ json: nothing.answer }));
      await page.goto(pathIn(world));
      await expect(page.getByText(nothing.says).first()).toBeVisible();
      await take(page, name, 'empty');
    });
}

test('palette', async ({ world, open }) => {
  const page = await open(world.owner);
  await page.goto(pathOf(world.org, 'b', BANKS[1]));
  const pages = page.getByRole('navigation', { name: shell.nav });
  for (const name of [shell.bankPages.graph, shell.bankPages.memories]) await pages.getByRole('link', { name, exact: true }).click();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: shell.palette });
  await expect(palette.getByRole('group', { name: shell.paletteGroups.recent })).toBeVisible();
  await take(page, 'palette', 'full');
  for (const text of ['workshop', 'nothing is called so']) {
    await palette.getByRole('combobox').fill(text);
    await expect(palette.getByRole('listbox')).toHaveAttribute('aria-busy', 'false');
    await take(page, 'palette', text.split(' ')[0] ?? text);
  }
});

test('bank switcher', async ({ world, open }) => {
  const page = await open(world.owner);
  await page.goto(pathOf(world.org, 'b', BANKS[0], 'memories'));
  await page.getByRole('button', { name: ui.labeled(shell.switchBank, BANKS[0]) }).click();
  await expect(page.getByRole('option', { name: BANKS[1] })).toBeVisible();
  await take(page, 'bank switcher', 'full');
});
