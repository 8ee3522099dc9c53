import { expect } from 'vitest';
import { ABSENT, type Case } from '#e2e/contract/cases';
import { freshBank, operationIn } from '#e2e/contract/filling';
import { eventually } from '#e2e/fixtures/jobs';
import type { World } from '#e2e/fixtures/world';
import type { Operation } from '#lib/base/contract/operation';
import {
  cancelOperation,
  deleteOperation,
  getOperation,
  listOperations,
  type OperationStatusResponse,
  retryOperation,
} from '#lib/jobs/operations/contract';
import { getDocument, listDocuments, reprocessDocument } from '#lib/memory/documents/contract';
import { retainMemories } from '#lib/memory/retain/contract';

const keyOf = (world: World) => ({ key: world.alpha.key });

const statusOf = async (world: World, bank_id: string, operation_id: string, query = {}): Promise<OperationStatusResponse> =>
  (await world.ask(getOperation, { ...keyOf(world), path: { bank_id, operation_id }, query })).json as OperationStatusResponse;

const over = (world: World, bank_id: string, operation_id: string): Promise<OperationStatusResponse> =>
  eventually(async () => {
    const seen = await statusOf(world, bank_id, operation_id);
    return seen.status !== 'pending' && seen.status !== 'processing' && seen;
  }, 'the end of an operation');

const later = async (world: World, bank_id: string, items: unknown[], more: Record<string, unknown> = {}): Promise<string> => {
  const body = { items, async: true, ...more };
  return ((await world.ask(retainMemories, { ...keyOf(world), path: { bank_id }, body })).json as { operation_id: string }).operation_id;
};

/** Creates a bank and returns one of its completed operations. */
const ended = async (world: World) => {
  const bank_id = freshBank();
  return { bank_id, operation_id: await operationIn(world, bank_id) };
};

const tooLate = (operation: Operation, when: string): Case => ({
  operation,
  status: 409,
  when,
  ask: async (world) => ({ ...keyOf(world), path: await ended(world) }),
});
/** Cases for a missing operation, and for an operation of another bank. */
const absent = (operation: Operation): Case[] => [
  { operation, status: 404, when: 'a missing operation', ask: (world) => ({ ...keyOf(world), path: ABSENT }) },
  {
    operation,
    status: 404,
    when: 'an operation of another bank',
    ask: async (world) => ({ ...keyOf(world), path: { ...(await ended(world)), bank_id: freshBank() } }),
  },
  {
    operation,
    status: 400,
    when: 'an id that is not a UUID',
    ask: (world) => ({ ...keyOf(world), path: { ...ABSENT, operation_id: 'one' } }),
  },
];

/** About 30,000 tokens in separate documents. */
const LARGE = Array.from({ length: 12 }, (_, n) => ({
  content: Array.from({ length: 120 }, (__, i) => `Room ${n}-${i} of the archive holds the papers of the year ${1800 + i}.`).join('\n'),
  document_id: `room-${n}`,
}));

const ASYNC_ID = '0190aaaa-0000-7000-8000-00000000a001';

const retained = (when: string, ask: Case['ask'], check: Case['check'], status = 200): Case => ({
  operation: retainMemories,
  status,
  when,
  ask,
  check,
});

export const operationCases: Case[] = [
  retained(
    'a retain in the background: its operation tells what became of each item',
    (world) => ({
      ...keyOf(world),
      path: { bank_id: freshBank() },
      body: { async: true, items: [{ content: 'Ana moved to Porto.' }, { content: '...' }] },
    }),
    async (body: { operation_id: string; outcomes?: unknown }, _, world, { path }) => {
      expect(body).toEqual({ success: true, bank_id: path?.bank_id, items_count: 2, async: true, operation_id: expect.any(String) });
      const done = await over(world, path!.bank_id!, body.operation_id);
      expect(done).toMatchObject({
        status: 'completed',
        operation_type: 'batch_retain',
        result_metadata: {
          is_parent: true,
          items_count: 2,
          num_sub_batches: 1,
          unit_ids_count: 1,
          outcomes: [
            { index: 0, outcome: 'facts', facts: 1 },
            { index: 1, outcome: 'no_facts' },
          ],
        },
        child_operations: [{ status: 'completed', sub_batch_index: 0, items_count: 2 }],
      });
    },
  ),
  retained(
    'a large one: parts of about 10,000 tokens, each document whole',
    (world) => ({ ...keyOf(world), path: { bank_id: freshBank() }, body: { async: true, items: LARGE } }),
    async (body: { operation_id: string }, _, world, { path }) => {
      const done = await over(world, path!.bank_id!, body.operation_id);
      expect(done.status).toBe('completed');
      expect(done.child_operations!.length).toBeGreaterThan(1);
      const { outcomes } = done.result_metadata as { outcomes: { index: number; document_id: string }[] };
      expect(outcomes.map(({ index, document_id }) => [index, document_id])).toEqual(LARGE.map((item, i) => [i, item.document_id]));
      const listed = await world.ask(listDocuments, { ...keyOf(world), path: { bank_id: path!.bank_id! } });
      expect(listed.json).toMatchObject({ total: LARGE.length });
    },
  ),
  retained(
    'the same operation id again for the same items: the first answer, which says so, and nothing new',
    async (world) => {
      const bank_id = freshBank();
      await later(world, bank_id, [{ content: 'Once.' }], { operation_id: ASYNC_ID });
      return {
        ...keyOf(world),
        path: { bank_id },
        body: { async: true, operation_id: ASYNC_ID, items: [{ content: 'Once.' }] },
      };
    },
    async (body: { operation_id: string; items_count: number }, _, world, { path }) => {
      expect(body).toMatchObject({ operation_id: ASYNC_ID, items_count: 1, deduplicated: true });
      await over(world, path!.bank_id!, ASYNC_ID);
      expect((await world.ask(listDocuments, { ...keyOf(world), path: { bank_id: path!.bank_id! } })).json).toMatchObject({ total: 1 });
    },
  ),
  retained(
    'the same operation id for other items',
    async (world) => {
      const bank_id = freshBank();
      const id = '0190aaaa-0000-7000-8000-00000000a003';
      await later(world, bank_id, [{ content: 'Once.' }], { operation_id: id });
      return { ...keyOf(world), path: { bank_id }, body: { async: true, operation_id: id, items: [{ content: 'Twice.' }] } };
    },
    undefined,
    409,
  ),
  retained(
    'an operation id that another bank has used',
    async (world) => {
      const id = '0190aaaa-0000-7000-8000-00000000a002';
      await later(world, freshBank(), [{ content: 'There.' }], { operation_id: id });
      return { ...keyOf(world), path: { bank_id: freshBank() }, body: { async: true, operation_id: id, items: [{ content: 'Here.' }] } };
    },
    undefined,
    409,
  ),
  retained(
    'an Idempotency-Key in the background: the same operation',
    async (world) => {
      const asked = {
        ...keyOf(world),
        path: { bank_id: freshBank() },
        body: { async: true, items: [{ content: 'Ana sings.' }] },
        headers: { 'idempotency-key': 'k1' },
      };
      const first = (await world.ask(retainMemories, asked)).json as { operation_id: string };
      await over(world, asked.path.bank_id, first.operation_id);
      return { ...asked, body: { ...asked.body } };
    },
    async (body: { operation_id: string }, _, world, { path }) => {
      expect(body).toMatchObject({ deduplicated: true });
      expect((await world.ask(listOperations, { ...keyOf(world), path: path!, query: { type: 'retain' } })).json).toMatchObject({
        total: 1,
      });
      expect(await statusOf(world, path!.bank_id!, body.operation_id)).toMatchObject({ status: 'completed' });
    },
  ),
  retained(
    'no items in the background: nothing is queued',
    (world) => ({ ...keyOf(world), path: { bank_id: freshBank() }, body: { async: true, items: [] } }),
    (body: never) => void expect(body).toMatchObject({ success: true, items_count: 0, async: true }),
  ),
  {
    operation: listOperations,
    status: 200,
    when: 'operations, the newest first, with nulls',
    ask: async (world) => ({ ...keyOf(world), path: { bank_id: (await ended(world)).bank_id } }),
    check: (body: { operations: { task_type: string; created_at: string }[] }) => {
      expect(body).toMatchObject({ limit: 20, offset: 0 });
      // The list may also contain operations that the retain started.
      const retains = body.operations.filter(({ task_type }) => task_type.endsWith('retain'));
      expect(retains.map(({ task_type }) => task_type).sort()).toEqual(['batch_retain', 'retain']);
      expect(retains[0]).toMatchObject({ filename: null, mental_model_id: null, error_message: null, next_retry_at: null });
      const times = body.operations.map(({ created_at }) => Date.parse(created_at));
      expect(times).toEqual(times.toSorted((one, other) => other - one));
    },
  },
  {
    operation: listOperations,
    status: 200,
    when: 'operations of one kind and state, without parent operations',
    ask: async (world) => ({
      ...keyOf(world),
      path: { bank_id: (await ended(world)).bank_id },
      query: { status: 'completed', type: 'retain', exclude_parents: 'true' },
    }),
    check: (body: never) => void expect(body).toMatchObject({ total: 1, operations: [{ task_type: 'retain', status: 'completed' }] }),
  },
  {
    operation: listOperations,
    status: 200,
    when: 'a missing bank',
    ask: (world) => ({ ...keyOf(world), path: { bank_id: 'nobody' } }),
    check: (body: never) => void expect(body).toMatchObject({ bank_id: 'nobody', total: 0, operations: [] }),
  },
  {
    operation: listOperations,
    status: 200,
    when: 'an unknown status: no operation has it',
    ask: (world) => ({ ...keyOf(world), path: { bank_id: 'nobody' }, query: { status: 'bogus' } }),
    check: (body: never) => void expect(body).toMatchObject({ total: 0, operations: [] }),
  },
  ...[0, 101].map(
    (limit): Case => ({
      operation: listOperations,
      status: 422,
      when: `a limit of ${limit}`,
      ask: (world) => ({ ...keyOf(world), path: { bank_id: 'nobody' }, query: { limit: String(limit) } }),
    }),
  ),
  {
    operation: getOperation,
    status: 200,
    when: 'a missing operation',
    ask: (world) => ({ ...keyOf(world), path: ABSENT }),
    check: (body: never) => void expect(body).toEqual({ operation_id: ABSENT.operation_id, status: 'not_found' }),
  },
  {
    operation: getOperation,
    status: 200,
    when: 'one that has ended, whose payload is deleted',
    ask: async (world) => ({ ...keyOf(world), path: await ended(world), query: { include_payload: 'true' } }),
    check: (body: OperationStatusResponse) => {
      expect(body).toMatchObject({ status: 'completed', retry_count: 0 });
      expect(body).not.toHaveProperty('task_payload');
      expect(body).not.toHaveProperty('error_message');
    },
  },
  {
    operation: getOperation,
    status: 400,
    when: 'an id that is not a UUID',
    ask: (world) => ({ ...keyOf(world), path: { ...ABSENT, operation_id: 'one' } }),
  },
  {
    operation: getOperation,
    status: 422,
    when: 'an invalid boolean',
    ask: (world) => ({ ...keyOf(world), path: ABSENT, query: { include_payload: 'perhaps' } }),
  },
  {
    operation: cancelOperation,
    status: 200,
    when: 'a retain that has not ended',
    ask: async (world) => {
      const bank_id = freshBank();
      return { ...keyOf(world), path: { bank_id, operation_id: await later(world, bank_id, LARGE) } };
    },
    check: async (body: never, _, world, { path }) => {
      expect(body).toMatchObject({ success: true, operation_id: path!.operation_id });
      const seen = await statusOf(world, path!.bank_id!, path!.operation_id!);
      expect(seen.status).toBe('cancelled');
      expect(seen.child_operations!.filter(({ status }) => status === 'pending' || status === 'processing')).toEqual([]);
    },
  },
  tooLate(cancelOperation, 'one that has ended'),
  ...absent(cancelOperation),
  {
    operation: retryOperation,
    status: 200,
    when: 'a canceled retain: it is carried out',
    ask: async (world) => {
      const bank_id = freshBank();
      const operation_id = await later(world, bank_id, LARGE);
      await world.ask(cancelOperation, { ...keyOf(world), path: { bank_id, operation_id } });
      return { ...keyOf(world), path: { bank_id, operation_id } };
    },
    check: async (_: never, __, world, { path }) => {
      expect((await over(world, path!.bank_id!, path!.operation_id!)).status).toBe('completed');
      const listed = await world.ask(listDocuments, { ...keyOf(world), path: { bank_id: path!.bank_id! } });
      expect(listed.json).toMatchObject({ total: LARGE.length });
    },
  },
  tooLate(retryOperation, 'one that succeeded'),
  ...absent(retryOperation),
  {
    operation: deleteOperation,
    status: 200,
    when: 'one that has ended: its record is deleted, its effect remains',
    ask: async (world) => ({ ...keyOf(world), path: await ended(world) }),
    check: async (_: never, __, world, { path }) => {
      expect(await statusOf(world, path!.bank_id!, path!.operation_id!)).toMatchObject({ status: 'not_found' });
      const left = await world.ask(listOperations, { ...keyOf(world), path: { bank_id: path!.bank_id! }, query: { type: 'retain' } });
      expect(left.json).toMatchObject({ total: 0, operations: [] });
      expect((await world.ask(listDocuments, { ...keyOf(world), path: { bank_id: path!.bank_id! } })).json).toMatchObject({ total: 1 });
    },
  },
  {
    operation: deleteOperation,
    status: 409,
    when: 'one that has not ended',
    ask: async (world) => {
      const bank_id = freshBank();
      const operation_id = await later(world, bank_id, [...LARGE, ...LARGE.map((item, i) => ({ ...item, document_id: `more-${i}` }))]);
      return { ...keyOf(world), path: { bank_id, operation_id } };
    },
  },
  ...absent(deleteOperation),
  {
    operation: reprocessDocument,
    status: 200,
    when: 'a document: its text remains, its memories are extracted again',
    ask: async (world) => {
      const bank_id = freshBank();
      const items = [{ content: 'Ana: I paint.\nBen: I sing in Porto.', document_id: 'd/1', tags: ['t'], context: 'a talk' }];
      await world.ask(retainMemories, { ...keyOf(world), path: { bank_id }, body: { items } });
      return { ...keyOf(world), path: { bank_id, document_id: 'd/1' } };
    },
    check: async (body: { operation_id: string }, _, world, { path }) => {
      expect(body).toMatchObject({ success: true, items_count: 1 });
      const done = await over(world, path!.bank_id!, body.operation_id);
      expect(done).toMatchObject({
        status: 'completed',
        result_metadata: { outcomes: [{ index: 0, document_id: 'd/1', outcome: 'facts' }] },
      });
      const document = await world.ask(getDocument, { ...keyOf(world), path: path! });
      expect(document.json).toMatchObject({
        original_text: 'Ana: I paint.\nBen: I sing in Porto.',
        memory_unit_count: 2,
        tags: ['t'],
        retain_params: { context: 'a talk' },
      });
    },
  },
  {
    operation: reprocessDocument,
    status: 404,
    when: 'a missing document',
    ask: (world) => ({ ...keyOf(world), path: { ...ABSENT, bank_id: freshBank() } }),
  },
];
