/** Limits in characters, of names and kinds that a caller gives. */
export const MAX_ENTITY_NAME = 200;
export const MAX_ENTITY_KIND = 64;

/** What a list of entities can be sorted by. */
export const ENTITY_SORTS = ['mention_count', 'canonical_name', 'first_seen', 'last_seen'] as const;
export type EntitySort = (typeof ENTITY_SORTS)[number];

/** Manual changes of entities; each can be undone. */
export const ENTITY_CHANGES = ['merge', 'split', 'rename'] as const;
export type EntityChangeKind = (typeof ENTITY_CHANGES)[number];

/** Why two entities may be the same. */
export const SUGGESTION_REASONS = ['same_words', 'initials', 'short_form', 'handle', 'similar'] as const;
export type SuggestionReason = (typeof SUGGESTION_REASONS)[number];

/** What an entity is. Its kind is free text of a client or a model. */
export const ENTITY_CATEGORIES = ['person', 'organization', 'place', 'date', 'thing'] as const;
export type EntityCategory = (typeof ENTITY_CATEGORIES)[number];

/**
 * With at least this many mentions, the first or last mention of an entity is searched from that
 * end of the bank's history, where one comes soon. Otherwise all mentions are read. A long document
 * that is deleted in parts touches its most mentioned entities with each part.
 */
export const FREQUENT = 300;
