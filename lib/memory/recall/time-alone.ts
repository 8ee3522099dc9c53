import { terms } from '#lib/base/text/terms';

/**
 * A question that asks for a time and for nothing else: "What happened in May?", "Anything new last week?", "What did Ana do in spring?". The answer is
 * what lies in that time, and nothing from elsewhere. Pure.
 */

/** As it is asked for what was talked about then, or for what happened. */
export interface TimeAlone {
  /** what was told then counts before what happened then */
  readonly isTold: boolean;
}

/** Words that ask for whatever there is. Any other word makes a question one about a matter, whether the bank knows it or not. */
const GENERAL: ReadonlySet<string> = new Set(
  terms(
    `happen happened happening happenings occur occurred occurrence event events new news anything everything something nothing thing things stuff matter matters
    go going went gone come coming came up take took taking taken place tell give gave show list summary summarise summarize sum overview recap highlight
    highlights latest people person everybody everyone anybody anyone somebody someone all folks talk talked discuss discussed say said mention mentioned write wrote
    written plan plans planned planning due scheduled notable interesting important memorable main major biggest remind month week day year quarter morning evening afternoon night
    daytime date time period today memory memories remember know known done doing been happen entire whole complete full timeline chronicle log diary`,
  ),
);
/** They ask for whatever there is, in words that have another meaning by themselves. */
const IDIOMS =
  /\b(?:(?:catch|fill|keep) (?:me|us) (?:up|in)|bring (?:me|us) up to (?:date|speed)|(?:did|have|might|could) (?:I|we) (?:have )?miss(?:ed)?)\b/gi;
/** They have a meaning of their own beside those above. */
const MATTER = /\bdid\b.{0,60}\bplan\b/i;
/** "Where was Ana in May?" asks for a place, and not for what she did there. */
const WHERE = /^\s*where\s+(?:is|was|are|were|will|has|have|had)\b/i;
const TOLD = /\b(?:talk(?:ed|ing)?|discuss(?:ed|ing)?|sa(?:y|id)|told|mention(?:ed|ing)?|wr(?:ote|itten|ite)|chat(?:ted)?)\b/i;

/** Words of overview questions without a time. A memory that contains them still matches by them. */
const OVERALL: ReadonlySet<string> = new Set(
  terms(
    `relevant context user users overall project projects status state update updates recent recently current currently information info fact facts detail details background
    profile preference preferences history conversation conversations session sessions previous previously past prior earlier last far now working worked work decision decisions
    knowledge learn learned remembered stored need needed useful helpful key`,
  ),
);

/** Whether this is an overview question; false for other scripts than Latin. `stripped` is the query without the bank's speakers. */
export const asksForAll = (rest: string, stripped: string): boolean =>
  /[a-z]/i.test(stripped) &&
  !WHERE.test(rest) &&
  !MATTER.test(stripped) &&
  terms(stripped.replace(IDIOMS, ' ')).every((term) => GENERAL.has(term) || OVERALL.has(term));

/** `rest`: the question without the words of its time; `stripped`: and without the names of those who speak in the bank. */
export function timeAlone(rest: string, stripped: string): TimeAlone | null {
  if (WHERE.test(rest) || MATTER.test(stripped) || !terms(stripped.replace(IDIOMS, ' ')).every((term) => GENERAL.has(term))) return null;
  return { isTold: TOLD.test(stripped) };
}
