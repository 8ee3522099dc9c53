import { describe, expect, it } from 'vitest';
import { aheadOf, askOf, filterOf, groupOf, isFiltered, type MemoryFilters, timeOf } from '#components/memories/ask';
import { changeOf, type EditForm, faultsOf, formOf, namesFrom, namesOf } from '#components/memories/edit';
import { placeOf, spanIn } from '#components/memories/excerpt';
import { daysOf, isBackwards, rangeText } from '#components/memories/range';
import { stepsOf } from '#components/memories/revisions';
import { endWords, validityBasis } from '#components/memories/validity';
import { memories as t } from '#components/strings/memories';
import type { MemoryResponse, MemoryRevision } from '#lib/memory/memories/contract';

const OFF: MemoryFilters = {
  q: '',
  type: [],
  state: 'valid',
  consolidation_state: null,
  document: null,
  entity: null,
  source: null,
  expires: null,
  tags: [],
  tags_match: 'any_strict',
  time_field: 'mentioned_at',
  from: null,
  to: null,
  as_of: null,
  valid_at: null,
  sort: 'mentioned_at',
  order: 'desc',
};
const ID = '0199f2c4-0000-7000-8000-00000000d41f';

describe('request of the list', () => {
  it('contains only state and order without filters', () => {
    expect(askOf(OFF)).toEqual({ state: 'valid', sort: 'mentioned_at', order: 'desc' });
    expect(isFiltered(OFF)).toBe(false);
    expect(isFiltered({ ...OFF, state: 'invalidated' })).toBe(true);
    expect(isFiltered({ ...OFF, as_of: '2026-03-01' })).toBe(true);
  });
  it.each([
    [{ q: '  porto ' }, { q: 'porto' }],
    [{ q: '   ' }, {}],
    [{ type: ['world', 'observation'] }, { type: ['world', 'observation'] }],
    [{ tags: ['a', 'b'] }, { tags: ['a', 'b'], tags_match: 'any_strict' }],
    [{ tags_match: 'all' }, {}],
    [{ tags_match: 'exact' }, { tags: [], tags_match: 'exact' }],
    [{ document: 'mail/7' }, { document_id: 'mail/7' }],
    [
      { entity: ID, source: ID },
      { entity_id: ID, source_id: ID },
    ],
    [
      { from: '2026-03-01', to: null },
      { from: '2026-03-01', time_field: 'mentioned_at' },
    ],
  ] satisfies [Partial<MemoryFilters>, object][])('%j', (given, asked) => {
    expect(filterOf({ ...OFF, ...given })).toEqual(asked);
  });
});

describe('time range', () => {
  it.each([
    ['2026-03-01', '2026-03-01', 'on 1 Mar 2026', '2026-03-01', '2026-03-01'],
    ['2026-03-01', '2026-03-03', '1 Mar 2026 to 3 Mar 2026', '2026-03-01', '2026-03-03'],
    ['2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z', 'on 1 Mar 2026', '2026-03-01', '2026-03-01'],
    ['2026-03-01T10:00', '2026-03-01T11:00Z', 'from 10:00, before 11:00', '2026-03-01', '2026-03-01'],
    [null, '2026-03-01', 'up to 1 Mar 2026', '', '2026-03-01'],
    [null, '2026-03-01T11:00Z', 'before 11:00', '', '2026-03-01'],
    ['2026-03-01', null, 'since 1 Mar 2026', '2026-03-01', ''],
    ['soon', '2026-02-31', null, '', ''],
  ])('from %s to %s is %s', (from, to, text, first, last) => {
    expect(rangeText({ from, to }, t.range, (at) => at.toISOString().slice(11, 16))).toBe(text);
    expect(daysOf({ from, to })).toEqual({ first, last });
    expect(isBackwards({ from, to })).toBe(false);
  });
  it('detects an end before the start', () => {
    expect(isBackwards({ from: '2026-03-02', to: '2026-03-01' })).toBe(true);
    expect(isBackwards({ from: '2026-03-01T10:00Z', to: '2026-03-01T10:00Z' })).toBe(true);
  });
});

it('the time of a memory is the one that the list is ordered by', () => {
  const memory = {
    mentioned_at: '2026-03-02T00:00:00Z',
    occurred_start: null,
    created_at: '2026-11-01T00:00:00Z',
    updated_at: '2026-11-02T00:00:00Z',
  };
  expect(timeOf(memory, 'occurred_start')).toBe(memory.mentioned_at);
  expect(timeOf(memory, 'created_at')).toBe(memory.created_at);
  expect(groupOf(memory.mentioned_at, 'day')).toBe('2026-03-02');
  expect(groupOf(memory.mentioned_at, 'month')).toBe('2026-03');
  expect(groupOf(null, 'month')).toBeNull();
});

it('counts the memories before one by the sort field', () => {
  const memory = {
    mentioned_at: '2026-03-02T00:00:00+00:00',
    occurred_start: null,
    created_at: '2026-11-01T00:00:00+00:00',
    updated_at: '2026-11-02T00:00:00+00:00',
  };
  const ask = { q: 'boat', state: 'valid', sort: 'mentioned_at', order: 'desc' } as const;
  const counted = { q: 'boat', state: 'valid', time_field: 'mentioned_at' };
  expect(aheadOf(ask, memory)).toEqual({ ...counted, from: '2026-03-02T00:00:00.001Z' });
  expect(aheadOf({ ...ask, order: 'asc' }, memory)).toEqual({ ...counted, to: memory.mentioned_at });
  expect(aheadOf({ ...ask, sort: 'updated_at' }, memory)).toBeNull();
  expect(aheadOf({ ...ask, from: '2026-01-01', time_field: 'created_at' }, memory)).toBeNull();
  expect(aheadOf(ask, { ...memory, mentioned_at: null })).toBeNull();
  expect(aheadOf({ ...ask, as_of: '2026-03-01' }, memory)).toBeNull();
});

describe('position of a statement in its text', () => {
  it('uses the stored span within the text', () => {
    expect(spanIn('Hello. Ann moved. Bye.', { start: 7, end: 17 })).toEqual({ before: 'Hello. ', words: 'Ann moved.', after: ' Bye.' });
    expect(spanIn('Hello.', { start: 2, end: 17 })).toBeNull();
    expect(spanIn('Hello.', null)).toBeNull();
  });

  it.each([
    ['Hello. Ann moved\n to  Lisbon. Bye.', 'Ann moved to Lisbon.', ['Hello. ', 'Ann moved\n to  Lisbon.', ' Bye.']],
    ['a (b) [c] * a.b', '(B) [C] *', ['a ', '(b) [c] *', ' a.b']],
  ])('%j contains %j', (text, statement, [before, words, after]) => {
    expect(placeOf(text, statement)).toEqual({ before, words, after });
  });
  it.each([
    ['Ann moved.', 'Ann moves.'],
    ['Ann moved.', '  '],
  ])('%j does not contain %j', (text, statement) => {
    expect(placeOf(text, statement)).toBeNull();
  });
});

describe('validity', () => {
  it.each([
    ['derived', 'from', 'rules: the later memory names the former value'],
    ['derived', null, 'rules'],
    ['given', null, 'the retained text'],
    ['set', null, 'a user'],
    ['set', 'from', 'a user: from'],
    [null, null, null],
  ] as const)('by %s because of %s is explained', (validity_source, validity_reason, expected) => {
    expect(validityBasis({ validity_source, validity_reason })).toBe(expected);
  });
  it.each([
    [{ superseded_by: null, valid_to: null }, []],
    [{ superseded_by: ID, valid_to: null }, ['replaced']],
    [{ superseded_by: null, valid_to: '2026-04-05' }, ['true until 2026-04-05']],
    [{ superseded_by: ID, valid_to: '2026-04-05' }, ['replaced', 'true until 2026-04-05']],
  ])('ends in a row: %j', (memory, expected) => expect(endWords(memory, (at) => at)).toEqual(expected));
});

describe('history', () => {
  const stateOf = (superseded_by: string | null): MemoryRevision['before'] => ({
    ...{ text: 'A.', context: '', type: 'world', occurred_start: null, occurred_end: null, entities: [], state: 'valid' },
    ...{ invalidation_reason: null, superseded_by, valid_to: superseded_by && '2026-04-05' },
  });
  const revisionOf = ([action, before]: readonly ['derive' | 'edit', string | null], at: number): MemoryRevision => ({
    ...{ revision: 9 - at, action, reason: null, actor: { kind: 'user', id: null, label: 'Ann' }, created_at: '2026-04-06' },
    before: stateOf(before),
  });
  it.each([
    [[['derive', null]], 'b', [['derive', null, 'b']]],
    [
      [
        ['derive', null],
        ['derive', 'a'],
        ['edit', 'a'],
      ],
      'b',
      [
        ['derive', 'a', 'b'],
        ['edit', 'a', 'a'],
      ],
    ],
    [
      [
        ['derive', null],
        ['derive', 'a'],
        ['edit', 'a'],
      ],
      'a',
      [['edit', 'a', 'a']],
    ],
  ] as const)('shows successive changes by rules as one: %j, now %s', (revisions, now, expected) => {
    const steps = stepsOf(revisions.map(revisionOf), stateOf(now));
    expect(steps.map(({ revision, before, after }) => [revision.action, before.superseded_by, after.superseded_by])).toEqual(expected);
  });
});

describe('edit', () => {
  const before: EditForm = {
    text: 'A.',
    context: '',
    fact_type: 'world',
    occurred_start: '2026-03-01',
    occurred_end: '',
    expires_at: '',
    entities: 'Ann\nBob',
  };
  it('sends only changed fields', () => {
    expect(changeOf(before, { ...before, text: ' A. ', entities: ' Ann \n\nBob' })).toEqual({});
    expect(changeOf(before, { ...before, text: 'B.', occurred_start: '', entities: '' })).toEqual({
      text: 'B.',
      occurred_start: '',
      entities: [],
    });
  });
  it.each([
    [false, {}, 'asRead'],
    [false, { text: 'B.' }, 'willBeRead'],
    [false, { text: 'B.', entities: 'Ann' }, 'willBeGiven'],
    [true, { text: 'B.' }, 'given'],
    [true, { entities: '' }, 'willBeGiven'],
  ] satisfies [boolean, Partial<EditForm>, string][])('describes manual entities (%s) with %j: %s', (entities_given, given, expected) => {
    expect(namesFrom({ entities_given }, changeOf(before, { ...before, ...given }))).toBe(expected);
  });
  it('treats an end date as the last moment of the day', () => {
    expect(changeOf(before, { ...before, occurred_end: '2026-03-02' })).toEqual({ occurred_end: '2026-03-02T23:59:59.999Z' });
    expect(faultsOf({ ...before, occurred_start: '2026-03-01T09:00Z', occurred_end: '2026-03-01' }, before)).toEqual([]);
    const read = {
      occurred_start: '2026-03-01T00:00:00+00:00',
      occurred_end: '2026-03-02T23:59:59.999+00:00',
      expires_at: null,
      entity_refs: [],
    };
    expect(formOf(read as unknown as MemoryResponse)).toMatchObject({ occurred_start: '2026-03-01', occurred_end: '2026-03-02' });
  });
  it('removes duplicate names', () => expect(namesOf('Ann\n Ann\n\nBob ')).toEqual(['Ann', 'Bob']));
  it.each([
    [{}, []],
    [{ text: ' ' }, ['text']],
    [{ occurred_start: 'March' }, ['occurred_start']],
    [{ occurred_end: '2026-13-01' }, ['occurred_end']],
    [{ occurred_end: '2026-02-28' }, ['order']],
    [{ occurred_start: '2026-03-01T09:00Z', occurred_end: '2026-03-01T09:30+00:00' }, []],
    [{ occurred_start: '2026-03-01 09:00', occurred_end: '2026-03-01T08:00Z' }, ['order']],
  ] satisfies [Partial<EditForm>, string[]][])('%j has the errors %j', (given, faults) => {
    expect(faultsOf({ ...before, ...given }, before)).toEqual(faults);
  });
  it.each([
    ['2026-03-02', []],
    ['', []],
    ['2026-02-01', ['expires_at']],
    ['soon', ['expires_at']],
  ])('accepts an expiry in the future: %j', (expires_at, faults) => {
    const now = Date.parse('2026-03-01T00:00:00Z');
    expect(faultsOf({ ...before, expires_at }, { expires_at: 'x' }, now)).toEqual(faults);
    expect(faultsOf({ ...before, expires_at }, { expires_at }, now)).toEqual([]);
  });
});
