import { batch } from '#components/strings/batch';
import { listViews } from '#components/strings/list-views';
import { memories as t } from '#components/strings/memories';
import { overview } from '#components/strings/overview';
import { shell } from '#components/strings/shell';
import { expect, FULL, test } from '#e2e/console/journey';
import { choose, pathOf } from '#e2e/console/parts';
import { listOf, newBank, SAID } from '#e2e/console/sample-memories';
import type { ConsoleWorld } from '#e2e/console/world';
import { listMemories, updateMemory } from '#lib/memory/memories/contract';
import { recallMemories } from '#lib/memory/recall/contract';
import { retainMemories } from '#lib/memory/retain/contract';

const [, TOMASZ, CORVO] = SAID.map(({ content }) => content) as [string, string, string];

async function recalled(world: ConsoleWorld, bank: string, query: string): Promise<string[]> {
  const { results } = await world.answer(world.owner, recallMemories, { path: { bank_id: bank }, body: { query } });
  return results.map(({ text }) => text);
}

test('a memory is found, opened, edited, invalidated and reverted; recall follows at once', async ({ world, open }) => {
  const bank = await newBank(world, 'memories-curated');
  const page = await open(world.owner);
  await page.goto(listOf(world, bank));
  const list = page.getByRole('list', { name: t.list });
  await expect(list.getByRole('listitem')).toHaveCount(SAID.length);
  await page.getByRole('searchbox', { name: t.search }).fill('sensor batch');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('link').click();

  const drawer = page.getByRole('complementary', { name: t.one, exact: true });
  await expect(drawer.getByText(TOMASZ).first()).toBeVisible();
  await drawer.getByRole('tab', { name: t.source }).click();
  await expect(drawer.locator('mark')).toHaveText(TOMASZ);

  const edited = 'Tomasz fitted sensor batch 2299 to three Herons.';
  await drawer.getByRole('button', { name: t.edit }).click();
  const sheet = page.getByRole('dialog', { name: t.editTitle });
  await sheet.getByLabel(t.text).fill(edited);
  await sheet.getByLabel(t.reason).fill('the label says so');
  await sheet.getByRole('button', { name: t.save }).click();
  await expect(sheet).toBeHidden();
  await expect(drawer.getByText(edited).first()).toBeVisible();
  // The source text does not change.
  await expect(drawer.locator('mark')).toHaveText(TOMASZ);
  expect(await recalled(world, bank, 'Which sensor batch did Tomasz fit?')).toContain(edited);

  await drawer.getByRole('button', { name: t.invalidate }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByLabel(t.reason)).toBeFocused();
  await page.keyboard.type('it was a mistake');
  await dialog.getByRole('button', { name: t.invalidate }).click();
  await expect(drawer.getByRole('button', { name: t.revert })).toBeVisible();
  expect(await recalled(world, bank, 'Which sensor batch did Tomasz fit?')).not.toContain(edited);

  await drawer.getByRole('tab', { name: t.history }).click();
  await expect(drawer.getByText('it was a mistake').first()).toBeVisible();
  await expect(drawer.locator('ins')).toContainText('2299');
  await drawer.getByRole('button', { name: t.revert }).click();
  await expect(drawer.getByRole('button', { name: t.invalidate })).toBeVisible();
  expect(await recalled(world, bank, 'Which sensor batch did Tomasz fit?')).toContain(edited);

  // A change can be undone from its notification, even after its drawer has closed.
  const patched = () => page.waitForResponse((response) => response.request().method() === 'PATCH');
  const again = patched();
  await drawer.getByRole('button', { name: t.invalidate }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: t.invalidate }).click();
  expect((await again).ok()).toBe(true);
  await expect(drawer.getByRole('button', { name: t.revert })).toBeVisible();
  const notice = page.getByRole('listitem').filter({ hasText: t.invalidateDone }).first();
  await expect(notice).toBeVisible();
  await page.keyboard.press('Escape');
  const undone = patched();
  await notice.getByRole('button', { name: t.undo }).click();
  expect((await undone).ok()).toBe(true);
  await expect(page.getByRole('listitem').filter({ hasText: t.revertDone }).first()).toBeVisible();
  expect(await recalled(world, bank, 'Which sensor batch did Tomasz fit?')).toContain(edited);
});

test('a memory has its own page, and is deleted permanently after the word is typed', async ({ world, open }) => {
  const bank = await newBank(world, 'memories-deleted');
  const page = await open(world.owner);
  const { items } = await world.answer(world.owner, listMemories, { path: { bank_id: bank }, query: { q: 'Corvo' } });
  const kayaks = ['Kavi rents a red kayak.', 'Kavi rents a blue kayak.'];
  await world.answer(world.owner, retainMemories, { path: { bank_id: bank }, body: { items: kayaks.map((content) => ({ content })) } });
  const { items: found } = await world.answer(world.owner, listMemories, { path: { bank_id: bank }, query: { q: 'kayak' } });
  const [red, blue] = kayaks.map((text) => found.find((memory) => memory.text === text)!.id);
  const body = { superseded_by: blue!, valid_to: '2026-05-01' };
  await world.answer(world.owner, updateMemory, { path: { bank_id: bank, memory_id: red! }, body });
  await page.goto(pathOf(world.org, 'b', bank, 'memories', blue!));
  await expect(page.getByRole('link', { name: kayaks[0]! })).toBeVisible();

  const expires_at = new Date(Date.now() + 3 * 86_400_000).toISOString();
  await world.answer(world.owner, updateMemory, { path: { bank_id: bank, memory_id: items[0]!.id }, body: { expires_at } });
  await page.goto(pathOf(world.org, 'b', bank));
  await page.getByRole('link', { name: overview.expiring(1) }).click();
  await expect(page.getByRole('list', { name: t.list }).getByRole('listitem')).toHaveCount(1);
  await choose(page, t.bulk, t.extend.all(1));
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t.extend.allAction(1) })
    .click();
  await expect(page.getByRole('heading', { name: t.nothing })).toBeVisible();

  await page.goto(pathOf(world.org, 'b', bank, 'memories', items[0]!.id));
  await expect(page.getByText(CORVO).first()).toBeVisible();
  await page.getByRole('button', { name: t.extend.action }).click();
  await page.getByRole('alertdialog').getByRole('radio', { name: t.extend.periods.never }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: t.extend.action }).click();
  await expect(page.getByRole('button', { name: t.extend.action })).toBeHidden();
  await choose(page, t.more, t.removeAction);
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox').fill(t.removeWord);
  await dialog.getByRole('button', { name: t.removeAction }).click();
  // The number of memories depends on whether the kayaks have been consolidated.
  const rows = page.getByRole('list', { name: t.list }).getByRole('listitem');
  await expect(rows.filter({ hasText: kayaks[0]! }).first()).toBeVisible();
  await expect(rows.filter({ hasText: CORVO })).toHaveCount(0);
  await page.goto(pathOf(world.org, 'b', bank, 'memories', 'not-an-id'));
  await expect(page.getByRole('heading', { name: t.missing })).toBeVisible();
});

test('selected memories are invalidated and reverted together, in a view that is saved', FULL, async ({ world, open }) => {
  const bank = await newBank(world, 'memories-selected');
  const page = await open(world.owner);
  await page.goto(listOf(world, bank));
  const rows = page.getByRole('list', { name: t.list }).getByRole('listitem');
  await expect(rows).toHaveCount(SAID.length);
  await rows.nth(0).getByRole('checkbox').check();
  await rows
    .nth(1)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  const actions = page.getByRole('group', { name: batch.actions });
  await expect(actions).toContainText(batch.selected(2));
  // The bar is in sight while the end of the list is not.
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width, height: 280 });
  await expect(rows.last()).not.toBeInViewport();
  await expect(actions).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width, height });
  await actions.getByRole('button', { name: t.invalidate }).click();
  const dialog = page.getByRole('alertdialog', { name: t.batch.title.invalidated(2) });
  await dialog.getByRole('button', { name: t.bulkAction.invalidated(2) }).click();
  await expect(dialog).toBeHidden();
  await expect(actions).toBeHidden();
  await expect(rows).toHaveCount(SAID.length - 2);

  await page.goto(`${listOf(world, bank)}?state=invalidated`);
  await expect(rows).toHaveCount(2);
  await choose(page, shell.viewsLabel, listViews.save);
  await page.getByRole('dialog').getByLabel(listViews.name).fill('Out');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goto(listOf(world, bank));
  await choose(page, shell.viewsLabel, 'Out');
  await expect(page).toHaveURL(/state=invalidated/);
  await expect(rows).toHaveCount(2);
  await rows.nth(0).getByRole('link').focus();
  await page.keyboard.press('x');
  await actions.getByRole('button', { name: t.revert }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t.bulkAction.valid(1) })
    .click();
  await expect(rows).toHaveCount(1);

  await page.goto(listOf(world, bank));
  await rows.nth(0).getByRole('checkbox').check();
  await actions.getByRole('button', { name: t.invalidate }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t.bulkAction.invalidated(1) })
    .click();
  await expect(rows).toHaveCount(SAID.length - 2);
  await page.getByRole('button', { name: t.undo }).click();
  await expect(rows).toHaveCount(SAID.length - 1);
});
