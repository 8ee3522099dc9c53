import { batch } from '#components/strings/batch';
import { documents as d } from '#components/strings/documents';
import { members } from '#components/strings/members';
import { observations as o } from '#components/strings/observations';
import { operations as t } from '#components/strings/operations';
import { shell } from '#components/strings/shell';
import { ui } from '#components/strings/ui';
import { usage as u } from '#components/strings/usage';
import { expect, FULL, test } from '#e2e/console/journey';
import { choose, pathOf, rowOf } from '#e2e/console/parts';
import { ORG, type ServerWithProvider, startProvided } from '#e2e/console/with-provider';
import { BANKS, type SignedInMember } from '#e2e/console/world';
import { answerTo } from '#e2e/fixtures/console';
import type { LocalProvider } from '#e2e/fixtures/llm';
import { cancelOperation, listOperations } from '#lib/jobs/operations/contract';
import { putBank } from '#lib/memory/banks/contract';
import { retainMemories } from '#lib/memory/retain/contract';

/**
 * A server with a scripted language model, so that a test controls how long work runs and whether
 * it fails.
 */

const BANK = 'night-shift';

let server: ServerWithProvider;
let provider: LocalProvider;
let owner: SignedInMember;

test.beforeAll(async () => {
  server = await startProvided(BANK, 'night-model', 'LLM');
  ({ provider, owner } = server);
});

test.afterAll(() => server.stop());

test.beforeEach(() => provider.reset());

/** Queues a retain; the pages must notice it without a reload. */
const later = (bank: string, documentId: string, ...contents: string[]) =>
  answerTo(server.url, owner.cookie, retainMemories, {
    org: ORG,
    path: { bank_id: bank },
    body: { async: true, items: contents.map((content, n) => ({ content, document_id: n === 0 ? documentId : `${documentId}-${n}` })) },
  });

const operationsPath = (bank = BANK): string => pathOf(ORG, 'b', bank, 'operations');

test('running work is canceled, retried, followed from another page, and links to its results', async ({ open }) => {
  provider.always({ kind: 'never' });
  await later(BANK, 'round.md', 'Vera found the north gate open at 2 in the morning.');
  const page = await open(owner, { baseURL: server.url });
  await page.goto(operationsPath());
  const row = rowOf(page, 'round.md');
  await expect(row.getByText(t.states.processing).first()).toBeVisible();
  const tray = page.getByRole('button', { name: shell.runningOperations(1, 0) });
  await tray.click();
  const running = page.getByRole('dialog', { name: shell.bankPages.operations });
  await expect(running.getByText(`round.md ${t.tray.inBank(BANK)}`)).toBeVisible();
  // A user who opens the tray by keyboard has not focused a button yet.
  await expect(running).toBeFocused();
  await running.getByRole('button', { name: t.tray.cancel('Retain') }).click();
  await page.keyboard.press('Escape');
  await expect(row.getByText(t.states.cancelled).first()).toBeVisible();
  await expect(page.getByRole('button', { name: shell.runningOperations(0, 0) })).toBeVisible();

  provider.always({ kind: 'held' });
  await choose(page, t.actionsOf('Retain'), t.retry);
  // This page does not show the bank.
  await page.getByRole('button', { name: new RegExp(`^${shell.switchOrganization}`) }).click();
  await page.getByRole('menuitem', { name: shell.pages.keys }).click();
  await expect(page).toHaveURL(/\/keys$/);
  // The operation is also followed after a reload and in a second tab.
  await page.reload();
  const second = await page.context().newPage();
  await second.goto(pathOf(ORG, 'keys'));
  for (const tab of [page, second]) await expect(tab.getByRole('button', { name: shell.runningOperations(1, 0) })).toBeVisible();
  await second.close();
  provider.always(null);
  provider.letGo();
  const done = page.getByRole('listitem').filter({ hasText: t.tray.done('Retain') });
  await expect(done).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: shell.runningOperations(0, 0) }).click();
  await page.getByRole('dialog', { name: shell.bankPages.operations }).getByRole('link', { name: t.tray.see }).click();
  await expect(page).toHaveURL(new RegExp(`${pathOf(ORG, 'b', BANK, 'documents', 'round.md')}$`));

  await page.goto(operationsPath());
  await page.getByRole('columnheader', { name: t.columns.state }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=status/);
  await expect(page.getByRole('columnheader', { name: new RegExp(ui.orders.state.asc) })).toBeVisible();
  await row.getByRole('checkbox').check();
  await page.getByRole('group', { name: batch.actions }).getByRole('button', { name: t.remove }).click();
  await page
    .getByRole('alertdialog', { name: t.batch.action.remove(1) })
    .getByRole('button', { name: t.batch.action.remove(1) })
    .click();
  await expect(row).toHaveCount(0);
});

test('a failure shows its reason in the list, in its drawer and in the tray, and its record can be deleted', async ({ open }) => {
  const page = await open(owner, { baseURL: server.url });
  await page.goto(operationsPath());
  await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeVisible();
  provider.always({ kind: 'status', status: 401 });
  await later(BANK, 'key.md', 'The spare key hangs behind the boiler.');
  await page.reload();
  const why = 'The language model cannot be used with its configuration.';
  const row = rowOf(page, 'key.md');
  await expect(row.getByText(why)).toBeVisible();
  await row.getByRole('link').first().click();
  const drawer = page.getByRole('complementary');
  await expect(drawer.getByRole('alert')).toContainText(why);
  await expect(drawer.getByRole('list', { name: t.outcomesOf })).toContainText(t.outcomes.failed);
  await expect(page).toHaveURL(/[?&]op=/);
  await expect(drawer.getByText(t.retryNote)).toBeVisible();

  await drawer.getByRole('button', { name: t.remove }).click();
  const sure = page.getByRole('alertdialog');
  await expect(sure).toContainText(t.removeText);
  await sure.getByRole('button', { name: t.remove }).click();
  await expect(row).toHaveCount(0);
  await expect(drawer).toHaveCount(0);

  // Two retains of one document: the second is shown as waiting for the first, and then fails.
  provider.reset();
  provider.script([{ kind: 'held' }, { kind: 'status', status: 401 }], 'extract_facts');
  await later(BANK, 'gate.md', 'The gate was painted.');
  await later(BANK, 'gate.md', 'The gate was painted green.');
  await page.reload();
  await expect(rowOf(page, 'gate.md').getByText(t.states.pending).first()).toBeVisible();
  provider.letGo();
  await expect(page.getByRole('listitem').filter({ hasText: t.tray.failed('Retain') })).toContainText(why, { timeout: 30_000 });
  // On a slow machine the tray has also shown the failure of the first one.
  await page.getByRole('button', { name: / failed$/ }).click();
  const ended = page.getByRole('dialog', { name: shell.bankPages.operations });
  const gate = ended.getByRole('listitem').filter({ hasText: 'gate.md' });
  await expect(gate.getByText(why)).toBeVisible();
  await gate.getByRole('button', { name: t.tray.retry('Retain') }).dblclick();
  await expect(page.getByRole('listitem').filter({ hasText: t.tray.done('Retain') })).toBeVisible({ timeout: 30_000 });
  await ended.getByRole('button', { name: t.tray.clear }).click();
  await expect(ended.getByText(t.tray.none)).toBeVisible();
});

test('a document that the model could not read is a failure that preserves its text, and a retry reads it', FULL, async ({ open }) => {
  provider.always({ kind: 'refuse' });
  await later(BANK, 'torn.md', 'The torn page says that Vera keeps the log.');
  const page = await open(owner, { baseURL: server.url });
  await page.goto(operationsPath());
  const row = rowOf(page, 'torn.md');
  await expect(row.getByText(/no usable answer/)).toBeVisible({ timeout: 30_000 });
  await row.getByRole('link').first().click();
  const drawer = page.getByRole('complementary');
  await expect(drawer.getByRole('list', { name: t.outcomesOf })).toContainText(t.outcomes.failed);
  await drawer.getByRole('link', { name: t.seeDocument }).click();
  await expect(page.getByText(d.unread(1))).toBeVisible();
  await page.goBack();
  provider.reset();
  await drawer.getByRole('button', { name: t.retry, exact: true }).click();
  await expect(drawer.getByText(t.retained(1, 1))).toBeVisible({ timeout: 30_000 });
  await drawer.getByRole('link', { name: t.seeDocument }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'torn.md' })).toBeVisible();
  await expect(page.getByText(d.unread(1))).toHaveCount(0);
});

test('a partly unreadable document is done, and is re-read from the page that reports it', FULL, async ({ open }) => {
  await later(BANK, 'ripped.md', 'Vera keeps the log.');
  const page = await open(owner, { baseURL: server.url });
  await page.goto(operationsPath());
  const row = rowOf(page, 'ripped.md').first();
  await expect(row.getByText(t.states.completed).first()).toBeVisible({ timeout: 30_000 });
  provider.always({ kind: 'refuse' });
  await answerTo(server.url, owner.cookie, retainMemories, {
    org: ORG,
    path: { bank_id: BANK },
    body: { async: true, items: [{ content: 'Hal rings the bell.', document_id: 'ripped.md', update_mode: 'append' }] },
  });
  await page.reload();
  await expect(row.getByText(t.notRead(1))).toBeVisible({ timeout: 30_000 });
  await row.getByRole('link').first().click();
  const drawer = page.getByRole('complementary');
  provider.reset();
  await drawer.getByRole('button', { name: t.reprocessed('ripped.md') }).click();
  const first = page.url();
  await page.getByRole('alertdialog').getByRole('button', { name: d.reprocess }).click();
  await expect(drawer.getByText(t.kinds.retain!).first()).toBeVisible();
  expect(page.url()).not.toBe(first);
  await expect(drawer.getByText(t.retained(2, 2))).toBeVisible({ timeout: 30_000 });
  await drawer.getByRole('link', { name: t.seeDocument }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'ripped.md' })).toBeVisible();
  await expect(page.getByText(d.unread(1))).toHaveCount(0);
});

test('a consolidation that gave up on every fact is not shown as successful, and a retry is shown as one', FULL, async ({ open }) => {
  const path = { bank_id: 'given-up' };
  const items = [{ content: 'Vera lives in the lighthouse.', document_id: 'home.md' }];
  await answerTo(server.url, owner.cookie, retainMemories, { org: ORG, path, body: { items } });
  const page = await open(owner, { baseURL: server.url });
  const settings = `${pathOf(ORG, 'b', path.bank_id, 'settings')}?tab=observations`;
  await page.goto(settings);
  provider.always({ kind: 'refuse' });
  await page.getByRole('button', { name: o.consolidate }).click();
  const failures = page.getByRole('region', { name: o.failures });
  await expect(failures).toContainText(o.attempts(3), { timeout: 40_000 });
  await page.goto(operationsPath(path.bank_id));
  const row = page.getByRole('row').filter({ hasText: t.notConsolidated(1) });
  await expect(row.getByText(t.states.nothing).first()).toBeVisible();
  await row.getByRole('link').first().click();
  await expect(page.getByRole('complementary').getByText(t.consolidation.nothing!)).toBeVisible();

  await page.goto(settings);
  const asked = provider.requests.length;
  await page.getByRole('button', { name: o.recover }).click();
  await expect.poll(() => provider.requests.length).toBeGreaterThan(asked);
  await expect(failures).toContainText(o.attempts(1), { timeout: 15_000 });
  provider.always({ kind: 'never' });
  await expect(failures).toContainText(o.triedNow, { timeout: 20_000 });
  await expect(failures).toContainText(o.retryingNow);
  const { operations } = await answerTo(server.url, owner.cookie, listOperations, { org: ORG, path, query: { status: 'processing' } });
  for (const { id } of operations)
    await answerTo(server.url, owner.cookie, cancelOperation, { org: ORG, path: { ...path, operation_id: id } });
});

test('child operations are shown under their parent on the thread, and an address shows the same', FULL, async ({ open }) => {
  const many = Array.from({ length: 6 }, (_, n) =>
    Array.from({ length: 260 }, (__, i) => `Locker ${n}-${i} of the old harbour belongs to the crew of the year ${1900 + (i % 90)}.`).join(
      '\n',
    ),
  );
  await later(BANK, 'lockers', ...many);
  const page = await open(owner, { baseURL: server.url });
  await page.goto(operationsPath());
  await page.getByRole('button', { name: t.fold('Retain'), exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: t.part(0) })).toHaveAttribute('aria-level', '2');
  await expect(page.getByRole('row').filter({ hasText: t.part(1) })).toBeVisible();
  const address = page.url();
  expect(address).toMatch(/[?&]unfold=/);
  const again = await open(owner, { baseURL: server.url });
  await again.goto(address);
  await expect(again.getByRole('row').filter({ hasText: t.part(1) })).toBeVisible();
  await expect(
    again
      .getByRole('row')
      .filter({ hasText: t.items(6) })
      .getByText(t.states.completed)
      .first(),
  ).toBeVisible({ timeout: 30_000 });
});

test('without running work a page polls occasionally, and a hidden page does not poll', async ({ world, open }) => {
  await world.answer(world.owner, putBank, { path: { bank_id: 'idle' }, body: {} });
  const page = await open(world.owner, { alone: true });
  let asked = 0;
  page.on('request', (request) => {
    if (/\/operations\?/.test(request.url())) asked += 1;
  });
  await page.clock.install();
  await page.goto(pathOf(world.org, 'b', 'idle', 'operations'));
  await expect(page.getByText(t.emptyTitle)).toBeVisible();
  const before = asked;
  await page.clock.fastForward('00:11');
  await expect.poll(() => asked).toBeGreaterThan(before);

  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  // A request in progress when the page was hidden may still end.
  await page.waitForLoadState('networkidle');
  const hidden = asked;
  await page.clock.runFor('05:00');
  expect(asked).toBe(hidden);
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'visibilityState');
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  await expect.poll(() => asked).toBeGreaterThan(hidden);
});

test('a list that cannot be reloaded shows its previous content', async ({ world, open }) => {
  const page = await open(world.owner, { refusals: [500] });
  const list = /\/operations\?/;
  await page.goto(pathOf(world.org, 'b', BANKS[0], 'operations'));
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.route(list, (route) => route.fulfill({ status: 500, json: { detail: 'It broke', code: 'internal', request_id: 'req_1' } }));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(page.getByRole('heading', { name: t.readFailed })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.unroute(list);
  await page.getByRole('button', { name: ui.tryAgain }).click();
  await expect(page.getByRole('heading', { name: t.readFailed })).toHaveCount(0);
});

test('usage adds up the costs down to the single call, and exports them as CSV', FULL, async ({ open }) => {
  await answerTo(server.url, owner.cookie, retainMemories, {
    org: ORG,
    path: { bank_id: 'accounts' },
    body: { items: [{ content: 'Ola owes Vera twelve coffees.', document_id: 'debts.md' }] },
  });
  const page = await open(owner, { baseURL: server.url });
  await page.goto(pathOf(ORG, 'usage'));
  const sums = page.getByRole('table', { name: u.table });
  await expect(sums.getByRole('row').filter({ hasText: u.work.retain! })).toBeVisible();
  await expect(page.getByRole('figure').first()).toHaveAccessibleName(/^Tokens by day, in 30 days: [\d,]+ in total/);
  await page.getByRole('radio', { name: u.groups.model }).click();
  await expect(sums.getByRole('row').filter({ hasText: 'night-model' })).toContainText('openai-compatible');
  await expect(page).toHaveURL(/[?&]by=model/);
  await page.getByRole('slider', { name: u.cursor }).press('End');
  await expect(page.getByRole('slider', { name: u.cursor })).toHaveAttribute('aria-valuetext', /incomplete: [\d,]+ tokens; night-model/);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: u.export }).click();
  const csv = await (await saved).createReadStream().then(async (stream) => {
    let text = '';
    for await (const part of stream) text += String(part);
    return text;
  });
  expect(csv.split('\r\n')[0]).toBe(u.csv.join(','));
  expect(csv).toMatch(/,accounts,retain,[^,]+,openai-compatible,night-model,1,0,/);

  await page.getByRole('tab', { name: u.calls }).click();
  await page.getByRole('button', { name: u.chooseBank }).click();
  await page.getByRole('menuitem', { name: 'accounts' }).click();
  const calls = page.getByRole('table', { name: u.callsList });
  await expect(calls.getByRole('row').filter({ hasText: u.answered })).toHaveCount(1);
  await page.getByRole('radio', { name: u.statuses.error }).click();
  await expect(page.getByText(u.noCalls)).toBeVisible();
});

test('usage without a model says that rules cost nothing; a Member learns who may see it', FULL, async ({ world, open }) => {
  const page = await open(world.owner);
  await page.goto(pathOf(world.org, 'usage'));
  await expect(page.getByText(u.emptyTitle)).toBeVisible();
  await expect(page.getByText(/at no cost/)).toBeVisible();
  const other = await open(world.member);
  await other.goto(pathOf(world.org, 'usage'));
  await expect(other.getByText(members.notPermitted.title(u.title, ['owner', 'admin']))).toBeVisible();
});
