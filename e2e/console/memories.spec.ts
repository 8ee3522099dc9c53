import { readFile } from 'node:fs/promises';
import { memories as t } from '#components/strings/memories';
import { shell } from '#components/strings/shell';
import { ui } from '#components/strings/ui';
import { expect, FULL, test } from '#e2e/console/journey';
import { choose, pathOf } from '#e2e/console/parts';
import { listOf, newBank, SAID } from '#e2e/console/sample-memories';
import { listOperations } from '#lib/jobs/operations/contract';
import { listMemories } from '#lib/memory/memories/contract';
import { retainMemories } from '#lib/memory/retain/contract';

const [MAYA, TOMASZ, CORVO] = SAID.map(({ content }) => content) as [string, string, string];

const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `Ana: Shelf ${from + i} of the north store holds ${(from + i) * 7} boxes.`).join('\n');

test('the address reflects the list: filters, timeline, the open memory, and J and K', async ({ world, open }) => {
  const bank = await newBank(world, 'memories-linked');
  const page = await open(world.owner);
  await page.goto(listOf(world, bank, '?view=timeline&group=month'));
  const list = page.getByRole('list', { name: t.list });
  await expect(list.getByText('March 2026')).toHaveCount(1);
  await expect(list.getByText('February 2026')).toHaveCount(1);
  await page.keyboard.press('j');
  await expect(page.locator('[aria-posinset="1"] [data-opens]')).toBeFocused();
  await page.keyboard.press('Enter');
  const opened = page.locator('[data-row][data-selected]');
  await expect(opened).toHaveAttribute('aria-posinset', '1');
  await page.keyboard.press('j');
  await expect(opened).toHaveAttribute('aria-posinset', '2');
  await page.keyboard.press('k');
  await expect(opened).toHaveAttribute('aria-posinset', '1');
  // Browsers limit how often a page may change its URL, so the URL is updated with a delay.
  await expect(page).toHaveURL(new RegExp((await opened.getAttribute('data-row'))!));
  await page.reload();
  await expect(opened).toHaveAttribute('aria-posinset', '1');
  await page.keyboard.press('Escape');
  await expect(opened).toHaveCount(0);

  const facets = page.getByRole('complementary', { name: t.filtersShort });
  await facets.getByRole('checkbox', { name: 'supplier' }).check();
  await expect(facets.getByText(t.modeSentence.any_strict)).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText(CORVO);
  await page.getByRole('button', { name: t.takeOff('#supplier') }).click();
  await expect(list.getByRole('listitem')).toHaveCount(SAID.length);
  await page.goto(listOf(world, bank, '?document=call-1&from=2026-03-01&time_field=mentioned_at'));
  await expect(list).toContainText(MAYA);
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.goto(listOf(world, bank, '?q=zeppelin'));
  await expect(page.getByRole('heading', { name: t.nothing })).toBeVisible();
  await page.getByRole('button', { name: t.clear }).click();
  await expect(list.getByRole('listitem')).toHaveCount(SAID.length);
});

test('a link to a memory far down shows it in its position, and the search stays visible', FULL, async ({ world, open }) => {
  const bank = 'memories-far';
  const from = { document_id: 'north-store-inventory', tags: ['supplier', 'north-store'], timestamp: '2026-03-14' };
  const items = [{ content: numbered(0, 400), ...from }];
  await world.answer(world.owner, retainMemories, { path: { bank_id: bank }, body: { items } });
  const query = { limit: '1', offset: '300' };
  const { items: found } = await world.answer(world.owner, listMemories, { path: { bank_id: bank }, query });
  const page = await open(world.owner);
  await page.goto(listOf(world, bank, `?memory=${found[0]!.id}`));
  const opened = page.locator('[data-row][data-selected]');
  await expect(opened).toHaveAttribute('aria-posinset', '301');
  await expect(opened).toBeInViewport();
  await expect(page.getByRole('searchbox', { name: t.search })).toBeInViewport();
  await page.keyboard.press('j');
  await expect(opened).toHaveAttribute('aria-posinset', '302');
  // The times of the rows scroll below the filters, not over them.
  const over = await page.evaluate(() => {
    const bar = document.querySelector('main .sticky')!.getBoundingClientRect();
    const times = [...document.querySelectorAll<HTMLElement>('[data-row] time')];
    const y = bar.top + bar.height / 2;
    window.scrollBy(0, times[0]!.getBoundingClientRect().top - y + 4);
    const { left, width } = times[0]!.getBoundingClientRect();
    return Boolean(document.elementFromPoint(left + width / 2, y)?.closest('[data-row]'));
  });
  expect(over).toBe(false);
  // The source is readable, and what has no room is omitted as a whole.
  const lines = () =>
    page.locator('[data-meta]').evaluateAll((all) =>
      all.map((line) => {
        const [first, rest] = [...line.children] as [Element, Element];
        const { right, bottom } = rest.getBoundingClientRect();
        const shown = [...rest.querySelectorAll(':scope > span')]
          .map((part) => part.getBoundingClientRect())
          .filter(({ top }) => top < bottom - 1);
        return first.scrollWidth <= first.clientWidth + 1 && shown.every((part) => part.right <= right + 1);
      }),
    );
  for (const [width, height] of [
    [1280, 800],
    [1024, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    if (width === 390) await page.goto(listOf(world, bank));
    await expect.poll(async () => (await lines()).length).toBeGreaterThan(4);
    expect(new Set(await lines()), `${width}`).toEqual(new Set([true]));
  }
});

test('the whole list is counted, invalidated, exported and reverted', async ({ world, open }) => {
  const bank = await newBank(world, 'memories-bulk');
  const page = await open(world.owner);
  await page.goto(listOf(world, bank, '?from=2026-03-01'));
  await choose(page, t.bulk, t.bulkInvalidate(2));
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText(t.bulkText.invalidated(2))).toBeVisible();
  // Returning to the window starts another count. The button works meanwhile.
  let isHeld = false;
  await page.route(/\/memories\/invalidate$/, (route, asked) => {
    if (asked.postDataJSON()?.dry_run !== true) return route.continue();
    isHeld = true;
  });
  // Returning again during a count does not start another one.
  const comeBack = () => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => comeBack().then(() => isHeld)).toBe(true);
  await dialog.getByRole('button', { name: t.bulkAction.invalidated(2) }).click();
  await expect(page.getByRole('heading', { name: t.nothing })).toBeVisible();
  const left = await world.answer(world.owner, listMemories, { path: { bank_id: bank } });
  expect(left.items.map(({ text }) => text)).toEqual([CORVO]);

  await page.goto(listOf(world, bank, '?state=invalidated'));
  const list = page.getByRole('list', { name: t.list });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  const download = page.waitForEvent('download');
  await choose(page, t.exportMenu, t.jsonl);
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).text).sort()).toEqual([MAYA, TOMASZ].sort());

  await choose(page, t.bulk, t.bulkRevert(2));
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t.bulkAction.valid(2) })
    .click();
  await expect.poll(async () => (await world.answer(world.owner, listMemories, { path: { bank_id: bank } })).total).toBe(3);
});

test('a failure shows its request id, and Try again helps', FULL, async ({ world, open }) => {
  const bank = await newBank(world, 'memories-states');
  // When background work ends, the page reloads its data, and no error remains.
  const ended = { path: { bank_id: bank }, query: { type: 'consolidation', status: 'completed' } };
  await expect.poll(async () => (await world.answer(world.owner, listOperations, ended)).total, { timeout: 30_000 }).toBe(1);
  const page = await open(world.owner, { refusals: [500] });
  const call = /\/memories\/list\?/;
  await page.route(call, (route) =>
    route.fulfill({ status: 500, json: { detail: 'Internal Server Error', code: 'internal', request_id: 'req-of-the-journey' } }),
  );
  await page.goto(listOf(world, bank));
  const alert = page.getByRole('alert').filter({ hasText: t.readFailed });
  await expect(alert).toContainText('req-of-the-jo');
  await page.unroute(call);
  await alert.getByRole('button', { name: ui.tryAgain }).click();
  await expect(page.getByRole('list', { name: t.list }).getByRole('listitem')).toHaveCount(SAID.length);
});

test('unknown parameters in the address are reported, ignored and removed', FULL, async ({ world, open }) => {
  const bank = await newBank(world, 'memories-misread');
  const page = await open(world.owner);
  await page.goto(listOf(world, bank, '?type=world,fact&entity_id=zzz&from=abc&tags=supplier'));
  const said = page.getByText(shell.ignored.title);
  const note = page.getByText(shell.ignored.text);
  for (const part of ['type=fact', 'entity_id=zzz', 'from=abc']) await expect(note).toContainText(part);
  await expect(note).not.toContainText('supplier');
  await expect(page.getByRole('list', { name: t.list }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('link', { name: shell.ignored.takeOff }).click();
  await expect(said).toHaveCount(0);
  await expect(page).toHaveURL(listOf(world, bank, '?type=world&tags=supplier'));
  await expect(page.getByRole('list', { name: t.list })).toContainText(CORVO);

  const pages = [pathOf(world.org, 'b', bank, 'documents'), pathOf(world.org, 'b', bank, 'play', 'recall'), pathOf(world.org, 'audit')];
  for (const path of pages) {
    await page.goto(`${path}?offset=many&kinds=1`);
    await expect(note, path).toContainText('kinds=1');
  }
});
