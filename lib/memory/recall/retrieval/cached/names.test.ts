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
      const isLive = new Uint8Array(31).fill(1);
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
          isLive[step.slot] = 0;
          names.empty(step.slot);
          names.settle(isLive);
          isLive[step.slot] = 1;
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

it('few units that were written again are put in order among many, and no other is moved', () => {
  const units = 400;
  fc.assert(
    fc.property(fc.array(fc.uniqueArray(fc.nat(units - 1), { maxLength: 12 }), { maxLength: 5 }), (rounds) => {
      const names = new Names();
      const isLive = new Uint8Array(2 * units).fill(1, 0, units);
      // By slot the unit, whose number is its place.
      const unitOf = Array.from({ length: units }, (_, slot) => slot);
      const slotOf = [...unitOf];
      let compared = 0;
      const before = (a: number, b: number): number => {
        compared++;
        return unitOf[a]! - unitOf[b]!;
      };
      for (const slot of slotOf) names.put(slot, [idOf(0)]);
      const found = (): number[] => [...names.namingInOrder(names.numberOf(idOf(0))!, before)];
      found();
      for (const again of rounds) {
        for (const unit of again) {
          names.empty(slotOf[unit]!);
          isLive[slotOf[unit]!] = 0;
          slotOf[unit] = unitOf.push(unit) - 1;
          isLive[slotOf[unit]] = 1;
          names.put(slotOf[unit], [idOf(0)]);
        }
        names.settle(isLive);
        compared = 0;
        expect(found()).toEqual(slotOf);
        // Each is looked up among the others.
        expect(compared).toBeLessThan(20 * again.length + 1);
      }
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

it('a new name of an entity leaves its units in order', () => {
  const names = new Names();
  const slots = Array.from({ length: 50 }, (_, i) => (i * 7) % 50);
  const rename = (name: string, units: readonly number[]): void =>
    names.replace(idOf(1), { id: idOf(1), name, isSpelledOtherwise: false }, units);
  let compared = 0;
  const before = (a: number, b: number): number => {
    compared++;
    return a - b;
  };
  rename('Ann', slots);
  const entity = names.numberOf(idOf(1))!;
  const sorted = slots.toSorted((a, b) => a - b);
  expect([...names.namingInOrder(entity, before)]).toEqual(sorted);
  compared = 0;
  rename('Anna', slots);
  expect([...names.namingInOrder(entity, before)]).toEqual(sorted);
  expect([names.nameOf(entity).name, compared]).toEqual(['Anna', 0]);
  rename('Anna', slots.slice(0, 49));
  expect([...names.namingInOrder(entity, before)]).toEqual(sorted.filter((slot) => slot !== slots[49]));
  expect(compared).toBe(0);
});
