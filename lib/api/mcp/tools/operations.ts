import { z } from 'zod';
import { cancelOperation, getOperation, listOperations } from '#lib/api/calls';
import * as args from '#lib/api/mcp/arguments';
import { compact } from '#lib/api/mcp/compact';
import { type Tool, tool } from '#lib/api/mcp/tool';

const id = args.text('The id of the operation, as returned by retain.');

const listed = z.object({
  operation_id: z.string(),
  type: z.string(),
  status: z.string(),
  created_at: z.string(),
  items_count: z.int().optional(),
  error_message: z.string().optional(),
});

const listOperationsTool = tool(
  {
    name: 'list_operations',
    title: 'List background work',
    description: 'Lists background operations, such as retains and refreshes, newest first.',
    effect: 'reads',
    permission: 'bank.read',
    about: 'bank',
    input: z.object({
      status: z.enum(['pending', 'processing', 'completed', 'failed', 'cancelled']).optional(),
      type: args.textOrNone('Only operations of this type.'),
      limit: args.limit(20, 1),
      offset: args.offset(),
      exclude_parents: z.boolean().default(false).describe('Omits operations that consist of parts.'),
    }),
    output: z.object({ operations: z.array(listed), ...args.page }),
  },
  async ({ call, bankId }, query) => {
    const { operations, total, limit, offset } = await call(listOperations, { bankId, query });
    return {
      operations: operations.map(({ id, task_type, status, created_at, items_count, error_message }) => ({
        operation_id: id,
        type: task_type,
        status,
        created_at,
        ...compact({ items_count, error_message }),
      })),
      total,
      limit,
      offset,
    };
  },
);

const getOperationTool = tool(
  {
    name: 'get_operation',
    title: 'Get background work',
    description: 'Returns the status and result of one background operation.',
    effect: 'reads',
    permission: 'bank.read',
    about: 'bank',
    input: z.object({ operation_id: id }),
    output: z.object({
      operation_id: z.string(),
      status: z.string(),
      type: z.string().optional(),
      created_at: z.string().optional(),
      completed_at: z.string().optional(),
      error_message: z.string().optional(),
      progress: z.record(z.string(), z.unknown()).optional(),
      result: z.record(z.string(), z.unknown()).optional(),
    }),
  },
  async ({ call, bankId }, params) => {
    const {
      operation_id,
      status,
      operation_type: type,
      created_at,
      completed_at,
      error_message,
      progress,
      result_metadata: result,
    } = await call(getOperation, { bankId, params });
    return { operation_id, status, ...compact({ type, created_at, completed_at, error_message, progress, result }) };
  },
);

const cancelOperationTool = tool(
  {
    name: 'cancel_operation',
    title: 'Cancel background work',
    description: 'Cancels a waiting or running operation. What it has stored already stays.',
    effect: 'writes',
    permission: 'bank.write',
    about: 'bank',
    input: z.object({ operation_id: id }),
    output: args.done,
  },
  async ({ call, bankId }, params) => ({ status: 'cancelled', message: (await call(cancelOperation, { bankId, params })).message }),
);

export const operationTools: readonly Tool[] = [listOperationsTool, getOperationTool, cancelOperationTool];
