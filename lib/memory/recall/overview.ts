import { CLOSE, NO_PARTS, type RankedCandidate } from '#lib/memory/recall/rank';
import type { Candidate } from '#lib/memory/recall/retrieval/port';

/**
 * Ranks the answer to an overview question ("what do you know about me?"): memories that match the
 * words of the query, then observations, permanent instructions and the latest memories. Also the
 * fallback if retrieval finds nothing. Pure.
 */

/** A memory that contains at least this share of the query's weighted terms is a match. */
const MATCH_COVERAGE = 0.6;
interface Scores {
  readonly first: number;
  readonly last: number;
}
/**
 * Scores decrease from the first to the last: together these memories answer the question, although
 * no single one does.
 */
export const OVERVIEW_SCORES: Scores = { first: 0.5, last: 0.25 };
/** Scores of a fallback that answers nothing. */
export const FALLBACK_SCORES: Scores = { first: 0.05, last: 0 };

const tierOf = ({ type, isInstruction, onlyAsks }: Candidate): number =>
  onlyAsks ? 3 : type === 'observation' ? 0 : isInstruction ? 1 : 2;

const byTier = (a: Candidate, b: Candidate): number =>
  tierOf(a) - tierOf(b) || (b.mentionedAt ?? 0) - (a.mentionedAt ?? 0) || (a.id < b.id ? 1 : -1);

/** Merges `ranked`, found by words and meaning, with `overview`, found without them. */
export function withOverview(
  ranked: readonly RankedCandidate[],
  overview: readonly Candidate[],
  { first: top, last }: Scores,
): RankedCandidate[] {
  const matching = ranked.filter(
    ({ candidate, coverage }) => !candidate.onlyAsks && (coverage >= MATCH_COVERAGE || candidate.cosine >= CLOSE),
  );
  const first = new Set(matching.map(({ candidate }) => candidate.id));
  const added = overview.filter(({ id }) => !first.has(id)).sort(byTier);
  const addedIds = new Set(added.map(({ id }) => id));
  const rest = ranked.filter(({ candidate: { id } }) => !first.has(id) && !addedIds.has(id));
  const step = (top - last) / Math.max(1, added.length);
  return [
    ...matching.map((unit) => ({ ...unit, final: top + (1 - top) * unit.final })),
    ...added.map((candidate, i) => ({ candidate, final: top - i * step, coverage: 0, parts: NO_PARTS })),
    ...rest.map((unit) => ({ ...unit, final: last * unit.final })),
  ];
}
