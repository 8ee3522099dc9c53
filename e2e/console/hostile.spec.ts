import { keys as t } from '#components/strings/keys';
import { shell } from '#components/strings/shell';
import { expect, FULL, test } from '#e2e/console/journey';
import { pathOf, rowOf, sideways } from '#e2e/console/parts';
import { renameOrganization } from '#lib/orgs/contract';
import { renameMe } from '#lib/people/contract';

const NAMES = {
  markup: `<script>window.hacked=1</script><img src=x onerror="window.hacked=1">"'&amp;{{7*7}}`,
  rightToLeft: 'مفتاح العميل gnp.exe שלום',
  long: 'a'.repeat(200),
  longWords: 'word '.repeat(39).trim(),
  emoji: '👩‍👩‍👧‍👦 鍵 キー ключ'.normalize(),
} as const;

for (const [kind, name] of Object.entries(NAMES))
  test(`a name may be anything and stays text: ${kind}`, kind === 'markup' ? {} : FULL, async ({ world, open }) => {
    const key = await world.newKey(name);
    const page = await open(world.owner, { viewport: { width: 1280, height: 800 } });
    page.on('dialog', (dialog) => expect(dialog.message()).toBe('no dialog'));
    await page.goto(pathOf(world.org, 'keys'));
    await expect(rowOf(page, name)).toBeVisible();
    expect(await sideways(page)).toBe(0);
    await page.getByRole('link', { name: t.open(name), exact: true }).click();
    await expect(page.getByRole('complementary', { name, exact: true })).toBeVisible();
    await page.goto(pathOf(world.org, 'keys', key.id));
    await expect(page.getByRole('heading', { name, exact: true }).first()).toBeVisible();
    expect(await sideways(page)).toBe(0);
    await page.getByRole('button', { name: t.revoke, exact: true }).click();
    await expect(page.getByRole('alertdialog', { name: t.revokeTitle(name) })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.goto(`${pathOf(world.org, 'audit')}?q=${encodeURIComponent(name.slice(0, 40))}`);
    await expect(page.getByText(name).first()).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.insertText(name.slice(0, 60));
    await expect(page.getByRole('dialog', { name: shell.palette }).getByRole('option', { name })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of [pathOf(world.org, 'keys'), pathOf(world.org, 'keys', key.id)]) {
      await page.goto(path);
      await expect(page.getByText(name).filter({ visible: true }).first()).toBeVisible();
      expect(await sideways(page)).toBe(0);
    }
    await page.goto(pathOf(world.org, 'audit'));
    await expect(rowOf(page, name).first()).toBeVisible();
    expect(await sideways(page)).toBe(0);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  });

test('people and organisations with hostile names break no page', FULL, async ({ world, open }) => {
  const person = await world.newPerson('member', 'Somebody');
  await world.answer(person, renameMe, { body: { name: NAMES.markup } });
  const before = (await world.answer(world.owner, renameOrganization, { body: { name: NAMES.markup.slice(0, 100) } })).name;
  const page = await open(person);
  await page.goto(pathOf(world.org, 'members'));
  await expect(rowOf(page, person.email)).toContainText(NAMES.markup);
  await page.goto('/account');
  await expect(page.getByText(person.email).first()).toBeVisible();
  const owner = await open(world.owner);
  await owner.goto(pathOf(world.org, 'settings'));
  await expect(owner.getByText(before).first()).toBeVisible();
  expect(await sideways(owner)).toBe(0);
  await world.answer(world.owner, renameOrganization, { body: { name: 'Default' } });
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
});
