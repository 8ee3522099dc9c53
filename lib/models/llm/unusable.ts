import type { LlmFailure } from '#lib/base/literals';

/** Why a model's answer is unusable; a failure that is not listed means an unreadable format. */
const WORDS: Partial<Record<LlmFailure, string>> = {
  refused: 'refused to answer',
  cut_off: 'did not finish its answer',
  too_long: 'could not read all of the results',
};

/**
 * Completes a sentence about the language model, such as "the language model refused to answer".
 */
export const unusableWords = (failure: LlmFailure): string => `the language model ${WORDS[failure] ?? 'returned an unreadable answer'}`;
