import { describe, expect, it } from 'vitest';
import { hashPassword, isPassword, NOBODY } from '#lib/access/people/password';

describe('passwords', () => {
  it('are stored as argon2id with salt', async () => {
    const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await isPassword(one, 'correct horse')).toBe(true);
    expect(await isPassword(one, 'Correct horse')).toBe(false);
    expect(await isPassword(one, '')).toBe(false);
  });

  it('of a missing account never match', async () => {
    for (const typed of ['', 'x', 'undefined', 'null']) expect(await isPassword(null, typed)).toBe(false);
    const parameters = (hash: string): string[] => hash.split('$').slice(1, 4);
    expect(parameters(NOBODY)).toEqual(parameters(await hashPassword('x')));
  });

  it('are computed two at a time, with a limited queue', async () => {
    const settled = await Promise.allSettled(Array.from({ length: 230 }, (_, i) => isPassword(null, `${i}`)));
    const refused = settled.filter((one) => one.status === 'rejected');
    expect(refused).toHaveLength(230 - 202);
    for (const one of refused) expect(one.reason).toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 });
    expect(settled.filter((one) => one.status === 'fulfilled' && one.value)).toEqual([]);
  }, 120_000);
});
