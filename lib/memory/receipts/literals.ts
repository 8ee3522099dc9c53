/** What a purge receipt is about. */
export const PURGE_KINDS = ['memory', 'document', 'entity', 'expiry'] as const;
export type PurgeKind = (typeof PURGE_KINDS)[number];
