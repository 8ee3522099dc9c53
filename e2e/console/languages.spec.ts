import type { Page } from '@playwright/test';
import { account } from '#components/strings/account';
import { account as accountDe } from '#components/strings/de/account';
import { signIn as signInDe } from '#components/strings/de/sign-in';
import { keys as keysJa } from '#components/strings/ja/keys';
import { signIn } from '#components/strings/sign-in';
import { expect, FULL, test } from '#e2e/console/journey';
import { STOPS } from '#e2e/console/pages';
import { pathOf, setLocale, sideways } from '#e2e/console/parts';
import { recordData, textsIn, untranslatedTexts } from '#e2e/console/untranslated';
import { getMe } from '#lib/access/people/contract';

const html = (page: Page) => page.locator('html');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('a visitor reads the language of the browser, and can choose another', async ({ open }) => {
  const page = await open(null, { locale: 'de-AT' });
  await page.goto('/login');
  await expect(html(page)).toHaveAttribute('lang', 'de');
  await expect(page).toHaveTitle(new RegExp(signInDe.title));
  await expect(page.getByRole('button', { name: signInDe.submit, exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Sprache' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await expect(html(page)).toHaveAttribute('lang', 'en-GB');
  await expect(page.getByRole('button', { name: signIn.submit, exact: true })).toBeVisible();
});

test('a person chooses a language, and every browser follows', async ({ world, open }) => {
  const page = await open(world.admin);
  await page.goto('/account');
  await page.getByLabel(account.consoleLanguage).selectOption('ja');
  await expect(html(page)).toHaveAttribute('lang', 'ja');

  const other = await open(world.admin);
  await other.goto(pathOf(world.org, 'keys'));
  await expect(heading(other, keysJa.title)).toBeVisible();
  await expect(html(other)).toHaveAttribute('lang', 'ja');
  await expect(other).toHaveTitle(new RegExp(keysJa.title));

  await page.getByRole('combobox').selectOption('browser');
  await expect(html(page)).toHaveAttribute('lang', 'en-GB');
  await expect(heading(page, account.title)).toBeVisible();
});

test('a refused choice of a language is said, and the page stays', async ({ world, open }) => {
  const page = await open(world.admin, { refusals: [500], locale: 'de' });
  await page.goto('/account');
  // The page responds once it has loaded its lists.
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.route('**/api/console/account', (route) => route.fulfill({ status: 500, json: { detail: 'no', code: 'internal' } }));
  await page.getByLabel(accountDe.consoleLanguage).selectOption('fr');
  await expect(page.getByRole('alert').filter({ hasText: accountDe.languageFailed })).toBeVisible();
  await expect(html(page)).toHaveAttribute('lang', 'de');
});

test.describe('pseudo-locales', FULL, () => {
  for (const stop of STOPS) {
    /** Arabic and Hebrew are laid out like this. */
    test(`${stop.name} is laid out from right to left`, async ({ world, open }) => {
      const page = await open(stop.who(world), { refusals: stop.refusals ?? [] });
      await setLocale(page.context(), 'ar-XB', world.url);
      await page.goto(await stop.path(world));
      await expect(html(page)).toHaveAttribute('dir', 'rtl');
      await expect(page.getByText('\u202e').first()).toBeVisible();
      expect(await sideways(page)).toBe(0);
    });

    test(`${stop.name} shows only texts of the string files`, async ({ world, open }) => {
      const person = stop.who(world);
      const page = await open(person, { refusals: stop.refusals ?? [] });
      const data = recordData(page);
      await setLocale(page.context(), 'en-XA', world.url);
      await page.goto(await stop.path(world), { waitUntil: 'networkidle' });
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      const rendered = person ? textsIn(JSON.stringify(await world.answer(person, getMe))) : [];
      expect(await untranslatedTexts(page, [...(await data()), ...rendered])).toEqual([]);
    });
  }
});
