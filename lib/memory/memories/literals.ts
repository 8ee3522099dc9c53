import { TIME_FIELDS } from '#lib/base/literals';
import { VALIDITY_CHANGES } from '#lib/memory/validity/literals';

/** Manual changes of a memory. */
const CURATION_ACTIONS = ['edit', 'invalidate', 'revert', 'restore'] as const;
export type CurationAction = (typeof CURATION_ACTIONS)[number];

/** Changes of a memory that its revisions record. */
export const REVISION_ACTIONS = [...CURATION_ACTIONS, ...VALIDITY_CHANGES] as const;
export type RevisionAction = (typeof REVISION_ACTIONS)[number];

/** Times by which a listing of memories can be filtered. */
export const LIST_TIME_FIELDS = [...TIME_FIELDS, 'occurred_end', 'updated_at'] as const;
export type ListTimeField = (typeof LIST_TIME_FIELDS)[number];

export const MEMORY_SORTS = ['mentioned_at', 'occurred_start', 'created_at', 'updated_at'] as const;
export type MemorySort = (typeof MEMORY_SORTS)[number];

/** The longest time of the filter by expiry. */
export const MAX_EXPIRY_DAYS = 3650;

/** A memory expires soon within this number of days, for the statistics and the console. */
export const EXPIRING_DAYS = 7;
