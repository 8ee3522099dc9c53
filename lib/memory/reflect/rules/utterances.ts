import type { Evidence } from '#lib/memory/reflect/evidence';

/** What a form looks at: who says it, and where it stands in a talk. */
export type FormEvidence = Pick<Evidence, 'text' | 'speaker'> &
  Partial<Pick<Evidence, 'document' | 'occurredStart' | 'occurredEnd' | 'mentionedAt'>>;
/** Whether a quote of it says plainly what a question asks. */
export type Plain = (quote: string, by: FormEvidence) => boolean;

/** Where a clause with a subject of its own begins. */
export const CLAUSE = /[.;!?]\s+|,? (?:and|but|so|because|while) (?=(?:the|an?|my|our|his|her|it|he|she|they|we|i|this|that)\b)/i;

/** Places of a talk in which what was spoken of before is still meant by "it", "the new one", "the offer". */
export const REACH = 4;
