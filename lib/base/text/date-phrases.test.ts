import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { loadPhrases } from '#lib/base/text/date-phrases';
import { queryWindow } from '#lib/base/text/dates';

const ASKED_AT = new Date('2026-05-20T12:00:00Z');
const QUESTIONS = ['Where was Ann in March 2024?', 'What did “Tom” say last week?', 'Who called on 3 May and before noon?', 'Who is Ann?'];

it('reads the same dates before, while and after the patterns are compiled', async () => {
  const read = () => QUESTIONS.map((question) => queryWindow(question, ASKED_AT));
  const expected = read();
  expect(expected.map((window) => window !== null)).toEqual([true, true, true, false]);
  let isLoaded = false;
  const loading = loadPhrases().then(() => {
    isLoaded = true;
  });
  while (!isLoaded) {
    expect(read()).toEqual(expected);
    await setImmediate();
  }
  await loading;
  expect(read()).toEqual(expected);
});
