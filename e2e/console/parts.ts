import type { BrowserContext, Locator, Page } from '@playwright/test';
import { keys as t } from '#components/strings/keys';
import { signIn } from '#components/strings/sign-in';
import { expect } from '#e2e/console/journey';
import type { Credentials } from '#e2e/fixtures/console';
import type { KeyExpiry } from '#lib/access/keys/literals';
import { LOCALE_COOKIE, type PageLocale } from '#lib/base/locales';

/**
 * Actions that several tests perform on pages. They find elements by role and name, as users do.
 * The names come from the string catalog of the console.
 */

export const pathOf = (org: string, ...segments: string[]): string => `/o/${[org, ...segments].join('/')}`;

/** Finds a text of the catalog with any contents in its slots. */
export const patternOf = (text: string): RegExp =>
  new RegExp(
    text
      .split(/\{\w+\}/)
      .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
      .join('.*'),
  );

/** The row of a list that contains this text. */
export const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });

/** Opens the menu of a row and returns its items. */
export async function menuOf(page: Page, label: string): Promise<Locator> {
  await page.getByRole('button', { name: label, exact: true }).click();
  return page.getByRole('menu');
}

export async function choose(page: Page, menuLabel: string, item: string): Promise<void> {
  const menu = await menuOf(page, menuLabel);
  await menu
    .getByRole('menuitem', { name: item })
    .or(menu.getByRole('menuitemradio', { name: item }))
    .click();
}

/** Opens the form for a new key. */
export async function openCreate(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: t.create }).first().click();
  const sheet = page.getByRole('dialog', { name: t.create });
  await expect(sheet).toBeVisible();
  return sheet;
}

export interface KeyForm {
  readonly name: string;
  readonly expiry?: KeyExpiry;
  readonly days?: string;
  /** default: all banks */
  readonly banks?: readonly string[];
}

export async function fillKey(sheet: Locator, { name, expiry, days, banks }: KeyForm): Promise<void> {
  await sheet.getByLabel(t.name, { exact: true }).fill(name);
  if (expiry) await sheet.getByRole('radio', { name: t.expiries[expiry], exact: true }).click();
  if (expiry === 'never') await sheet.getByRole('checkbox', { name: t.neverMeant }).check();
  if (days !== undefined) await sheet.getByLabel(t.days).fill(days);
  if (!banks) {
    await sheet.getByRole('radio', { name: t.banksAll }).click();
    return;
  }
  await sheet.getByRole('radio', { name: t.banksChosen }).click();
  for (const bank of banks) await sheet.getByRole('checkbox', { name: bank }).check();
}

/** The dialog that shows a new key, once. */
export const secretOf = (page: Page): Locator => page.getByRole('dialog', { name: t.storeNow });

/** Copies the key from the open dialog. */
export async function copySecret(page: Page): Promise<string> {
  const dialog = secretOf(page);
  await dialog.getByRole('group', { name: t.theKey }).getByRole('button', { name: t.copy }).click();
  const secret = await page.evaluate(() => navigator.clipboard.readText());
  expect(secret).toMatch(/^mb[ks]_[0-9A-Za-z]{49}$/);
  return secret;
}

/** Confirms that the key is stored and closes the dialog. */
export async function closeSecret(page: Page): Promise<void> {
  const dialog = secretOf(page);
  await dialog.getByRole('checkbox', { name: t.stored }).check();
  await dialog.getByRole('button', { name: t.done }).click();
  await expect(dialog).toBeHidden();
}

/** Creates a key on the page of keys and returns it. */
export async function createKeyOn(page: Page, wanted: KeyForm): Promise<string> {
  const sheet = await openCreate(page);
  await fillKey(sheet, wanted);
  await sheet.getByRole('button', { name: t.create }).click();
  await expect(secretOf(page)).toBeVisible();
  const secret = await copySecret(page);
  await closeSecret(page);
  return secret;
}

/** Fills in and submits the form of the sign-in page. */
export async function signInOn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel(signIn.email).fill(email);
  await page.getByLabel(signIn.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: signIn.submit, exact: true }).click();
}

/** Sets the language of the next pages of a browser. */
export const setLocale = (context: BrowserContext, locale: PageLocale, url: string): Promise<void> =>
  context.addCookies([{ name: LOCALE_COOKIE, value: locale, url }]);

/** Returns how far a page can be scrolled horizontally, in pixels. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const root = document.documentElement;
    const reached = [10_000, -10_000].map((to) => {
      root.scrollLeft = to;
      return Math.abs(root.scrollLeft);
    });
    root.scrollLeft = 0;
    return Math.max(...reached, root.scrollWidth - root.clientWidth);
  });
