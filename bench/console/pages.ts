/**
 * `npm run bench pages`: measures the size of the pages, and how the list of a bank of 30,000
 * memories scrolls, in real Chromium against the built server. Checks each figure against its
 * limit, and exits with 1 if one is exceeded.
 */
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { itemOf } from '#bench/support/client';
import { conversation } from '#bench/support/generate';
import { batchesOf } from '#bench/support/measure';
import { markdownTable } from '#bench/support/report';
import { type ConsoleWorld, openWorld } from '#e2e/console/world';
import { putBank } from '#lib/memory/banks/contract';
import { retainMemories } from '#lib/memory/retain/contract';
import { findChromium } from '../../scripts/chromium.mjs';

const BANK = 'many';
const MEMORIES = 30_000;
/** Pages, each with the text that shows that all its data is loaded. */
const PAGES: readonly (readonly [path: string, shown: string])[] = [
  ['', 'main figure svg'],
  ['stats', 'main figure svg'],
  ['memories', '[data-row]'],
  ['documents', '[data-row]'],
  ['entities', '[data-row]'],
  ['play/recall', 'main form'],
  ['operations', '[data-row]'],
  ['graph', '[role="application"][data-layout="done"]'],
];
/** One notch of a wheel that is turned fast, in pixels. */
const NOTCH = 900;
const JUMPS = 60;
const LOAD_MS = 10_000;
const KB = 1000;
const BOUNDS = { first: 200, later: 150, frame: 50 } as const;

async function fill(world: ConsoleWorld): Promise<void> {
  const path = { bank_id: BANK };
  await world.answer(world.owner, putBank, { path, body: { enable_observations: false } });
  const sessions = conversation({ seed: 2, sentences: MEMORIES, turnsPerSession: 20 });
  for (const batch of batchesOf(sessions, 25))
    await world.answer(world.owner, retainMemories, { path, body: { items: batch.map(itemOf) } });
  // So that the list of operations has a row.
  await world.answer(world.owner, retainMemories, { path, body: { items: [{ content: 'Ann moved to Lisbon.' }], async: true } });
}

interface Weight {
  /** compressed bytes of the scripts in the HTML of the page */
  readonly first: number;
  /** compressed bytes of the scripts that these load */
  readonly later: number;
}

/**
 * Opens the page in a browser with an empty cache, until `shown` is drawn and no request is in
 * progress.
 */
async function weigh(context: BrowserContext, path: string, shown: string): Promise<Weight> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const asked = new Map<string, 'first' | 'later'>();
  const underWay = new Map<string, string>();
  const weight = { first: 0, later: 0 };
  session.on('Network.requestWillBeSent', ({ requestId, type, initiator, request }) => {
    // Only the worker is notified when the worker's own script has loaded.
    if (type !== 'Script' || request.url.includes('-worker-')) return;
    asked.set(requestId, initiator.type === 'parser' ? 'first' : 'later');
    underWay.set(requestId, request.url);
  });
  session.on('Network.loadingFailed', ({ requestId }) => underWay.delete(requestId));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const part = asked.get(requestId);
    if (part) weight[part] += encodedDataLength / KB;
    underWay.delete(requestId);
  });
  await page.goto(path);
  await page.locator(shown).first().waitFor();
  // Prefetching starts when the browser is idle.
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => requestIdleCallback(() => resolve()))));
  const until = performance.now() + LOAD_MS;
  while (underWay.size > 0 && performance.now() < until) await session.send('Runtime.evaluate', { expression: '0' });
  if (underWay.size > 0) throw new Error(`${path}: never loaded: ${[...underWay.values()].join(', ')}`);
  await page.close();
  return weight;
}

interface Frames {
  readonly count: number;
  /** share of frames that took longer than the limit */
  readonly slow: number;
  readonly p99: number;
  readonly worst: number;
  /**
   * the number of steps that showed a row before its text, and the longest such time in
   * milliseconds
   */
  readonly gray: number;
  readonly text: number;
}

/** One move of the list, as the page observes it. */
interface Step {
  /**
   * milliseconds of each frame, from the one that moved to the one after all visible rows had their
   * text
   */
  readonly frames: readonly number[];
  /** milliseconds in which a visible row had no text */
  readonly gray: number;
}

declare global {
  /** defined in the page by `install` */
  var watch: (top: number) => Promise<Step>;
}

/**
 * Runs in the page. Defines `watch(top)`, which resolves with the step that leaves `top`. A frame
 * in which nothing moves and every row has its text is not part of a step.
 */
function install(): void {
  const isGray = (): boolean => document.querySelector('main ol > li[aria-hidden]') !== null;
  const watch = (top: number): Promise<Step> =>
    new Promise((resolve) => {
      const frames: number[] = [];
      let [last, graySince, gray, hasMoved, isOver] = [0, 0, 0, false, false];
      const tick = (at: number): void => {
        if (hasMoved) frames.push(at - last);
        if (isOver) {
          resolve({ frames, gray });
          return;
        }
        hasMoved ||= scrollY !== top;
        if (hasMoved && isGray()) graySince ||= at;
        else if (hasMoved) {
          if (graySince > 0) gray = at - graySince;
          isOver = true;
        }
        last = at;
        requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    });
  Object.assign(globalThis, { watch });
}

/**
 * Jumps with the scroll bar to positions all over the list, then scrolls through it notch by notch.
 * Each step starts when the rows of the previous one have their text.
 */
async function scroll(page: Page): Promise<{ wheel: Frames; jumps: Frames; pixels: number }> {
  await page.evaluate(install);
  const step = async (move: () => Promise<unknown>): Promise<Step> => {
    const top = await page.evaluate(() => scrollY);
    const seen = page.evaluate((from) => globalThis.watch(from), top);
    await move();
    return seen;
  };
  const place = (): Promise<{ top: number; end: number }> =>
    page.evaluate(() => ({ top: scrollY, end: document.documentElement.scrollHeight - innerHeight }));
  await page.mouse.move(800, 500);
  const { end } = await place();
  const jumps: Step[] = [];
  for (let i = 1; i <= JUMPS; i++) {
    // A stride that reaches every sixtieth once, never two neighbors in a row; the last is the top.
    const share = ((i * 23) % JUMPS) / JUMPS;
    jumps.push(await step(() => page.evaluate((y) => scrollTo(0, y), Math.round(end * share))));
  }
  const wheel: Step[] = [];
  for (let at = await place(); at.top < at.end - 1; at = await place()) wheel.push(await step(() => page.mouse.wheel(0, NOTCH)));
  const { top: pixels } = await place();
  return { wheel: framesOf(wheel), jumps: framesOf(jumps), pixels };
}

function framesOf(steps: readonly Step[]): Frames {
  const frames = steps.flatMap((step) => step.frames).sort((a, b) => a - b);
  const gray = steps.map((step) => step.gray).filter((milliseconds) => milliseconds > 0);
  return {
    count: frames.length,
    slow: frames.filter((milliseconds) => milliseconds > BOUNDS.frame).length / frames.length,
    p99: frames[Math.floor(frames.length * 0.99)]!,
    worst: frames.at(-1)!,
    gray: gray.length,
    text: Math.max(0, ...gray),
  };
}

const framesText = ({ count, slow, p99, worst, gray, text }: Frames): string =>
  `${count} frames, ${(100 - slow * 100).toFixed(2)} % within ${BOUNDS.frame} ms, p99 ${p99.toFixed(0)} ms, worst ${worst.toFixed(0)} ms; ` +
  `${gray} times rows without their text, at most ${text.toFixed(0)} ms`;

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
  for (const [one, shown] of PAGES) {
    const context = await opened();
    const { first, later } = await weigh(context, pathOf(one), shown);
    await context.close();
    const name = one || 'overview';
    rows.push([name, first.toFixed(0), later.toFixed(0)]);
    if (first > BOUNDS.first) missed.push(`${name}: ${first.toFixed(0)} kB with the page, bound ${BOUNDS.first}`);
    if (one !== 'graph' && later > BOUNDS.later) missed.push(`${name}: ${later.toFixed(0)} kB after it, bound ${BOUNDS.later}`);
  }
  console.log(`Compressed script of a first load, kB\n\n${markdownTable(['page', 'with the page', 'after it'], rows)}`);
  const page = await (await opened()).newPage();
  await page.goto(pathOf('memories'));
  await page.locator('[data-row]').first().waitFor();
  const { wheel, jumps, pixels } = await scroll(page);
  console.log(`\n${MEMORIES} memories, ${pixels} px by the wheel: ${framesText(wheel)}`);
  console.log(`${JUMPS} jumps of the bar: ${framesText(jumps)}`);
  for (const [name, { slow }] of Object.entries({ wheel, jumps }))
    if (slow > 0.01) missed.push(`${name}: ${(slow * 100).toFixed(2)} % of the frames took longer than ${BOUNDS.frame} ms`);
  for (const miss of missed) console.log(`MISS ${miss}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await world.close();
}
