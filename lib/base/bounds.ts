/** Bounds that pages tell before the server does. Each belongs to the contract that checks it. */

export const MAX_KEY_NAME = 200;
/** Of a key that another key made, and of one that a person made with a number of days. */
export const MAX_CHILD_DAYS = 365;
export const MAX_CUSTOM_DAYS = 3650;

/** In characters. */
export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 200;

/** Characters that are read without being stored. */
export const MAX_DRY_RUN = 100_000;

/** Of the observations that cite an entity, in its detail. */
export const MAX_OBSERVATIONS = 100;

export const MAX_TAG = 128;
export const MAX_TAGS = 64;
export const MAX_TAG_GROUPS = 64;
/** Of all leaves of the trees in one request: each is compared with the tags of every memory. */
export const MAX_TAG_LEAVES = 256;
/** Limit for the tags of all these filters together. */
export const MAX_TREE_TAGS = 4_096;
