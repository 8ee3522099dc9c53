import { describe, expect, it } from 'vitest';
import { cpuOf } from '#e2e/fixtures/cpu';
import { nameKey } from '#lib/base/text/names';
import {
  isShortForm,
  isVariant,
  lookupOf,
  type Mention,
  mentionOf,
  PERSON,
  resolve,
  type Spelling,
  similarity,
  UNKNOWN_KIND,
} from '#lib/memory/entities/resolve';

const ids = () => {
  let n = 0;
  return () => `new-${++n}`;
};
const mention = (name: string, kind = PERSON, over: Partial<Mention> = {}): Mention =>
  mentionOf({ name, kind, literal: false, document: 'd', ...over })!;
const spelling = (name: string, entityId: string, kind = PERSON, sharesCompany = true): Spelling => ({
  key: nameKey(name),
  name,
  entityId,
  kind,
  sharesCompany,
});
const idOf = (name: string, stored: Spelling[], kind = PERSON): string => {
  const one = mention(name, kind);
  return resolve([one], stored, ids()).ids.get(one.key)!;
};

/** [stored, named, kind]. Similar but different pairs, from errors of trigram matching. */
const DIFFERENT: [string, string, string][] = [
  ['Bob Smith', 'Rob Smith', PERSON],
  ['Python 2', 'Python 3', 'PRODUCT'],
  ['Q1 2024', 'Q2 2024', 'EVENT'],
  ['Series A', 'Series B', 'EVENT'],
  ['GPT-4', 'GPT-5', 'PRODUCT'],
  ['New York', 'New York Times', 'ORG'],
  ['New York', 'New York Times', PERSON],
  ['Maria Lopez', 'Mario Lopez', PERSON],
  ['Anna', 'Hanna', PERSON],
  ['Release 1.2 notes', 'Release 1.3 notes', 'CONCEPT'],
  ['Alice Chen', 'Alice Wong', PERSON],
  ['@alice', 'Alice', PERSON],
];

/** Spellings of one entity. */
const SAME: [string, string, string][] = [
  ['Alice Chen', 'alice chen', PERSON],
  ['José García', 'Jose Garcia', PERSON],
  ['Acme Corp.', 'Acme', 'ORG'],
  ['Alice Chen', 'Alice', PERSON],
  ['Alice Chen', 'Dr. Chen', PERSON],
  ['Alice', 'Alice Chen', PERSON],
  ['Alice Marie Chen', 'Alice Chen', PERSON],
  ['International Business Machines', 'IBM', 'ORG'],
  ['Arnold Schwarzenegger', 'Arnold Schwarzeneger', PERSON],
  ['Kubernetes Cluster', 'Kubernetes Clusters', 'PRODUCT'],
];

describe('resolve', () => {
  it.each(DIFFERENT)('separates %s and %s (%s)', (stored, named, kind) => {
    expect(idOf(named, [spelling(stored, 'known', kind)], kind)).toBe('new-1');
    expect(idOf(stored, [spelling(named, 'known', kind)], kind)).toBe('new-1');
  });

  it.each(DIFFERENT)('separates %s and %s in one request (%s)', (a, b, kind) => {
    expect(resolve([mention(a, kind), mention(b, kind)], [], ids()).entities).toHaveLength(2);
  });

  it.each(SAME)('joins %s and %s (%s)', (stored, named, kind) => {
    expect(idOf(named, [spelling(stored, 'known', kind)], kind)).toBe('known');
  });

  it('records a joined spelling, so that it can be split off', () => {
    const { aliases, entities } = resolve([mention('Alice')], [spelling('Alice Chen', 'known')], ids());
    expect(entities).toEqual([]);
    expect(aliases).toEqual([{ key: 'alice', name: 'Alice', entityId: 'known' }]);
  });

  it('does not join a short form without common company, or if two entities fit', () => {
    expect(idOf('Alice Chen', [spelling('Alice', 'known', PERSON, false)])).toBe('new-1');
    expect(idOf('IBM', [spelling('International Business Machines', 'known', 'ORG', false)], 'ORG')).toBe('new-1');
    expect(idOf('Alice', [spelling('Alice Chen', 'one'), spelling('Alice Wong', 'two')])).toBe('new-1');
  });

  it.each(['Okafor', 'Ngozi', 'Dr. Okafor'])('joins %s alone to the only stored person with that name', (name) => {
    const stored = [spelling('Dr. Ngozi Okafor', 'known', PERSON, false)];
    expect(idOf(name, stored)).toBe('known');
    expect(idOf(name, stored, UNKNOWN_KIND)).toBe('known');
    expect(idOf(name, stored, 'LOCATION')).toBe('new-1');
    expect(idOf(name, [...stored, spelling('Ngozi Ada Okafor', 'other', PERSON, false)], UNKNOWN_KIND)).toBe('new-1');
  });

  it('does not join a part of a name to a non-person or by a middle name', () => {
    expect(idOf('Gate', [spelling('Golden Gate', 'known', UNKNOWN_KIND, false)], UNKNOWN_KIND)).toBe('new-1');
    expect(idOf('Ann', [spelling('Ann Arbor', 'known', UNKNOWN_KIND)])).toBe('new-1');
    expect(idOf('Marie', [spelling('Alice Marie Chen', 'known')])).toBe('new-1');
  });

  it('does not join a name to an entity whose other names contradict it', () => {
    const stored = [spelling('Alice', 'known'), spelling('Alice Chen', 'known')];
    expect(idOf('Alice Wong', stored)).toBe('new-1');
  });

  it('only joins names of one kind', () => {
    expect(idOf('Washington', [spelling('George Washington', 'known')], 'PLACE')).toBe('new-1');
  });

  it('finds the full name in the same document in any order', () => {
    const { entities, ids: found } = resolve([mention('Alice'), mention('Alice Chen')], [], ids());
    expect(entities.map(({ name }) => name)).toEqual(['Alice Chen']);
    expect(new Set(found.values()).size).toBe(1);
    const apart = resolve([mention('Alice'), mention('Alice Chen', PERSON, { document: 'other' })], [], ids());
    expect(apart.entities).toHaveLength(2);
  });

  it('matches literal names as written, ignoring case', () => {
    const literal = (name: string) => mention(name, PERSON, { literal: true });
    const stored = [spelling('Chen', 'known')];
    const of = (one: Mention) => resolve([one], stored, ids()).ids.get(one.key);
    expect(of(literal('CHEN'))).toBe('known');
    expect(of(literal('Dr. Chen'))).toBe('new-1');
    expect(of(mention('Dr. Chen'))).toBe('known');
  });

  it.each(['', '  ', 'x'.repeat(201), '\uFDFA'.repeat(100)])('rejects the name %j', (name) => {
    expect(mentionOf({ name, kind: PERSON, literal: false, document: 'd' })).toBeNull();
  });

  it('preserves a specified kind', () => {
    expect(resolve([mention('Alice', 'CONCEPT'), mention('Alice')], [], ids()).entities).toEqual([
      { id: 'new-1', name: 'Alice', kind: PERSON },
    ]);
  });

  it('looks up the spellings it needs', () => {
    const { exact, surnames, prefixes } = lookupOf([mention('Alice Chen'), mention('Bob'), mention('@carol')]);
    expect(exact.names).toEqual(['alice chen', 'bob', '@carol']);
    expect(exact.related).toEqual(['alice', 'chen', 'ac']);
    expect(surnames).toEqual(['bob']);
    expect(prefixes.map(({ prefix }) => prefix)).toEqual(['alice che', 'bob ']);
    expect(lookupOf([mention('Kubernetes', 'PRODUCT')])).toEqual({
      exact: { names: ['kubernetes'], related: [] },
      surnames: [],
      prefixes: [{ key: 'kubernetes', prefix: 'kubern' }],
    });
  });

  it('resolves three thousand names in less than a second of processor time', async () => {
    const names = Array.from({ length: 3000 }, (_, i) => mention(`Person${i % 60} Family${i}`));
    expect(await cpuOf(() => expect(resolve(names, [], ids()).entities).toHaveLength(3000))).toBeLessThan(1000);
  });
});

describe('similarity', () => {
  it('is the share of common trigrams', () => {
    expect(similarity('abc', 'abc')).toBe(1);
    expect(similarity('maria lopez', 'mario lopez')).toBeCloseTo(0.714, 2);
    expect(similarity('abc', 'xyz')).toBe(0);
  });

  it('is not enough to join names', () => {
    expect(isVariant('python 2', 'python 3', 'PRODUCT')).toBe(false);
    expect(isShortForm('new york', 'new york times', 'ORG')).toBe(false);
  });
});

describe('many names in one request', () => {
  const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
  const wordOf = (n: number): string => {
    let word = '';
    for (let rest = n * 7919 + 1_000_000, i = 0; i < 6; i++, rest = Math.floor(rest / 26)) word += LETTERS[rest % 26];
    return word;
  };
  const all = (count: number, nameOf: (n: number) => string, kind: string) =>
    Array.from({ length: count }, (_, n) => mention(nameOf(n), kind));

  it.each([
    ['that begin alike', (n: number) => `namely${wordOf(n)}`, 'CONCEPT'],
    ['of persons with one first name', (n: number) => `Alice ${wordOf(n)}`, PERSON],
    ['of persons with one first and one last name', (n: number) => `Alice ${wordOf(n)} Chen`, PERSON],
    ['that are all spellings of one', (n: number) => `namely ${wordOf(n)} ${'consortium of the northern river '.repeat(4)}`, 'ORG'],
  ])('%s take linear time', async (_, nameOf, kind) => {
    const mentions = all(3000, nameOf, kind);
    // Comparing all pairs took from fourteen seconds to several minutes.
    expect(await cpuOf(() => resolve(mentions, [], ids()))).toBeLessThan(6000);
  });

  it('join exactly if two spellings are variants, with few compared trigrams', () => {
    const bases = ['consolidated harbour logistics', 'northwind', 'metropolitan', 'acme anvils', 'xylophone makers guild'];
    for (const base of bases) {
      for (let at = 0; at < base.length; at++) {
        for (const other of [
          base.slice(0, at) + base.slice(at + 1),
          `${base.slice(0, at)}q${base.slice(at)}`,
          `${base.slice(0, at)}z${base.slice(at + 1)}`,
        ]) {
          if (other.split(' ').length !== base.split(' ').length || other.trim() !== other || other.includes('  ')) continue;
          const { entities } = resolve([mention(base, 'ORG'), mention(other, 'ORG')], [], ids());
          expect([other, entities.length]).toEqual([
            other,
            nameKey(other) === nameKey(base) || isVariant(nameKey(base), nameKey(other), 'ORG') ? 1 : 2,
          ]);
        }
      }
    }
  });
});
