import { inverseFrequency } from '#lib/memory/recall/retrieval/parameters';

/** The share of a question's terms in a text, from 0 to 1. */
export type Coverage = (present: ReadonlySet<string>) => number;

/** Weights each term by its rarity in the evidence: `texts` are the terms of each memory. */
export function coverageOf(terms: readonly string[], texts: readonly ReadonlySet<string>[]): Coverage {
  const weights = new Map(
    terms.map((term) => [term, inverseFrequency(texts.length, texts.filter((present) => present.has(term)).length)] as const),
  );
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  return (present) => {
    let sum = 0;
    for (const [term, weight] of weights) if (present.has(term)) sum += weight;
    return all > 0 ? sum / all : 0;
  };
}
