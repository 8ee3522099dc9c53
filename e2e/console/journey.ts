import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type ConsoleMessage,
  type Cookie,
  expect,
  type Page,
  type Request,
  type ViewportSize,
  type WebError,
} from '@playwright/test';
import { type ConsoleWorld, openWorld, type SignedInMember } from '#e2e/console/world';

/** Options of a browser in a test. */
interface BrowserOptions extends BrowserContextOptions {
  /**
   * statuses of failed requests that the test causes, 0 for no response; any other failed request
   * fails the test
   */
  readonly refusals?: readonly number[];
  /** origins of other services that the test redirects to */
  readonly origins?: readonly string[];
  /** this browser is not reused, because the test sets its clock, which cannot be reset */
  readonly alone?: boolean;
}

interface Fixtures {
  /**
   * Opens a page in a separate browser in which this person is signed in; null: not signed in. Any
   * error on the page fails the test.
   */
  open(person: SignedInMember | null, opened?: BrowserOptions): Promise<Page>;
}

/** Tag of tests that only `npm run test:full` runs, because they test a variant or a rare case. */
export const FULL = { tag: '@full' } as const;

const FAILED_LOAD = /^Failed to load resource: (?:the server responded with a status of (\d+)|net::ERR_(?:FAILED|INTERNET_DISCONNECTED))/;

/**
 * Records everything that must not occur in a browser: errors, violations of the content security
 * policy, and requests to other hosts. Returns a function that stops recording.
 */
function watch(context: BrowserContext, origins: readonly string[], refusals: readonly number[], troubles: string[]): () => void {
  const onError = (web: WebError) => troubles.push(`page error: ${web.error().stack ?? web.error().message}`);
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() !== 'error') return;
    const refused = FAILED_LOAD.exec(message.text());
    if (!refused || !refusals.includes(Number(refused[1] ?? 0))) troubles.push(`console: ${message.text()} (${message.location().url})`);
  };
  const onRequest = (request: Request) => {
    const url = new URL(request.url());
    if (!origins.includes(url.origin) && !['data:', 'blob:'].includes(url.protocol)) troubles.push(`leaves the service: ${request.url()}`);
  };
  context.on('weberror', onError).on('console', onConsole).on('request', onRequest);
  return () => void context.off('weberror', onError).off('console', onConsole).off('request', onRequest);
}

/** Reports violations of the content security policy as errors. */
const withPolicyErrors = (context: BrowserContext) =>
  context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber, sample }) =>
      console.error(`content policy: ${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber} ${sample}`),
    );
  });

/**
 * Disables clicks until the page is hydrated. React loses clicks on server-rendered content before
 * hydration, and a user would click again. React marks every hydrated element with a property.
 */
async function withoutLostClicks(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const LONGEST_MS = 10_000;
    const begun = Date.now();
    // Saved before a test installs a fake clock.
    const later = setTimeout.bind(window);
    const now = Date.now.bind(Date);
    const dead = new CSSStyleSheet();
    dead.replaceSync('body { pointer-events: none }');
    document.adoptedStyleSheets = [dead];
    const isTaken = (element: Element): boolean => Object.keys(element).some((key) => key.startsWith('__react'));
    const look = (): void => {
      const pressed = [...document.querySelectorAll('a, button, input, textarea, select')];
      const isAlive = document.readyState !== 'loading' && pressed.every(isTaken);
      if (isAlive || now() - begun > LONGEST_MS)
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== dead);
      else later(look, 20);
    };
    later(look, 20);
  });
}

/** Returns the cookie of a session as a browser stores it after signing in. */
function sessionOf(person: SignedInMember, origin: string): Cookie {
  const [name, value] = person.cookie.split(/=(.*)/s) as [string, string];
  const expires = Math.floor(Date.now() / 1000) + 24 * 60 * 60;
  const { hostname } = new URL(origin);
  return { name, value, domain: hostname, path: '/', expires, httpOnly: true, secure: false, sameSite: 'Lax' };
}

interface Tab {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly viewport: ViewportSize | null;
}

async function newTab(browser: Browser, options: BrowserContextOptions): Promise<Tab> {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'], ...options });
  await withPolicyErrors(context);
  await withoutLostClicks(context);
  const page = await context.newPage();
  return { context, page, viewport: page.viewportSize() };
}

/** The smallest public file of the server, loaded between tests. */
const REST = '/icon.svg';
/** Events that tests listen to. */
const HEARD = ['dialog', 'request', 'response'];

/**
 * Browsers that are reused between tests and cleared except for cached files of the service. A new
 * browser takes three times as long to show a page.
 */
class Browsers {
  readonly #idle = new Map<string, Tab[]>();
  readonly #browser: Browser;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async take(baseURL: string): Promise<Tab> {
    return this.#idle.get(baseURL)?.pop() ?? newTab(this.#browser, { baseURL });
  }

  async release(baseURL: string, tab: Tab): Promise<void> {
    const { context, page, viewport } = tab;
    for (const other of context.pages()) if (other !== page) await other.close();
    for (const event of HEARD) await page.removeAllListeners(event);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    await page.goto(REST);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await context.clearCookies();
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: null, forcedColors: null, media: null, reducedMotion: null });
    await page.mouse.move(0, 0);
    this.#idle.set(baseURL, [...(this.#idle.get(baseURL) ?? []), tab]);
  }
}

export const test = base.extend<Fixtures, { world: ConsoleWorld; browsers: Browsers }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the parameters
    async ({}, use) => {
      const world = await openWorld();
      await use(world);
      await world.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  browsers: [async ({ browser }, use) => use(new Browsers(browser)), { scope: 'worker' }],

  open: async ({ browser, browsers, world }, use) => {
    const troubles: string[] = [];
    const ends: (() => Promise<unknown>)[] = [];
    await use(async (person, { refusals = [], origins = [], alone = false, baseURL = world.url, ...options } = {}) => {
      const isUsual = !alone && Object.keys(options).length === 0;
      const tab = isUsual ? await browsers.take(baseURL) : await newTab(browser, { baseURL, ...options });
      const { context, page } = tab;
      const unwatch = watch(context, [new URL(baseURL).origin, ...origins], refusals, troubles);
      ends.push(async () => {
        unwatch();
        if (isUsual && !page.isClosed()) await browsers.release(baseURL, tab).catch(() => context.close());
        else await context.close();
      });
      if (person) await context.addCookies([sessionOf(person, baseURL)]);
      return page;
    });
    for (const end of ends) await end();
    expect(troubles).toEqual([]);
  },
});

export { expect };
