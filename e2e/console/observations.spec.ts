import { observations as t } from '#components/strings/observations';
import { expect, FULL, test } from '#e2e/console/journey';
import { observedBank, PLACES, SCOPE } from '#e2e/console/observed';
import { pathOf } from '#e2e/console/parts';
import { listObservations } from '#lib/memory/observations/contract';
import { updateBankConfig } from '#lib/memory/settings/contract';

test('an observation is found by its scope, shows its facts and its history, and is deleted with a fact', async ({ world, open }) => {
  test.setTimeout(90_000);
  const bank = 'observed';
  const observation = await observedBank(world, bank);
  // The page requests an open observation once more when it is cleared.
  const page = await open(world.member, { refusals: [404] });
  await page.goto(pathOf(world.org, 'b', bank, 'observations'));
  const list = page.getByRole('table', { name: t.list });
  await expect(list.getByText(observation.text)).toBeVisible();

  await page.getByRole('button', { name: t.anyScope }).click();
  await page.getByRole('menuitem', { name: t.scopeOf(SCOPE) }).click();
  await expect(page).toHaveURL(/[?&]tags=ana,customer/);
  await expect(list.getByRole('row')).toHaveCount(2);
  await expect(list.getByRole('img', { name: 'Based on 4 world facts' })).toBeVisible();
  await page.getByRole('button', { name: t.takeOff(t.scopeOf(SCOPE)) }).click();
  await page.getByRole('button', { name: t.anyScope }).click();
  await page.getByRole('menuitem', { name: t.scopeOf([]) }).click();
  await expect(list.getByText(observation.text)).toHaveCount(0);
  await page.getByRole('button', { name: t.takeOff(t.scopeOf([])) }).click();

  await page.getByRole('link', { name: t.open(observation.text) }).click();
  const drawer = page.getByRole('complementary', { name: t.drawer });
  const sources = drawer.getByRole('list', { name: t.tabs.sources });
  for (const place of PLACES) await expect(sources.getByText(`live in ${place}`)).toBeVisible();
  await expect(drawer.getByText(t.noEdit)).toBeVisible();
  await drawer.getByRole('tab', { name: t.tabs.history }).click();
  await expect(drawer.getByRole('list', { name: t.tabs.history }).getByRole('insertion').filter({ hasText: 'Rome' })).toBeVisible();
  await page.reload();
  await expect(drawer.getByRole('insertion').filter({ hasText: 'Lisbon' }).first()).toBeVisible();

  await drawer.getByRole('tab', { name: t.tabs.sources }).click();
  await drawer.getByRole('button', { name: t.sourceActions }).first().click();
  await page.getByRole('menuitem', { name: t.clear }).click();
  const ask = page.getByRole('alertdialog', { name: t.clearTitle });
  await ask.getByRole('button', { name: t.clearAction }).click();
  await expect(ask).toBeHidden();
  await expect(drawer.getByText(t.missing)).toBeVisible();
  await expect
    .poll(async () => {
      const { items } = await world.answer(world.owner, listObservations, { path: { bank_id: bank } });
      return items.some(({ id }) => id === observation.id);
    })
    .toBe(false);
});

test('a bank without observations explains what they are, and whether they are on', FULL, async ({ world, open }) => {
  const path = { bank_id: 'unobserved' };
  await world.answer(world.owner, updateBankConfig, { path, body: { updates: { enable_observations: false } } });
  const page = await open(world.owner);
  await page.goto(pathOf(world.org, 'b', path.bank_id, 'observations'));
  await expect(page.getByText(t.emptyWhat)).toBeVisible();
  await expect(page.getByText(t.emptyOff)).toBeVisible();
  await expect(page.getByRole('button', { name: t.consolidate })).toHaveCount(0);
  await world.answer(world.owner, updateBankConfig, { path, body: { updates: { enable_observations: null } } });
  await page.reload();
  await expect(page.getByText(t.emptyOn(0, 0, true))).toBeVisible();
  await page.getByRole('link', { name: t.emptySettings }).click();
  await expect(page).toHaveURL(/\/settings\?tab=observations/);
});
