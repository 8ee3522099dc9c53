import { bankSettings as t } from '#components/strings/bank-settings';
import { observations } from '#components/strings/observations';
import { ui } from '#components/strings/ui';
import { phrase } from '#components/ui/phrase';
import { expect, FULL, test } from '#e2e/console/journey';
import { pathOf } from '#e2e/console/parts';
import { BANKS } from '#e2e/console/world';
import { listOperations } from '#lib/jobs/operations/contract';
import { getProfile, putBank } from '#lib/memory/banks/contract';
import { getBankConfig, updateBankConfig } from '#lib/memory/settings/contract';

test('a setting is changed within its limits, overrides the inherited value, and is reset', async ({ world, open }) => {
  const path = { bank_id: 'set-here' };
  await world.answer(world.owner, putBank, { path, body: {} });
  const overrides = async () => (await world.answer(world.owner, getBankConfig, { path })).overrides;
  const page = await open(world.admin);
  await page.goto(pathOf(world.org, 'b', path.bank_id, 'settings'));
  const { label } = t.settings.retain_chunk_size;
  const row = page.getByRole('listitem').filter({ has: page.getByText('retain_chunk_size', { exact: true }) });
  await expect(row.getByText(t.origins.default)).toBeVisible();
  await row.getByRole('button', { name: t.editOf(label) }).click();
  const sheet = page.getByRole('form', { name: label });
  await expect(sheet).toBeInViewport({ ratio: 1 });
  const field = sheet.getByRole('textbox');
  for (const [typed, said] of [
    ['0', t.atLeast('1')],
    ['900.5', t.wholeNumber],
    ['many', t.badNumber],
    ['2400', t.unchanged],
  ] as const) {
    await field.fill(typed);
    await sheet.getByRole('button', { name: t.save }).click();
    await expect(sheet.getByText(said)).toBeVisible();
  }
  expect(await overrides()).toEqual({});
  await field.fill('900');
  await expect(sheet.getByText(phrase(t.willChange, { next: '900 characters', now: '2,400 characters' }))).toBeVisible();
  await field.press('Control+Enter');
  await expect(sheet).toBeHidden();
  await expect(row.getByText('900 characters')).toBeVisible();
  await expect(row.getByText(t.originMeans.bank('2,400 characters'))).toBeVisible();
  expect(await overrides()).toEqual({ retain_chunk_size: 900 });

  await row.getByRole('button', { name: t.resetOf(label) }).click();
  const ask = page.getByRole('alertdialog', { name: t.resetTitle(label) });
  await expect(ask.getByText('2,400 characters')).toBeVisible();
  await ask.getByRole('button', { name: t.resetAction }).click();
  await expect(ask).toBeHidden();
  expect(await overrides()).toEqual({});
});

test('a bank gets a name, and its mission is extended', async ({ world, open }) => {
  const path = { bank_id: 'set-named' };
  await world.answer(world.owner, putBank, { path, body: { mission: 'I sell bicycles.' } });
  const page = await open(world.admin);
  await page.goto(`${pathOf(world.org, 'b', path.bank_id, 'settings')}?tab=reflect`);
  const name = page.getByLabel(t.name);
  await expect(name).toHaveValue(path.bank_id);
  await name.fill('  ');
  await page.getByRole('button', { name: t.rename }).click();
  await expect(page.getByText(t.nameMissing)).toBeVisible();
  await name.fill('Oakwood 🚲');
  await page.getByRole('button', { name: t.rename }).click();
  await expect(page.getByRole('listitem').filter({ hasText: t.renamed('Oakwood 🚲') })).toBeVisible();
  await page.getByLabel(t.missionText).fill('The shop is in Porto.');
  await page.getByRole('button', { name: t.missionAddAction, exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: t.missionAdded })).toBeVisible();
  await expect(page.getByText('The shop is in Porto.').first()).toBeVisible();
  expect(await world.answer(world.owner, getProfile, { path })).toMatchObject({
    name: 'Oakwood 🚲',
    mission: 'I sell bicycles.\nThe shop is in Porto.',
  });
});

test('the address opens a form, an invalid list shows the error, and a reset lists all changes', FULL, async ({ world, open }) => {
  const path = { bank_id: 'set-much' };
  await world.answer(world.owner, updateBankConfig, { path, body: { updates: { retain_mission: 'Plants.', enable_observations: false } } });
  const page = await open(world.owner);
  await page.goto(`${pathOf(world.org, 'b', path.bank_id, 'settings')}?edit=entity_labels`);
  const sheet = page.getByRole('form', { name: t.settings.entity_labels.label });
  await sheet.getByRole('textbox').fill('[{"key": "a:b"}]');
  await sheet.getByRole('button', { name: t.save }).click();
  await expect(sheet.getByText(/^Entry 1, key: /)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog', { name: ui.discardTitle }).getByRole('button', { name: ui.discard }).click();
  await expect(sheet).toBeHidden();
  await page.getByRole('tab', { name: t.tabs.danger }).click();
  await expect(page).toHaveURL(/[?&]tab=danger/);
  await page.getByRole('button', { name: t.resetAction }).click();
  const ask = page.getByRole('alertdialog', { name: t.resetAllTitle });
  await expect(ask.getByText('Plants.')).toBeVisible();
  await expect(ask.getByText(t.settings.enable_observations.label, { exact: true })).toBeVisible();
  await ask.getByRole('button', { name: t.resetAction }).click();
  await expect(ask).toBeHidden();
  expect((await world.answer(world.owner, getBankConfig, { path })).overrides).toEqual({});
  await expect(page.getByRole('button', { name: t.resetAction })).toHaveAccessibleDescription(t.resetAllText(0));
});

test('models are shown to managers and tested only on request; a Member can read and sees who may change them', async ({ world, open }) => {
  const page = await open(world.owner);
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/health/llm') && asked.push(request.method()));
  await page.goto(`${pathOf(world.org, 'b', BANKS[0], 'settings')}?tab=models`);
  await expect(page.getByRole('row').filter({ hasText: t.uses.retain })).toContainText(t.builtin);
  await expect(page.getByText(t.testFree)).toBeVisible();
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: t.test }).click();
  await expect(page.getByRole('list', { name: t.testResult }).getByText(t.health.not_configured)).toHaveCount(3);
  expect(asked).toEqual(['POST']);
  const wide = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: t.uses.retain })
      .getByText(new RegExp(`^${t.useColumns.configuration} `)),
  ).toBeVisible();
  await page.setViewportSize(wide);
  await page.getByRole('button', { name: t.editOf(t.settings.retain_llm.label) }).click();
  await expect(page.getByRole('form', { name: t.settings.retain_llm.label }).getByRole('option')).toHaveText([t.operatorModel, t.builtin]);

  const members = await open(world.member);
  await members.goto(pathOf(world.org, 'b', BANKS[0], 'settings'));
  const change = members.getByRole('button', { name: t.editOf(t.settings.retain_mission.label) });
  await expect(change).toHaveAccessibleDescription(/Owners and Admins only/);
  await members.goto(`${pathOf(world.org, 'b', BANKS[0], 'settings')}?tab=models`);
  await expect(members.getByText(t.modelsForManagers)).toBeVisible();
  await members.goto(`${pathOf(world.org, 'b', BANKS[0], 'settings')}?tab=danger`);
  await expect(members.getByRole('button', { name: t.deleteAction })).toHaveAccessibleDescription(/Owners and Admins only/);
});

test('a consolidation is queued, and a bank is deleted only after its name is typed', FULL, async ({ world, open }) => {
  const path = { bank_id: 'to-delete' };
  await world.answer(world.owner, putBank, { path, body: {} });
  const page = await open(world.admin);
  await page.goto(`${pathOf(world.org, 'b', path.bank_id, 'settings')}?tab=observations`);
  await page.getByRole('button', { name: observations.consolidate }).click();
  await expect(page.getByText(observations.queued).or(page.getByText(observations.queuedJoined))).toBeVisible();
  const { operations } = await world.answer(world.owner, listOperations, { path });
  expect(operations.map(({ task_type }) => task_type)).toEqual(['consolidation']);
  await expect(page.getByRole('button', { name: observations.recover })).toHaveAccessibleDescription(observations.nothingFailed);

  await page.getByRole('tab', { name: t.tabs.danger }).click();
  await page.getByRole('button', { name: t.deleteAction }).click();
  const ask = page.getByRole('alertdialog', { name: t.deleteAsk(path.bank_id) });
  await ask.getByRole('textbox').fill('to-delet');
  await expect(ask.getByRole('button', { name: t.deleteAction })).toHaveAttribute('aria-disabled', 'true');
  await ask.getByRole('textbox').fill(path.bank_id);
  await ask.getByRole('button', { name: t.deleteAction }).click();
  await expect(page).toHaveURL(new RegExp(`${pathOf(world.org, 'banks')}$`));
  expect((await world.call(world.owner, getProfile, { path })).status).toBe(404);
});
