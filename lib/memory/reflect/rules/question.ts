import { plainTerms } from '#lib/base/text/word-forms';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { askedTerms } from '#lib/memory/reflect/rules/verbs';

/** What a question asks for, by its words. Pure. */

/**
 * Of the best unit, by recall's own measure: what lies under it is about something else. Of 474 questions with an answer less than one in a
 * hundred falls under it, of questions asked of conversations about something else one in seven. Mental models come with a floor of their own.
 */
export const FLOOR = 0.5;
/** Words of questions that ask for everything. */
const ASKING = new Set(
  plainTerms(
    'know known tell everything anything all summary summarize overview describe list inform information facts latest recent current new important key status state update',
  ),
);

export const peopleOf = (facts: Iterable<Pick<Evidence, 'speaker'>>): string[] => [
  ...new Set([...facts].flatMap(({ speaker }) => speaker ?? [])),
];

/** What a question is about beside people: its words without their names and without the words of asking. */
export function subjectOf(query: string, people: readonly string[]): ReadonlySet<string> {
  const names = new Set(people.flatMap((name) => plainTerms(name)));
  return new Set(askedTerms(query).filter((term) => !names.has(term) && !ASKING.has(term)));
}

/** Words that ask what somebody is like and does: any statement about them may answer. */
const OPEN = new Set([
  ...['like', 'have', 'get', 'go'],
  ...plainTerms('love enjoy prefer hate dislike avoid own want need say said think feel life person interest hobby habit happen'),
]);

/** Whether a question asks for nothing but what there is about whom it names. */
export const isOpen = (subject: ReadonlySet<string>): boolean => [...subject].every((term) => OPEN.has(term));
