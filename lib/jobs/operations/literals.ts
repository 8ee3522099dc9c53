/** States of an operation; the last three are final. */
export const OPERATION_STATUSES = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const;
export type OperationStatus = (typeof OPERATION_STATUSES)[number];
