import { describe, expect, it } from 'vitest';
import { ALL_IDS, inPast, type PastState } from '#lib/memory/as-of/views';

const ASKED = new Date('2026-05-01T10:00:00Z');
const ids = { low: '00000000-0000-0000-0000-000000000001', high: '00000000-0000-0000-0000-000000000009' };
const state: PastState = { bankUid: 7, asOf: ASKED, validAt: null, ids };
const names = (text: string): string[] =>
  [...text.matchAll(/(?:^with |\), )([a-z_]+) as (?:(?:not )?materialized )?\(/g)].map(([, name]) => name!);

describe('inPast', () => {
  it('defines the tables that a statement names, and what these need', () => {
    const { text, values } = inPast({ text: 'select id from memories m where m.bank_uid = $1', values: [7] }, state);
    expect(names(text)).toEqual(['past_changed', 'past_added', 'memories']);
    expect(text).toMatch(/\) select id from memories m where m\.bank_uid = \$1$/);
    expect(values).toEqual([7, 7, ASKED.toISOString(), ids.low, ids.high]);
  });

  it('comes before the definitions of the statement, and uses each value once', () => {
    const { text, values } = inPast({ text: '\nwith p as (select $1) select * from p, memory_embeddings', values: ['x'] }, state);
    expect(names(text)).toEqual([
      ...['past_changed', 'past_strays', 'past_removed', 'past_added', 'past_vectors', 'memory_embeddings', 'p'],
    ]);
    expect(values).toEqual(['x', 7, ASKED.toISOString(), ids.low, ids.high]);
  });

  it('reads the stored validity only if it is asked for, of the present state without a time of storage', () => {
    const { text, values } = inPast({ text: 'select 1 from memories', values: [] }, { ...state, asOf: null, validAt: ASKED });
    expect(names(text)).toEqual([...['past_changed', 'past_validity', 'past_ends', 'past_untrue', 'past_added', 'memories']]);
    expect(values).toEqual([7, 'infinity', ASKED.toISOString(), ids.low, ids.high]);
  });

  it('reads of changed memories only the columns that a statement or a view needs', () => {
    const { text } = inPast({ text: 'select tokens from memories', values: [] }, state);
    expect(text).toContain(`(i.before->>'tokens')::integer else b.tokens end`);
    expect(text).toContain(`as state`);
    for (const column of ['text', 'search', 'updated_at', 'proof_count']) expect(text).not.toContain(` as ${column}`);
  });

  it('reads changed memories by their keys, unless words of many periods are searched', () => {
    const changedIn = (query: string): string =>
      /past_changed as (not )?materialized/.exec(inPast({ text: query, values: [] }, state).text)![0];
    expect(changedIn('select text from memories')).toContain('not');
    expect(changedIn('select search from memories, memory_embeddings')).toContain('not');
    expect(changedIn('select search from memories')).not.toContain('not');
  });

  it('reads changed memories from a single table, so that they are joined along their keys, except for a search', () => {
    const tableOf = (query: string): string =>
      /from public\.memories b (where|left join)/.exec(inPast({ text: query, values: [] }, state).text)![1]!;
    expect(tableOf('select text from memories')).toBe('where');
    expect(tableOf('select search from memories')).toBe('left join');
    expect(tableOf('select text from memories, memory_embeddings')).toBe('left join');
  });

  it('looks up the mentions of very many memories by their keys, and otherwise reads those of images once', () => {
    const mentionsIn = (query: string): string => inPast({ text: query, values: [] }, state).text.split(' memory_entities as ')[1]!;
    expect(mentionsIn('with newest as (select 1) select entity_id from memory_entities')).not.toContain('from past_names');
    expect(mentionsIn('select entity_id from memory_entities')).toContain('from past_names');
  });

  it('joins entities with the corrections of their numbers, and with those of their times only if a statement names these', () => {
    const { text } = inPast({ text: 'select mention_count from entities', values: [] }, state);
    expect(text).toContain('left join past_mentions');
    expect(names(text)).not.toContain('past_outermost');
    expect(text).not.toContain('added_first');
    const { text: timed } = inPast({ text: 'select mention_count, last_seen from entities', values: [] }, state);
    expect(timed).toContain('left join past_outermost');
    expect(timed).toContain('added_first');
  });

  it('subtracts mentions outside the range for each entity, at the ends that the range has', () => {
    const outside = (range: Partial<typeof ids>): string[] =>
      [
        ...inPast({ text: 'select mention_count from entities', values: [] }, { ...state, ids: { ...ids, ...range } }).text.matchAll(
          /x\.entity_id = e\.id and x\.memory_id ([<>])/g,
        ),
      ].map(([, compare]) => compare!);
    expect(outside({})).toEqual(['<', '>']);
    expect(outside({ low: ALL_IDS.low })).toEqual(['>']);
    expect(outside(ALL_IDS)).toEqual([]);
  });

  it('defines empty tables for a state without memories, and a bank that counts none', () => {
    const { text, values } = inPast(
      { text: 'select unit_count from banks, memories, memory_links where entity_id is null', values: [] },
      { ...state, ids: null },
    );
    expect(names(text)).toEqual(['memories', 'banks']);
    expect(text).toContain('memories as not materialized (select t.* from public.memories t where false)');
    expect(values).toEqual([7]);
  });

  it('does not change a statement about other tables, or about the revision of the bank', () => {
    for (const text of ['select now()', 'select revision from banks where uid = $1', 'select 1 from mental_models'])
      expect(inPast({ text, values: [7] }, state)).toEqual({ text, values: [7] });
    expect(names(inPast({ text: 'select unit_count from banks', values: [] }, state).text).at(-1)).toBe('banks');
  });
});
