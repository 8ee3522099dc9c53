import { expect, it } from 'vitest';
import { db, withTestDatabase } from '#e2e/fixtures/bank';
import { sql } from '#lib/base/db/db';
import { COUNTED_WORD } from '#lib/base/text/counted-word';

withTestDatabase();

const here = (text: string): number => text.match(new RegExp(COUNTED_WORD, 'gu'))?.length ?? 0;

it.each([
  ['', 0],
  ['— … • -', 0],
  ['# Home\n\n- I live in Porto. (Ana, 5 January 2026)', 9],
  ['Zoë’s naïve café, 3 times', 5],
  ["It's a well-known (1,200) `x_y` [link](http://a.b) \\ ok?", 13],
  ['東京 は雨です。', 6],
  ['Привет, мир\u00a0и «дом»', 4],
  ['🎉 done\r\n\tyes', 3],
])('here and in the database %j is %i words', async (text, words) => {
  const [row] = await db.query<{ n: number }>(sql`select regexp_count(${text}, ${COUNTED_WORD}) as n`);
  expect([here(text), row!.n]).toEqual([words, words]);
});
