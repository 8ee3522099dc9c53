import { CLOSE, NO_PARTS, type Ranked } from '#lib/memory/recall/rank';
import type { Candidate } from '#lib/memory/recall/retrieval/port';

/**
 * Ranks the answer to an overview question ("what do you know about me?"): memories that match the words of the query, then
 * observations, standing instructions and the latest memories. Also the fallback when retrieval finds nothing. Pure.
 */

/** A memory that contains more of the query's weighted terms is a match. */
const MATCH_COVERAGE = 0.6;
interface Scores {
  readonly first: number;
  readonly last: number;
}
/** Scores fall from the first to the last: an overview answers the question, though none of its memories does alone. */
export const OVERVIEW_SCORES: Scores = { first: 0.5, last: 0.25 };
/** Scores of a fallback, which answers nothing. */
export const FALLBACK_SCORES: Scores = { first: 0.05, last: 0 };

const tierOf = ({ type, standing, onlyAsks }: Candidate): number => (onlyAsks ? 3 : type === 'observation' ? 0 : standing ? 1 : 2);

const byTier = (a: Candidate, b: Candidate): number =>
  tierOf(a) - tierOf(b) || (b.mentionedAt ?? 0) - (a.mentionedAt ?? 0) || (a.id < b.id ? 1 : -1);

/** Merges `ranked`, found by words and meaning, with `overview`, found without them. */
export function withOverview(ranked: readonly Ranked[], overview: readonly Candidate[], { first: top, last }: Scores): Ranked[] {
  const said = ranked.filter(({ candidate, coverage }) => !candidate.onlyAsks && (coverage >= MATCH_COVERAGE || candidate.cosine >= CLOSE));
  const first = new Set(said.map(({ candidate }) => candidate.id));
  const added = overview.filter(({ id }) => !first.has(id)).sort(byTier);
  const there = new Set(added.map(({ id }) => id));
  const rest = ranked.filter(({ candidate: { id } }) => !first.has(id) && !there.has(id));
  const step = (top - last) / Math.max(1, added.length);
  return [
    ...said.map((unit) => ({ ...unit, final: top + (1 - top) * unit.final })),
    ...added.map((candidate, i) => ({ candidate, final: top - i * step, coverage: 0, parts: NO_PARTS })),
    ...rest.map((unit) => ({ ...unit, final: last * unit.final })),
  ];
}
