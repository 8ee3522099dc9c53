import { directives as t } from '#components/strings/directives';
import { expect, test } from '#e2e/console/journey';
import { menuOf, pathOf } from '#e2e/console/parts';
import { putBank } from '#lib/memory/banks/contract';
import { createDirective, listDirectives } from '#lib/memory/directives/contract';

test('directives are created, ordered by keyboard and by pointer, checked against tags, switched off, changed and deleted', async ({
  world,
  open,
}) => {
  const bank = 'directed';
  const path = { bank_id: bank };
  await world.answer(world.owner, putBank, { path, body: {} });
  const page = await open(world.member);
  await page.goto(pathOf(world.org, 'b', bank, 'directives'));
  await expect(page.getByText(t.emptyTitle)).toBeVisible();
  await page.getByRole('button', { name: t.create }).click();
  await expect(page).toHaveURL(/\?create=true$/);
  const form = page.getByRole('dialog', { name: t.create });
  await form.getByRole('button', { name: t.create }).click();
  await expect(form.getByText(t.faults.name)).toBeVisible();
  await expect(form.getByText(t.faults.content)).toBeVisible();
  await form.getByLabel(t.name, { exact: true }).fill('Prices');
  await form.getByLabel(t.rule).fill('Never mention prices.');
  await form.getByRole('textbox', { name: new RegExp(`^${t.tags}`) }).fill('sales, ops');
  await form.getByRole('button', { name: t.create }).click();
  await expect(form).toBeHidden();
  for (const name of ['Tone', 'Language']) await world.answer(world.owner, createDirective, { path, body: { name, content: `${name}.` } });
  await page.reload();

  const names = async (active_only = 'false') =>
    (await world.answer(world.owner, listDirectives, { path, query: { active_only } })).items.map(({ name }) => name);
  const rows = page.getByRole('list', { name: t.list }).getByRole('listitem');
  const row = (name: string) => rows.filter({ has: page.getByText(name, { exact: true }) });
  const handle = (name: string, at: number) => page.getByRole('button', { name: t.move(name, at, 3), exact: true });
  await expect(rows).toHaveCount(3);
  await handle('Prices', 3).press('ArrowUp');
  await expect(handle('Prices', 2)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(handle('Prices', 1)).toBeFocused();
  await expect.poll(() => names()).toEqual(['Prices', 'Language', 'Tone']);
  const drag = async (name: string, at: number, to: number, end: 'top' | 'bottom', last: string) => {
    const from = (await handle(name, at).boundingBox())!;
    const over = (await row(last).boundingBox())!;
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + 4, end === 'top' ? over.y + 2 : over.y + over.height - 2, { steps: 8 });
    await expect(handle(name, to)).toBeVisible();
    await page.mouse.up();
  };
  await drag('Prices', 1, 3, 'bottom', 'Tone');
  await expect.poll(() => names()).toEqual(['Language', 'Tone', 'Prices']);
  await drag('Prices', 3, 1, 'top', 'Language');
  await expect.poll(() => names()).toEqual(['Prices', 'Language', 'Tone']);
  await drag('Tone', 3, 1, 'top', 'Prices');
  await expect.poll(() => names()).toEqual(['Tone', 'Prices', 'Language']);

  await expect(row('Prices').getByText(t.appliesNot)).toBeVisible();
  await page.getByLabel(t.questionTags).fill('sales');
  await expect(row('Prices').getByText(t.applies, { exact: true })).toBeVisible();
  await page.getByLabel(t.match).selectOption('exact');
  await expect(row('Prices').getByText(t.appliesNot)).toBeVisible();
  await expect(row('Tone').getByText(t.applies, { exact: true })).toBeVisible();

  // The box follows the change that is being saved, a moment after the click.
  const active = page.getByRole('checkbox', { name: `${t.active} Tone` });
  await active.click();
  await expect(active).not.toBeChecked();
  await expect(row('Tone').getByText(t.appliesNot)).toBeVisible();
  expect(await names('true')).toEqual(['Prices', 'Language']);
  await (await menuOf(page, t.acts('Tone'))).getByRole('menuitem', { name: t.edit }).click();
  const edit = page.getByRole('dialog', { name: t.editTitle('Tone') });
  await edit.getByLabel(t.rule).fill('Be formal.');
  await edit.getByRole('button', { name: t.save }).click();
  await expect(row('Tone').getByText('Be formal.')).toBeVisible();
  await (await menuOf(page, t.acts('Tone'))).getByRole('menuitem', { name: t.remove }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: t.remove }).click();
  await expect(rows).toHaveCount(2);
});
