import { expect, it } from 'vitest';
import { type Columns, column, instant, jsonText, statement, textArray } from '#lib/base/db/columns';
import { textArrayBytes } from '#lib/base/db/text-array';

interface Note {
  readonly id: string;
  readonly tags: readonly string[];
  readonly data: string | null;
  readonly at: Date | null;
}

const NOTE = {
  id: column('uuid', (note) => note.id),
  tags: textArray((note) => note.tags),
  data: jsonText((note) => note.data),
  at: instant((note) => note.at),
} satisfies Columns<Note>;

const write = statement<{ owner: number; notes: readonly Note[] }>('write_notes', ({ value, rows }) => {
  const owner = value(({ owner }) => owner);
  const notes = rows(({ notes }) => notes, NOTE);
  return `with a as (insert into notes (owner, ${notes.names()}) select ${owner}, ${notes.select('n')} from ${notes.from('n')})
    update others set at = n.at from ${notes.from('n', ['id', 'at'])} where owner = ${owner}`;
});

it('numbers its parameters and sends each value once', () => {
  const notes: Note[] = [
    { id: 'a', tags: ['x', 'y "z"'], data: '{}', at: new Date(0) },
    { id: 'b', tags: [], data: null, at: null },
  ];
  expect(write({ owner: 7, notes })).toEqual({
    name: 'write_notes',
    text: `with a as (insert into notes (owner, id, tags, data, at) select $1, n.id, n.tags::text[], n.data::jsonb, n.at from unnest($2::uuid[], $3::text[], $4::text[], $5::timestamptz[]) as n(id, tags, data, at))
    update others set at = n.at from unnest($2::uuid[], $5::timestamptz[]) as n(id, at) where owner = $1`,
    values: [7, ['a', 'b'], textArrayBytes(['{"x","y \\"z\\""}', '{}']), textArrayBytes(['{}', null]), ['1970-01-01T00:00:00.000Z', null]],
  });
});
