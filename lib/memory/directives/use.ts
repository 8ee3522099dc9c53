import { countTokens } from '#lib/base/text/tokens';
import type { UnappliedReason } from '#lib/memory/directives/literals';

/** Which of the selected directives a prompt contains. Pure. */

/** Of all directives in one prompt, in cl100k tokens. */
export const DIRECTIVE_TOKENS = 3072;

export interface PromptDirective {
  readonly name: string;
  readonly content: string;
}

/** A selected directive, and why the text does not follow it; null: it is in the prompt. */
export interface DirectiveUse extends PromptDirective {
  readonly id: string;
  readonly unapplied: UnappliedReason | null;
}

/**
 * Assigns room in the prompt to directives in their order, until one does not fit: a later one
 * never has room in place of a more important one. The first always has.
 */
export function withinTokens(
  selected: readonly (PromptDirective & { readonly id: string })[],
  maxTokens = DIRECTIVE_TOKENS,
): DirectiveUse[] {
  let left = maxTokens;
  return selected.map(({ id, name, content }, i) => {
    if (left > 0) left -= countTokens(`${name}: ${content}`);
    return { id, name, content, unapplied: i === 0 || left >= 0 ? null : 'token_limit' };
  });
}

/** The same directives if no text of a model follows them. */
export const unappliedFor = (uses: readonly DirectiveUse[], reason: UnappliedReason): DirectiveUse[] =>
  uses.map((use) => ({ ...use, unapplied: reason }));

/** Those in the prompt. */
export const applied = (uses: readonly DirectiveUse[]): readonly PromptDirective[] => uses.filter(({ unapplied }) => unapplied === null);
