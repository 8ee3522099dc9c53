/** Tag filters in the list of directives; each of them matches untagged ones too. */
export const DIRECTIVE_TAG_MODES = ['any', 'all', 'exact'] as const;
export type DirectiveTagMode = (typeof DIRECTIVE_TAG_MODES)[number];

/**
 * Why a selected directive had no effect on a text:
 * - `no_model`: the text consists of stored sentences.
 * - `nothing_written`: no language model was asked, because there was nothing to write from.
 * - `token_limit`: it does not fit into the prompt.
 */
export const UNAPPLIED_REASONS = ['no_model', 'nothing_written', 'token_limit'] as const;
export type UnappliedReason = (typeof UNAPPLIED_REASONS)[number];
