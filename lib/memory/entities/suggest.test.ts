import { describe, expect, it } from 'vitest';
import { nameKey } from '#lib/base/text/names';
import { literalKey, PERSON, UNKNOWN_KIND } from '#lib/memory/entities/resolve';
import { findPairs, type LikelyEntity, scoreOf } from '#lib/memory/entities/suggest';

const of = (id: string, kind: string, ...keys: string[]): LikelyEntity => ({ id, kind, keys });
const never = () => false;
const reasons = async (a: LikelyEntity, b: LikelyEntity) => (await findPairs([a, b], never)).map(({ reason }) => reason);

describe('findPairs', () => {
  it.each<[string, string, string, string]>([
    ['alice chen', 'chen alice', PERSON, 'same_words'],
    [literalKey('Chen'), 'chen', PERSON, 'same_words'],
    ['@alice_chen', 'alice chen', PERSON, 'handle'],
    ['ibm', 'international business machines', 'ORGANIZATION', 'initials'],
    ['alice', 'alice chen', PERSON, 'short_form'],
    [nameKey('R. Miller'), 'robert miller', PERSON, 'short_form'],
    ['rob miller', 'robert miller', PERSON, 'similar'],
    ['rob', 'robert', PERSON, 'short_form'],
    ['acme', 'acme labs', 'ORGANIZATION', 'short_form'],
    ['katherine moore', 'catherine moore', PERSON, 'similar'],
    ['schwarzenegger', 'schwarzeneger', UNKNOWN_KIND, 'similar'],
  ])('suggests %s and %s', async (a, b, kind, reason) => {
    expect(await reasons(of('1', kind, a), of('2', kind, b))).toEqual([reason]);
    expect(await reasons(of('1', kind, b), of('2', kind, a))).toEqual([reason]);
  });

  it.each([
    ['python 2', 'python 3', UNKNOWN_KIND],
    ['q1 2024', 'q2 2024', UNKNOWN_KIND],
    ['alice chen', 'robert wong', PERSON],
    ['new york', 'york minster', 'LOCATION'],
    [nameKey('R. Miller'), 'alice miller', PERSON],
    ['al', 'alice', PERSON],
  ])('does not suggest %s and %s', async (a, b, kind) => {
    expect(await reasons(of('1', kind, a), of('2', kind, b))).toEqual([]);
  });

  it('only compares compatible kinds', async () => {
    expect(await reasons(of('1', PERSON, 'washington'), of('2', 'LOCATION', 'washington dc'))).toEqual([]);
    expect(await reasons(of('1', 'ORGANIZATION', 'acme'), of('2', UNKNOWN_KIND, 'acme labs'))).toEqual(['short_form']);
  });

  it('uses the best of all spellings, each pair once, most likely first, without pairs marked as different', async () => {
    const entities = [
      of('1', PERSON, 'alice chen', 'alice'),
      of('2', PERSON, 'chen alice', 'alicia'),
      of('3', PERSON, 'alice'),
      of('4', PERSON, 'bo'),
    ];
    const pairs = await findPairs(entities, (a, b) => a === '2' && b === '3');
    expect(pairs.map(({ a, b }) => [a, b])).toEqual([
      [0, 1],
      [0, 2],
    ]);
    expect(pairs.map(({ reason }) => reason)).toEqual(['same_words', 'same_words']);
  });

  it('is fast with thousands of names that begin alike', async () => {
    const many = Array.from({ length: 2000 }, (_, i) => of(String(i), PERSON, `anna ${i.toString(36)}berg`));
    let turns = 0;
    const other = setInterval(() => turns++, 1);
    expect((await findPairs(many, never)).length).toBeLessThan(40_000);
    clearInterval(other);
    expect(turns).toBeGreaterThan(1);
  });
});

describe('scoreOf', () => {
  it('increases with common company and decreases with joint mentions', () => {
    const alone = scoreOf(0.5, { shared: 0, together: 0, mentions: 10 });
    expect(alone).toBe(0.5);
    expect(scoreOf(0.5, { shared: 3, together: 0, mentions: 10 })).toBeGreaterThan(alone);
    expect(scoreOf(0.5, { shared: 3, together: 9, mentions: 10 })).toBeLessThan(alone);
    expect(scoreOf(1, { shared: 99, together: 0, mentions: 1 })).toBe(1);
    expect(scoreOf(0.1, { shared: 0, together: 99, mentions: 1 })).toBe(0);
  });
});
