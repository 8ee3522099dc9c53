import type { Locator, Page } from '@playwright/test';
import { LANGUAGES } from '#components/recall/snippets';
import { memories } from '#components/strings/memories';
import { recall } from '#components/strings/recall';
import { reflect as t } from '#components/strings/reflect';
import { shell } from '#components/strings/shell';
import { ui } from '#components/strings/ui';
import { expect, FULL, test } from '#e2e/console/journey';
import { QUESTION as ABOUT_MODEL, modeledBank, modelOf, NAME } from '#e2e/console/model-data';
import { pathOf, patternOf } from '#e2e/console/parts';
import type { ConsoleWorld } from '#e2e/console/world';
import { retainMemories } from '#lib/memory/retain/contract';

/** A user asks a question and examines the sources of the answer. */

const QUESTION = 'When does the workshop close on Thursdays?';
const BANK = 'reflected';
const SAID = [
  'Priya ordered three touring bikes from Fernhill on 3 March 2026.',
  'The workshop closes at six on Thursdays because Tomasz teaches.',
];
const CALL = /\/reflect$/;

const playground = (org: string, search = '', bank = BANK): string => `${pathOf(org, 'b', bank, 'play', 'reflect')}${search}`;
const linkTo = (question: string): string => `?q=${encodeURIComponent(question)}`;
const linked = linkTo(QUESTION);
const press = (page: Page) => page.getByRole('button', { name: t.ask, exact: true }).click();
const used = (page: Page): Locator => page.getByRole('list', { name: t.evidence.usedList });
const steps = (page: Page): Locator => page.getByRole('list', { name: t.steps.list });

test.beforeAll(async ({ world }: { world: ConsoleWorld }) => {
  const body = { items: SAID.map((content, n) => ({ content, document_id: `said-${n}` })) };
  await world.answer(world.owner, retainMemories, { path: { bank_id: BANK }, body });
});

test('a question, its answer, and a marker that opens its source', async ({ world, open }) => {
  const page = await open(world.owner);
  await page.goto(playground(world.org));
  await expect(page.getByText(t.first)).toBeVisible();
  await expect(page.getByText(t.costs.nothing)).toBeVisible();
  await page.getByLabel(t.question, { exact: true }).fill(QUESTION);
  await page.keyboard.press('Enter');
  await expect(page.getByText(t.methods.extractive.name)).toBeVisible();
  await expect(used(page)).toContainText('closes at six on Thursdays');
  await expect(steps(page)).toContainText(t.steps.tools.recall!);
  await expect(steps(page)).toContainText(t.steps.noTokens);
  await expect(page).toHaveURL(/q=When/);
  await page
    .getByRole('button', { name: t.cite(1, ui.facts.world) })
    .or(page.getByRole('button', { name: t.cite(1, ui.facts.experience) }))
    .first()
    .click();
  await expect(page.getByRole('complementary', { name: memories.one })).toContainText('closes at six');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: `${recall.copy.json}: ${recall.copy.what.json}` }).click();
  const body: unknown = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(body).toEqual({ query: QUESTION, include: { facts: {}, tool_calls: {} } });
});

test('on a phone every option and every kind of code is visible', async ({ world, open }) => {
  const page = await open(world.owner, { viewport: { width: 390, height: 844 } });
  for (const [play, { options }] of [
    ['reflect', t],
    ['recall', recall],
  ] as const) {
    await page.goto(`${pathOf(world.org, 'b', BANK, 'play', play)}${linked}`);
    const chosen = page.getByRole('group', { name: options }).getByRole('button');
    await expect(chosen).toHaveCount(6);
    const { what } = recall.copy;
    const codes = LANGUAGES.map((language) => page.getByRole('button', { name: `${recall.copy[language]}: ${what[language]}` }));
    const tops = await Promise.all(codes.map(async (button) => (await button.boundingBox())!.y));
    expect(new Set(tops).size).toBe(1);
    for (const button of [...(await chosen.all()), ...codes]) {
      await expect(button).toBeInViewport({ ratio: 1 });
      expect(await button.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
    }
  }
});

test('a schema is validated, and the answer has its fields; the link does not ask by itself', FULL, async ({ world, open }) => {
  const page = await open(world.owner);
  await page.goto(playground(world.org, linked));
  await expect(page.getByText(t.linked)).toBeVisible();
  const option = page.getByRole('button', { name: new RegExp(`^${t.schema.label}:`) });
  await option.click();
  await page.getByLabel(t.schema.field).fill('{"properties": {}}');
  await expect(page.getByText(/must be an object with at least one property/)).toBeVisible();
  await page.keyboard.press('Escape');
  await press(page);
  await expect(page.getByText(t.refused)).toBeVisible();
  await option.click();
  await page.getByRole('button', { name: t.schema.empty }).click();
  await page.getByRole('button', { name: t.schema.example }).click();
  await page.keyboard.press('Escape');
  await press(page);
  await expect(page.getByRole('region', { name: t.answer.structured })).toContainText('closes at six');
});

test('a question without matches says so, and shows what to do next', async ({ world, open }) => {
  const page = await open(world.owner);
  await page.goto(playground(world.org, linkTo('zirconium photosynthesis')));
  await press(page);
  await expect(page.getByText('No stored memory answers this question')).toBeVisible();
  await expect(page.getByText(t.none.free)).toBeVisible();
  await expect(page.getByRole('link', { name: t.none.recall })).toHaveAttribute('href', /play\/recall\?q=zirconium/);
});

test('a hanging request is stopped; a failure leaves the previous answer visible', async ({ world, open }) => {
  const page = await open(world.owner, { refusals: [0, 503] });
  await page.goto(playground(world.org, linked));
  await press(page);
  await expect(used(page)).toContainText('closes at six');

  await page.route(CALL, () => new Promise(() => undefined));
  const failure = page.waitForEvent('requestfailed', (request) => CALL.test(request.url()));
  await press(page);
  await page.getByRole('button', { name: t.stop, exact: true }).click();
  await failure;
  await expect(page.getByText(t.stoppedText)).toBeVisible();
  await page.unroute(CALL);

  await page.route(CALL, (route) => route.fulfill({ status: 503, json: { detail: 'The model is away', code: 'unavailable' } }));
  await press(page);
  const alert = page.getByRole('alert').filter({ hasText: t.failed });
  await expect(alert).toContainText('The model is away');
  await expect(used(page)).toContainText('closes at six');
  await page.unroute(CALL);
  await alert.getByRole('button', { name: ui.tryAgain }).click();
  await expect(alert).toBeHidden();
  await expect(used(page)).toContainText('closes at six');
});

test('a cited mental model is shown in plain words, and the answer is preserved while a user views it', FULL, async ({ world, open }) => {
  const bank = 'reflect-kept';
  const { content } = await modelOf(world, bank, await modeledBank(world, bank, { isOld: false }));
  expect(content).toMatch(/^(#|-) ?/m);
  const page = await open(world.owner);
  let asked = 0;
  page.on('request', (request) => {
    if (CALL.test(request.url())) asked++;
  });
  // The bank has no observations, so only the mental model can answer.
  await page.goto(playground(world.org, `${linkTo(ABOUT_MODEL)}&types=observation`, bank));
  await press(page);
  const row = used(page).getByRole('link').first();
  await expect(row).toContainText(`${NAME}: `);
  expect(await row.textContent()).not.toMatch(/#|\*\*|- /);
  const words = await used(page).textContent();

  const modelPage = page.getByRole('heading', { level: 1, name: NAME });
  const savedNotice = page.getByText(patternOf(t.answer.saved));
  await expect(savedNotice).toHaveCount(0);
  await page
    .getByRole('link', { name: t.cite(1, ui.facts.model), exact: true })
    .first()
    .click();
  await expect(modelPage).toBeVisible();
  await page.goBack();
  await expect(savedNotice).toBeVisible();
  expect(await used(page).textContent()).toBe(words);
  await expect(steps(page)).toContainText(t.steps.tools.search_mental_models!);

  // The page without the question in its URL shows no answer. With the question, it shows the
  // answer again.
  await row.click();
  await expect(modelPage).toBeVisible();
  await page.getByRole('navigation', { name: shell.nav }).getByRole('link', { name: t.title }).click();
  await expect(page.getByText(t.first)).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(savedNotice).toBeVisible();
  expect(asked).toBe(1);

  await press(page);
  await expect(savedNotice).toHaveCount(0);
  expect(asked).toBe(2);
  await page.reload();
  await expect(page.getByText(t.linked)).toBeVisible();
  expect(asked).toBe(2);
});
