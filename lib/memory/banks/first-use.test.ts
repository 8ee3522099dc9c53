import { afterEach, expect, it } from 'vitest';
import { db, orgId, scope, withTestBank } from '#e2e/fixtures/bank';
import { jobApp } from '#e2e/fixtures/jobs';
import { sql } from '#lib/base/db/db';
import { type BankScope, mintBankScope, NO_BANK } from '#lib/base/scope';
import { updateConfig } from '#lib/memory/banks/configure';
import { MAX_MISSION } from '#lib/memory/banks/contract';
import { addBackground, currentBank, deleteBank, inEnsuredBank } from '#lib/memory/banks/service';
import { installSetUp } from '#lib/memory/banks/set-up';
import { type CreateDirectiveBody, createDirective as directiveOperation, MAX_DIRECTIVES } from '#lib/memory/directives/contract';
import { createDirective, listDirectives } from '#lib/memory/directives/service';
import { type CreatePageBody, createKnowledgePage } from '#lib/memory/knowledge/contract';
import { createFolder, createPage } from '#lib/memory/knowledge/service';
import { type CreateMentalModelBody, createMentalModel } from '#lib/memory/mental-models/contract';
import { createModel } from '#lib/memory/mental-models/service';
import { importTemplate, setUpFrom } from '#lib/memory/templates/service';

withTestBank();
afterEach(() => installSetUp(undefined));

const app = () => jobApp(db);
const missing = (): BankScope => mintBankScope({ ...scope, bankId: 'typo', bankUid: NO_BANK, bank: null });

/** Everything that the creation of a bank writes. */
const changes = async () => [
  await db.query(sql`select id from banks where org_id = ${orgId} order by id`),
  await db.query(sql`select count(*) from audit_log where org_id = ${orgId}`),
  await db.query(sql`select count(*) from operations`),
];

const BUDGETS = { recall_budget_min: 900, recall_budget_max: 10 };
const MODEL = { id: 'ana', name: 'Ana', source_query: 'Who is Ana?' };
const DIRECTIVE = directiveOperation.body!.parse({ name: 'Tone', content: 'Be kind.' }) as CreateDirectiveBody;
const page = createKnowledgePage.body!.parse({ name: 'Ana', source_query: 'Who is Ana?', parent_id: 'kf-x' }) as CreatePageBody;

const CONFLICT = { code: 'conflict' };
const BAD_REQUEST = { code: 'bad_request' };

it.each<[string, object, object, () => Promise<unknown>]>([
  ['a folder in a missing one', BAD_REQUEST, {}, () => createFolder(db, missing(), { name: 'a', parent_id: 'kf-x' })],
  ['a page in a missing folder', BAD_REQUEST, {}, () => createPage(app(), missing(), page)],
  ['settings that contradict each other', BAD_REQUEST, {}, () => updateConfig(app(), missing(), BUDGETS)],
  [
    'a template with such settings',
    BAD_REQUEST,
    {},
    () => importTemplate(app(), missing(), { version: '1', bank: BUDGETS }, { isDryRun: false, name: 'Typo' }),
  ],
  [
    'a setting that contradicts the default template',
    BAD_REQUEST,
    { bank: { recall_budget_max: 100 } },
    () => updateConfig(app(), missing(), { recall_budget_min: 900 }),
  ],
  [
    'a mental model of the default template',
    CONFLICT,
    { mental_models: [MODEL] },
    () => createModel(db, missing(), createMentalModel.body!.parse(MODEL) as CreateMentalModelBody),
  ],
  [
    'a directive that the default template leaves no room for',
    CONFLICT,
    { directives: Array.from({ length: MAX_DIRECTIVES }, (_, i) => ({ name: `${i}`, content: 'b' })) },
    () => createDirective(db, missing(), DIRECTIVE),
  ],
  [
    'sentences that make the mission of the default template too long',
    { issues: [{ loc: ['body', 'content'] }] },
    { bank: { reflect_mission: 'I garden.' } },
    () => addBackground({ db, models: app().models, signal: new AbortController().signal }, missing(), 'x'.repeat(MAX_MISSION)),
  ],
])('%s: the refusal leaves no new bank', async (_, refusal, template, write) => {
  const before = await changes();
  installSetUp(setUpFrom(app(), { version: '1', ...template }));
  await expect(write()).rejects.toMatchObject(refusal);
  expect(await changes()).toEqual(before);
});

it('concurrent first writes create one bank with all that they write', async () => {
  await Promise.all(['a', 'b', 'c'].map((name) => createDirective(db, missing(), { ...DIRECTIVE, name })));
  const [row] = await db.query<{ uid: number }>(sql`select uid from banks where org_id = ${orgId} and id = 'typo'`);
  const made = mintBankScope({ ...missing(), bankUid: row!.uid });
  const { items } = await listDirectives(db, made, { tags_match: 'any', active_only: false, limit: 10, offset: 0 });
  expect(items.map(({ name }) => name).sort()).toEqual(['a', 'b', 'c']);
});

it('a write to a bank that was deleted meanwhile creates it again', async () => {
  const former = (await currentBank(db, scope))!;
  await deleteBank(db, former);
  expect(await inEnsuredBank(db, former, async (_, { bankUid }) => bankUid)).not.toBe(former.bankUid);
});
