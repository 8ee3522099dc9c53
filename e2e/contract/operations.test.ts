import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type Case, generalCases } from '#e2e/contract/cases';
import { auditCases } from '#e2e/contract/cases-audit';
import { bankCases } from '#e2e/contract/cases-banks';
import { browseCases } from '#e2e/contract/cases-browse';
import { configCases } from '#e2e/contract/cases-config';
import { contractCases } from '#e2e/contract/cases-contract-1.1';
import { directiveCases } from '#e2e/contract/cases-directives';
import { documentCases } from '#e2e/contract/cases-documents';
import { entityCases } from '#e2e/contract/cases-entities';
import { graphCases } from '#e2e/contract/cases-graph';
import { keyCases } from '#e2e/contract/cases-keys';
import { knowledgeCases } from '#e2e/contract/cases-knowledge';
import { memoryCases } from '#e2e/contract/cases-memories';
import { mentalModelCases } from '#e2e/contract/cases-mental-models';
import { modelCases } from '#e2e/contract/cases-models';
import { monitoringCases } from '#e2e/contract/cases-monitoring';
import { observationCases } from '#e2e/contract/cases-observations';
import { operationCases } from '#e2e/contract/cases-operations';
import { recallCases } from '#e2e/contract/cases-recall';
import { reembeddingCases } from '#e2e/contract/cases-reembedding';
import { reflectCases } from '#e2e/contract/cases-reflect';
import { statsCases } from '#e2e/contract/cases-stats';
import { templateCases } from '#e2e/contract/cases-templates';
import { transferCases } from '#e2e/contract/cases-transfer';
import { fillBank } from '#e2e/contract/filling';
import { testDatabaseKind } from '#e2e/fixtures/database';
import { isGate } from '#e2e/fixtures/runs';
import { joinWorld, type World } from '#e2e/fixtures/world';
import { operations } from '#lib/api/operations';

/** Every operation with every status that it declares. Every response is parsed by its schema. */

/**
 * Errors that every operation shares do not depend on the database, so the gate only tests them on
 * the embedded one.
 */
const isBrief = testDatabaseKind() !== 'embedded' && isGate;

const cases: Case[] = [
  ...(isBrief ? [] : operations.flatMap(generalCases)),
  ...monitoringCases,
  ...modelCases,
  ...bankCases,
  ...configCases,
  ...memoryCases,
  ...browseCases,
  ...documentCases,
  ...entityCases,
  ...statsCases,
  ...graphCases,
  ...recallCases,
  ...reflectCases,
  ...observationCases,
  ...mentalModelCases,
  ...directiveCases,
  ...knowledgeCases,
  ...reembeddingCases,
  ...transferCases,
  ...templateCases,
  ...operationCases,
  ...keyCases,
  ...contractCases,
  ...auditCases,
];

let world: World;
beforeAll(async () => {
  world = await joinWorld();
  await fillBank(world);
});
afterAll(() => world?.close());

for (const operation of operations) {
  describe(`${operation.method} ${operation.path}`, () => {
    for (const { status, when, ask, check } of cases.filter((one) => one.operation.id === operation.id)) {
      it(`${status} for ${when}`, async () => {
        const asked = await ask(world);
        const reply = await world.ask(operation, asked);
        expect(reply.status, reply.text.slice(0, 500)).toBe(status);
        await check?.(reply.json as never, reply, world, asked);
      });
    }
  });
}

interface Document {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
}

/** Statuses of servers with other settings, such as that of `models.test.ts`. */
const OTHER_SETTINGS = ['test_bank_llm 404'];

/** An operation that was removed only answers 410. */
const REMOVED = ['export_documents_sync_removed 200'];

/**
 * Statuses for a write between two statements, which `snapshot.test.ts` of memories tests, for a
 * full bank, which the tests of the services of directives, templates and the knowledge base do,
 * for an upload that is canceled, which `import.test.ts` of the transfer does, and for two changes
 * of a long document at the same time, which the test of the service of documents does.
 */
const BY_SERVICES = [
  ...['export_memories_csv 409', 'export_memories_jsonl 409', 'import_bank_template 409', 'create_directive 409'],
  ...['create_knowledge_folder 409', 'import_bank 409', 'import_documents 409', 'update_document 409'],
];

/**
 * Server errors need a database that can be stopped: the monitoring and fault suites test them.
 * Rate limits are off by default and the same for all operations; they have their own suite.
 */
const isElsewhere = (one: string): boolean => {
  const status = one.split(' ')[1]!;
  return Number(status) >= 500 || status === '429' || [...OTHER_SETTINGS, ...REMOVED, ...BY_SERVICES].includes(one);
};

describe('the OpenAPI document', () => {
  test.skipIf(isBrief)('every declared status of every operation has a case', async () => {
    const { paths } = (await (await fetch(`${world.server.url}/openapi.json`)).json()) as Document;
    const declared = Object.values(paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ operationId, responses }) =>
        Object.keys(responses)
          .filter((status) => status !== 'default')
          .map((status) => `${operationId} ${status}`),
      ),
    );
    const covered = new Set(cases.map(({ operation, status }) => `${operation.id} ${status}`));
    expect(declared.filter((one) => !covered.has(one) && !isElsewhere(one))).toEqual([]);
    expect([...covered].filter((one) => !declared.includes(one))).toEqual([]);
  });
});
