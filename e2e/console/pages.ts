import { expect, type Page } from '@playwright/test';
import { access } from '#components/strings/access';
import { account } from '#components/strings/account';
import { audit } from '#components/strings/audit';
import { bankSettings } from '#components/strings/bank-settings';
import { beginning } from '#components/strings/beginning';
import { connect } from '#components/strings/connect';
import { connectClient } from '#components/strings/connect-client';
import { directives } from '#components/strings/directives';
import { documents } from '#components/strings/documents';
import { entities } from '#components/strings/entities';
import { extract } from '#components/strings/extract';
import { graph } from '#components/strings/graph';
import { importing } from '#components/strings/importing';
import { keys } from '#components/strings/keys';
import { members } from '#components/strings/members';
import { memories } from '#components/strings/memories';
import { mentalModel } from '#components/strings/mental-model';
import { observations } from '#components/strings/observations';
import { organization } from '#components/strings/organization';
import { overview } from '#components/strings/overview';
import { recall } from '#components/strings/recall';
import { reflect } from '#components/strings/reflect';
import { shell } from '#components/strings/shell';
import { stats } from '#components/strings/stats';
import { transfer } from '#components/strings/transfer';
import { usage } from '#components/strings/usage';
import { modeledBank } from '#e2e/console/model-data';
import { observedBank } from '#e2e/console/observed';
import { pathOf } from '#e2e/console/parts';
import { BANKS, type ConsoleWorld, PARENT, type SignedInMember } from '#e2e/console/world';
import { OAuthFlow, verifierOf } from '#e2e/fixtures/oauth';
import { createResetLink } from '#lib/access/orgs/contract';
import { createInvitation } from '#lib/access/people/invitations/contract';
import { newId } from '#lib/base/ids';
import { putBank } from '#lib/memory/banks/contract';
import { createDirective, listDirectives } from '#lib/memory/directives/contract';
import { listDocuments } from '#lib/memory/documents/contract';
import { createKnowledgeFolder, createKnowledgePage, getKnowledgeBaseTree } from '#lib/memory/knowledge/contract';
import { listMemories } from '#lib/memory/memories/contract';
import { exportBank } from '#lib/memory/transfer/contract';

/**
 * Every page of the console, with a text that shows that its data is loaded. For checks that apply
 * to all pages.
 */
export interface Stop {
  readonly name: string;
  /** null: not signed in */
  readonly who: (world: ConsoleWorld) => SignedInMember | null;
  readonly path: (world: ConsoleWorld) => string | Promise<string>;
  readonly shows: (page: Page, world: ConsoleWorld) => Promise<void>;
  /** statuses of requests of the page that fail as expected */
  readonly refusals?: readonly number[];
  /** the same page in another state or for another person; only `npm run test:full` visits it */
  readonly isVariant?: true;
}

const MANAGERS = ['owner', 'admin'] as const;

const owner = (world: ConsoleWorld): SignedInMember => world.owner;
const nobody = (): null => null;
const text = (words: string | RegExp) => (page: Page) => expect(page.getByText(words).first()).toBeVisible();
const heading = (words: string | RegExp) => (page: Page) => expect(page.getByRole('heading', { name: words }).first()).toBeVisible();

const chart = (page: Page) => expect(page.locator('.recharts-bar-rectangle rect').first()).toBeVisible();

/** One bank for all pages of a mental model, created once for each world. */
const modeled = new WeakMap<ConsoleWorld, Promise<string>>();
const ofModel = (rest: string) => async (world: ConsoleWorld) => {
  const made = modeled.get(world) ?? modeledBank(world, 'modeled-stop');
  modeled.set(world, made);
  return pathOf(world.org, 'b', 'modeled-stop', 'mental-models', await made) + rest;
};

const memoryRow = (page: Page) => expect(page.getByRole('list', { name: memories.list }).getByRole('listitem').first()).toBeVisible();
const entityRow = (page: Page) => expect(page.getByRole('table', { name: entities.list }).getByRole('row').nth(1)).toBeVisible();

const drawn = (page: Page) => expect(page.getByRole('application', { name: graph.canvas })).toHaveAttribute('data-layout', 'done');

/**
 * Returns an invitation for an address without an account. Each use needs a new one, because a link
 * works once.
 */
async function invitationPath(world: ConsoleWorld): Promise<string> {
  const body = { email: `guest-${crypto.randomUUID()}@example.org`, role: 'member' };
  return (await world.answer(world.owner, createInvitation, { body })).path;
}

const resetPath = async (world: ConsoleWorld): Promise<string> =>
  (await world.answer(world.owner, createResetLink, { path: { user_id: world.member.userId } })).path;

export const VISITOR_STOPS: readonly Stop[] = [
  { name: 'first page', who: nobody, path: () => '/', shows: heading(/memory store/i) },
  { name: 'sign-in', who: nobody, path: () => '/login', shows: async (page) => expect(page.getByLabel(/^password$/i)).toBeVisible() },
  {
    name: 'invitation',
    who: nobody,
    path: invitationPath,
    shows: async (page) => expect(page.getByLabel(/password/i).first()).toBeVisible(),
  },
  { name: 'reset link', who: nobody, path: resetPath, shows: async (page) => expect(page.getByLabel(/password/i).first()).toBeVisible() },
  {
    name: 'dead link',
    isVariant: true,
    who: nobody,
    path: () => '/invite/no-such-token',
    shows: async (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
    refusals: [404],
  },
  { name: 'failed authorization', who: nobody, path: () => '/connect-error?error=invalid_client', shows: heading(connect.failed) },
  { name: 'reference', isVariant: true, who: nobody, path: () => '/docs', shows: heading('Memory') },
  { name: 'reference of who is signed in', isVariant: true, who: owner, path: () => '/docs', shows: heading('Memory') },
  { name: 'wrong address', who: nobody, path: () => '/nowhere', shows: heading(/page not found/i), refusals: [404] },
  {
    name: 'wrong address of who is signed in',
    isVariant: true,
    who: owner,
    path: () => '/nowhere',
    shows: async (page) => {
      await heading(/page not found/i)(page);
      await expect(page.getByRole('navigation').first()).toBeVisible();
    },
    refusals: [404],
  },
];

const ofOrganization = (segment: string) => (world: ConsoleWorld) => pathOf(world.org, segment);

/** The path of the page Knowledge, and a page in a folder, which are created if needed. */
async function knowledgeOf(world: ConsoleWorld): Promise<{ path: string; pageId: string }> {
  const path = { bank_id: BANKS[0] };
  const { roots } = await world.answer(world.owner, getKnowledgeBaseTree, { path });
  const known = roots[0]?.children[0]?.id;
  const create = async () => {
    const { id } = await world.answer(world.owner, createKnowledgeFolder, { path, body: { name: 'Sports' } });
    const body = { name: 'Touring bikes', source_query: 'What do we know about touring bikes?', parent_id: id };
    return (await world.answer(world.owner, createKnowledgePage, { path, body })).page_id;
  };
  return { path: pathOf(world.org, 'b', BANKS[0], 'knowledge'), pageId: known ?? (await create()) };
}

export const MEMBER_STOPS: readonly Stop[] = [
  { name: 'keys', who: owner, path: ofOrganization('keys'), shows: text(PARENT) },
  {
    name: 'one key',
    who: owner,
    path: (world) => pathOf(world.org, 'keys', world.tree.parent.id),
    shows: text(keys.breaksKeys(4)),
  },
  { name: 'members', who: owner, path: ofOrganization('members'), shows: (page, world) => text(world.member.email)(page) },
  { name: 'audit log', who: owner, path: ofOrganization('audit'), shows: (page, world) => text(world.owner.email)(page) },
  { name: 'access simulator', who: owner, path: ofOrganization('access'), shows: heading(access.title) },
  { name: 'settings', who: owner, path: ofOrganization('settings'), shows: heading(organization.title) },
  { name: 'banks', who: owner, path: ofOrganization('banks'), shows: text(BANKS[0]) },
  { name: 'banks as a table', isVariant: true, who: owner, path: ({ org }) => `${pathOf(org, 'banks')}?view=table`, shows: text(BANKS[0]) },
  { name: 'overview of a bank', who: owner, path: ofOrganization(`b/${BANKS[0]}`), shows: heading(overview.latest) },
  {
    name: 'overview of an empty bank',
    isVariant: true,
    who: owner,
    path: async (world) => {
      await world.answer(world.owner, putBank, { path: { bank_id: 'empty' }, body: {} });
      return pathOf(world.org, 'b', 'empty');
    },
    shows: heading(beginning.start.title),
  },
  { name: 'statistics', who: owner, path: ofOrganization(`b/${BANKS[0]}/stats`), shows: chart },
  {
    name: 'statistics as a table',
    isVariant: true,
    who: owner,
    path: ({ org }) => `${pathOf(org, 'b', BANKS[0], 'stats')}?view=table`,
    shows: async (page) => expect(page.getByRole('table', { name: stats.table })).toBeVisible(),
  },
  {
    name: 'recall',
    who: owner,
    path: (world) => `${pathOf(world.org, 'b', BANKS[0], 'play', 'recall')}?q=touring+bikes`,
    shows: text(recall.trace.plan),
  },
  {
    name: 'reflect',
    who: owner,
    path: (world) => `${pathOf(world.org, 'b', BANKS[0], 'play', 'reflect')}?q=touring+bikes`,
    shows: async (page) => {
      await page.getByRole('button', { name: reflect.ask, exact: true }).click();
      await expect(page.getByRole('list', { name: reflect.evidence.usedList })).toBeVisible();
    },
  },
  { name: 'memories', who: owner, path: ofOrganization(`b/${BANKS[0]}/memories`), shows: memoryRow },
  {
    name: 'memories along time',
    isVariant: true,
    who: owner,
    path: ({ org }) => `${pathOf(org, 'b', BANKS[0], 'memories')}?view=timeline`,
    shows: memoryRow,
  },
  {
    name: 'one memory',
    who: owner,
    path: async (world) => {
      const { items } = await world.answer(world.owner, listMemories, { path: { bank_id: BANKS[0] }, query: { type: 'world' } });
      return pathOf(world.org, 'b', BANKS[0], 'memories', items[0]!.id);
    },
    shows: text(memories.facts.stored),
  },
  { name: 'entities', who: owner, path: ofOrganization(`b/${BANKS[0]}/entities`), shows: entityRow },
  { name: 'graph', who: owner, path: ofOrganization(`b/${BANKS[0]}/graph`), shows: drawn },
  {
    name: 'graph with a node open',
    isVariant: true,
    who: owner,
    path: async (world) => {
      const { items } = await world.answer(world.owner, listMemories, { path: { bank_id: BANKS[0] }, query: { type: 'world' } });
      return `${pathOf(world.org, 'b', BANKS[0], 'graph')}?sel=${items[0]!.id}&color=community`;
    },
    shows: async (page) => {
      await drawn(page);
      await expect(page.getByRole('complementary', { name: graph.details }).getByText(memories.facts.stored)).toBeVisible();
    },
  },
  {
    name: 'knowledge',
    who: owner,
    path: async (world) => (await knowledgeOf(world)).path,
    shows: async (page) => expect(page.getByRole('treeitem', { name: 'Touring bikes' })).toBeVisible(),
  },
  {
    name: 'one page of the knowledge base',
    isVariant: true,
    who: owner,
    path: async (world) => {
      const { path, pageId } = await knowledgeOf(world);
      return `${path}?page=${pageId}`;
    },
    shows: async (page) => expect(page.getByRole('article').locator('[data-block]').first()).toBeVisible(),
  },
  {
    name: 'directives',
    who: owner,
    path: async (world) => {
      const path = { bank_id: BANKS[0] };
      const { total } = await world.answer(world.owner, listDirectives, { path });
      const rules = [
        { name: 'Language', content: 'Answer in German.' },
        { name: 'Prices', content: 'Never mention prices.', tags: ['sales'] },
      ];
      if (total === 0) for (const body of rules) await world.answer(world.owner, createDirective, { path, body });
      return pathOf(world.org, 'b', BANKS[0], 'directives');
    },
    shows: (page) => expect(page.getByRole('list', { name: directives.list }).getByText(directives.applies, { exact: true })).toBeVisible(),
  },
  { name: 'documents', who: owner, path: ofOrganization(`b/${BANKS[0]}/documents`), shows: text(/\d of \d+ documents?$/) },
  {
    name: 'one document',
    who: owner,
    path: async (world) => {
      const path = { bank_id: BANKS[0] };
      const { items } = await world.answer(world.owner, listDocuments, { path });
      return pathOf(world.org, 'b', BANKS[0], 'documents', encodeURIComponent(items[0]!.id));
    },
    shows: async (page) => expect(page.getByRole('list', { name: documents.read }).getByRole('link').first()).toBeVisible(),
  },
  {
    name: 'adding a document',
    who: owner,
    path: ({ org }) => `${pathOf(org, 'b', BANKS[0], 'documents')}?add=true`,
    shows: async (page) => expect(page.getByRole('dialog', { name: documents.add })).toBeVisible(),
  },
  { name: 'operations', who: owner, path: ofOrganization(`b/${BANKS[0]}/operations`), shows: text('Consolidation') },
  { name: 'usage without a model', who: owner, path: ofOrganization('usage'), shows: text(usage.emptyTitle) },
  {
    name: 'usage forbidden',
    isVariant: true,
    who: (world) => world.member,
    path: ofOrganization('usage'),
    shows: text(members.notPermitted.title(usage.title, MANAGERS)),
  },
  { name: 'connect', who: owner, path: ofOrganization(`b/${BANKS[0]}/connect`), shows: text(connectClient.applications) },
  {
    name: 'connect by signing in, to a Member',
    isVariant: true,
    who: (world) => world.member,
    path: ({ org }) => `${pathOf(org, 'b', BANKS[0], 'connect')}?client=claude-ai`,
    shows: text(connectClient.waitingForApplication),
  },
  {
    name: 'consent to an application',
    who: owner,
    path: async (world) => {
      const flow = new OAuthFlow(world.url);
      return flow.authorizeUrl(await flow.register(), verifierOf());
    },
    shows: heading(connect.title('Test client')),
  },
  { name: 'settings of a bank', who: owner, path: ofOrganization(`b/${BANKS[0]}/settings`), shows: text('retain_chunk_size') },
  {
    name: 'observations in the settings of a bank',
    isVariant: true,
    who: owner,
    path: ({ org }) => `${pathOf(org, 'b', BANKS[0], 'settings')}?tab=observations`,
    shows: text(observations.consolidateCost),
  },
  {
    name: 'models of a bank',
    who: owner,
    path: ({ org }) => `${pathOf(org, 'b', BANKS[0], 'settings')}?tab=models`,
    shows: text(bankSettings.testFree),
  },
  {
    name: 'danger zone of a bank, to a Member',
    isVariant: true,
    who: (world) => world.member,
    path: ({ org }) => `${pathOf(org, 'b', BANKS[0], 'settings')}?tab=danger`,
    shows: heading(bankSettings.deleteTitle),
  },
  {
    name: 'export and copy',
    isVariant: true,
    who: owner,
    path: async (world) => {
      await world.answer(world.owner, exportBank, { path: { bank_id: BANKS[2] } });
      return `${pathOf(world.org, 'b', BANKS[2], 'settings')}?tab=transfer`;
    },
    shows: (page) =>
      expect(page.getByRole('list', { name: transfer.files }).getByRole('link', { name: transfer.download }).first()).toBeVisible(),
  },
  {
    name: 'import',
    isVariant: true,
    who: owner,
    path: ({ org }) => `${pathOf(org, 'banks')}?import=true`,
    shows: text(importing.formats),
  },
  {
    name: 'observations',
    who: owner,
    path: async (world) => {
      const bank = `observed-${newId().slice(-8)}`;
      const { id } = await observedBank(world, bank);
      return `${pathOf(world.org, 'b', bank, 'observations')}?open=${id}&tab=history`;
    },
    shows: text(observations.factsAdded(1)),
  },
  {
    name: 'a mental model',
    who: owner,
    path: ofModel(''),
    shows: async (page) => expect(page.getByRole('article').locator('[data-block]').first()).toBeVisible(),
  },
  {
    name: 'two versions of a mental model',
    who: owner,
    path: ofModel('/compare?from=1&to=3'),
    shows: async (page) => expect(page.getByRole('region', { name: mentalModel.difference })).toBeVisible(),
  },
  { name: 'dry run of a mental model', who: owner, path: ofModel('/dry-run'), shows: text(mentalModel.dry.takes) },
  { name: 'extraction', who: owner, path: ofOrganization(`b/${BANKS[0]}/play/extract`), shows: text(extract.costsNothing) },
  { name: 'account', who: owner, path: () => '/account', shows: text(account.thisOne) },
  { name: 'status', who: owner, path: () => '/status', shows: heading(/status/i) },
  {
    name: 'keys of a Member',
    isVariant: true,
    who: (world) => world.member,
    path: ofOrganization('keys'),
    shows: text(keys.readOnly('member', MANAGERS)),
  },
  {
    name: 'forbidden',
    who: (world) => world.member,
    path: ofOrganization('audit'),
    shows: text(members.notPermitted.title(audit.inSentence, MANAGERS)),
    refusals: [403],
  },
  { name: 'not found', isVariant: true, who: owner, path: ofOrganization('nowhere'), shows: heading(/page not found/i), refusals: [404] },
  {
    name: 'unknown organization',
    isVariant: true,
    who: owner,
    path: () => pathOf('elsewhere', 'keys'),
    shows: heading(shell.noOrganization.title),
    refusals: [403],
  },
];

export const STOPS: readonly Stop[] = [...VISITOR_STOPS, ...MEMBER_STOPS];
