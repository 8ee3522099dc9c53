/**
 * Limits that pages check before the server does. The contract that enforces a limit refers to it
 * here.
 */

export const MAX_KEY_NAME = 200;
/**
 * The longest lifetime of a child key, and of a key that a person creates with a number of days.
 */
export const MAX_CHILD_DAYS = 365;
export const MAX_CUSTOM_DAYS = 3650;

/** In characters. */
export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 200;

/** The most characters that a dry run reads. Nothing is stored. */
export const MAX_DRY_RUN = 100_000;

/** The most observations in the detail of an entity that cites them. */
export const MAX_OBSERVATIONS = 100;

export const MAX_TAG = 128;
export const MAX_TAGS = 64;
export const MAX_TAG_GROUPS = 64;
/** The most leaves in all trees of one request: each is compared with the tags of every memory. */
export const MAX_TAG_LEAVES = 256;
/** Limit for the tags of all these filters together. */
export const MAX_TREE_TAGS = 4_096;
