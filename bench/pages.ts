/**
 * `npm run bench:pages`: what the pages weigh, and how the list of a bank of 30,000 memories scrolls, in real Chromium against the built server, and
 * whether each figure keeps its bound. Ends with 1 where one does not.
 */
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { itemOf } from '#bench/client';
import { conversation } from '#bench/generate';
import { batchesOf } from '#bench/measure';
import { markdownTable } from '#bench/report';
import { openWorld, type World } from '#e2e/console/world';
import { putBank } from '#lib/banks/contract';
import { retainMemories } from '#lib/retain/contract';
import { findChromium } from '../scripts/chromium.mjs';

const BANK = 'many';
const MEMORIES = 30_000;
const PAGES = ['', 'stats', 'memories', 'documents', 'entities', 'play/recall', 'operations', 'graph'];
const WHEELS = 240;
const KB = 1000;
const BOUNDS = { first: 200, later: 150, frame: 50 } as const;

async function fill(world: World): Promise<void> {
  const path = { bank_id: BANK };
  await world.answer(world.owner, putBank, { path, body: { enable_observations: false } });
  const sessions = conversation({ seed: 2, sentences: MEMORIES, turnsPerSession: 20 });
  for (const batch of batchesOf(sessions, 25))
    await world.answer(world.owner, retainMemories, { path, body: { items: batch.map(itemOf) } });
}

interface Weight {
  /** compressed bytes of script that came before the page was first painted with something of its own */
  readonly first: number;
  /** and after */
  readonly later: number;
}

/** Opened by a browser that has nothing of it yet. */
async function weigh(context: BrowserContext, path: string): Promise<Weight> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const scripts = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, type, timestamp }) => {
    if (type === 'Script') scripts.set(requestId, timestamp);
  });
  const loaded: { at: number; bytes: number }[] = [];
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const at = scripts.get(requestId);
    if (at !== undefined) loaded.push({ at, bytes: encodedDataLength });
  });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const { metrics } = await session.send('Performance.enable').then(() => session.send('Performance.getMetrics'));
  const now = metrics.find(({ name }) => name === 'Timestamp')!.value;
  await page.waitForLoadState('networkidle');
  await page.close();
  const sum = (isOf: (at: number) => boolean): number => loaded.reduce((bytes, one) => bytes + (isOf(one.at) ? one.bytes : 0), 0) / KB;
  return { first: sum((at) => at <= now), later: sum((at) => at > now) };
}

interface Frames {
  readonly count: number;
  /** share of frames that took longer than the bound */
  readonly slow: number;
  readonly p99: number;
  readonly worst: number;
}

/** From the top to the end of the list and back, by the wheel, as fast as a hand can, and by jumps of the bar. */
async function scroll(page: Page): Promise<Frames> {
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(globalThis, { frames });
    const tick = (at: number) => {
      frames.push(at);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await page.mouse.move(800, 500);
  for (let i = 0; i < WHEELS; i++) {
    await page.mouse.wheel(0, i < WHEELS / 2 ? 900 : -700);
    if (i % 40 === 39) await page.evaluate((share) => scrollTo(0, document.body.scrollHeight * share), (i % 7) / 7);
    await page.waitForTimeout(16);
  }
  const gaps = await page.evaluate(() => {
    const { frames } = globalThis as unknown as { frames: number[] };
    return frames.slice(1).map((at, i) => at - frames[i]!);
  });
  gaps.sort((a, b) => a - b);
  return {
    count: gaps.length,
    slow: gaps.filter((gap) => gap > BOUNDS.frame).length / gaps.length,
    p99: gaps[Math.floor(gaps.length * 0.99)]!,
    worst: gaps.at(-1)!,
  };
}

const world = await openWorld();
const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
try {
  await fill(world);
  const [name, value] = world.owner.cookie.split(/=(.*)/s) as [string, string];
  const opened = async (): Promise<BrowserContext> => {
    const context = await browser.newContext({ baseURL: world.url, viewport: { width: 1280, height: 800 } });
    await context.addCookies([{ name, value, url: world.url }]);
    return context;
  };
  const pathOf = (page: string): string => `/o/${world.org}/b/${BANK}${page === '' ? '' : `/${page}`}`;
  const missed: string[] = [];
  const rows: string[][] = [];
  for (const one of PAGES) {
    const context = await opened();
    const { first, later } = await weigh(context, pathOf(one));
    await context.close();
    rows.push([one || 'overview', first.toFixed(0), later.toFixed(0)]);
    if (first > BOUNDS.first) missed.push(`${one || 'overview'}: ${first.toFixed(0)} kB before the first paint, bound ${BOUNDS.first}`);
    if (one !== 'graph' && later > BOUNDS.later)
      missed.push(`${one || 'overview'}: ${later.toFixed(0)} kB after it, bound ${BOUNDS.later}`);
  }
  console.log(`Compressed script of a first load, kB\n\n${markdownTable(['page', 'until its heading', 'after'], rows)}`);
  const page = await (await opened()).newPage();
  await page.goto(pathOf('memories'));
  await page.locator('[data-row]').first().waitFor();
  const { count, slow, p99, worst } = await scroll(page);
  console.log(
    `${MEMORIES} memories scrolled: ${count} frames, ${(100 - slow * 100).toFixed(2)} % within ${BOUNDS.frame} ms, p99 ${p99.toFixed(0)} ms, worst ${worst.toFixed(0)} ms`,
  );
  if (slow > 0.01) missed.push(`${(slow * 100).toFixed(2)} % of the frames took longer than ${BOUNDS.frame} ms`);
  for (const miss of missed) console.log(`MISS ${miss}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await world.close();
}
