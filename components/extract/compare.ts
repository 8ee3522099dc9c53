import { defined } from '#lib/base/defined';
import type { DryRunResponse } from '#lib/memory/retain/contract';

/** Compares two extractions of a text, fact by fact. Pure. */

export type Fact = DryRunResponse['facts'][number];
export type Difference = 'words' | 'type' | 'dates' | 'entities' | 'tags' | 'speaker';

export interface IndexedFact {
  readonly fact: Fact;
  /** Index in its extraction. */
  readonly at: number;
}

/** A row of two columns: a matching pair, or a fact of one side. */
export type FactRow =
  | { readonly isMatch: true; readonly own: IndexedFact; readonly candidate: IndexedFact; readonly differs: readonly Difference[] }
  | { readonly isMatch: false; readonly own: IndexedFact | null; readonly candidate: IndexedFact | null };

/** The words only: ignores case, punctuation, whitespace and Unicode forms. */
export const wordsOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const asSet = (names: readonly string[]): string => JSON.stringify(names.map((name) => name.toLowerCase()).sort());
const asDay = (time: string | null | undefined): string => time ?? '';

function differencesOf(own: Fact, candidate: Fact): Difference[] {
  const differs: readonly (readonly [Difference, boolean])[] = [
    ['words', wordsOf(own.text) !== wordsOf(candidate.text)],
    ['type', own.fact_type !== candidate.fact_type],
    ['dates', asDay(own.occurred_start) !== asDay(candidate.occurred_start) || asDay(own.occurred_end) !== asDay(candidate.occurred_end)],
    ['entities', asSet(own.entities) !== asSet(candidate.entities)],
    ['tags', asSet(own.tags) !== asSet(candidate.tags)],
    ['speaker', (own.speaker ?? '') !== (candidate.speaker ?? '')],
  ];
  return differs.filter(([, is]) => is).map(([name]) => name);
}

/** Minimum share of common words (Dice coefficient). */
const ALIKE = 0.8;

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((word) => b.has(word)).length;
  return (2 * common) / (a.size + b.size);
}

/**
 * The index in `candidate` for each of `own`, used at most once: equal words first, then mostly
 * equal words.
 */
function matchesOf(own: readonly Fact[], candidate: readonly Fact[]): (number | null)[] {
  const free = new Map<string, number[]>();
  for (const [at, { text }] of candidate.entries()) {
    const words = wordsOf(text);
    free.set(words, [...(free.get(words) ?? []), at]);
  }
  const matches = own.map(({ text }) => free.get(wordsOf(text))?.shift() ?? null);
  const taken = new Set(matches);
  for (const { at, of } of likePairs(own, candidate, matches, taken)) {
    if (matches[at] !== null || taken.has(of)) continue;
    matches[at] = of;
    taken.add(of);
  }
  return matches;
}

/** The remaining pairs, most similar first. Ties are resolved by position. */
function likePairs(
  own: readonly Fact[],
  candidate: readonly Fact[],
  matches: readonly (number | null)[],
  taken: ReadonlySet<number | null>,
) {
  const wordSet = ({ text }: Fact) => new Set(wordsOf(text).split(' '));
  const sets = candidate.map(wordSet);
  const pairs = own.flatMap((fact, at) => {
    if (matches[at] !== null) return [];
    const mine = wordSet(fact);
    return sets.flatMap((other, of) => (taken.has(of) ? [] : [{ at, of, score: likeness(mine, other) }]));
  });
  return pairs
    .filter(({ score }) => score >= ALIKE)
    .sort((a, b) => b.score - a.score || Math.abs(a.at - a.of) - Math.abs(b.at - b.of) || a.at - b.at);
}

/** Consecutive unmatched facts from `from` on. */
function looseFrom(facts: readonly Fact[], from: number, isMatched: (at: number) => boolean): IndexedFact[] {
  const loose: IndexedFact[] = [];
  for (let at = from; at < facts.length && !isMatched(at); at++) loose.push({ fact: defined(facts[at]), at });
  return loose;
}

const alone = (own: readonly IndexedFact[], candidate: readonly IndexedFact[]): FactRow[] => [
  ...own.map((placed): FactRow => ({ isMatch: false, own: placed, candidate: null })),
  ...candidate.map((placed): FactRow => ({ isMatch: false, own: null, candidate: placed })),
];

/** In the order of `own`. An unmatched fact follows its predecessor in its own extraction. */
export function compareFacts(own: readonly Fact[], candidate: readonly Fact[]): FactRow[] {
  const matches = matchesOf(own, candidate);
  const taken = new Set(matches);
  const after = (ownAt: number, candidateAt: number): FactRow[] =>
    alone(
      looseFrom(own, ownAt + 1, (at) => matches[at] !== null),
      looseFrom(candidate, candidateAt + 1, (at) => taken.has(at)),
    );
  const matched = own.flatMap((fact, at): FactRow[] => {
    const match = matches[at] ?? null;
    if (match === null) return [];
    const twin = defined(candidate[match]);
    return [
      { isMatch: true, own: { fact, at }, candidate: { fact: twin, at: match }, differs: differencesOf(fact, twin) },
      ...after(at, match),
    ];
  });
  return [...after(-1, -1), ...matched];
}

export const countRows = (rows: readonly FactRow[]) => ({
  matched: rows.filter(({ isMatch }) => isMatch).length,
  added: rows.filter(({ isMatch, candidate }) => !isMatch && candidate).length,
  missing: rows.filter(({ isMatch, own }) => !isMatch && own).length,
});

export const isDifference = (row: FactRow): boolean => !row.isMatch || row.differs.length > 0;
