import { expect, it } from 'vitest';
import { db, withTestDatabase } from '#e2e/fixtures/bank';
import { OAuthAdapter } from '#lib/access/oauth/adapter';
import { sql } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';

withTestDatabase();

const DAY = 86_400;
/** Days until the stored records of a grant expire. */
const daysOf = async (grantId: string): Promise<number[]> => {
  const rows = await db.query<{ days: number }>(sql`
    select (extract(epoch from expires_at - now()) / 86400)::float8 as days from oauth_records where grant_id = ${grantId} order by 1`);
  return rows.map(({ days }) => Math.round(days));
};

it('a renewal deletes expired records, and a used refresh token is stored for a month', async () => {
  const [tokens, access] = [new OAuthAdapter(db, 'RefreshToken'), new OAuthAdapter(db, 'AccessToken')];
  const [grantId, other] = [newId(), newId()];
  await tokens.upsert('used', { grantId }, 400 * DAY);
  await tokens.upsert('unused', { grantId }, 400 * DAY);
  await tokens.upsert('over', { grantId }, -DAY);
  await tokens.consume('used');
  expect(await daysOf(grantId)).toEqual([-1, 30, 400]);
  await access.upsert('renewed', { grantId: other }, DAY);
  expect(await daysOf(grantId)).toEqual([30, 400]);
  expect(await tokens.find('used')).toMatchObject({ consumed: expect.any(Number) });
});
