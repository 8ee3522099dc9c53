/** What an operation is; the last three are ends. */
export const OPERATION_STATUSES = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const;
export type OperationStatus = (typeof OPERATION_STATUSES)[number];
