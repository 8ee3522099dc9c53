import { z } from 'zod';
import { exactLimit, offsetParam, timestampOut, uuidText } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { OPERATION_SORTS, OPERATION_STATUSES } from '#lib/jobs/operations/literals';

const params = z.object({ operation_id: uuidText('operation') });

const progress = z
  .object({
    stage: z.string(),
    at: z.string(),
    processed: z.int().nullish(),
    total: z.int().nullish(),
    detail: z.record(z.string(), z.number()).nullish(),
  })
  .describe('Progress of the operation, if it reports any.');

const details = z
  .record(z.string(), z.unknown())
  .describe(
    'For a refresh: `operation_type`, `outcome` and, after a failure, `failure_reason`, from closed sets of words. After a completed one, ' +
      '`version` and `facts`: the numbers of facts that it `added` and `dropped`.',
  );
const subject = z
  .object({
    kind: z.enum(['mental_model', 'document']),
    id: z.string(),
    name: z.string().nullable().describe('The current name of the mental model, or the ID of the stored document; null: there is none.'),
  })
  .describe('The mental model or document of the operation.');
const unanswered = z.int().describe('Memories for which the language model returned no usable answer.');

const shortfall = z
  .int()
  .describe('What a completed operation could not do: items without all their facts, or memories that could not be consolidated.');
const retryUntil = () =>
  timestampOut().describe(
    'Only while it waits or runs: after this time it fails instead of being retried. Time spent waiting for a provider counts.',
  );
const retryCount = () =>
  z
    .int()
    .describe(
      'Runs beyond the first, including those that ended because a provider was unavailable; for an operation with parts, the retries of the part with the most.',
    );
const count = () => z.int();
const parts = z
  .object({ total: count(), processing: count(), completed: count(), failed: count(), cancelled: count() })
  .describe('Only for an operation with parts: the number of parts, and how many of them run and have ended.');

const listItem = z
  .object({
    id: z.string(),
    task_type: z.string().describe('`batch_retain` has parts, which are operations of type `retain`.'),
    operation_id: z.string().describe('The same as `id`.'),
    operation_type: z.string().describe('The same as `task_type`.'),
    items_count: z.int(),
    document_id: z.string().nullable(),
    filename: z.string().nullable().describe('The name of the archive of an export, while it can be downloaded.'),
    mental_model_id: z.string().nullable(),
    subject: subject.nullable(),
    details: details.nullable(),
    created_at: timestampOut(),
    updated_at: timestampOut().nullable(),
    started_at: timestampOut().nullable().describe('When the operation, or the first of its parts, started.'),
    status: z.enum(OPERATION_STATUSES),
    error_message: z.string().nullable(),
    retry_count: retryCount().nullable(),
    next_retry_at: timestampOut().nullable(),
    retry_until: retryUntil().nullable(),
    progress: progress.nullable(),
    shortfall,
    unanswered,
    parent_id: z.string().nullable().describe('The parent operation.'),
    parts: parts.nullable(),
  })
  .describe('An operation in a listing.');
export type OperationListItem = z.output<typeof listItem>;

const child = z.object({
  operation_id: z.string(),
  status: z.enum(OPERATION_STATUSES),
  sub_batch_index: z.int().nullish(),
  items_count: z.int().nullish(),
  error_message: z.string().nullish(),
  next_retry_at: timestampOut().nullish(),
});

export const operationStatus = z.object({
  operation_id: z.string(),
  status: z.enum([...OPERATION_STATUSES, 'not_found']),
  operation_type: z.string().nullish(),
  id: z.string().nullish().describe('The same as `operation_id`.'),
  task_type: z.string().nullish().describe('The same as `operation_type`.'),
  items_count: z.int().nullish(),
  document_id: z.string().nullish(),
  mental_model_id: z.string().nullish(),
  subject: subject.nullish(),
  parent_id: z.string().nullish(),
  created_at: timestampOut().nullish(),
  updated_at: timestampOut().nullish(),
  started_at: timestampOut().nullish(),
  completed_at: timestampOut().nullish(),
  error_message: z.string().nullish(),
  retry_count: retryCount().nullish(),
  next_retry_at: timestampOut().nullish(),
  retry_until: retryUntil().nullish(),
  progress: progress.nullish(),
  shortfall: shortfall.nullish(),
  unanswered: unanswered.nullish(),
  result_metadata: z
    .record(z.string(), z.unknown())
    .nullish()
    .describe(
      'The result of the operation. For a retain: `outcomes`, one for each processed item, as in the response of a synchronous retain.',
    ),
  details: details.nullish(),
  child_operations: z.array(child).nullish(),
  task_payload: z.record(z.string(), z.unknown()).nullish(),
});
export type OperationStatusResponse = z.output<typeof operationStatus>;

const changed = z.object({ success: z.boolean(), message: z.string(), operation_id: z.string() });
export type OperationChanged = z.output<typeof changed>;

const path = '/v1/default/banks/{bank_id}/operations';
const one = { tag: 'Operations', auth: 'key', params, response: changed, permission: 'bank.write', errors: [400, 404, 409] } as const;

export const listOperations = operation({
  id: 'list_operations',
  method: 'GET',
  path,
  tag: 'Operations',
  summary: 'List background operations',
  description: 'Newest first, or as `sort` and `order` say. An operation is deleted 30 days after its end.',
  auth: 'key',
  permission: 'bank.read',
  query: z.object({
    status: z
      .string()
      .max(64)
      .optional()
      .describe('`pending`, `processing`, `completed`, `failed` or `cancelled`; any other value matches nothing.'),
    type: z.string().max(64).optional().describe('A `task_type`; an unknown one matches nothing.'),
    sort: z
      .enum(OPERATION_SORTS)
      .default('created_at')
      .describe(
        '`status`: in the order of the states above. Operations that are equal are sorted by the time of the request, newest first.',
      ),
    order: z.enum(['desc', 'asc']).default('desc'),
    limit: exactLimit(20, 1, 100),
    offset: offsetParam(),
    exclude_parents: z.boolean().default(false).describe('Excludes operations that have parts.'),
    exclude_parts: z
      .boolean()
      .default(false)
      .describe('Excludes the parts of operations. For `status` and `counts`, an operation is then processing while one of its parts is.'),
  }),
  response: z.object({
    bank_id: z.string(),
    total: z.int(),
    limit: z.int(),
    offset: z.int(),
    counts: z
      .object({ pending: count(), processing: count(), completed: count(), failed: count(), cancelled: count() })
      .describe('The number of operations that match all filters except `status`.'),
    operations: z.array(listItem),
  }),
  nulls: 'sent',
});

export type OperationPage = z.output<typeof listOperations.response>;

export const getOperation = operation({
  id: 'get_operation_status',
  method: 'GET',
  path: `${path}/{operation_id}`,
  tag: 'Operations',
  summary: 'Get a background operation',
  description: 'A missing operation is not an error: its status is `not_found`.',
  auth: 'key',
  permission: 'bank.read',
  params,
  query: z.object({
    include_payload: z.boolean().default(false).describe('Also returns the request, which is stored until the operation completes.'),
  }),
  response: operationStatus,
  errors: [400],
});

export const cancelOperation = operation({
  ...one,
  id: 'cancel_operation',
  method: 'DELETE',
  path: `${path}/{operation_id}`,
  summary: 'Cancel a background operation',
  description:
    'Cancels a waiting or running operation. Nothing is written after the response; earlier writes remain. The parts ' +
    'of a `batch_retain` are canceled, too. Returns 409 if the operation has ended.',
});

export const retryOperation = operation({
  ...one,
  id: 'retry_operation',
  method: 'POST',
  path: `${path}/{operation_id}/retry`,
  summary: 'Retry a failed or canceled operation',
  description:
    'Counts attempts from zero and acts for the caller of the retry. For a `batch_retain`, retries the failed and canceled parts. The request ' +
    'is stored for seven days; after that, for any other status and for imports, whose file is deleted, the response is a 409.',
});

export const deleteOperation = operation({
  ...one,
  id: 'delete_operation',
  method: 'DELETE',
  path: `${path}/{operation_id}/delete`,
  summary: 'Delete a background operation that has ended',
  description: 'Deletes only the record; the effects of the operation remain. Parts are deleted with their parent.',
});
