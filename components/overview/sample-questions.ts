/** How documents of the sample are recognized, and what to ask about them. */

export const SAMPLE_PREFIX = 'sample-';
export const SAMPLE_TAG = 'demo';

export const isSample = ({ id, tags }: { readonly id: string; readonly tags: readonly string[] }): boolean =>
  id.startsWith(SAMPLE_PREFIX) && tags.includes(SAMPLE_TAG);

/**
 * One question of each kind, in the language of the sample: its text is data, and the texts of the
 * console name only the kind. Recall ranks the answer to each first, without a model.
 */
export const SAMPLE_QUESTIONS = [
  { about: 'person', query: 'What does Tomasz dislike?' },
  { about: 'cause', query: 'Why did the opening move from 2 May to 6 June?' },
  { about: 'time', query: 'What happened on 20 May 2026?' },
  { about: 'decision', query: 'Are we taking the oven from Millbrook?' },
  { about: 'experience', query: 'Where did the assistant order the flour?' },
] as const;
