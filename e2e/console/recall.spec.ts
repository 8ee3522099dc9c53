import type { Locator, Page } from '@playwright/test';
import { recall as t } from '#components/strings/recall';
import { ui } from '#components/strings/ui';
import { expect, FULL, test } from '#e2e/console/journey';
import { pathOf } from '#e2e/console/parts';
import type { ConsoleWorld } from '#e2e/console/world';
import { retainMemories } from '#lib/memory/retain/contract';

/** A user queries the bank and examines the answer. */

const QUESTION = 'When does the workshop close on Thursdays?';

const BANK = 'asked';
const SAID = [
  'Priya ordered three touring bikes from Fernhill on 3 March 2026.',
  'The workshop closes at six on Thursdays because Tomasz teaches.',
];

const playground = (org: string): string => pathOf(org, 'b', BANK, 'play', 'recall');
const results = (page: Page): Locator => page.getByRole('list', { name: t.results.list });
const trace = (page: Page): Locator => page.getByRole('list', { name: t.trace.title });

test.beforeAll(async ({ world }: { world: ConsoleWorld }) => {
  const body = { items: SAID.map((content, n) => ({ content, document_id: `said-${n}` })) };
  await world.answer(world.owner, retainMemories, { path: { bank_id: BANK }, body });
});

async function ask(page: Page, question: string): Promise<void> {
  await page.getByLabel(t.question, { exact: true }).fill(question);
  await page.keyboard.press('Enter');
}

test('a query, its answer, the explanation of the answer, and the same from its link', async ({ world, open }) => {
  const page = await open(world.owner);
  await page.goto(playground(world.org));
  await expect(page.getByText(t.first)).toBeVisible();
  await ask(page, QUESTION);
  const first = results(page).getByRole('listitem').first();
  await expect(first).toContainText('closes at six on Thursdays');
  await expect(first).toContainText(t.retrievers.keyword);
  await expect(trace(page)).toContainText(t.why.title(1));
  await expect(trace(page)).toContainText('workshop');
  await expect(page).toHaveURL(/q=When/);

  await page.getByRole('button', { name: new RegExp(`^${t.types.label}:`) }).click();
  await page.getByRole('checkbox', { name: ui.facts.observation }).uncheck();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/types=world/);
  await page.getByRole('button', { name: new RegExp(`^${t.budget.label}:`) }).click();
  await page.getByLabel(t.tokens.label).fill('1');
  await page.getByLabel(t.tokens.label).press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByText(t.none.cut)).toBeVisible();
  await expect(trace(page)).toContainText(t.omitted.reason('token_budget'));
  await page.getByRole('button', { name: t.omitted.show, exact: true }).click();
  await expect(page.getByRole('link', { name: /closes at six/ })).toBeVisible();

  await page.reload();
  await expect(page.getByText(t.none.cut)).toBeVisible();
  await page.getByRole('button', { name: t.reset }).click();
  await expect(results(page).getByRole('listitem').first()).toContainText('closes at six');
  await expect(page).not.toHaveURL(/types=/);
});

test('a copied command sends the same request', async ({ world, open }) => {
  const page = await open(world.owner);
  await page.goto(`${playground(world.org)}?q=${encodeURIComponent(QUESTION)}&budget=low&tags=a,b&tags_match=all`);
  await expect(page.getByText(t.omitted.title(0)).or(trace(page)).first()).toBeVisible();
  await page.getByRole('button', { name: `${t.copy.json}: ${t.copy.what.json}` }).click();
  const body: unknown = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(body).toEqual({ query: QUESTION, budget: 'low', tags: ['a', 'b'], tags_match: 'all' });
  await page.getByRole('button', { name: `${t.copy.curl}: ${t.copy.what.curl}` }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`/v1/default/banks/${BANK}/memories/recall`);
});

test('an answer without matches says so', async ({ world, open }) => {
  const page = await open(world.owner);
  await page.goto(`${playground(world.org)}?q=${encodeURIComponent('zirconium photosynthesis')}`);
  await expect(page.getByText(t.none.weak)).toBeVisible();
  await expect(results(page).getByRole('listitem').first()).toBeVisible();
});

test('a failure shows its error, not the answer to the previous query, and Try again helps', FULL, async ({ world, open }) => {
  const page = await open(world.owner, { refusals: [500] });
  await page.goto(`${playground(world.org)}?q=${encodeURIComponent(QUESTION)}`);
  await expect(results(page)).toContainText('closes at six');
  const call = /\/memories\/recall$/;
  await page.route(call, (route) => route.fulfill({ status: 500, json: { detail: 'Internal Server Error', code: 'internal' } }));
  await ask(page, 'Who ordered touring bikes?');
  const alert = page.getByRole('alert').filter({ hasText: t.failed });
  await expect(alert).toBeVisible();
  await expect(results(page)).toHaveCount(0);
  await page.unroute(call);
  await alert.getByRole('button', { name: ui.tryAgain }).click();
  await expect(results(page).getByRole('listitem').first()).toContainText('touring bikes');
});
