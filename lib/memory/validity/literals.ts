/** Who decided when a memory is true: the rules, the request that retained it, or a user. */
export const VALIDITY_SOURCES = ['derived', 'given', 'set'] as const;
export type ValiditySource = (typeof VALIDITY_SOURCES)[number];

/**
 * Why a later memory ends an earlier one:
 *
 * - `from`: names the earlier value and the new one ("from Jira to Linear")
 * - `to`: a verb of change with a new value ("was moved to Thursdays")
 * - `value`: another value of the same attribute ("is 555-0199 now")
 * - `end`: the earlier value is no longer so ("sold the Skoda")
 */
export const CHANGE_REASONS = ['from', 'to', 'value', 'end'] as const;
export type ChangeReason = (typeof CHANGE_REASONS)[number];

/** Whether a later memory replaced a memory, as a filter. */
export const VALIDITIES = ['current', 'superseded'] as const;

/**
 * Changes of the validity of a memory that no user made:
 *
 * - `derive`: rules ended it, or what ended it changed
 * - `retain`: a request with its text gave other times
 */
export const VALIDITY_CHANGES = ['derive', 'retain'] as const;
export type ValidityChange = (typeof VALIDITY_CHANGES)[number];
