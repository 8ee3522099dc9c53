import { expect, test } from 'vitest';
import type { Db } from '#lib/base/db/db';
import { notingOutage, unavailable } from '#lib/base/db/errors';
import { ServiceError } from '#lib/base/errors';
import { deferredIfDirectoryAway } from '#lib/jobs/operations/outage';
import { Deferred, PermanentFailure, Superseded } from '#lib/jobs/operations/port';
import { DeadlineExceeded, Stopped, verdictOf, waitBefore } from '#lib/jobs/operations/run';
import { stateOfParent } from '#lib/jobs/operations/settle';
import { LlmError } from '#lib/models/llm/port';

test.each([
  ['a lost run', new Superseded(), { kind: 'nothing' }],
  ['a canceled one', new Stopped('cancelled'), { kind: 'nothing' }],
  ['one that another took', new Stopped('lost'), { kind: 'nothing' }],
  ['one that was told to stop', new Stopped('shutdown'), { kind: 'putBack' }],
  [
    'one beyond its deadline',
    new DeadlineExceeded({ deadlineSeconds: 600 }, 1800),
    { kind: 'retry', code: 'deadline', message: 'The operation exceeded its time limit of 600 s. Split the request.' },
  ],
  ['what cannot succeed', new PermanentFailure('c', 'No.'), { kind: 'fail', code: 'c', message: 'No.' }],
  ['what is put off', new Deferred(7, 'Later.'), { kind: 'defer', seconds: 7 }],
  ['what is put off for ever', new Deferred(1e9, 'Later.'), { kind: 'defer', seconds: 3600 }],
  ['a request that is wrong', new ServiceError('bad_request', 'Wrong.'), { kind: 'fail', code: 'bad_request', message: 'Wrong.' }],
  ['a store that is away', new ServiceError('unavailable', 'Away.', { retryAfterSeconds: 1 }), { kind: 'retry', seconds: 1 }],
  ['a race', new ServiceError('conflict', 'Race.'), { kind: 'retry', code: 'conflict' }],
  ['a model that is away', new LlmError('transient', 'secret host'), { kind: 'defer', message: 'The language model was not available.' }],
  ['a model that says later', new LlmError('transient', 'secret host', 30), { kind: 'defer', seconds: 30 }],
  ['a model that is not set up', new LlmError('configuration', 'secret key'), { kind: 'fail', code: 'model_configuration' }],
  ['anything else', new Error('secret text'), { kind: 'retry', code: 'internal' }],
])('%s', (_, error, expected) => {
  const verdict = verdictOf(error);
  expect(verdict).toMatchObject(expected);
  expect(JSON.stringify(verdict)).not.toContain('secret');
});

test('an outage of the directory counts as no attempt in a cell of another database, and nowhere else', async () => {
  const elsewhere = { directory: {} as Db, query: async () => [] };
  const outage = await notingOutage(Promise.reject(unavailable())).catch((error: unknown) => error);
  const verdictIn = (cell: object, error: unknown) => verdictOf(deferredIfDirectoryAway(error, { query: async () => [], ...cell }, 5));
  expect(verdictIn(elsewhere, outage)).toMatchObject({ kind: 'defer', seconds: 5 });
  expect(verdictIn({}, outage)).toMatchObject({ kind: 'retry', code: 'unavailable' });
  expect(verdictIn(elsewhere, unavailable())).toMatchObject({ kind: 'retry', code: 'unavailable' });
  const refused = await notingOutage(Promise.reject(new ServiceError('conflict', 'Race.'))).catch((error: unknown) => error);
  expect(verdictIn(elsewhere, refused)).toMatchObject({ kind: 'retry', code: 'conflict' });
});

test('the waits grow, and vary by a quarter in both directions', () => {
  expect([1, 2, 3, 4].map((attempt) => waitBefore(attempt, 0.5))).toEqual([5, 20, 80, 80]);
  expect([waitBefore(1, 0), waitBefore(1, 1)]).toEqual([3.75, 6.25]);
});

test.each([
  [[3, 2, 0, 0], 'pending', null],
  [[3, 3, 0, 0], 'completed', null],
  [[3, 1, 1, 1], 'failed', '1 of 3 parts failed'],
  [[3, 1, 0, 2], 'cancelled', '2 of 3 parts were canceled'],
  [[1, 0, 1, 0], 'failed', '1 of 1 part failed'],
])('a parent with %j of its parts is %s', (counts, status, message) => {
  const [children_total, children_done, children_failed, children_cancelled] = counts as [number, number, number, number];
  expect(stateOfParent({ children_total, children_done, children_failed, children_cancelled })).toEqual({ status, message });
});
