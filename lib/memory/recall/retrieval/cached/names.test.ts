import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countTokens } from '#lib/base/text/tokens';
import { Names } from '#lib/memory/recall/retrieval/cached/names';

const ID = '00000000-0000-4000-8000-00000000000';
const idOf = (entity: number): string => `${ID}${entity}`;

it('units are in order after any changes, however often they were read in between', () => {
  const slot = fc.nat(30);
  const act = fc.oneof(
    fc.record({ kind: fc.constant('put' as const), slot, entities: fc.uniqueArray(fc.nat(2), { maxLength: 3 }) }),
    fc.record({ kind: fc.constant('replace' as const), entity: fc.nat(2), slots: fc.uniqueArray(slot, { maxLength: 9 }) }),
    fc.record({ kind: fc.constant('read' as const), entity: fc.nat(2) }),
  );
  // Higher slots may have lower ids.
  const order = fc.shuffledSubarray([...Array(31).keys()], { minLength: 31 });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), order, (acts, places) => {
      const before = (a: number, b: number): number => places[a]! - places[b]!;
      const names = new Names();
      const mentioned = new Map<number, Set<number>>([0, 1, 2].map((entity) => [entity, new Set()]));
      const check = (entity: number): void => {
        const number = names.numberOf(idOf(entity));
        const found = number === undefined ? [] : [...names.namingInOrder(number, before)];
        expect(found).toEqual([...mentioned.get(entity)!].sort(before));
      };
      for (const step of acts) {
        if (step.kind === 'read') check(step.entity);
        else if (step.kind === 'replace') {
          names.replace(idOf(step.entity), { id: idOf(step.entity), name: 'Ann', isSpelledOtherwise: false }, step.slots);
          mentioned.set(step.entity, new Set(step.slots));
        } else {
          names.empty(step.slot);
          names.put(step.slot, step.entities.map(idOf));
          for (const [entity, slots] of mentioned)
            if (step.entities.includes(entity)) slots.add(step.slot);
            else slots.delete(step.slot);
        }
      }
      for (const entity of mentioned.keys()) check(entity);
    }),
  );
});

it('a name is returned with its tokens, also after it has changed', () => {
  const names = new Names();
  const tokensOf = (entity: number): number | undefined => names.nameOf(names.numberOf(idOf(entity))!).tokens;
  for (let entity = 0; entity < 9; entity++) names.call({ id: idOf(entity), name: 'Ann', isSpelledOtherwise: false });
  expect(tokensOf(8)).toBe(countTokens('Ann'));
  for (const name of ['Ann Catherine Montgomery', 'Bo', '村上春樹と友達']) {
    names.call({ id: idOf(8), name, isSpelledOtherwise: false });
    expect(tokensOf(8)).toBe(countTokens(name));
    expect(tokensOf(8)).toBe(countTokens(name));
  }
  expect(tokensOf(0)).toBe(countTokens('Ann'));
});
