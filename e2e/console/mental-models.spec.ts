import { mentalModel } from '#components/strings/mental-model';
import { mentalModels as t } from '#components/strings/mental-models';
import { ui } from '#components/strings/ui';
import { expect, test } from '#e2e/console/journey';
import { menuOf, pathOf } from '#e2e/console/parts';
import { putBank } from '#lib/memory/banks/contract';
import { listMentalModels } from '#lib/memory/mental-models/contract';
import { retainMemories } from '#lib/memory/retain/contract';

const SAYS = ['Ana likes strong coffee.', 'Ana avoids milk.', 'Ana drinks tea in the evening.'];

test('a mental model is created from a question, written from memories, changed, found by its tags, and deleted', async ({
  world,
  open,
}) => {
  const bank = 'modeled-list';
  const path = { bank_id: bank };
  // Observations may arrive at any time, and would also make the model stale.
  await world.answer(world.owner, putBank, { path, body: { enable_observations: false } });
  await world.answer(world.owner, retainMemories, { path, body: { items: SAYS.map((content) => ({ content, tags: ['ana'] })) } });
  const page = await open(world.member);
  await page.goto(pathOf(world.org, 'b', bank, 'mental-models'));
  await expect(page.getByText(t.emptyTitle)).toBeVisible();
  await page.getByRole('button', { name: t.create }).click();

  const form = page.getByRole('dialog', { name: t.create });
  await form.getByRole('button', { name: t.create }).click();
  await expect(form.getByText(t.faults.name)).toBeVisible();
  await expect(form.getByText(t.faults.question)).toBeVisible();
  await form.getByLabel(t.name, { exact: true }).fill('What Ana drinks');
  await form.getByLabel(t.question).fill('What does Ana drink?');
  // A single press of Escape does not discard the input.
  await page.keyboard.press('Escape');
  const ask = page.getByRole('alertdialog', { name: ui.discardTitle });
  await ask.getByRole('button', { name: ui.keepWriting }).click();
  await expect(ask).toBeHidden();
  await expect(form.getByLabel(t.question)).toHaveValue('What does Ana drink?');
  await form.getByRole('textbox', { name: new RegExp(`^${t.tags}`) }).fill('ana, drinks');
  await expect(form.getByText(mentalModel.triggers.hand)).toBeInViewport({ ratio: 1 });
  await form.getByRole('radio', { name: t.whens.cron }).click();
  await form.getByLabel(t.cron).fill('soon');
  await form.getByRole('button', { name: t.create }).click();
  await expect(form.getByText(t.faults.cron)).toBeVisible();
  await form.getByLabel(t.cron).fill('@daily');
  await expect(form.getByText(t.faults.cron)).toBeVisible();
  await expect(form.getByRole('list', { name: t.cronNext })).toBeHidden();
  await form.getByLabel(t.cron).fill('30 7 * * 1');
  // The summary of the form is visible at any scroll position.
  await expect(form.getByText('At 07:30, only on Monday, UTC')).toBeInViewport({ ratio: 1 });
  await expect(form.getByRole('list', { name: t.cronNext }).getByRole('listitem')).toHaveCount(3);
  // The memories have only the first tag, so the scope has to include it.
  await form.getByText(t.more).click();
  await form.getByLabel(t.match_).selectOption('any_strict');
  await form.getByRole('button', { name: t.create }).click();

  await expect(page).toHaveURL(/\/mental-models\/mm-/);
  await expect(page.getByText('Ana likes strong coffee.').first()).toBeVisible({ timeout: 30_000 });
  await page.getByRole('link', { name: mentalModel.back }).click();

  const list = page.getByRole('table', { name: t.list });
  await expect(list.getByText(mentalModel.states.ready)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(list.getByText('#drinks')).toBeVisible();
  await expect(list.getByText(/07:30, only on Monday/)).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: t.tag, exact: true }).click();
  await page.getByLabel('#drinks').check();
  await page.getByText(t.matches.exact).click();
  await expect(page).toHaveURL(/tag=drinks&match=exact/);
  await expect(page.getByText(t.noMatch)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t.clearFilters }).click();

  await (await menuOf(page, t.acts('What Ana drinks'))).getByRole('menuitem', { name: mentalModel.edit }).click();
  const edit = page.getByRole('dialog', { name: t.edit('What Ana drinks') });
  await expect(edit.getByLabel(t.cron)).toHaveValue('30 7 * * 1');
  await edit.getByLabel(t.name, { exact: true }).fill('Drinks of Ana');
  await edit.getByLabel(t.question).fill('What does Ana like to drink?');
  await expect(edit.getByText(t.questionChanges)).toBeVisible();
  await edit.getByRole('button', { name: t.save }).click();
  await expect(edit).toBeHidden();
  const [model] = (await world.answer(world.owner, listMentalModels, { path })).items;
  expect(model).toMatchObject({ name: 'Drinks of Ana', tags: ['ana', 'drinks'], stale_reasons: ['source_query_changed'] });
  expect(model?.trigger).toMatchObject({ refresh_cron: '30 7 * * 1', tags_match: 'any_strict' });

  // On touch devices the full reason is visible, too.
  const phone = await open(world.member, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await phone.goto(pathOf(world.org, 'b', bank, 'mental-models'));
  await phone.getByText(mentalModel.staleShort(['source_query_changed'])).tap();
  const why = mentalModel.staleBecause([mentalModel.staleReasons.source_query_changed]);
  await expect(phone.getByRole('tooltip')).toContainText(why);

  await (await menuOf(page, t.acts('Drinks of Ana'))).getByRole('menuitem', { name: mentalModel.edit }).click();
  await page.getByRole('dialog').getByLabel(t.question).fill('What else?');
  await page.keyboard.press('Escape');
  await ask.getByRole('button', { name: ui.discard }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  await (await menuOf(page, t.acts('Drinks of Ana'))).getByRole('menuitem', { name: mentalModel.remove }).click();
  const remove = page.getByRole('alertdialog');
  await remove.getByRole('textbox').fill('Drinks of Ana');
  await remove.getByRole('button', { name: mentalModel.remove }).click();
  await expect(page.getByText(t.emptyTitle)).toBeVisible();
});
