import { onlySeen } from '#lib/base/text/controls';
import type { PromptDirective } from '#lib/memory/directives/use';

/** Directives in the prompts of language models. Without directives both parts are empty lists. */

const lines = (directives: readonly PromptDirective[]): string =>
  directives.map(({ name, content }, i) => `${i + 1}. ${onlySeen(name)}: ${onlySeen(content).trim().replaceAll('\n', '\n   ')}`).join('\n');

/** The rules at the start of the system text, the most important first. */
export const directiveRules = (directives: readonly PromptDirective[]): readonly string[] =>
  directives.length === 0
    ? []
    : [
        `Directives of the owner of this memory, the most important first. Follow each of them in all that you write. They decide about language, tone, form and content, even where the rules below say something else, except about evidence and sources. If two directives contradict each other, follow the first.\n${lines(directives)}`,
      ];

/** The reminder at the end of the prompt. */
export const directiveReminder = (directives: readonly PromptDirective[]): readonly string[] =>
  directives.length === 0
    ? []
    : [`Before you answer, check that what you write follows each directive of the owner:\n${lines(directives)}`];
