import { describe, expect, it } from 'vitest';
import { inPast, type PastState } from '#lib/memory/as-of/views';

const ASKED = new Date('2026-05-01T10:00:00Z');
const state: PastState = { bankUid: 7, asOf: ASKED, validAt: null };
const names = (text: string): string[] => [...text.matchAll(/(?:^with |, )([a-z_]+) as \(/g)].map(([, name]) => name!);

describe('inPast', () => {
  it('defines the tables that a statement names, and what these need', () => {
    const { text, values } = inPast({ text: 'select id from memories m where m.bank_uid = $1', values: [7] }, state);
    expect(names(text)).toEqual(['past_images', 'past_memories', 'memories']);
    expect(text).toMatch(/\) select id from memories m where m\.bank_uid = \$1$/);
    expect(values).toEqual([7, 7, ASKED.toISOString()]);
  });

  it('comes before the definitions of the statement, and uses each value once', () => {
    const { text, values } = inPast({ text: '\nwith p as (select $1) select * from p, memory_embeddings', values: ['x'] }, state);
    expect(names(text)).toEqual(['past_images', 'past_memories', 'memories', 'past_vectors', 'memory_embeddings', 'p']);
    expect(values).toEqual(['x', 7, ASKED.toISOString()]);
  });

  it('reads the stored validity only if it is asked for, of the present state without a time of storage', () => {
    const { text, values } = inPast({ text: 'select 1 from memories', values: [] }, { ...state, asOf: null, validAt: ASKED });
    expect(names(text)).toEqual(['past_images', 'past_memories', 'past_facts', 'memories']);
    expect(values).toEqual([7, 'infinity', ASKED.toISOString()]);
  });

  it('does not change a statement about other tables, or about the revision of the bank', () => {
    for (const text of ['select now()', 'select revision from banks where uid = $1', 'select 1 from mental_models'])
      expect(inPast({ text, values: [7] }, state)).toEqual({ text, values: [7] });
    expect(names(inPast({ text: 'select unit_count from banks', values: [] }, state).text).at(-1)).toBe('banks');
  });
});
