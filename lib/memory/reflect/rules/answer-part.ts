import type { Evidence } from '#lib/memory/reflect/evidence';
import type { QuotationOrder } from '#lib/memory/reflect/phrases/phrases';
import type { QuotableStatement } from '#lib/memory/reflect/rules/statements';

/** The statements for one part of a question. Pure. */

/** Earlier statements about a matter that has changed, shown after the newest one. */
export interface TopicChange {
  readonly newest: QuotableStatement;
  readonly earlier: readonly QuotableStatement[];
}

export interface AnswerPart {
  /** the part of the question, on one line */
  readonly asks: string;
  /** `latest`: prices, which change over time */
  readonly order: QuotationOrder | 'latest';
  /** asks for a number of things, which no rule counts */
  readonly isCounting: boolean;
  readonly timeOf: (evidence: Evidence) => number;
  /** most valuable first */
  readonly chosen: readonly QuotableStatement[];
  readonly changes: ReadonlyMap<string, TopicChange>;
  /** ids of the evidence that answers, of all results */
  readonly answering: ReadonlySet<string>;
}

/**
 * Share of the best score. Evidence below it, half of all results, is about something else, even
 * with words of the question.
 */
export const FAR = 0.2;
/** Minimum share of the best value for a statement. */
export const RELATIVE_FLOOR = 0.5;
/**
 * Minimum share if another statement answers the question, and this one does not, or covers less
 * than this share of its words.
 */
const UNSAID_FLOOR = 0.8;

/** The best score of memories. */
export const nearestOf = (found: readonly Evidence[]): number =>
  found.reduce((most, { kind, score }) => (kind === 'mental_model' ? most : Math.max(most, score)), 0);

/**
 * Selects statements by their value relative to the best. If one answers the question, others need
 * nearly the same value. For prices and places, only statements of that form count if there are
 * any.
 */
export function worthQuoting(all: readonly QuotableStatement[], floor: number, isOfForm: boolean): QuotableStatement[] {
  const best = all.reduce((most, { value }) => Math.max(most, value), 0);
  const most = all.reduce((share, one) => (one.isAnswer ? Math.max(share, one.share) : share), 0);
  const says = ({ isAnswer, share }: QuotableStatement): boolean => most === 0 || (isAnswer && share >= most * UNSAID_FLOOR);
  if (isOfForm && all.some(({ isPlain }) => isPlain)) return all.filter(({ isPlain }) => isPlain);
  return all.filter((one) => one.value >= best * (says(one) ? floor : Math.max(floor, UNSAID_FLOOR)));
}

/** The conversation of a statement. */
export const talkOf = ({ evidence: { id, document } }: QuotableStatement): string => document?.id ?? id;
