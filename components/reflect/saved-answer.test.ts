import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Answer } from '#components/reflect/answer';
import { type AnswerKey, readSavedAnswer, saveAnswer } from '#components/reflect/saved-answer';

const PLACE: AnswerKey = ['org', 'bank', 'priya'];
const answerTo = (query: string) => ({ progress: { request: { query } }, at: '2026-01-01T00:00:00Z' }) as Answer;

it('an answer is stored per question, bank and user', () => {
  const client = new QueryClient();
  saveAnswer(client, PLACE, answerTo('a'));
  expect(readSavedAnswer(client, PLACE, { query: 'a' })).toEqual(answerTo('a'));
  expect(readSavedAnswer(client, PLACE, { query: 'b' })).toBeNull();
  expect(readSavedAnswer(client, PLACE, { query: 'a', budget: 'mid' })).toBeNull();
  const others: AnswerKey[] = [
    ['other', 'bank', 'priya'],
    ['org', 'other', 'priya'],
    ['org', 'bank', 'ines'],
  ];
  for (const other of others) expect(readSavedAnswer(client, other, { query: 'a' })).toBeNull();
  saveAnswer(client, PLACE, answerTo('b'));
  expect(readSavedAnswer(client, PLACE, { query: 'a' })).toBeNull();
  client.clear();
  expect(readSavedAnswer(client, PLACE, { query: 'b' })).toBeNull();
});
