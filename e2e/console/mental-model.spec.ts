import type { Page } from '@playwright/test';
import { blockDecisions as edits } from '#components/strings/block-decisions';
import { mentalModel as t } from '#components/strings/mental-model';
import { mentalModels as models } from '#components/strings/mental-models';
import { operations } from '#components/strings/operations';
import { shell } from '#components/strings/shell';
import { expect, FULL, test } from '#e2e/console/journey';
import { done, LATER, modeledBank, modelOf, NAME, QUESTION, retainText } from '#e2e/console/model-data';
import { choose, pathOf, sideways } from '#e2e/console/parts';
import type { ConsoleWorld } from '#e2e/console/world';
import { putBank } from '#lib/memory/banks/contract';
import { listMemories, updateMemory } from '#lib/memory/memories/contract';
import { createMentalModel, getMentalModel, restoreMentalModel, updateMentalModel } from '#lib/memory/mental-models/contract';

const pageOf = ({ org }: ConsoleWorld, bank: string, id: string): string => pathOf(org, 'b', bank, 'mental-models', id);
const documentOf = (page: Page) => page.getByRole('article');
const blockOf = (page: Page, text: string | RegExp) => documentOf(page).locator('[data-block]').filter({ hasText: text });

test('a document shows the sources of every block, is refreshed, cleared and restored', FULL, async ({ world, open }) => {
  const bank = 'model-read';
  const id = await modeledBank(world, bank, { isOld: false });
  const page = await open(world.owner);
  await page.goto(pageOf(world, bank, id));
  await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible();
  await expect(page.getByText(QUESTION)).toBeVisible();
  await expect(page.getByText(t.fresh)).toBeVisible();

  const block = blockOf(page, /eight on Saturdays/).first();
  await block.getByRole('button', { expanded: false }).first().click();
  await block.getByRole('list', { name: t.sourcesOf }).getByRole('button').first().click();
  await expect(page).toHaveURL(/memory=[0-9a-f-]{36}/);
  await expect(
    page
      .getByRole('complementary')
      .getByText(/eight on Saturdays/)
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/memory=/);

  await retainText(world, bank, 'notes-4', LATER);
  await page.reload();
  await expect(page.getByText(t.staleBecause([t.staleReasons.new_memories]))).toBeVisible();
  await page.getByRole('button', { name: t.refresh, exact: true }).click();
  await expect(blockOf(page, /Wednesday noon/).first()).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(t.fresh)).toBeVisible();

  await page.getByRole('button', { name: shell.runningOperations(0, 0) }).click();
  const tray = page.getByRole('dialog', { name: shell.bankPages.operations });
  await expect(tray.getByText(`${NAME} ${operations.tray.inBank(bank)}`).first()).toBeVisible();
  await expect(tray.getByRole('link', { name: NAME }).first()).toHaveAttribute('href', pageOf(world, bank, id));
  await expect(tray).toContainText(operations.versions(1, 2));
  await page.keyboard.press('Escape');

  await choose(page, t.more, t.clear);
  const clear = page.getByRole('alertdialog', { name: t.clearTitle(NAME) });
  await expect(clear.getByText(t.clearNext)).toBeVisible();
  await clear.getByRole('button', { name: t.clear }).click();
  await expect(page.getByRole('heading', { name: t.emptyTitle })).toBeVisible();
  expect((await modelOf(world, bank, id)).state).toBe('empty');

  await page.getByRole('navigation', { name: t.tabs }).getByRole('link', { name: t.compare }).click();
  await page.getByRole('button', { name: t.restore(2) }).click();
  const restore = page.getByRole('alertdialog', { name: t.restoreTitle(2) });
  await expect(restore.getByText(t.restoreNext(2))).toBeVisible();
  await restore.getByRole('button', { name: t.restore(2) }).dblclick();
  await expect(page).toHaveURL(/from=3&to=4/);
  await page.getByRole('navigation', { name: t.tabs }).getByRole('link', { name: t.document }).click();
  await expect(blockOf(page, /Wednesday noon/).first()).toBeVisible();

  await page.goto(pathOf(world.org, 'b', bank, 'operations'));
  await page
    .locator('[data-row]')
    .filter({ hasText: operations.versions(1, 2) })
    .locator('[data-opens]')
    .click();
  const drawer = page.getByRole('complementary');
  await expect(drawer.getByRole('link', { name: operations.versions(1, 2) })).toHaveAttribute('href', /compare\?from=1&to=2$/);
  await drawer.getByRole('link', { name: NAME }).first().click();
  await expect(page).toHaveURL(new RegExp(`${pageOf(world, bank, id)}$`));
});

test('a person pins, rewords, removes and adds blocks, and refreshes respect it', async ({ world, open }) => {
  const bank = 'model-decided';
  const id = await modeledBank(world, bank, { isOld: false });
  const page = await open(world.owner);
  await page.goto(pageOf(world, bank, id));
  const shown = () => documentOf(page).locator('[data-block]').count();
  const [first, second] = [documentOf(page).locator('[data-block]').nth(0), documentOf(page).locator('[data-block]').nth(1)];
  await expect(second).toBeVisible();
  const before = await shown();
  const removedText = ((await second.locator('li > span:last-child').first().textContent()) ?? '').slice(0, 30);

  // By keyboard: the menu is in the order of the text.
  const menu = first.locator('[data-block-menu]');
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: edits.pin }).press('Enter');
  await expect(first).toContainText(edits.marks.pin);
  await second.hover();
  await second.locator('[data-block-menu]').click();
  await page.getByRole('menuitem', { name: edits.remove }).click();
  const removed = page.locator('section').filter({ has: page.getByRole('heading', { name: edits.removed(1) }) });
  await expect(removed).toBeVisible();
  await expect.poll(shown).toBe(before - 1);
  await first.locator('[data-block-menu]').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: edits.reword }).press('Enter');
  await page.getByRole('textbox', { name: edits.text }).fill('Ana has her own words.');
  await page.getByRole('button', { name: edits.save }).click();
  await expect(first).toContainText('Ana has her own words.');
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: edits.add }).press('Enter');
  await page.getByRole('textbox', { name: edits.text }).fill('Written by nobody but a person.');
  await page.getByRole('button', { name: edits.save }).click();
  await expect(second).toContainText('Written by nobody but a person.');
  await expect(second).toContainText(edits.marks.add);

  await retainText(world, bank, 'notes-4', LATER);
  await page.getByRole('button', { name: t.refresh, exact: true }).click();
  await expect(blockOf(page, /Wednesday noon/).first()).toBeVisible({ timeout: 30_000 });
  await expect(blockOf(page, 'Ana has her own words.')).toHaveCount(1);
  await expect(second).toContainText('Written by nobody but a person.');
  await expect(documentOf(page)).not.toContainText(removedText);
  await removed.getByRole('button').click();
  await expect(documentOf(page)).toContainText(removedText);
  await expect(removed).toHaveCount(0);
});

test('a refresh without new facts says so, and links to the model', FULL, async ({ world, open }) => {
  const bank = 'model-nothing-new';
  const id = await modeledBank(world, bank, { isOld: false });
  const page = await open(world.owner);
  await page.goto(pageOf(world, bank, id));
  await page.getByRole('button', { name: t.refresh, exact: true }).click();
  const toast = page.getByRole('listitem').filter({ hasText: operations.tray.done(operations.kinds.refresh_mental_model!) });
  await expect(toast).toContainText(operations.contentUnchanged.content_preserved_no_new_facts, { timeout: 30_000 });
  await page.goto(pathOf(world.org, 'b', bank, 'mental-models'));
  await page.getByRole('button', { name: shell.runningOperations(0, 0) }).click();
  const tray = page.getByRole('dialog', { name: shell.bankPages.operations });
  await expect(tray).toContainText(operations.contentUnchanged.content_preserved_no_new_facts);
  await tray.getByRole('link', { name: operations.tray.openUnchanged }).click();
  await expect(page).toHaveURL(new RegExp(`${pageOf(world, bank, id)}$`));
});

test('a block shows its sources on hover, and what became of them', FULL, async ({ world, open }) => {
  const bank = 'model-edited';
  const path = { bank_id: bank };
  await world.answer(world.owner, putBank, { path, body: { enable_observations: false } });
  const places = ['Porto', 'Lisbon', 'Rome'];
  for (const place of places) await retainText(world, bank, place, `Ana lives in ${place}.`);
  const body = { id: 'ana', name: 'Where Ana lives', source_query: 'Where does Ana live?', trigger: { mode: 'delta' as const } };
  const made = await world.answer(world.owner, createMentalModel, { path, body });
  await done(world, bank, made.operation_id);
  const page = await open(world.owner);
  await page.goto(pageOf(world, bank, 'ana'));
  const block = blockOf(page, 'Ana lives in').first();
  const sources = page.getByRole('group', { name: t.sourcesOf });
  await block.hover();
  for (const place of places) await expect(sources.getByRole('button', { name: `Ana lives in ${place}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sources).toBeHidden();
  // Keyboard focus shows the sources too, until the button pins them.
  await page.mouse.move(0, 0);
  await block.getByRole('button', { expanded: false }).first().focus();
  await expect(sources).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(block.getByRole('list', { name: t.sourcesOf }).getByRole('button')).toHaveCount(3);
  await expect(sources).toBeHidden();

  const { items } = await world.answer(world.owner, listMemories, { path, query: { q: 'Rome', limit: '1' } });
  const memory = { ...path, memory_id: items[0]!.id };
  await world.answer(world.owner, updateMemory, { path: memory, body: { text: 'Ana lives in Bergen.' } });
  await page.reload();
  const changed = page.getByText(t.blockChanged({ deleted: 0, edited: 1, of: 3 }));
  await expect(changed).toBeVisible();
  await page.getByRole('button', { name: t.refresh, exact: true }).click();
  await expect(blockOf(page, 'Bergen').first()).toBeVisible({ timeout: 30_000 });
  await expect(changed).toHaveCount(0);
});

test(
  'right-to-left text and its sources keep their direction, and a date in it keeps the order of its parts',
  FULL,
  async ({ world, open }) => {
    const bank = 'model-from-the-right';
    const path = { bank_id: bank };
    await world.answer(world.owner, putBank, { path, body: { enable_observations: false } });
    await retainText(world, bank, 'haifa', 'ليلى ستنتقل إلى حيفا في 2026-11-03 مع أختها.');
    const body = { id: 'haifa', name: 'ليلى وحيفا 10-20', source_query: 'متى ستنتقل ليلى إلى حيفا؟', trigger: { mode: 'delta' as const } };
    const made = await world.answer(world.owner, createMentalModel, { path, body });
    await done(world, bank, made.operation_id);
    const page = await open(world.owner);
    await page.goto(pageOf(world, bank, 'haifa'));
    await expect(page.getByRole('heading', { level: 1, name: body.name }).locator('bdi')).toHaveText('10-20');
    const block = blockOf(page, 'حيفا').first();
    await expect(block.getByRole('listitem').first()).toHaveCSS('direction', 'rtl');
    await expect(block.locator('bdi')).toHaveText('2026-11-03');
    await expect(block.locator('bdi')).toHaveCSS('direction', 'ltr');
    await block.getByRole('button', { expanded: false }).first().click();
    await expect(block.getByRole('list', { name: t.sourcesOf }).getByRole('button')).toHaveCSS('direction', 'rtl');
    await page.goto(`${pageOf(world, bank, 'haifa')}/compare?from=0&to=1&raw=true`);
    await expect(page.getByRole('region', { name: t.difference }).locator('ins bdi').first()).toHaveText('2026-11-03');
  },
);

/** Returns the elements inside, and the element itself, that are wider than their visible area. */
const tooWide = (element: Element): string[] =>
  [element, ...element.querySelectorAll('*')]
    .filter((one) => getComputedStyle(one).display !== 'inline' && one.scrollWidth > one.clientWidth)
    .map(({ outerHTML }) => outerHTML.slice(0, 200));

test('an endless name is truncated in the path above each page of the model, and breaks none of them', FULL, async ({ world, open }) => {
  const bank = 'model-long-name';
  const id = await modeledBank(world, bank, { isOld: false });
  const name = 'Workshop'.repeat(25);
  await world.answer(world.owner, updateMentalModel, { path: { bank_id: bank, mental_model_id: id }, body: { name } });
  const page = await open(world.owner);
  const here = page.getByRole('navigation', { name: shell.path }).locator('[aria-current="page"]');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    for (const part of ['', '/compare', '/dry-run']) {
      await page.goto(pageOf(world, bank, id) + part);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(here).toHaveText(name);
      await expect(here).toHaveAttribute('title', name);
      expect(await here.evaluate((one) => [one.scrollWidth > one.clientWidth, getComputedStyle(one).textOverflow])).toEqual([
        true,
        'ellipsis',
      ]);
      expect(await sideways(page)).toBe(0);
    }
    await page.getByRole('main').getByRole('button', { name: t.more, exact: true }).click();
    await page.getByRole('menuitem', { name: t.remove, exact: true }).click();
    const remove = page.getByRole('alertdialog', { name: t.removeTitle(name) });
    await expect(remove.getByRole('button', { name: t.remove })).toBeInViewport({ ratio: 1 });
    expect(await remove.evaluate(tooWide)).toEqual([]);
    await page.keyboard.press('Escape');
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('navigation', { name: shell.path }).getByRole('link', { name: models.title }).click();
  await expect(page).toHaveURL(/\/mental-models$/);
  await expect(here).toHaveText(models.title);
});

test('the latest versions show the total number, and link to all', FULL, async ({ world, open }) => {
  const bank = 'model-versions';
  const id = await modeledBank(world, bank, { isOld: false });
  const page = await open(world.owner);
  await page.goto(pageOf(world, bank, id));
  const rail = page.getByRole('list', { name: t.versionsOf });
  await expect(rail.getByRole('listitem').last()).toContainText(t.version(0));
  await expect(rail.getByRole('listitem').last()).toContainText(t.firstVersion);
  await expect(rail.getByRole('link', { name: t.allVersions(2) })).toHaveCount(0);
  const path = { bank_id: bank, mental_model_id: id };
  for (const version of [0, 1, 0, 1, 0]) await world.answer(world.owner, restoreMentalModel, { path, body: { version } });
  await page.reload();
  // The oldest visible version is also compared with its predecessor.
  await expect(rail.getByRole('listitem').nth(5)).toContainText(/^v1.*words \(\+\d+\)/);
  await rail.getByRole('link', { name: t.allVersions(7) }).click();
  await expect(page).toHaveURL(/\/compare/);
  await expect(rail.getByText(t.version(0), { exact: true })).toBeVisible();
});

test('concurrent changes from another page are preserved, in the trigger too', FULL, async ({ world, open }) => {
  const bank = 'model-two-pages';
  const id = await modeledBank(world, bank, { isOld: false });
  const path = { bank_id: bank, mental_model_id: id };
  const { trigger } = await modelOf(world, bank, id);
  const page = await open(world.owner);
  await page.goto(pageOf(world, bank, id));
  await choose(page, t.more, t.edit);
  const sheet = page.getByRole('dialog', { name: models.edit(NAME) });
  await sheet.getByLabel(models.question, { exact: true }).fill('What does the workshop sell?');
  await sheet.getByText(models.more, { exact: true }).click();
  await sheet.getByText(models.trace, { exact: true }).click();
  // This runs before the page polls again.
  await world.answer(world.owner, updateMentalModel, { path, body: { name: 'Shop', trigger: { ...trigger, mode: 'full' } as never } });
  await sheet.getByRole('button', { name: models.save }).click();
  await expect(sheet).toHaveCount(0);
  const { name, source_query, trigger: saved } = await modelOf(world, bank, id);
  expect([name, source_query, saved?.mode, saved?.keep_trace]).toEqual(['Shop', 'What does the workshop sell?', 'full', true]);
});

test('a missing model, one that cannot be read at first, and one that is deleted', FULL, async ({ world, open }) => {
  const bank = 'model-states';
  const id = await modeledBank(world, bank, { isOld: false });
  const page = await open(world.owner, { refusals: [404, 500] });
  await page.goto(pageOf(world, bank, 'nobody'));
  await expect(page.getByRole('heading', { name: t.missing })).toBeVisible();

  const address = `**/banks/${bank}/mental-models/${id}?*`;
  await page.route(address, (route) => route.fulfill({ status: 500, json: { detail: 'Out of order', code: 'internal', request_id: 'r' } }));
  await page.goto(pageOf(world, bank, id));
  await expect(page.getByRole('heading', { name: t.failed })).toBeVisible({ timeout: 20_000 });
  await page.unroute(address);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(documentOf(page)).toBeVisible();

  const other = await open(world.owner, { refusals: [404] });
  await other.goto(pageOf(world, bank, id));
  await expect(documentOf(other)).toBeVisible();
  await choose(page, t.more, t.remove);
  const remove = page.getByRole('alertdialog', { name: t.removeTitle(NAME) });
  await remove.getByRole('textbox').fill(NAME);
  await remove.getByRole('button', { name: t.remove }).click();
  await expect(page).toHaveURL(/\/mental-models$/);
  expect(
    (
      await world.call(world.owner, getMentalModel, {
        path: { bank_id: bank, mental_model_id: id },
      })
    ).status,
  ).toBe(404);
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(other.getByRole('heading', { name: t.missing })).toBeVisible({ timeout: 30_000 });
});
