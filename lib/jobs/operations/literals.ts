/** States of an operation; the last three are final. */
export const OPERATION_STATUSES = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const;
export type OperationStatus = (typeof OPERATION_STATUSES)[number];

/** What a list of operations can be sorted by. */
export const OPERATION_SORTS = ['created_at', 'task_type', 'status'] as const;
export type OperationSort = (typeof OPERATION_SORTS)[number];

/** Days after its end for which an operation is stored. */
export const STORED_DAYS = 30;
