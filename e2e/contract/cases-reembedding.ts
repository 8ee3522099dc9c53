import { expect } from 'vitest';
import { ABSENT, type Case } from '#e2e/contract/cases';
import { bankWith } from '#e2e/contract/filling';
import { eventually } from '#e2e/fixtures/jobs';
import { getOperation } from '#lib/jobs/operations/contract';
import { type ReembedResponse, reembed } from '#lib/memory/reembedding/contract';

export const reembeddingCases: Case[] = [
  {
    operation: reembed,
    status: 200,
    when: 'the operation that re-embeds the bank',
    ask: async (world) => ({ key: world.alpha.key, path: { bank_id: await bankWith(world, [{ content: 'Ana keeps bees.' }]) } }),
    check: async (body: ReembedResponse, _, world, { path }) => {
      const ask = { key: world.alpha.key, path: { ...path, operation_id: body.operation_id } };
      const ended = await eventually(async () => {
        const { json } = await world.ask(getOperation, ask);
        return (json as { status: string }).status === 'completed' && json;
      }, 'its end');
      expect(ended).toMatchObject({ operation_type: 'reembedding', result_metadata: { outcome: 'completed', memories: 1 } });
    },
  },
  { operation: reembed, status: 404, when: 'a missing bank', ask: ({ alpha }) => ({ key: alpha.key, path: ABSENT, body: {} }) },
];
