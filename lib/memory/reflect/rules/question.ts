import { plainTerms } from '#lib/base/text/word-forms';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { askedTerms } from '#lib/memory/reflect/rules/verbs';

/** The subject of a question, by its words. Pure. */

/**
 * Share of the best score of recall; units below it are about something else. Of 474 questions with
 * an answer, fewer than one in a hundred is below it. Of questions about other conversations, one
 * in seven is. Mental models have a floor of their own.
 */
export const FLOOR = 0.5;
/**
 * The same under a tag filter: who names a conversation or a person asks about it. Such an answer
 * still says that it may not answer.
 */
export const FILTERED_FLOOR = 0.3;
/** Words of questions that ask for everything. */
const ASKING = new Set(
  plainTerms(
    'know known tell everything anything all summary summarize overview describe list inform information facts latest recent current new important key status state update',
  ),
);

export const peopleOf = (facts: Iterable<Pick<Evidence, 'speaker'>>): string[] => [
  ...new Set([...facts].flatMap(({ speaker }) => speaker ?? [])),
];

/**
 * The subject of a question besides people: its terms without names and without words of asking.
 */
export function subjectOf(query: string, people: readonly string[]): ReadonlySet<string> {
  const names = new Set(people.flatMap((name) => plainTerms(name)));
  return new Set(askedTerms(query).filter((term) => !names.has(term) && !ASKING.has(term)));
}

/** Words that ask what a person is like and does: any statement about the person may answer. */
const OPEN = new Set([
  ...['like', 'have', 'get', 'go'],
  ...plainTerms('love enjoy prefer hate dislike avoid own want need say said think feel life person interest hobby habit happen'),
]);

/** Whether a question asks only for information about the persons that it names. */
export const isOpen = (subject: ReadonlySet<string>): boolean => [...subject].every((term) => OPEN.has(term));
