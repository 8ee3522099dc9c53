import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { csvOf, STACK, sumOf } from '#components/charts/series';
import { charts } from '#components/strings/charts';
import { stats as t } from '#components/strings/stats';
import { ui } from '#components/strings/ui';
import { expect, FULL, test } from '#e2e/console/journey';
import { choose, pathOf } from '#e2e/console/parts';
import type { ConsoleWorld } from '#e2e/console/world';
import { retainMemories } from '#lib/memory/retain/contract';
import { getMemoriesTimeseries } from '#lib/memory/stats/contract';

const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

/** Mentions on some days of the last month, and one much earlier. */
const SAID: readonly (readonly [days: number, content: string])[] = [
  [0, 'Maya ordered two Marlow frames from Fernhill.'],
  [0, 'Tomasz fitted sensor batch 2211 to three Herons.'],
  [9, 'Corvo moved its cut-off to Thursday noon.'],
  [29, 'Hal paid the invoice of the spring delivery.'],
  [4000, 'The shop opened on Alder Street.'],
];

async function newBank(world: ConsoleWorld, name: string): Promise<string> {
  const items = SAID.map(([days, content], at) => ({ content, document_id: `note-${at}`, timestamp: daysAgo(days) }));
  await world.answer(world.owner, retainMemories, { path: { bank_id: name }, body: { items } });
  return name;
}

const statsPath = (world: ConsoleWorld, bank: string, search = ''): string => `${pathOf(world.org, 'b', bank, 'stats')}${search}`;
const cursorOf = (page: Page) => page.getByRole('slider', { name: charts.cursor });

test('the chart, the table, the file and the API show the same values', async ({ world, open }) => {
  const bank = await newBank(world, 'stats-same');
  const page = await open(world.owner);
  await page.goto(statsPath(world, bank, '?period=30d&time_field=mentioned_at&view=table'));
  const table = page.getByRole('table', { name: t.table });
  await expect(table).toBeVisible();
  const series = await world.answer(world.owner, getMemoriesTimeseries, {
    path: { bank_id: bank },
    query: { period: '30d', time_field: 'mentioned_at' },
  });
  const sums = series.buckets.map((bucket) => sumOf(bucket));
  expect(sums.filter((sum) => sum > 0).length).toBeGreaterThanOrEqual(3);

  const cells = await table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].slice(1, 5).map((cell) => Number(cell.textContent?.replaceAll(',', '')))),
    );
  expect(cells.toReversed()).toEqual(series.buckets.map((bucket) => [...STACK.map((type) => bucket[type]), sumOf(bucket)]));

  await page.getByRole('radio', { name: t.views.chart }).click();
  const cursor = cursorOf(page);
  await cursor.focus();
  for (const [at, bucket] of series.buckets.entries()) {
    await page.keyboard.press('ArrowRight');
    await expect(cursor).toHaveAttribute('aria-valuenow', String(at));
    await expect(cursor).toHaveAttribute('aria-valuetext', new RegExp(`: ${charts.memories(sumOf(bucket))};`));
  }
  await expect(cursor).toHaveAttribute('aria-valuetext', new RegExp(charts.notOver));
  const total = sums.reduce((sum, n) => sum + n, 0);
  await expect(page.getByRole('figure')).toHaveAttribute('aria-label', new RegExp(`: ${total} in all`));

  const csv = page.waitForEvent('download');
  await choose(page, t.more, t.csv);
  const lines = (await readFile(await (await csv).path(), 'utf8')).trimEnd().split('\r\n').slice(1);
  expect(lines.map((line) => line.split(',').slice(2, 6).map(Number))).toEqual(cells.toReversed());
  expect(lines.map((line) => line.endsWith('true'))).toEqual(series.buckets.map((_, at) => at < series.buckets.length - 1));
  expect(lines.length).toBe(csvOf([]).split('\r\n').length - 2 + series.buckets.length);
});

test('the picture is a PNG as large as the chart, and not blank', FULL, async ({ world, open }) => {
  const bank = await newBank(world, 'stats-picture');
  const page = await open(world.owner);
  await page.goto(statsPath(world, bank, '?period=30d&time_field=mentioned_at'));
  await expect(page.locator('.recharts-bar-rectangle rect').first()).toBeVisible();
  const saved = page.waitForEvent('download');
  await choose(page, t.more, t.png);
  const download = await saved;
  expect(download.suggestedFilename()).toBe(`${t.fileOf(bank, '30d-mentioned_at')}.png`);
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  const drawn = await page.locator('figure svg').first().boundingBox();
  expect(bytes.readUInt32BE(16)).toBeGreaterThan(drawn!.width * 2);
  const colors = await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const seen = new Set<number>();
    for (let at = 0; at < data.length; at += 4) seen.add((data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!);
    return seen.size;
  }, bytes.toString('base64'));
  expect(colors).toBeGreaterThan(10);
});

test('period, time, types and view are in the address, and Back returns one step', async ({ world, open }) => {
  const bank = await newBank(world, 'stats-address');
  const page = await open(world.member);
  await page.goto(statsPath(world, bank, '?period=90d&time_field=mentioned_at&series=experience'));
  await expect(page.getByRole('radio', { name: t.periods['90d'], exact: true })).toBeChecked();
  await expect(page.getByLabel(t.timeField, { exact: true })).toHaveValue('mentioned_at');
  await expect(page.getByRole('button', { name: new RegExp(`^${ui.facts.world}`) })).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('button', { name: new RegExp(`^${ui.facts.world}`) }).click();
  await expect(page).toHaveURL(/series=world,experience/);
  await page.getByRole('radio', { name: t.views.table }).click();
  await expect(page.getByRole('columnheader', { name: ui.facts.observation })).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: ui.facts.world })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('figure')).toBeVisible();

  await page.getByRole('button', { name: t.dates }).click();
  await page.getByLabel(t.datesFrom, { exact: true }).fill('2030-01-02');
  await page.getByLabel(t.datesTo, { exact: true }).fill('2030-01-01');
  await expect(page.getByText(t.datesWrong)).toBeVisible();
  await page.getByLabel(t.datesFrom, { exact: true }).fill('2000-01-01');
  await page.getByRole('button', { name: t.datesUse, exact: true }).click();
  await expect(page).toHaveURL(/period=custom&.*from=2000-01-01&to=2030-01-01/);
  await expect(page.getByRole('figure')).toHaveAttribute('aria-label', new RegExp(t.periodsInText.custom));
});

test('a bar links to its memories, by the same time', async ({ world, open }) => {
  const bank = await newBank(world, 'stats-behind');
  const page = await open(world.owner, { refusals: [404] });
  await page.goto(statsPath(world, bank, '?period=30d&time_field=mentioned_at&series=world'));
  await cursorOf(page).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/b/${bank}/memories\\?`));
  const search = new URL(page.url()).searchParams;
  expect(search.get('time_field')).toBe('mentioned_at');
  expect(search.get('type')).toBe('world');
  expect(Date.parse(search.get('to')!) - Date.parse(search.get('from')!)).toBe(DAY_MS);
});

test('an empty period offers all time with one click', FULL, async ({ world, open }) => {
  const bank = await newBank(world, 'stats-all');
  const page = await open(world.owner);
  await page.goto(statsPath(world, bank, '?period=custom&from=2001-01-01&to=2001-02-01&time_field=mentioned_at'));
  await expect(page.getByRole('heading', { name: t.none('custom', 'mentioned_at') })).toBeVisible();
  await page.getByRole('button', { name: t.noneShowAll }).click();
  await expect(page).toHaveURL(/period=all/);
  await expect(page.getByRole('figure')).toHaveAttribute('aria-label', new RegExp(`${t.periodsInText.all}: ${SAID.length} in all`));
});

test('Recompute recounts once, and a hidden page requests nothing', FULL, async ({ world, open }) => {
  const bank = await newBank(world, 'stats-recompute');
  await world.rest(bank);
  const page = await open(world.owner, { alone: true });
  await page.clock.install();
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/stats') && request.resourceType() === 'fetch' && asked.push(request.url()));
  await page.goto(statsPath(world, bank));
  await expect(page.getByText(t.typesTitle)).toBeVisible();
  await page.getByRole('button', { name: t.recompute, exact: true }).click();
  await expect(page.getByText(t.recomputed)).toBeVisible();
  expect(asked.filter((url) => url.includes('refresh=true'))).toHaveLength(1);

  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  asked.length = 0;
  await page.clock.runFor('10:00');
  expect(asked.filter((url) => url.includes('/v1/'))).toEqual([]);
});
