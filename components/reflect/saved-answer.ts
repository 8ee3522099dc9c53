import type { QueryClient } from '@tanstack/react-query';
import type { Answer } from '#components/reflect/answer';
import { isSame, type ReflectInput } from '#components/reflect/question';

/** The last answer in a bank, kept while its reader looks up what it rests on: asking anew may cost tokens. A reload forgets it. */

const AREA = 'reflect-answer';

/** Whose it is, and where. */
export type Place = readonly [org: string, bankId: string, personId: string];

export function saveAnswer(client: QueryClient, place: Place, answer: Answer): void {
  // Nobody watches it while they are elsewhere, and it must not age away meanwhile.
  client.setQueryDefaults([AREA], { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData<Answer>([AREA, ...place], answer);
}

/** null: the last answer there was to something else, or there is none. */
export function readSavedAnswer(client: QueryClient, place: Place, asked: ReflectInput): Answer | null {
  const answer = client.getQueryData<Answer>([AREA, ...place]);
  return answer && isSame(answer.heard.asked, asked) ? answer : null;
}
