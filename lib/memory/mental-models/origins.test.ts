import { describe, expect, it } from 'vitest';
import { deletedIn, derivedFrom, type FormerCitation, originsIn, withOrigins } from '#lib/memory/mental-models/origins';
import type { CitedFact } from '#lib/memory/mental-models/refresh/port';

const ID = '00000000-0000-7000-8000-000000000001';
const citation = (more: Partial<FormerCitation>): FormerCitation => ({
  id: 'x',
  kind: 'world',
  text: 'Quorl lives in Vexmoor.',
  origins: { memoryIds: ['m'], documentIds: ['d'], entityIds: ['e'] },
  is_deleted: true,
  ...more,
});
const NONE = { ids: [], documentIds: [], entities: null };

describe('a former citation', () => {
  it.each([
    ['its document', citation({}), { ...NONE, documentIds: ['d'] }, true],
    ['another document', citation({}), { ...NONE, documentIds: ['e'] }, false],
    ['a source', citation({}), { ...NONE, ids: ['m'] }, true],
    ['another memory', citation({}), { ...NONE, ids: ['n'] }, false],
    ['its entity', citation({ text: 'She lives there.' }), { ...NONE, entities: { ids: ['e'], spellings: ['quorl'] } }, true],
    ['an entity that it names', citation({}), { ...NONE, entities: { ids: ['f'], spellings: ['vexmoor'] } }, true],
    ['another entity', citation({}), { ...NONE, entities: { ids: ['f'], spellings: ['vex'] } }, false],
    ['a document, if its origin is unknown', citation({ origins: null }), { ...NONE, documentIds: ['e'] }, true],
    ['an entity, if its origin is unknown', citation({ origins: null }), { ...NONE, entities: { ids: ['f'], spellings: ['vex'] } }, true],
    ['another memory, if it is one of unknown origin', citation({ origins: null }), { ...NONE, ids: ['n'] }, false],
    ['a memory, if its sources are unknown', citation({ origins: null, kind: 'observation' }), { ...NONE, ids: ['n'] }, true],
  ] as const)('is purged with %s', (_, one, origin, isDerived) => {
    expect(derivedFrom([one], origin)).toEqual(isDerived ? ['x'] : []);
  });

  it('is not found twice, and only a deleted memory is returned', () => {
    expect(derivedFrom([citation({ id: 'm' })], { ...NONE, ids: ['m'] })).toEqual([]);
    expect(deletedIn([citation({ id: ID }), citation({ id: 'model' }), citation({ is_deleted: false })], [ID, 'x'])).toEqual([ID]);
  });
});

describe('origins', () => {
  const fact: CitedFact = {
    id: 'x',
    kind: 'observation',
    text: 'A',
    context: '',
    occurredStart: null,
    occurredEnd: null,
    mentionedAt: null,
  };
  const of = (memoryIds: string[]) => ({ memoryIds, documentIds: [], entityIds: [] });
  it('of a text that may remain are added to the current ones', () => {
    const former = [{ ...fact, origins: of(['a']) }];
    expect(withOrigins([fact], new Map([['x', of(['b'])]]), former)[0]?.origins).toEqual(of(['a', 'b']));
    expect(withOrigins([fact], new Map([['x', of(['b'])]]), [])[0]?.origins).toEqual(of(['b']));
    expect(withOrigins(former, new Map(), [])).toEqual(former);
  });
  it('of a mental model are those of all that it cites', () => {
    expect(
      originsIn([
        { ...fact, origins: of(['b', 'a']) },
        { ...fact, id: 'm', kind: 'mental_model', origins: { ...of(['c']), modelIds: ['l'] } },
      ]),
    ).toEqual({ ...of(['a', 'b', 'c', 'x']), modelIds: ['l', 'm'] });
  });
});
