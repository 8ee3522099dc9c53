/** How documents of the sample are recognized, and what to ask about them. */

export const SAMPLE_PREFIX = 'sample-';
export const SAMPLE_TAG = 'demo';

export const isSample = ({ id, tags }: { readonly id: string; readonly tags: readonly string[] }): boolean =>
  id.startsWith(SAMPLE_PREFIX) && tags.includes(SAMPLE_TAG);

/**
 * One question of each kind, in the language of the sample: its text is data, and the texts of the
 * console name only the kind.
 */
export const SAMPLE_QUESTIONS = [
  { about: 'person', query: 'What is Anika allergic to?' },
  { about: 'cause', query: 'Why was the opening moved to June?' },
  { about: 'time', query: 'What happened in March 2026?' },
  { about: 'decision', query: 'Which oven did we buy, and what does it cost?' },
  { about: 'experience', query: 'Where did the assistant order the flour?' },
] as const;
