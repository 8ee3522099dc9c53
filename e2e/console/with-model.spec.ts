import { mentalModel as m } from '#components/strings/mental-model';
import { reflect as t } from '#components/strings/reflect';
import { usage } from '#components/strings/usage';
import { expect, FULL, test } from '#e2e/console/journey';
import { pathOf } from '#e2e/console/parts';
import { ORG, type ServerWithProvider, startProvided } from '#e2e/console/with-provider';
import type { SignedInMember } from '#e2e/console/world';
import { answerTo } from '#e2e/fixtures/console';
import type { LocalProvider } from '#e2e/fixtures/llm';
import { createMentalModel, getMentalModel } from '#lib/memory/mental-models/contract';
import { retainMemories } from '#lib/memory/retain/contract';

/**
 * Answers and documents of a scripted language model: their text and cost, and how they stop or
 * fail.
 */

const BANK = 'ferry';
const QUESTION = 'When does the ferry leave the island?';

let server: ServerWithProvider;
let provider: LocalProvider;
let owner: SignedInMember;

const path = { bank_id: BANK };
const retainText = (document_id: string, content: string) =>
  answerTo(server.url, owner.cookie, retainMemories, { org: ORG, path, body: { items: [{ content, document_id }] } });

test.beforeAll(async () => {
  server = await startProvided(BANK, 'island-model', 'REFLECT_LLM');
  ({ provider, owner } = server);
  await retainText('one', 'The ferry leaves the island at nine in the morning.');
});

test.afterAll(() => server.stop());

test.beforeEach(() => provider.reset());

test('an answer is written, stopped and refused, and each is reported', async ({ open }) => {
  const page = await open(owner, { baseURL: server.url });
  await page.goto(`${pathOf(ORG, 'b', BANK, 'play', 'reflect')}?q=${encodeURIComponent(QUESTION)}`);
  const ask = page.getByRole('button', { name: t.ask, exact: true });
  const steps = page.getByRole('list', { name: t.steps.list });
  await expect(page.getByText(t.costs.model('island-model', 'low', false))).toBeVisible();
  await ask.click();
  await expect(page.getByText(t.methods.model.name)).toBeVisible();
  await expect(page.getByRole('list', { name: t.evidence.usedList })).toContainText('at nine in the morning');
  await expect(steps).toContainText(t.steps.model);
  await expect(steps).toContainText(/[\d,]+ tokens in, [\d,]+ out/);

  provider.always({ kind: 'never' });
  await ask.click();
  await expect.poll(() => provider.open()).toBe(1);
  await page.getByRole('button', { name: t.stop, exact: true }).click();
  await expect(page.getByText(t.stoppedText)).toBeVisible();
  // Stopping also aborts the request to the model.
  await expect.poll(() => provider.open()).toBe(0);

  provider.always({ kind: 'refuse' });
  await ask.click();
  await expect(page.getByText('Memories were found, but the language model refused to answer')).toBeVisible();
  await expect(page.getByText(t.none.unsupportedText)).toBeVisible();
  await expect(steps).not.toContainText(t.steps.noTokens);

  provider.always({ kind: 'status', status: 401 });
  await ask.click();
  await expect(page.getByRole('alert').filter({ hasText: t.failed })).toBeVisible();
  await expect(page.getByRole('list', { name: t.steps.untilFailed })).toContainText(usage.failures.unauthorized!);
});

test('every request and search is on one time axis, by its start', async ({ open }) => {
  const page = await open(owner, { baseURL: server.url });
  await page.goto(`${pathOf(ORG, 'b', BANK, 'play', 'reflect')}?budget=mid&q=${encodeURIComponent(QUESTION)}`);
  const steps = page
    .getByRole('list', { name: t.steps.list })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });
  provider.script([{ kind: 'status', status: 503 }], 'reflect_step');
  await page.getByRole('button', { name: t.ask, exact: true }).click();
  await expect(page.getByText(t.methods.model.name)).toBeVisible();
  const { search_mental_models: models, search_observations: observations, recall } = t.steps.tools;
  const asked = t.steps.model;
  const done = [models, observations, recall, asked, asked, observations, asked, recall, asked, t.steps.check, t.steps.cost];
  await expect(steps.getByRole('heading')).toHaveCount(done.length);
  await expect(steps.getByRole('heading')).toContainText(done.map(String));
  await expect(steps.nth(3)).toContainText(usage.failures.provider_error!);
  await expect(steps.nth(4)).toContainText(`${t.steps.turn(1)}, ${t.steps.attempt(2)}`);
  await expect(steps.nth(4)).toContainText(/started after [\d,]+ ms, took [\d,]+ ms/);
  await expect(steps.nth(4)).toContainText(/[\d,]+ tokens in, [\d,]+ out/);
  await expect(steps.nth(7)).toContainText(t.steps.known(1));
  await expect(steps.nth(9)).toContainText(t.steps.accepted(1, 1));
});

test('a document is written, its dry run stopped, and a failed refresh preserves it', FULL, async ({ open }) => {
  const body = { id: 'ferry', name: 'The ferry', source_query: QUESTION, trigger: { mode: 'delta' as const } };
  const model = { ...path, mental_model_id: 'ferry' };
  await answerTo(server.url, owner.cookie, createMentalModel, { org: ORG, path, body });
  const now = () => answerTo(server.url, owner.cookie, getMentalModel, { org: ORG, path: model });
  const page = await open(owner, { baseURL: server.url });
  const address = pathOf(ORG, 'b', BANK, 'mental-models', 'ferry');
  await page.goto(address);
  await expect(page.getByRole('main').getByText('at nine in the morning').first()).toBeVisible({ timeout: 30_000 });
  const before = await now();

  await retainText('two', 'The ferry leaves the island at ten in the morning from July on.');
  provider.always({ kind: 'never' });
  await page.goto(`${address}/dry-run`);
  await page.getByRole('button', { name: m.dry.run, exact: true }).click();
  await expect.poll(() => provider.open()).toBe(1);
  await page.getByRole('button', { name: m.dry.stop, exact: true }).click();
  await expect(page.getByText(m.dry.stopped)).toBeVisible();
  await expect.poll(() => provider.open()).toBe(0);

  provider.always({ kind: 'refuse' });
  await page.getByRole('button', { name: m.refresh, exact: true }).dblclick();
  await expect(page.getByText(m.lastError)).toBeVisible({ timeout: 30_000 });
  expect(await now()).toMatchObject({ content: before.content, version: before.version, is_stale: true });
  expect(provider.requests.filter(({ schema }) => schema === 'change_document')).toHaveLength(2);

  provider.always(null);
  // A press has no effect while the previous one is in progress.
  await expect(async () => {
    await page.getByRole('button', { name: m.refresh, exact: true }).click();
    await expect.poll(async () => (await now()).content, { timeout: 20_000 }).toContain('at ten in the morning');
  }).toPass({ timeout: 100_000 });
});
