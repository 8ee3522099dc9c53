import { banks as b } from '#components/strings/banks';
import { beginning } from '#components/strings/beginning';
import { connectClient } from '#components/strings/connect-client';
import { operations } from '#components/strings/operations';
import { overview as t } from '#components/strings/overview';
import { shell } from '#components/strings/shell';
import { stats as s } from '#components/strings/stats';
import { templates } from '#components/strings/templates';
import { expect, FULL, test } from '#e2e/console/journey';
import { choose, pathOf, rowOf } from '#e2e/console/parts';
import { BANKS } from '#e2e/console/world';
import { getProfile, putBank } from '#lib/memory/banks/contract';
import { retainMemories } from '#lib/memory/retain/contract';
import { type BankStats, getStats } from '#lib/memory/stats/contract';

test('a bank is created, filled with the sample conversation, and viewed', async ({ world, open }) => {
  test.setTimeout(90_000);
  const page = await open(world.member);
  await page.goto(pathOf(world.org, 'banks'));
  await page.getByRole('button', { name: b.create }).first().click();
  const sheet = page.getByRole('dialog', { name: b.create });
  const { name, mission } = templates['research-notes'];
  await sheet.getByRole('button', { name }).click();
  await expect(sheet.getByText('Open questions. Directives: Sources')).toBeVisible();
  await sheet.getByLabel(b.name).fill('Sample Désk');
  await expect(sheet.getByLabel(b.mission)).toHaveValue(mission);
  // The id of an existing bank would change that bank.
  await sheet.getByLabel(b.id, { exact: true }).fill(BANKS[0]);
  await sheet.getByRole('button', { name: b.create }).click();
  await expect(sheet.getByText(b.idTaken)).toBeVisible();
  await sheet.getByLabel(b.name).fill('東京オフィス');
  await sheet.getByLabel(b.id, { exact: true }).fill('sample desk?');
  await sheet.getByRole('button', { name: b.idUse('sample-desk') }).click();
  await expect(sheet.getByText(b.idEncoded)).toHaveCount(0);
  await sheet.getByLabel(b.name).fill('Sample Désk');
  await sheet.getByRole('button', { name: b.create }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sample Désk' })).toBeVisible();
  await expect(page.getByText(mission)).toBeVisible();
  await expect(page.getByText(t.neverWritten)).toBeVisible();
  await page.getByRole('button', { name: beginning.sample.load }).click();
  await expect(page.getByRole('heading', { name: t.latest })).toBeVisible({ timeout: 60_000 });
  // Nothing but the documents is from an agent, so the steps to connect one stay.
  await expect(page.getByRole('list', { name: beginning.start.title })).toBeVisible();
  await expect(page.getByRole('list', { name: t.latest }).getByRole('listitem').first()).toBeVisible();
  // The list contains the retain, but not its child operations.
  await expect(page.getByRole('link', { name: /^Retain/ })).toHaveCount(1);
  // One toast for the operation: its end replaces its start.
  const done = operations.tray.done(operations.kinds.batch_retain!);
  await expect(page.getByRole('listitem').filter({ hasText: done })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('listitem').filter({ hasText: beginning.sample.sent })).toHaveCount(0);
  // The response omits this time for a bank that was never consolidated, so any value is accepted.
  const counted = async () => (await world.call(world.owner, getStats, { path: { bank_id: 'sample-desk' } })).json as BankStats;
  await expect.poll(async () => (await counted()).total_documents, { timeout: 60_000 }).toBe(22);
  const stats = await counted();
  await page.reload();
  const numbers = page.getByRole('region', { name: t.numbers });
  await expect(numbers.getByRole('listitem').filter({ hasText: t.documents })).toContainText('22');
  await expect(page.getByRole('link', { name: t.since.documents(stats.total_documents) })).toBeVisible();
  await expect(numbers.getByRole('listitem').filter({ hasText: t.entities })).toContainText(stats.total_entities.toLocaleString('en'));
  expect(stats.nodes_by_fact_type.experience).toBeGreaterThan(0);
  await expect(page).toHaveURL(/period=all&time_field=mentioned_at/);
  await expect.poll(async () => (await counted()).pending_operations, { timeout: 60_000 }).toBe(0);
  // The tray of another tab lists operations too, although they ended before.
  const tab = await page.context().newPage();
  await tab.goto(pathOf(world.org, 'b', 'sample-desk'));
  await tab.getByRole('button', { name: shell.runningOperations(0, 0) }).click();
  const tray = tab.getByRole('dialog', { name: shell.bankPages.operations });
  await expect(tray.getByText(operations.tray.ended)).toBeVisible();
  await tray.getByRole('button', { name: operations.tray.clear }).click();
  // What ends from now on is listed again.
  await expect(tray.getByText(operations.kinds.batch_retain!, { exact: true })).toHaveCount(0);
  await tab.close();
  await page.getByRole('list', { name: beginning.questions.title }).getByRole('link').last().click();
  await expect(page.getByText(/ordered 300 kilos of flour from Fernhill Mill/).first()).toBeVisible();
});

test('an empty bank shows how to begin and moves on with the first memory', FULL, async ({ world, open }) => {
  const bank = "o'clock";
  await world.answer(world.owner, putBank, { path: { bank_id: bank }, body: {} });
  const page = await open(world.owner);
  await page.goto(pathOf(world.org, 'b', encodeURIComponent(bank)));
  await expect(page.getByText(beginning.start.listening)).toBeVisible();
  await page.getByRole('button', { name: beginning.start.key }).click();
  const name = connectClient.keyName('curl', bank);
  const key = page.getByRole('group', { name: connectClient.theKey(name) });
  await expect(key).toBeVisible();
  const copied = async (what: string) => {
    await page.getByRole('button', { name: `Copy ${what}` }).click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const line = await copied(beginning.start.copy);
  expect(line).toContain(`${world.url}/v1/default/banks/o'\\''clock/memories`);
  expect(line).toContain(beginning.start.sentence);
  const secret = /Bearer (mbk_\w{40,})"/.exec(line)?.[1] ?? '';
  expect(await copied(beginning.start.askCopy)).toContain(`Bearer ${secret}"`);
  expect(secret).not.toBe('');
  await expect(page.getByText(secret)).toHaveCount(0);

  // The client of the last step has the same key.
  const steps = page.getByRole('list', { name: beginning.start.title });
  await steps.getByRole('link', { name: connectClient.clientList['claude-code'].name }).click();
  await expect(key).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.getByRole('button', { name: `${connectClient.copy}: ${connectClient.code(1)}` }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`Bearer ${secret}"`);
  await page.goBack();
  await expect(key).toBeVisible();

  let letThrough = (): void => undefined;
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(/memories-timeseries/, async (route) => {
    await held;
    await route.continue();
  });
  await world.answer(world.owner, retainMemories, { path: { bank_id: bank }, body: { items: [{ content: beginning.start.sentence }] } });
  await expect(page.getByRole('list', { name: t.latest }).getByText(beginning.start.sentence).first()).toBeVisible();
  await expect(page.getByText(beginning.start.listening)).toHaveCount(0);
  // The chart of the empty bank is not shown until the new one is read.
  expect(await page.getByText(s.none('all', 'mentioned_at')).count()).toBe(0);
  letThrough();
  // After a reload the steps are still there; the secret is not, but the key is known.
  await page.reload();
  await expect(steps.getByRole('link', { name, exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: beginning.start.key, exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: beginning.sample.load })).toBeVisible();
  expect(await page.content()).not.toContain(secret);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(secret);
  await page.getByRole('button', { name: beginning.start.dismiss }).click();
  await expect(steps).toHaveCount(0);
  await page.goto(pathOf(world.org, 'b', encodeURIComponent(bank), 'connect'));
  await page.getByRole('link', { name: connectClient.firstSteps }).click();
  await expect(steps).toBeVisible();
});

test('numbers and lists of the overview link to their pages', FULL, async ({ world, open }) => {
  const page = await open(world.owner);
  const path = pathOf(world.org, 'b', BANKS[0]);
  await page.goto(path);
  const numbers = page.getByRole('region', { name: t.numbers });
  for (const [name, to] of [
    [t.memories, '/memories'],
    [t.entities, '/entities'],
    [t.documents, '/documents'],
    [t.waiting, '/memories?consolidation_state=pending'],
    [t.operations, '/operations'],
  ] as const)
    await expect(numbers.getByRole('link', { name, exact: true })).toHaveAttribute('href', `${path}${to}`);
  await expect(page.getByRole('link', { name: t.recall })).toHaveAttribute('href', `${path}/play/recall`);
  const latest = page.getByRole('list', { name: t.latest }).getByRole('link').first();
  await expect(latest).toHaveAttribute('href', new RegExp(`^${path}/memories/[0-9a-f-]{36}$`));
});

test('a bank is deleted by typing its id, from the cards and from the table', FULL, async ({ world, open }) => {
  const page = await open(world.admin);
  for (const [bank, search] of [
    ['doomed-card', ''],
    ['doomed-row', '?view=table'],
  ] as const) {
    await world.answer(world.owner, putBank, { path: { bank_id: bank }, body: { name: `Name of ${bank}` } });
    await page.goto(`${pathOf(world.org, 'banks')}${search}`);
    await expect(search === '' ? page.getByRole('listitem').filter({ hasText: bank }) : rowOf(page, bank)).toBeVisible();
    await choose(page, b.menu(`Name of ${bank}`), b.remove);
    const dialog = page.getByRole('alertdialog', { name: b.removeTitle(`Name of ${bank}`) });
    await dialog.getByRole('textbox').fill(`Name of ${bank}`);
    await expect(dialog.getByRole('button', { name: b.remove })).toHaveAttribute('aria-disabled', 'true');
    await dialog.getByRole('textbox').fill(bank);
    await dialog.getByRole('button', { name: b.remove }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`Name of ${bank}`, { exact: true })).toHaveCount(0);
    expect((await world.call(world.owner, getProfile, { path: { bank_id: bank } })).status).toBe(404);
  }
});

test('a Member sees why a bank cannot be deleted', FULL, async ({ world, open }) => {
  const page = await open(world.member);
  await page.goto(pathOf(world.org, 'banks'));
  await page.getByRole('button', { name: b.menu(BANKS[0]), exact: true }).click();
  const item = page.getByRole('menu').getByRole('menuitem', { name: b.remove });
  await expect(item).toHaveAttribute('aria-disabled', 'true');
  await expect(item).toContainText('you are a Member');
});
