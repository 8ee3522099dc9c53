import type { Evidence } from '#lib/memory/reflect/evidence';

/** The fields that a form check reads: the speaker and the place in a conversation. */
export type FormEvidence = Pick<Evidence, 'text' | 'speaker'> &
  Partial<Pick<Evidence, 'document' | 'occurredStart' | 'occurredEnd' | 'mentionedAt'>>;
/** Whether a quote explicitly answers a question. */
export type Plain = (quote: string, by: FormEvidence) => boolean;

/** The start of a clause with its own subject. */
export const CLAUSE = /[.;!?]\s+|,? (?:and|but|so|because|while) (?=(?:the|an?|my|our|his|her|it|he|she|they|we|i|this|that)\b)/i;

/**
 * Number of places in a conversation within which "it", "the new one" or "the offer" can refer
 * back.
 */
export const REACH = 4;
