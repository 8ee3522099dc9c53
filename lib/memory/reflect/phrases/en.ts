import { type ReflectPhrases, SPACED } from '#lib/memory/reflect/phrases/phrases';

export const en: ReflectPhrases = {
  noEvidence: 'No stored memory answers this question.',
  nothingAbout: (names) => `Nothing is stored about ${names}.`,
  nothingNames: (names) => `Nothing that is stored names ${names}. What is nearest to the question:`,
  stored: {
    nearest: 'What is stored about this, the nearest first:',
    time: 'What is stored about this, in the order of time:',
  },
  mayNotAnswer: {
    nearest: 'Nearest to this, though it may not answer:',
    time: 'Nearest to this, in the order of time, though it may not answer:',
  },
  observed: 'Observed',
  from: (name) => `From ${name}`,
  asOf: (day) => `as of ${day}`,
  earlier: 'Earlier',
  weekOf: (day) => `the week of ${day}`,
  quotes: ['“', '”'],
  punctuation: SPACED,
};

/** Phrases of rules that read only English: prices, counts, questions of several parts. */
export const ENGLISH_RULES = {
  stored: {
    latest: 'What is stored about this, the latest first:',
    parts: 'What is stored about this, part by part:',
  },
  mayNotAnswer: {
    latest: 'Nearest to this, the latest first, though it may not answer:',
    parts: 'Nearest to this, part by part, though it may not answer:',
  },
  /** `parts`: the questions that are left open, in quotation marks */
  mayNotAnswerSome: (parts: string) => `Nearest to this, part by part, though it may not answer ${parts}:`,
  uncounted: 'Nothing is counted here; nearest to this:',
} as const;
