import type { QueryClient } from '@tanstack/react-query';
import type { Answer } from '#components/reflect/answer';
import { isSame, type ReflectInput } from '#components/reflect/question';

/**
 * Stores the last answer of a bank while the user looks up its sources, because asking again may
 * cost tokens. A reload clears it.
 */

const AREA = 'reflect-answer';

/** User and bank of an answer. */
export type AnswerKey = readonly [org: string, bankId: string, personId: string];

export function saveAnswer(client: QueryClient, place: AnswerKey, answer: Answer): void {
  // It has no observers meanwhile, so it must not be garbage-collected.
  client.setQueryDefaults([AREA], { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData<Answer>([AREA, ...place], answer);
}

/** Null if there is no answer to this question. */
export function readSavedAnswer(client: QueryClient, place: AnswerKey, asked: ReflectInput): Answer | null {
  const answer = client.getQueryData<Answer>([AREA, ...place]);
  return answer && isSame(answer.progress.request, asked) ? answer : null;
}
