import type { Page } from '@playwright/test';
import { mentalModel as t } from '#components/strings/mental-model';
import { expect, FULL, test } from '#e2e/console/journey';
import { LAST, modeledBank, modelOf, NAME, refreshed, retainText } from '#e2e/console/model-data';
import { pathOf, patternOf } from '#e2e/console/parts';
import { clearMentalModel, listMentalModelVersions, updateMentalModel } from '#lib/memory/mental-models/contract';

test('a refresh is previewed, verified, preserved over a reload, and then applied', FULL, async ({ world, open }) => {
  const bank = 'model-dry';
  const id = await modeledBank(world, bank, { isOld: false });
  const page = await open(world.owner);
  await page.goto(`${pathOf(world.org, 'b', bank, 'mental-models', id)}/dry-run`);
  await expect(page.getByText(t.dry.takes)).toBeVisible();
  await page.getByRole('button', { name: t.dry.run, exact: true }).click();
  await expect(page.getByRole('heading', { name: t.dry.verdicts.content_preserved_no_new_facts })).toBeVisible();

  await retainText(world, bank, 'notes-5', LAST);
  const before = await modelOf(world, bank, id);
  await page.getByRole('button', { name: t.dry.runAgain }).click();
  await expect(page.getByRole('heading', { name: t.dry.verdicts.content_written })).toBeVisible();
  await expect(page.getByText(t.dry.verifiedText)).toBeVisible();
  await expect(page.getByText(t.dry.modeSame('delta'))).toBeVisible();
  await expect(page.getByText(t.dry.scopeAll)).toBeVisible();
  await expect(page.getByText(t.dry.tagsMatch('any'))).toBeVisible();
  await expect(page.getByRole('region', { name: t.difference }).locator('ins').first()).toContainText(/three days/);
  const after = await modelOf(world, bank, id);
  expect([after.version, after.content, after.last_refreshed_at]).toEqual([before.version, before.content, before.last_refreshed_at]);

  await page.reload();
  await expect(page.getByText(t.dry.verifiedText)).toBeVisible();
  await page.getByRole('button', { name: t.dry.real }).click();
  await expect(page.getByText(t.dry.moved.refreshed).first()).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(t.dry.unverifiedMoved)).toBeVisible();
  const versions = await world.answer(world.owner, listMentalModelVersions, { path: { bank_id: bank, mental_model_id: id } });
  expect(versions.total).toBe(before.version + 2);
  expect((await refreshed(world, bank, id)).content).toContain('three days');
});

const HOUR_MS = 3_600_000;

test('a window whose start and end would look the same is shown to the second', FULL, async ({ world, open }) => {
  const bank = 'model-window';
  const id = await modeledBank(world, bank, { isOld: false });
  await retainText(world, bank, 'notes-5', LAST);
  const page = await open(world.owner, { alone: true });
  await page.goto(`${pathOf(world.org, 'b', bank, 'mental-models', id)}/dry-run`);
  await page.getByRole('button', { name: t.dry.run, exact: true }).click();
  await expect(page.getByText(patternOf(t.dry.windowDelta))).toBeVisible();
  await page.clock.setFixedTime(Date.now() + HOUR_MS);
  await page.reload();
  await expect(page.getByText(patternOf(t.dry.windowDelta))).toContainText(/:\d\d:\d\d(?:\.\d{3})? UTC .*:\d\d:\d\d(?:\.\d{3})? UTC/);
});

test('a change by somebody else is shown while the page is open', FULL, async ({ world, open }) => {
  const bank = 'model-moved';
  const id = await modeledBank(world, bank, { isOld: false });
  const page = await open(world.owner);
  await page.goto(`${pathOf(world.org, 'b', bank, 'mental-models', id)}/dry-run`);
  await page.getByRole('button', { name: t.dry.run, exact: true }).click();
  await expect(page.getByRole('heading', { name: t.dry.verdicts.content_preserved_no_new_facts })).toBeVisible();
  await expect(page.getByText(t.dry.moved.version)).toHaveCount(0);
  await retainText(world, bank, 'notes-5', LAST);
  await refreshed(world, bank, id);
  // Simulates a return from another tab.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(page.getByText(t.dry.moved.version).first()).toBeVisible({ timeout: 30_000 });
});

/** A second press within this time after the first result counts as the same action. */
const APART_MS = 1000;

/** The number of refreshes that this page has requested. */
function refreshesOf(page: Page): () => number {
  let made = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/refresh$/.test(request.url())) made++;
  });
  return () => made;
}

test('a concurrent change by somebody else is not overwritten; two presses are one', FULL, async ({ world, open }) => {
  const bank = 'model-outrun';
  const id = await modeledBank(world, bank, { isOld: false });
  const page = await open(world.owner, { refusals: [500] });
  const refreshes = refreshesOf(page);
  const real = page.getByRole('button', { name: t.dry.real });
  await page.goto(`${pathOf(world.org, 'b', bank, 'mental-models', id)}/dry-run`);
  await page.getByRole('button', { name: t.dry.run, exact: true }).click();
  await expect(page.getByText(t.dry.realText)).toBeVisible();

  await world.answer(world.owner, clearMentalModel, { path: { bank_id: bank, mental_model_id: id } });
  await real.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(t.dry.moved.version).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(real).not.toHaveAttribute('aria-busy');
  expect(refreshes()).toBe(0);
  expect((await modelOf(world, bank, id)).state).toBe('empty');

  await page.getByRole('button', { name: t.dry.runAgain }).click();
  await expect(page.getByText(t.dry.realText)).toBeVisible();
  const address = `**/mental-models/${id}?*`;
  await page.route(address, (route) => route.fulfill({ status: 500, json: { detail: 'Out of order', code: 'internal', request_id: 'r' } }));
  await page.waitForTimeout(APART_MS);
  await real.click();
  await expect(page.getByText(t.refreshFailed(NAME))).toBeVisible();
  expect(refreshes()).toBe(0);
  await page.unroute(address);

  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  await page.waitForTimeout(APART_MS);
  await real.click();
  await expect(page.getByRole('button', { name: t.refreshing })).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Enter');
  letThrough();
  await expect(page.getByText(t.dry.moved.refreshed).first()).toBeVisible({ timeout: 30_000 });
  expect(refreshes()).toBe(1);
});

test('changed settings and a newer memory are shown, also after a reload', FULL, async ({ world, open }) => {
  const bank = 'model-overtaken';
  const id = await modeledBank(world, bank, { isOld: false });
  const path = { bank_id: bank, mental_model_id: id };
  const { source_query, trigger } = await modelOf(world, bank, id);
  const page = await open(world.owner);
  const come = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await page.goto(`${pathOf(world.org, 'b', bank, 'mental-models', id)}/dry-run`);
  await page.getByRole('button', { name: t.dry.run, exact: true }).click();
  await expect(page.getByText(t.dry.realText)).toBeVisible();

  await world.answer(world.owner, updateMentalModel, { path, body: { max_tokens: 1024 } });
  await come();
  await expect(page.getByText(t.dry.moved.settings).first()).toBeVisible({ timeout: 30_000 });
  await page.reload();
  await expect(page.getByText(t.dry.moved.settings).first()).toBeVisible();
  await page.getByRole('button', { name: t.dry.runAgain }).click();
  await expect(page.getByText(t.dry.realText)).toBeVisible();
  // The refresh schedule does not affect the result of a refresh.
  await world.answer(world.owner, updateMentalModel, { path, body: { trigger: { ...trigger, refresh_cron: '0 6 * * *' } as never } });
  await page.reload();
  await expect(page.getByText(t.dry.realText)).toBeVisible();

  for (const document of ['notes-5', 'notes-6']) {
    await retainText(world, bank, document, LAST);
    await page.reload();
    await expect(page.getByText(t.dry.moved.memories).first()).toBeVisible();
    await page.getByRole('button', { name: t.dry.runAgain }).click();
    await expect(page.getByText(t.dry.realText)).toBeVisible();
  }
  await world.answer(world.owner, updateMentalModel, { path, body: { source_query: `${source_query} And when?` } });
  await come();
  await expect(page.getByText(t.dry.moved.settings).first()).toBeVisible({ timeout: 30_000 });
});
