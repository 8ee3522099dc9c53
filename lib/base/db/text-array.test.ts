import { expect, it } from 'vitest';
import { db, withTestDatabase } from '#e2e/fixtures/bank';
import { textArrayBytes } from '#lib/base/db/text-array';

withTestDatabase();

it.each([[[]], [['a', 'b']], [['', null, 'NULL', '{}', ',']], [['"quoted" \\ and\nlines', 'ünïcödé 🚀 日本語', '"'.repeat(100_000)]]])(
  'the server reads what was written: %j',
  async (values) => {
    const [row] = await db.query<{ read: (string | null)[] }>({
      name: 'text_array_read',
      text: 'select coalesce(array_agg(v order by n), $2::text[]) as read from unnest($1::text[]) with ordinality as u(v, n)',
      values: [textArrayBytes(values), textArrayBytes([])],
    });
    expect(row?.read).toEqual(values);
  },
);

it('a lone half of a character becomes the replacement character, as in other parameters', async () => {
  const [row] = await db.query<{ read: string }>({
    name: 'text_array_half',
    text: 'select ($1::text[])[1] as read',
    values: [textArrayBytes(['a\ud83d'])],
  });
  expect(row?.read).toBe('a\ufffd');
});
