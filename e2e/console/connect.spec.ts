import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { connect } from '#components/strings/connect';
import { connectClient as t } from '#components/strings/connect-client';
import { keys } from '#components/strings/keys';
import { expect, FULL, test } from '#e2e/console/journey';
import { pathOf, rowOf, signInOn } from '#e2e/console/parts';
import { BANKS, type ConsoleWorld } from '#e2e/console/world';
import { callTool, connectMcp } from '#e2e/fixtures/mcp';
import { connectApplication, OAuthFlow, verifierOf } from '#e2e/fixtures/oauth';
import { listKeys } from '#lib/access/keys/contract';

const [BANK, OTHER] = BANKS;
const pathIn = (world: ConsoleWorld, query = ''): string => `${pathOf(world.org, 'b', BANK, 'connect')}${query}`;
const stepsOf = (page: Page, name: string) => page.getByRole('list', { name: t.setUp(name) });
const client = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) });
const auth = (page: Page, name: string) => page.getByRole('radiogroup', { name: t.auth }).getByRole('radio', { name });

/** Copies the code of a step. */
async function copyStep(page: Page, step: number): Promise<string> {
  await page.getByRole('button', { name: `${t.copy}: ${t.code(step)}` }).click();
  return page.evaluate(() => navigator.clipboard.readText());
}

test('an Owner creates a key in place, the copied command works, and the page shows the first call', async ({ world, open }) => {
  const page = await open(world.owner);
  await page.goto(pathIn(world));
  const code = page.getByRole('region', { name: t.code(1) });
  await expect(code).toContainText('Bearer mbk_…');
  await page.getByRole('button', { name: t.create }).dblclick();
  const name = t.keyName(t.clientList['claude-code'].name, BANK);
  const group = page.getByRole('group', { name: t.theKey(name) });
  await expect(group).toBeVisible();
  await expect(page.getByText(t.waiting)).toBeVisible();

  const command = await copyStep(page, 1);
  const secret = /Bearer (mbk_[0-9A-Za-z]{49})"/.exec(command)?.[1] ?? '';
  const address = /memory (\S+)/.exec(command)?.[1] ?? '';
  expect(address).toBe(`${world.url}/mcp/${BANK}`);
  await expect(page.getByText(secret)).toHaveCount(0);
  await group.getByRole('button', { name: t.reveal }).click();
  await expect(group).toContainText(secret);
  await expect(code).toContainText(secret);
  await group.getByRole('button', { name: t.conceal }).click();
  await expect(page.getByText(secret)).toHaveCount(0);

  const { items } = await world.answer(world.owner, listKeys, { query: { q: name } });
  expect(items).toMatchObject([{ name, allowed_bank_ids: [BANK], create_scoped_keys: false, last_used_at: null }]);
  const mcp = await connectMcp(address, { key: secret, path: new URL(address).pathname });
  expect((await callTool(mcp, 'recall', { query: 'touring bikes' })).isError).toBe(false);
  await mcp.close();
  await expect(stepsOf(page, t.clientList['claude-code'].name).getByText(t.connectedAt(''))).toBeVisible();
  await expect(page.getByText(t.waiting)).toHaveCount(0);

  // Each client has its own key, and the secrets are forgotten when the page is left.
  await client(page, t.clientList.cursor.name).click();
  await expect(page).toHaveURL(/[?&]client=cursor/);
  await expect(page.getByRole('button', { name: t.create })).toBeVisible();
  await page.goBack();
  await expect(group).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: t.create })).toBeVisible();
  expect(await page.content()).not.toContain(secret);
});

test('a Member sees who may create keys, and can choose to sign in', async ({ world, open }) => {
  const page = await open(world.member);
  await page.goto(pathIn(world));
  await expect(page.getByText(t.locked)).toBeVisible();
  await expect(page.getByText(/Owners and Admins only/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: t.create })).toHaveCount(0);
  await auth(page, t.auths.oauth.label).click();
  await expect(page).toHaveURL(/[?&]auth=oauth/);
  await expect(page.getByText(t.locked)).toHaveCount(0);
  expect(await copyStep(page, 1)).toBe(`claude mcp add --transport http memory ${world.url}/mcp/${BANK}`);
  await client(page, t.clientList['claude-ai'].name).click();
  await expect(page.getByText(t.needsPublic(t.clientList['claude-ai'].name))).toBeVisible();
  await expect(page.getByRole('radiogroup', { name: t.auth })).toHaveCount(0);
  expect(await copyStep(page, 2)).toBe(`${world.url}/mcp/${BANK}`);
});

test('a connected application appears while the page waits, and is revoked after its name is typed', async ({ world, open }) => {
  const decision = { bank_ids: [BANK], access: 'read', expires_in: '7_days' } as const;
  const page = await open(world.admin);
  await page.goto(pathIn(world, '?client=cursor&auth=oauth'));
  await expect(page.getByText(t.waitingForApplication)).toBeVisible();
  await expect(page.getByText(t.none)).toBeVisible();
  const elsewhere = { ...decision, bank_ids: [OTHER] };
  await connectApplication(world.url, { slug: world.org }, world.owner, { decision: elsewhere, application: 'Elsewhere' });
  await connectApplication(world.url, { slug: world.org }, world.owner, { decision, application: 'Reading client' });
  const connected = t.connectedApplication('Reading client', world.owner.email);
  await expect(stepsOf(page, t.clientList.cursor.name).getByText(connected)).toBeVisible();
  const row = rowOf(page, 'Reading client');
  await expect(row).toContainText(world.owner.email);
  await expect(row).toContainText(t.neverUsed);
  await expect(row).toContainText(connect.accesses.read.label);
  await expect(rowOf(page, 'Elsewhere')).toHaveCount(0);

  await row.getByRole('button', { name: t.revokeOf('Reading client') }).click();
  const dialog = page.getByRole('alertdialog', { name: keys.revokeTitle('Reading client') });
  await dialog.getByRole('textbox').fill('Reading client');
  await dialog.getByRole('button', { name: keys.revokeKey }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(t.none)).toBeVisible();
});

/** The redirect target of a client: a page of its own. */
async function openCallback(): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Client</title>Connected'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/callback`,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

test('a visitor signs in, allows an application to read a bank, and ends at the application with a code', async ({ world, open }) => {
  const callback = await openCallback();
  try {
    const flow = new OAuthFlow(world.url);
    const clientId = await flow.register({ client_name: 'Notebook', redirect_uris: [callback.url] });
    const verifier = verifierOf();
    const page = await open(null, { origins: [new URL(callback.url).origin] });
    await page.goto(flow.authorizeUrl(clientId, verifier, { redirect_uri: callback.url, state: 'of-the-journey' }));
    await signInOn(page, world.member);
    await expect(page.getByRole('heading', { name: connect.title('Notebook') })).toBeVisible();
    await expect(page.getByText(world.member.email)).toBeVisible();
    const allow = page.getByRole('button', { name: connect.allow });
    await allow.click();
    await expect(page.getByText(connect.banksMissing)).toBeVisible();
    await page.getByRole('radio', { name: keys.banksChosen }).click();
    await page.getByRole('checkbox', { name: BANK }).check();
    await page.getByRole('radio', { name: connect.accesses.read.help }).click();
    await allow.click();
    await page.waitForURL(`${callback.url}?**`);
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('state')).toBe('of-the-journey');
    const fields = { redirect_uri: callback.url };
    const { status, json } = await flow.exchange(clientId, searchParams.get('code') ?? '', verifier, fields);
    expect(status).toBe(200);
    const mcp = await connectMcp(world.url, { key: String(json.access_token) });
    const { tools } = await mcp.listTools();
    expect(tools.map(({ name }) => name)).toContain('recall');
    expect(tools.map(({ name }) => name)).not.toContain('retain');
    await mcp.close();
  } finally {
    await callback.close();
  }
});

test('a refused application gets an error instead of a code, and the request is over', async ({ world, open }) => {
  const callback = await openCallback();
  try {
    const flow = new OAuthFlow(world.url);
    const clientId = await flow.register({ client_name: 'Unwanted', redirect_uris: [callback.url] });
    const page = await open(world.owner, { origins: [new URL(callback.url).origin], refusals: [404] });
    await page.goto(flow.authorizeUrl(clientId, verifierOf(), { redirect_uri: callback.url }));
    const request = page.url();
    await page.getByRole('button', { name: connect.refuse }).click();
    await page.waitForURL(`${callback.url}?**`);
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('error'), searchParams.get('code')]).toEqual(['access_denied', null]);
    await page.goto(request);
    await expect(page.getByRole('heading', { name: connect.over })).toBeVisible();
  } finally {
    await callback.close();
  }
});

test('an unknown client in the address is reported, and the default is shown', FULL, async ({ world, open }) => {
  const page = await open(world.owner);
  await page.goto(pathIn(world, '?client=netscape'));
  await expect(page.getByText('client=netscape')).toBeVisible();
  await expect(client(page, t.clientList['claude-code'].name)).toBeChecked();
});
