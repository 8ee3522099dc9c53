import type { CandidateRow } from '#lib/memory/knowledge/store';

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009) of the matches by words and by
 * meaning. Pure.
 */

const K = 60;

export interface FusedPage {
  readonly row: CandidateRow;
  /** 1: first by words and by meaning */
  readonly score: number;
  readonly keywordRank: number | null;
  readonly semanticRank: number | null;
}

type Measure = (row: CandidateRow) => number;

const byWords: Measure = ({ keyword }) => keyword;
const byMeaning: Measure = ({ semantic }) => semantic ?? 0;

/**
 * Ranks from 1 by one measure; the other one decides between equal ones. Those at 0 have no rank.
 */
function ranksOf(rows: readonly CandidateRow[], first: Measure, second: Measure): ReadonlyMap<string, number> {
  const matching = rows.filter((row) => first(row) > 0);
  const ordered = matching.toSorted((a, b) => first(b) - first(a) || second(b) - second(a) || (a.id < b.id ? -1 : 1));
  return new Map(ordered.map(({ id }, i) => [id, i + 1]));
}

const share = (rank: number | undefined): number => (rank === undefined ? 0 : (K + 1) / (K + rank));

/** The candidates, best first. */
export function fuse(rows: readonly CandidateRow[]): FusedPage[] {
  const words = ranksOf(rows, byWords, byMeaning);
  const meanings = ranksOf(rows, byMeaning, byWords);
  return rows
    .map((row) => {
      const [word, meaning] = [words.get(row.id), meanings.get(row.id)];
      return { row, score: (share(word) + share(meaning)) / 2, keywordRank: word ?? null, semanticRank: meaning ?? null };
    })
    .sort((a, b) => b.score - a.score || (a.row.id < b.row.id ? -1 : 1));
}
