import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import { openWorld, type Person, type World } from '#e2e/console/world';

/** What a journey opens a browser with. */
interface Opened extends BrowserContextOptions {
  /** statuses of refusals that the journey provokes, 0 for no answer at all; any other failed request fails the test */
  readonly refusals?: readonly number[];
}

interface Fixtures {
  /** A page of a browser of its own in which this person is signed in; null: nobody is. Any trouble on it fails the test. */
  open(person: Person | null, opened?: Opened): Promise<Page>;
}

/** Of a journey that `npm run test:full` makes and the gate leaves out: a variant of another one, or a rarer way. */
export const FULL = { tag: '@full' } as const;

const FAILED_LOAD = /^Failed to load resource: (?:the server responded with a status of (\d+)|net::ERR_(?:FAILED|INTERNET_DISCONNECTED))/;

/** Everything in a browser that must not be: errors, violations of the content policy, requests that leave the service. */
async function watch(context: BrowserContext, origin: string, refusals: readonly number[], troubles: string[]): Promise<void> {
  context.on('weberror', (web) => troubles.push(`page error: ${web.error().stack ?? web.error().message}`));
  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    const refused = FAILED_LOAD.exec(message.text());
    if (!refused || !refusals.includes(Number(refused[1] ?? 0))) troubles.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && !['data:', 'blob:'].includes(url.protocol)) troubles.push(`leaves the service: ${request.url()}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber, sample }) =>
      console.error(`content policy: ${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber} ${sample}`),
    );
  });
}

/**
 * Nothing can be pressed until the page answers to it: a click on what the server has drawn, before the browser runs it, is lost. People see
 * that and click again. React writes a mark on every element that it has taken over.
 */
async function withoutLostClicks(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const LONGEST_MS = 10_000;
    const begun = Date.now();
    // Kept before a journey sets a clock of its own.
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

/** The cookies of a session, as a browser keeps them after signing in. */
export const stateOf = (person: Person, origin: string): BrowserContextOptions['storageState'] => {
  const [name, value] = person.cookie.split(/=(.*)/s) as [string, string];
  const expires = Math.floor(Date.now() / 1000) + 24 * 60 * 60;
  const { hostname } = new URL(origin);
  return { cookies: [{ name, value, domain: hostname, path: '/', expires, httpOnly: true, secure: false, sameSite: 'Lax' }], origins: [] };
};

export const test = base.extend<Fixtures, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the parameters
    async ({}, use) => {
      const world = await openWorld();
      await use(world);
      await world.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  open: async ({ browser, world }, use) => {
    const troubles: string[] = [];
    const contexts: BrowserContext[] = [];
    await use(async (person, { refusals = [], baseURL: url = world.url, ...options } = {}) => {
      const context = await browser.newContext({
        baseURL: url,
        permissions: ['clipboard-read', 'clipboard-write'],
        ...(person && { storageState: stateOf(person, url) }),
        ...options,
      });
      contexts.push(context);
      await watch(context, new URL(url).origin, refusals, troubles);
      await withoutLostClicks(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
    expect(troubles).toEqual([]);
  },
});

export { expect };
