import { z } from 'zod';
import { timestampIn } from '#lib/base/contract/fields';

/** Fields of the operations that can read an earlier state of a bank. */
export const pastTimes = {
  as_of: timestampIn()
    .optional()
    .describe(
      'What the bank had stored at this time: the text, dates, state and entities of each memory as they were. Tags, names of entities and the ' +
        'place in a document are the current ones. A date without a time means its beginning in UTC.',
    ),
  valid_at: timestampIn()
    .optional()
    .describe(
      'Only what was true at this time, by `valid_from` and `valid_to`. A memory without a start is true since the end of the memory that it ' +
        'replaced, otherwise always. An observation is true while all its source facts are.',
    ),
};

export const incomplete = () =>
  z
    .boolean()
    .optional()
    .describe('Only with `as_of`: whether something stored then can no longer be shown, because it was permanently deleted or rewritten.');
