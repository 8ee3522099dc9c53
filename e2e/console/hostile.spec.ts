import { keys as t } from '#components/strings/keys';
import { memories } from '#components/strings/memories';
import { shell } from '#components/strings/shell';
import { expect, FULL, test } from '#e2e/console/journey';
import { pathOf, rowOf, sideways } from '#e2e/console/parts';
import { renameOrganization } from '#lib/access/orgs/contract';
import { updateMe } from '#lib/access/people/contract';
import { listMemories } from '#lib/memory/memories/contract';
import { retainMemories } from '#lib/memory/retain/contract';

const NAMES = {
  markup: `<script>window.hacked=1</script><img src=x onerror="window.hacked=1">"'&amp;{{7*7}}`,
  rightToLeft: 'مفتاح العميل gnp.exe שלום',
  long: 'a'.repeat(200),
  longWords: 'word '.repeat(39).trim(),
  emoji: '👩‍👩‍👧‍👦 鍵 キー ключ'.normalize(),
} as const;

for (const [kind, name] of Object.entries(NAMES))
  test(`any name is shown as text: ${kind}`, kind === 'markup' ? {} : FULL, async ({ world, open }) => {
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

test('hostile names of people and organizations break no page', FULL, async ({ world, open }) => {
  const person = await world.newPerson('member', 'Somebody');
  await world.answer(person, updateMe, { body: { name: NAMES.markup } });
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

test('memories of one endless word, right-to-left and of emoji break no page and no drawer', FULL, async ({ world, open }) => {
  const bank = 'hostile-words';
  const path = { bank_id: bank };
  const endless = 'abc'.repeat(60);
  const items = [
    { content: 'قالت ليلى إنها ستنتقل إلى حيفا في مارس. 🧳', document_id: 'rtl', tags: ['عائلة'], entities: [{ text: 'ليلى' }] },
    {
      content: `Maya met ${endless} 👩‍👩‍👧‍👦.`,
      document_id: endless,
      tags: [`t-${'g'.repeat(60)}`],
      entities: [{ text: `Maya ${'n'.repeat(90)}` }],
    },
  ];
  await world.answer(world.owner, retainMemories, { path, body: { items } });
  const { items: stored } = await world.answer(world.owner, listMemories, { path });
  const page = await open(world.owner);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const { id, text } of stored) {
      await page.goto(`${pathOf(world.org, 'b', bank, 'memories')}?memory=${id}`);
      const drawer = page.getByRole(width === 390 ? 'dialog' : 'complementary', { name: memories.one, exact: true });
      await expect(drawer.getByText(text).first()).toBeVisible();
      const wide = await drawer.evaluate(
        (element) =>
          [...element.querySelectorAll('*')].filter(
            (each) => /auto|scroll/.test(getComputedStyle(each).overflowY) && each.scrollWidth > each.clientWidth,
          ).length,
      );
      expect(wide).toBe(0);
      expect(await sideways(page)).toBe(0);
    }
    for (const place of ['', 'stats', 'documents', 'entities']) {
      await page.goto(pathOf(world.org, 'b', bank, ...(place === '' ? [] : [place])));
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      expect(await sideways(page)).toBe(0);
    }
  }
});
