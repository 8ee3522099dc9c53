import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupsOf } from '#components/recall/tag-groups';
import { MAX_TAG } from '#lib/base/bounds';
import { TAG_MODES } from '#lib/base/literals';
import { recallBody } from '#lib/memory/recall/contract';

test('empty text and invalid JSON', () => {
  expect(groupsOf(' ')).toBeNull();
  expect(groupsOf('[{"or"')).toBeUndefined();
});

/** Trees, and near misses. */
const { group } = fc.letrec((tie) => ({
  group: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ tags: fc.array(fc.oneof(fc.string(), fc.constant('a'.repeat(MAX_TAG + 1)))) }),
    fc.record({ tags: fc.array(fc.string({ minLength: 1 })), match: fc.oneof(fc.constantFrom(...TAG_MODES), fc.string()) }),
    fc.record({ tags: fc.constant(Array(65).fill('a')) }),
    fc.record({ not: tie('group') }),
    fc.record({ and: fc.array(tie('group')) }),
    fc.record({ or: fc.array(tie('group')), more: fc.constant(1) }, { requiredKeys: ['or'] }),
    fc.jsonValue(),
  ),
}));

test('accepts exactly what the server accepts', () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(group), fc.jsonValue()), (given) => {
      const isTaken = recallBody.shape.tag_groups.safeParse(given).success;
      expect(groupsOf(JSON.stringify(given)) !== undefined).toBe(isTaken);
    }),
  );
});
