import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type Case, generalCases } from '#e2e/contract/cases';
import { bankCases } from '#e2e/contract/cases-banks';
import { documentCases } from '#e2e/contract/cases-documents';
import { memoryCases } from '#e2e/contract/cases-memories';
import { monitoringCases } from '#e2e/contract/cases-monitoring';
import { recallCases } from '#e2e/contract/cases-recall';
import { fillBank } from '#e2e/contract/filling';
import { openWorld, type World } from '#e2e/fixtures/world';
import { operations } from '#lib/http/operations';

/** Every operation with every status that it declares, each reply parsed by its schema. */

const cases: Case[] = [
  ...operations.flatMap(generalCases),
  ...monitoringCases,
  ...bankCases,
  ...memoryCases,
  ...documentCases,
  ...recallCases,
];

let world: World;
beforeAll(async () => {
  world = await openWorld();
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

/** Faults of the server itself are provoked by the monitoring and fault suites, where the database can be taken away. */
const isFault = (status: string): boolean => Number(status) >= 500;

describe('the OpenAPI document', () => {
  test('every declared status of every operation has a case', async () => {
    const { paths } = (await (await fetch(`${world.server.url}/openapi.json`)).json()) as Document;
    const declared = Object.values(paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ operationId, responses }) =>
        Object.keys(responses)
          .filter((status) => !isFault(status))
          .map((status) => `${operationId} ${status}`),
      ),
    );
    const covered = new Set(cases.map(({ operation, status }) => `${operation.id} ${status}`));
    expect(declared.filter((one) => !covered.has(one))).toEqual([]);
    expect([...covered].filter((one) => !declared.includes(one))).toEqual([]);
  });
});
