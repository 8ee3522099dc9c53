import { mentalModel as t } from '#components/strings/mental-model';
import { shell } from '#components/strings/shell';
import { expect, FULL, test } from '#e2e/console/journey';
import { modeledBank } from '#e2e/console/model-data';
import { pathOf } from '#e2e/console/parts';
import { restoreMentalModel } from '#lib/memory/mental-models/contract';

test('any two versions: the causes, navigation between changes, other pairs, export as a patch', FULL, async ({ world, open }) => {
  const bank = 'model-compared';
  const id = await modeledBank(world, bank);
  const page = await open(world.owner);
  await page.goto(`${pathOf(world.org, 'b', bank, 'mental-models', id)}/compare?from=1&to=3`);
  const difference = page.getByRole('region', { name: t.difference });
  await expect(difference).toBeVisible();
  await expect(difference.locator('ins').first()).toBeVisible();
  await expect(difference.locator('del').first()).toBeVisible();
  await expect(difference.locator('ins').first()).toContainText(t.marks.inserted);

  const why = page.getByRole('complementary', { name: t.why });
  // The page shows the name of the person, not the email address.
  await expect(why.getByText(t.wroteOf.delta(t.version(2), 'asked', world.owner.name))).toBeVisible();
  await expect(why.getByText(/sensors/i).first()).toBeVisible();
  await why.getByRole('list', { name: t.factAdded }).getByRole('button').first().click();
  await expect(page).toHaveURL(/memory=/);
  await page.keyboard.press('Escape');

  // After the keyboard shows more, the focus is on the first revealed item.
  await why.getByRole('button', { name: /^Show \d+ unchanged$/ }).press('Enter');
  await expect(why.getByRole('list', { name: t.factUnchanged }).getByRole('listitem').first().locator(':focus')).toBeVisible();

  await page.keyboard.press('n');
  await expect(page.locator('#change-0')).toBeFocused();
  await page.keyboard.press('p');
  await expect(page.locator('#change-0')).not.toBeFocused();
  await page.keyboard.press('[');
  await expect(page).toHaveURL(/from=0&to=2/);
  await page.keyboard.press(']');
  await expect(page).toHaveURL(/from=1&to=3/);

  await page.getByRole('button', { name: `${t.pick(2)}: ${t.pickFrom}` }).click();
  await expect(page).toHaveURL(/from=2&to=3/);
  await page.getByRole('radio', { name: t.unified }).click();
  await expect(page).toHaveURL(/view=unified/);
  await page.getByRole('button', { name: t.more }).last().click();
  await page.getByRole('menuitem', { name: t.copyPatch }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('+++ v3');

  // A URL without versions selects the last two.
  await page.goto(`${pathOf(world.org, 'b', bank, 'mental-models', id)}/compare`);
  await expect(page).toHaveURL(/from=2&to=3/);
  await expect(difference).toBeVisible();
  await page.getByRole('button', { name: `${t.pick(3)}: ${t.pickTo}` }).focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key);
  await expect(page.getByRole('button', { name: `${t.pick(1)}: ${t.pickFrom}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/from=1&to=3/);

  await page.goto(`${pathOf(world.org, 'b', bank, 'mental-models', id)}/compare?from=3&to=3`);
  await expect(page.getByRole('heading', { name: t.same })).toBeVisible();

  await page.goto(`${pathOf(world.org, 'b', bank, 'mental-models', id)}/compare?from=99&to=3`);
  await expect(page.getByText('from=99')).toBeVisible();
  await page.getByRole('link', { name: shell.ignored.takeOff }).click();
  // Defaults are selected, and appear in the address.
  await expect(page).toHaveURL(/[?&]from=2(?:&|$)/);
  await expect(page).toHaveURL(/[?&]to=3(?:&|$)/);
  await expect(page.getByText(shell.ignored.title)).toBeHidden();

  await page.goto(`${pathOf(world.org, 'b', bank, 'mental-models', id)}/compare?from=99&to=abc`);
  for (const part of ['from=99', 'to=abc']) await expect(page.getByText(part)).toBeVisible();

  await page.goto(`${pathOf(world.org, 'b', bank, 'mental-models', id)}/compare?from=1&to=3`);
  await expect(difference).toBeVisible();
  await expect(page.getByText(t.reversed)).toBeHidden();
  await page.getByRole('button', { name: t.more }).last().click();
  await page.getByRole('menuitem', { name: t.swap }).click();
  await expect(page.getByText(t.reversed)).toBeVisible();
  await page.getByRole('button', { name: t.swap }).click();
  await expect(page).toHaveURL(/from=1&to=3/);
  await expect(page.getByText(t.reversed)).toBeHidden();
});

test('a pair far down the list of versions is visible there, and the page does not scroll', FULL, async ({ world, open }) => {
  const bank = 'model-of-many-versions';
  const id = await modeledBank(world, bank);
  const path = { bank_id: bank, mental_model_id: id };
  for (let last = 3; last < 40; last++)
    await world.answer(world.owner, restoreMentalModel, { path, body: { version: last % 2 === 0 ? 3 : 2 } });
  const page = await open(world.owner);
  const pick = (version: number) => page.getByRole('button', { name: `${t.pick(version)}: ${t.pickTo}` });
  const scrolled = () => page.evaluate(() => window.scrollY);
  for (const to of [20, 1]) {
    await page.goto(`${pathOf(world.org, 'b', bank, 'mental-models', id)}/compare?from=${to - 1}&to=${to}`);
    await expect(page.getByRole('region', { name: t.difference })).toBeVisible();
    await expect(pick(to)).toBeInViewport({ ratio: 1 });
    expect(await scrolled()).toBe(0);
  }
  await pick(1).focus();
  for (let version = 1; version < 20; version++) await page.keyboard.press('ArrowUp');
  await expect(pick(20)).toBeFocused();
  await expect(pick(20)).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('End');
  await expect(pick(0)).toBeFocused();
  await expect(pick(0)).toBeInViewport({ ratio: 1 });
  expect(await scrolled()).toBe(0);

  // Showing more items does not move the content below. After the last item, the focus continues in
  // the list.
  await page.goto(`${pathOf(world.org, 'b', bank, 'mental-models', id)}/compare?from=0&to=40`);
  const why = page.getByRole('complementary', { name: t.why });
  const between = why.getByRole('region', { name: t.versionsBetween });
  const height = async () => (await between.boundingBox())!.height;
  const heights = new Set<number>();
  await expect(why.getByText(t.inBetween(12, 40))).toBeVisible();
  for (const [shown, more, hiddenCount] of [
    [24, 12, 28],
    [36, 12, 16],
    [40, 4, 4],
  ] as const) {
    await why.getByRole('button', { name: t.showOlder(more, hiddenCount) }).press('Enter');
    await expect(between.locator('ol > li')).toHaveCount(shown);
    heights.add(await height());
  }
  expect(heights.size).toBe(1);
  await expect(between.locator(':focus')).toBeVisible();
});
