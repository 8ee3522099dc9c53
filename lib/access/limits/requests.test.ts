import { expect, it } from 'vitest';
import { db, withTestDatabase } from '#e2e/fixtures/bank';
import { countFailure } from '#lib/access/limits/failures';
import { countRequest } from '#lib/access/limits/requests';
import { quotaHeaders } from '#lib/api/quota';
import { countStatements } from '#lib/base/db/observe';
import { ServiceError } from '#lib/base/errors';

withTestDatabase();

const OFF = { requestsPerMinute: 0, llmRequestsPerMinute: 0 };
const caller = (orgId: string, keyId: string) => ({ orgId, keyId });
const refusal = async (work: Promise<unknown>): Promise<ServiceError> =>
  work.then(
    () => expect.fail('it should have been refused'),
    (error: ServiceError) => error,
  );

it('costs nothing when off, one statement when on, also for both limits', async () => {
  const cost = async (limits: typeof OFF, costsTokens: boolean) =>
    (await countStatements(() => countRequest(db, limits, caller('cost', 'k'), costsTokens))).statements.length;
  expect(await cost(OFF, true)).toBe(0);
  expect(await cost({ requestsPerMinute: 9, llmRequestsPerMinute: 0 }, true)).toBe(1);
  expect(await cost({ requestsPerMinute: 0, llmRequestsPerMinute: 9 }, false)).toBe(0);
  expect(await cost({ requestsPerMinute: 9, llmRequestsPerMinute: 9 }, true)).toBe(1);
});

it('counts each key separately, and returns the remaining calls', async () => {
  const limits = { requestsPerMinute: 2, llmRequestsPerMinute: 0 };
  const use = (keyId: string) => countRequest(db, limits, caller('keys', keyId), false);
  expect(quotaHeaders(await use('a'))).toMatchObject({ 'RateLimit-Policy': '"default";q=2;w=60', RateLimit: '"default";r=1;t=60' });
  await use('a');
  const refused = await refusal(use('a'));
  expect(refused).toBeInstanceOf(ServiceError);
  expect(refused).toMatchObject({ code: 'too_many_requests', quotas: [{ remaining: 0 }] });
  expect(refused.retryAfterSeconds).toBeGreaterThan(50);
  expect(quotaHeaders(refused.quotas).RateLimit).toMatch(/^"default";r=0;t=\d+$/);
  expect(await use('b')).toMatchObject([{ remaining: 1 }]);
});

it('counts calls that cost tokens for the organization, with any key', async () => {
  const limits = { requestsPerMinute: 100, llmRequestsPerMinute: 3 };
  const use = (keyId: string) => countRequest(db, limits, caller('tokens', keyId), true);
  for (const key of ['a', 'b', 'c']) await use(key);
  const refused = await refusal(use('d'));
  expect(quotaHeaders(refused.quotas)).toMatchObject({ 'RateLimit-Policy': '"default";q=100;w=60, "llm";q=3;w=60' });
  expect(refused.message).toContain('3');
  expect(await countRequest(db, limits, caller('tokens', 'e'), false)).toMatchObject([{ name: 'default', remaining: 99 }]);
});

it('allows exactly the limit of concurrent calls', async () => {
  const limits = { requestsPerMinute: 20, llmRequestsPerMinute: 1000 };
  const results = await Promise.allSettled(Array.from({ length: 30 }, () => countRequest(db, limits, caller('side by side', 'k'), true)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
});

it('refuses failures of one address after a limit, and of no other', async () => {
  const { statements } = await countStatements(async () => {
    for (let n = 0; n < 3; n++) await countFailure(3, '192.0.2.9');
    const refused = await refusal(countFailure(3, '192.0.2.9'));
    expect(refused.code).toBe('too_many_requests');
    expect(refused.retryAfterSeconds).toBeGreaterThan(50);
    await countFailure(3, '192.0.2.10');
    for (let n = 0; n < 3; n++) await countFailure(3, '2001:db8::1');
    expect((await refusal(countFailure(3, '2001:db8::2'))).code).toBe('too_many_requests');
    for (let n = 0; n < 9; n++) await countFailure(0, '192.0.2.9');
  });
  expect(statements).toEqual([]);
});
