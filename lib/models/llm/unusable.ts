import type { ModelFailure } from '#lib/base/literals';

/** Why what a model answered is of no use; whatever is not here came in no form that could be read. */
const WORDS: Partial<Record<ModelFailure, string>> = {
  refused: 'refused to answer',
  cut_off: 'did not come to the end of its answer',
  too_long: 'could not read as much as was found',
};

/** "the language model refused to answer", for the middle of a sentence. */
export const unusableWords = (failure: ModelFailure): string =>
  `the language model ${WORDS[failure] ?? 'gave no answer that could be read'}`;
