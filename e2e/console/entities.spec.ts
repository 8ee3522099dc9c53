import type { Locator, Page } from '@playwright/test';
import { batch } from '#components/strings/batch';
import { deletion } from '#components/strings/deletion';
import { entities as t } from '#components/strings/entities';
import { ui } from '#components/strings/ui';
import { expect, FULL, test } from '#e2e/console/journey';
import { pathOf } from '#e2e/console/parts';
import type { ConsoleWorld } from '#e2e/console/world';
import { listEntities } from '#lib/memory/entities/contract';
import { retainMemories } from '#lib/memory/retain/contract';

const named = (content: string, ...names: string[]) => ({ content, entities: names.map((text) => ({ text, type: 'ORGANIZATION' })) });
const SAID = [
  named('The oak for the stairs came from Fernhill Joinery.', 'Fernhill Joinery'),
  named('The invoice of Fernhill Joinery was paid on Monday.', 'Fernhill Joinery'),
  named('Joinery Fernhill closes for two weeks in August.', 'Joinery Fernhill'),
  named('Corvo Freight brings the glass on Thursdays.', 'Corvo Freight'),
];
const [FERNHILL, TURNED, CORVO] = ['Fernhill Joinery', 'Joinery Fernhill', 'Corvo Freight'];

async function newBank(world: ConsoleWorld, name: string): Promise<string> {
  await world.answer(world.owner, retainMemories, { path: { bank_id: name }, body: { items: SAID } });
  return name;
}

const listOf = (world: ConsoleWorld, bank: string, search = ''): string => `${pathOf(world.org, 'b', bank, 'entities')}${search}`;
const namesIn = async (world: ConsoleWorld, bank: string): Promise<string[]> =>
  (await world.answer(world.owner, listEntities, { path: { bank_id: bank } })).items.map(({ canonical_name }) => canonical_name).sort();
const drawerOf = (page: Page, name: string): Locator => page.getByRole('complementary', { name, exact: true });
const toast = (page: Page, text: string): Locator => page.getByRole('listitem').filter({ hasText: text });

test('an entity is found, opened with its memories, renamed and restored', async ({ world, open }) => {
  const bank = await newBank(world, 'entities-renamed');
  const page = await open(world.owner);
  await page.goto(listOf(world, bank));
  await page.getByRole('radio', { name: t.kinds.person }).click();
  await expect(page.getByText(t.noneFound)).toBeVisible();
  await page.getByRole('radio', { name: t.kinds.organization }).click();
  await page.getByRole('searchbox', { name: t.search }).fill('corvo');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('row').last().click();
  const drawer = drawerOf(page, CORVO);
  await expect(drawer.getByText(t.kinds.organization).first()).toBeVisible();
  await expect(drawer.getByText(SAID[3]!.content)).toBeVisible();
  await expect(page).toHaveURL(/q=corvo.*entity=|entity=.*q=corvo/);

  await drawer.getByRole('button', { name: t.rename }).click();
  const sheet = page.getByRole('dialog', { name: t.renameTitle });
  await sheet.getByLabel(t.name, { exact: true }).fill('Corvo Logistics');
  await sheet.getByRole('button', { name: t.save }).click();
  const renamed = drawerOf(page, 'Corvo Logistics');
  await expect(renamed.getByLabel(t.spellings)).toContainText(CORVO);
  await renamed.getByRole('tab', { name: t.changes }).click();
  await renamed.getByRole('button', { name: t.undoOf(t.renamed(CORVO, 'Corvo Logistics')) }).click();
  await expect(drawer).toBeVisible();
  expect(await namesIn(world, bank)).toContain(CORVO);

  await drawer.getByRole('tab', { name: t.timeline }).click();
  await drawer.getByRole('link', { name: SAID[3]!.content }).click();
  await expect(page).toHaveURL(/\/memories\/[0-9a-f-]{36}$/);

  await page.goto(listOf(world, bank, '?view=same'));
  await page.getByRole('button', { name: t.same.apartOf(FERNHILL, TURNED) }).click();
  await expect(page.getByText(t.same.empty)).toBeVisible();

  await page.goto(listOf(world, bank));
  for (const name of [FERNHILL, CORVO]) await page.getByRole('checkbox', { name: ui.selectRow(name) }).check();
  await page.getByRole('group', { name: batch.actions }).getByRole('button', { name: t.merge }).click();
  const merging = page.getByRole('alertdialog', { name: t.batch.merge(2) });
  await expect(merging.getByRole('radio', { name: FERNHILL })).toBeChecked();
  await merging.getByRole('button', { name: t.merge }).click();
  await expect(toast(page, t.batch.merged(1, FERNHILL))).toBeVisible();
  expect(await namesIn(world, bank)).toEqual([FERNHILL, TURNED].sort());
  for (const name of [FERNHILL, TURNED]) await page.getByRole('checkbox', { name: ui.selectRow(name) }).check();
  await page.getByRole('group', { name: batch.actions }).getByRole('button', { name: t.remove.action }).click();
  const removal = page.getByRole('alertdialog', { name: t.batch.remove(2) });
  await expect(removal).toContainText(FERNHILL);
  await expect(removal.getByLabel(deletion.preview)).toContainText(ui.labeled(deletion.places.entities!, '2'));
});

test('a suggested pair is merged and separated again; an alias is split off', async ({ world, open }) => {
  const bank = await newBank(world, 'entities-merged');
  const page = await open(world.owner);
  await page.goto(listOf(world, bank, '?view=same'));
  await page.getByRole('button', { name: t.same.merge(TURNED, FERNHILL) }).click();
  const asked = page.getByRole('alertdialog', { name: t.same.mergeTitle(TURNED, FERNHILL) });
  await expect(asked).toContainText(FERNHILL);
  await asked.getByRole('button', { name: t.merge, exact: true }).click();
  await expect(toast(page, t.mergeDone(TURNED, FERNHILL))).toBeVisible();
  await expect(page.getByText(t.same.empty)).toBeVisible();
  expect(await namesIn(world, bank)).not.toContain(TURNED);
  await toast(page, t.mergeDone(TURNED, FERNHILL)).getByRole('button', { name: t.undo }).click();
  // A pair that was separated is not suggested again.
  await expect(toast(page, t.undoDone)).toBeVisible();
  await page.getByRole('radio', { name: t.view.list }).click();
  await page.getByRole('row').filter({ hasText: TURNED }).click();
  await drawerOf(page, TURNED).getByRole('button', { name: t.merge, exact: true }).click();
  const merge = page.getByRole('dialog', { name: t.mergeTitle(TURNED) });
  await merge.getByRole('radio', { name: new RegExp(FERNHILL) }).click();
  await merge.getByRole('button', { name: t.merge, exact: true }).click();
  const drawer = drawerOf(page, FERNHILL);
  await expect(drawer.getByLabel(t.spellings)).toContainText(TURNED);

  await drawer.getByRole('button', { name: t.split }).press('Enter');
  const split = page.getByRole('dialog', { name: t.splitTitle(FERNHILL) });
  await split.getByRole('checkbox', { name: FERNHILL }).check();
  await expect(split.getByText(t.splitOwnName(FERNHILL))).toBeVisible();
  await split.getByRole('checkbox', { name: FERNHILL }).uncheck();
  await split.getByRole('checkbox', { name: TURNED }).check();
  await expect(split.getByText(t.splitOwnName(FERNHILL))).toBeHidden();
  await split.getByRole('button', { name: t.split }).click();
  await expect(drawer.getByLabel(t.spellings)).not.toContainText(TURNED);
  expect(await namesIn(world, bank)).toEqual([CORVO, FERNHILL, TURNED].sort());

  await drawer.getByRole('button', { name: t.more }).click();
  await page.getByRole('menuitem', { name: t.remove.action }).click();
  const removal = page.getByRole('alertdialog', { name: t.remove.title });
  await expect(removal.getByLabel(deletion.preview)).toContainText(ui.labeled(deletion.places.memories!, '2'));
  await removal.getByRole('textbox').fill(t.remove.word);
  await removal.getByRole('button', { name: t.remove.action }).click();
  const receipt = page.getByRole('dialog', { name: deletion.done });
  await expect(receipt.getByRole('link', { name: deletion.inAudit })).toBeVisible();
  await receipt.getByRole('button', { name: deletion.close }).last().click();
  await expect(drawer).toBeHidden();
  expect(await namesIn(world, bank)).toEqual([CORVO, TURNED].sort());
});

test('entities are used by keyboard alone', FULL, async ({ world, open }) => {
  const bank = await newBank(world, 'entities-keys');
  const page = await open(world.owner);
  await page.goto(listOf(world, bank));
  await page.getByRole('searchbox', { name: t.search }).focus();
  const reach = async (target: Locator): Promise<void> => {
    for (let i = 0; i < 40 && !(await target.evaluate((element) => element === document.activeElement)); i++)
      await page.keyboard.press('Tab');
    await expect(target).toBeFocused();
  };
  await reach(page.getByRole('link', { name: t.open(CORVO) }).or(page.getByRole('button', { name: t.open(CORVO) })));
  await page.keyboard.press('Enter');
  const drawer = drawerOf(page, CORVO);
  await expect(drawer).toBeVisible();
  await reach(drawer.getByRole('button', { name: t.rename }));
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: t.renameTitle });
  await expect(sheet.getByLabel(t.name, { exact: true })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Corvo');
  await page.keyboard.press('Enter');
  await expect(drawerOf(page, 'Corvo')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawerOf(page, 'Corvo')).toBeHidden();
});
