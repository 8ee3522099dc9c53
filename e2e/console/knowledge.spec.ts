import { knowledge as t } from '#components/strings/knowledge';
import { mentalModel as model } from '#components/strings/mental-model';
import { mentalModels as models } from '#components/strings/mental-models';
import { shell } from '#components/strings/shell';
import { expect, test } from '#e2e/console/journey';
import { done, retainText } from '#e2e/console/model-data';
import { menuOf, pathOf, sideways } from '#e2e/console/parts';
import { putBank } from '#lib/memory/banks/contract';
import { createKnowledgeFolder, createKnowledgePage, getKnowledgeBaseTree, type KnowledgeNode } from '#lib/memory/knowledge/contract';

/** `name(children)`, in order. */
const shapeOf = (nodes: readonly KnowledgeNode[]): string =>
  nodes.map(({ name, children }) => (children.length > 0 ? `${name}(${shapeOf(children)})` : name)).join(' ');

test('pages are created from a template, moved by keys and by pointer, renamed, found, exported and deleted', async ({ world, open }) => {
  const bank = 'known';
  const path = { bank_id: bank };
  await world.answer(world.owner, putBank, { path, body: { enable_observations: false } });
  await retainText(world, bank, 'notes', 'Ana paints boats in Porto. Ana likes strong coffee.');
  const page = await open(world.member);
  await page.goto(pathOf(world.org, 'b', bank, 'knowledge'));
  await expect(page.getByText(t.emptyText)).toBeVisible();
  await page.getByRole('button', { name: models.templates.person.name, exact: true }).click();
  const form = page.getByRole('dialog', { name: t.create });
  await form.getByRole('button', { name: t.create }).click();
  await expect(form.getByText(t.faults.name)).toBeVisible();
  await form.getByLabel(models.subject).fill('Ana');
  await form.getByRole('button', { name: t.create }).click();
  await expect(page).toHaveURL(/page=kp-/);
  await expect(page.getByRole('article').getByText('Ana paints boats in Porto.')).toBeVisible();

  const folder = await world.answer(world.owner, createKnowledgeFolder, { path, body: { name: 'People' } });
  const { operation_id } = await world.answer(world.owner, createKnowledgePage, {
    path,
    body: { name: 'Ben', source_query: 'Who is Ben?', parent_id: folder.id },
  });
  await done(world, bank, operation_id!);
  await page.reload();
  const shape = async () => shapeOf((await world.answer(world.owner, getKnowledgeBaseTree, { path })).roots);
  const row = (name: string) => page.getByRole('treeitem', { name, exact: true });
  await expect(row('Ana')).toHaveAttribute('aria-selected', 'true');
  await row('Ana').focus();
  await page.keyboard.press('p');
  await expect(row('People')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(row('Ben')).toBeHidden();
  await page.reload();
  await expect(row('People')).toHaveAttribute('aria-expanded', 'false');
  await row('Ana').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(shape).toBe('People(Ben) Ana');
  await expect(page.getByRole('status').getByText(t.moved('Ana', t.topLevel, 2, 2))).toBeAttached();
  await expect(row('Ana')).toBeFocused();
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(shape).toBe('People(Ben Ana)');
  await expect(row('Ana')).toHaveAttribute('aria-level', '2');
  const from = (await row('Ana').boundingBox())!;
  const to = (await row('People').boundingBox())!;
  await page.mouse.move(from.x + 60, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 60, to.y + 2);
  await page.mouse.up();
  await expect.poll(shape).toBe('Ana People(Ben)');

  await row('Ben').focus();
  await page.keyboard.press('F2');
  await page.getByLabel(t.nameOf('Ben')).fill('Benjamin');
  await page.keyboard.press('Enter');
  await expect(row('Benjamin')).toBeFocused();
  await expect.poll(shape).toBe('Ana People(Benjamin)');

  const long = 'Quarterly planning: decisions, owners and open questions of the Lisbon office';
  await row('Benjamin').focus();
  await page.keyboard.press('F2');
  await page.getByLabel(t.nameOf('Benjamin')).fill(long);
  await page.keyboard.press('Enter');
  await expect.poll(shape).toBe(`Ana People(${long})`);
  await expect(page.getByRole('button', { name: t.acts(long) })).toBeInViewport({ ratio: 1 });
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: size.height });
  await page.goto(pathOf(world.org, 'b', bank, 'knowledge'));
  await expect(page.getByRole('button', { name: t.acts(long) })).toBeInViewport({ ratio: 1 });
  expect(await sideways(page)).toBe(0);
  await page.setViewportSize(size);

  await page.getByRole('searchbox', { name: t.search }).fill('coffee');
  const found = page.getByRole('list', { name: t.results }).getByRole('button', { name: /Ana/ });
  await expect(found).toContainText(t.byWords('100%', '1'));
  await expect(found.locator('mark')).toHaveText('coffee');
  await page.getByRole('searchbox', { name: t.search }).fill('');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: t.export }).click();
  expect((await download).suggestedFilename()).toBe(`${bank}-knowledge.zip`);

  await row('People').click({ button: 'left', position: { x: 80, y: 8 } });
  await (await menuOf(page, t.acts('People'))).getByRole('menuitem', { name: t.remove }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText(t.removeFolder(0, 1))).toBeVisible();
  await question.getByRole('textbox').fill('People');
  await question.getByRole('button', { name: t.remove }).click();
  await expect(row('People')).toBeHidden();
  await expect.poll(shape).toBe('Ana');

  // The tree is in the cache when the page is deleted as a mental model.
  await page.getByRole('link', { name: shell.bankPages.mentalModels, exact: true }).click();
  await expect(row('Ana')).toBeHidden();
  await (await menuOf(page, models.acts('Ana'))).getByRole('menuitem', { name: model.remove }).click();
  await question.getByRole('textbox').fill('Ana');
  await question.getByRole('button', { name: model.remove }).click();
  await expect(question).toBeHidden();
  await page.getByRole('link', { name: shell.bankPages.knowledge, exact: true }).click();
  await expect(page.getByText(t.emptyText)).toBeVisible();
});
