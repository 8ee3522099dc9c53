import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { access as a } from '#components/strings/access';
import { audit as t } from '#components/strings/audit';
import { keys as k } from '#components/strings/keys';
import { expect, FULL, test } from '#e2e/console/journey';
import { choose, createKeyOn, pathOf } from '#e2e/console/parts';
import { BANKS, EXPIRED } from '#e2e/console/world';
import { exportAuditJson } from '#lib/access/audit/contract';

/** Returns the file that the browser saves when an item of the export menu is chosen. */
async function exported(page: Page, item: string): Promise<{ name: string; text: string }> {
  const saved = page.waitForEvent('download');
  await choose(page, t.export, item);
  const download = await saved;
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

test('the audit log shows changes with actor, before and after, and exports them as CSV and JSON', async ({ world, open }) => {
  const page = await open(world.admin);
  await page.goto(pathOf(world.org, 'keys'));
  const name = '=HYPERLINK("http://evil.example")';
  const secret = await createKeyOn(page, { name, expiry: '7_days', banks: [BANKS[0]] });
  await choose(page, k.actionsOf(name), k.revoke);
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: k.revokeKey }).click();
  await expect(dialog).toBeHidden();

  await page.goto(pathOf(world.org, 'audit'));
  const lines = page.getByRole('row').filter({ hasText: name });
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText(world.admin.email);

  await page.getByLabel(t.search).fill('HYPERLINK');
  await expect(page).toHaveURL(/[?&]q=HYPERLINK/);
  await expect(page.getByRole('row').filter({ hasText: world.owner.email })).toHaveCount(0);
  await lines.first().getByRole('link').first().click();
  const entry = page.getByRole('complementary');
  await expect(entry.getByText(world.admin.email).first()).toBeVisible();
  await expect(entry.getByText(t.requestId)).toBeVisible();

  const csv = await exported(page, t.exportCsv);
  expect(csv.name).toMatch(/\.csv$/);
  expect(csv.text.trim().split(/\r?\n/)).toHaveLength(3);
  // A spreadsheet must not evaluate a name as a formula.
  expect(csv.text).not.toMatch(/(^|[,\n]"?)=HYPERLINK/);
  const json = await exported(page, t.exportJson);
  expect(json.name).toMatch(/\.json$/);
  const { items } = exportAuditJson.response.parse(JSON.parse(json.text));
  expect(items.map(({ action }) => action)).toEqual(['key.revoke', 'key.create']);
  expect(items[0]!.request_id).toBeTruthy();
  for (const text of [csv.text, json.text]) expect(text).not.toContain(secret);
});

/** Selects an option of a field that searches on the server. */
async function pick(page: Page, label: string, typed: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${label}`) }).click();
  const list = page.getByRole('dialog', { name: label });
  await list.getByRole('combobox').fill(typed);
  await list.getByRole('option', { name: option }).click();
  await expect(list).toBeHidden();
}

/** Selects the first search result with Enter. */
async function pickByKeys(page: Page, label: string, typed: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${label}`) }).click();
  const list = page.getByRole('dialog', { name: label });
  await list.getByRole('combobox').pressSequentially(typed);
  await expect(list.getByRole('option')).toHaveCount(1);
  const first = list.getByRole('option').first();
  await expect(first).toContainText(typed);
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(list).toBeHidden();
}

test('the simulator shows the result of a call with the key, and a link shows the same to a Member', FULL, async ({ world, open }) => {
  const { children } = world.tree;
  const child = children[0]!;
  const page = await open(world.owner);
  await page.goto(pathOf(world.org, 'access'));
  await expect(page.getByText(a.waiting)).toBeVisible();
  await pick(page, a.key, child.name, child.name);
  await pick(page, a.bank, BANKS[0], BANKS[0]);
  const verdict = page.getByRole('status').filter({ hasText: new RegExp(`${a.allowed}|${a.refused}`) });
  await expect(verdict).toContainText(a.allowed);
  expect(await world.recall(child.secret, BANKS[0])).toBe(200);

  await pick(page, a.bank, BANKS[1], BANKS[1]);
  await expect(verdict).toContainText(a.refusedWith(403));
  expect(await world.recall(child.secret, BANKS[1])).toBe(403);
  await pick(page, a.bank, 'no-such-bank', a.unknownBank('no-such-bank'));
  await expect(verdict).toContainText(a.refusedWith(403));
  await expect(page.getByText(a.unknownBankNote)).toBeVisible();

  await pickByKeys(page, a.key, EXPIRED);
  await expect(verdict).toContainText(a.refusedWith(401));
  expect(await world.recall(world.expired.secret)).toBe(401);
  const address = page.url();
  const other = await open(world.member);
  await other.goto(address);
  await expect(other.getByRole('status').filter({ hasText: a.refused })).toContainText(a.refusedWith(401));
});
