import { terms } from '#lib/base/text/terms';
import { isOverviewQuestion } from '#lib/memory/recall/overview-words';
import { generalQuestion } from '#lib/memory/recall/time-alone-words';

/**
 * A question that only asks for a time: "What happened in May?", "Anything new last week?", "What
 * did Ana do in spring?". The answer contains only memories of that time. Pure.
 */

/** Whether the question asks for mentions of that time, or for events. */
export interface TimeAlone {
  /** mentions in that time rank above events in it */
  readonly asksForMentions: boolean;
}

/**
 * Words that ask for everything. Any other word makes it a question about a topic, whether the bank
 * contains the word or not.
 */
const GENERAL: ReadonlySet<string> = new Set(
  terms(
    `happen happened happening happenings occur occurred occurrence event events new news anything everything something nothing thing things stuff matter matters
    go going went gone come coming came up take took taking taken place tell give gave show list summary summarise summarize sum overview recap highlight
    highlights latest people person everybody everyone anybody anyone somebody someone all folks talk talked discuss discussed say said mention mentioned write wrote
    written plan plans planned planning due scheduled notable interesting important memorable main major biggest remind month week day year quarter morning evening afternoon night
    daytime date time period today memory memories remember know known done doing been happen entire whole complete full timeline chronicle log diary`,
  ),
);
/** Phrases that ask for everything, although their words alone have another meaning. */
const IDIOMS =
  /\b(?:(?:catch|fill|keep) (?:me|us) (?:up|in)|bring (?:me|us) up to (?:date|speed)|(?:did|have|might|could) (?:I|we) (?:have )?miss(?:ed)?)\b/gi;
/** A phrase that asks about a topic, although its words are in `GENERAL`. */
const MATTER = /\bdid\b.{0,60}\bplan\b/i;
/** "Where was Ana in May?" asks for a place, not for what she did there. */
const WHERE = /^\s*where\s+(?:is|was|are|were|will|has|have|had)\b/i;
const MENTION_VERBS = /\b(?:talk(?:ed|ing)?|discuss(?:ed|ing)?|sa(?:y|id)|told|mention(?:ed|ing)?|wr(?:ote|itten|ite)|chat(?:ted)?)\b/i;

/**
 * Words of overview questions without a time. A memory that contains them still matches by them.
 */
const OVERALL: ReadonlySet<string> = new Set(
  terms(
    `relevant context user users overall project projects status state update updates recent recently current currently information info fact facts detail details background
    profile preference preferences history conversation conversations session sessions previous previously past prior earlier last far now working worked work decision decisions
    knowledge learn learned remembered stored need needed useful helpful key`,
  ),
);

/**
 * Whether this is an overview question. `stripped`: the query without the bank's speakers.
 * `language`: the code of its language.
 */
export function asksForAll(rest: string, stripped: string, language = 'en'): boolean {
  if (language !== 'en') return isOverviewQuestion(language, stripped);
  if (!/[a-z]/i.test(stripped) || WHERE.test(rest) || MATTER.test(stripped)) return false;
  return terms(stripped.replace(IDIOMS, ' ')).every((term) => GENERAL.has(term) || OVERALL.has(term));
}

/**
 * `rest`: the question without the words of its time. `stripped`: also without the bank's speakers.
 * Returns null if the question asks for more than a time. `language`: the code of its language.
 */
export function timeAlone(rest: string, stripped: string, language = 'en'): TimeAlone | null {
  if (language !== 'en') return generalQuestion(language, stripped);
  if (WHERE.test(rest) || MATTER.test(stripped) || !terms(stripped.replace(IDIOMS, ' ')).every((term) => GENERAL.has(term))) return null;
  return { asksForMentions: MENTION_VERBS.test(stripped) };
}
