import { parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs';
import { describe, expect, it } from 'vitest';
import { parseAsUuid, readAddress } from '#components/shell/address';

const ID = '01a00000-0000-7000-8000-00000000d00f';
const NAMES = {
  q: parseAsString.withDefault(''),
  type: parseAsArrayOf(parseAsStringLiteral(['world', 'experience'])).withDefault([]),
  tags: parseAsArrayOf(parseAsString),
  entity: parseAsUuid,
  offset: parseAsInteger.withDefault(0),
};

describe('ignored parts of an address', () => {
  it.each([
    ['nothing of what it knows', `q=a, b&type=world,experience&tags=x&entity=${ID}&offset=100`, []],
    ['a name that it has none of', `entity_id=${ID}&q=cat`, [`entity_id=${ID}`]],
    ['a word that is no choice, no id and no number', 'type=fact&entity=zzz&offset=many', ['type=fact', 'entity=zzz', 'offset=many']],
    ['of a list what is no choice', 'type=world,fact,experience&tags=a,,b', ['type=fact']],
    ['the second of one name', 'q=cat&q=dog', ['q=dog']],
    ['a name that every object has', 'constructor=1&toString=2', ['constructor=1', 'toString=2']],
    ['nothing of a name without a word', 'offset=&unknown=', []],
  ])('%s', (_, search, ignored) => {
    expect(readAddress(new URLSearchParams(search), NAMES).ignored).toEqual(ignored);
  });

  it('returns the address without them', () => {
    const rest = (search: string) => Object.fromEntries(readAddress(new URLSearchParams(search), NAMES).rest);
    expect(rest('type=world,fact&entity_id=1&q=cat&q=dog&tags=a%2Cb,c&offset=')).toEqual({ type: 'world', q: 'cat', tags: 'a,b,c' });
  });
});
