import { type Candidate, CLOSE, NO_PARTS, type Ranked } from '#lib/recall/rank';

/**
 * The order of what answers a question about everything ("what do you know about me?"): what says the words of the question, then
 * observations, standing instructions, and the latest. The same stands in where nothing at all was found. Pure.
 */

/** Of the weighted terms of the question: what holds more says what is asked. */
const SAID = 0.6;
interface Scores {
  readonly first: number;
  readonly last: number;
}
/** An overview answers, though no part of it does by itself: the scores fall from the first of these to the second. */
export const ASKED_FOR: Scores = { first: 0.5, last: 0.25 };
/** It stands in for an answer. */
export const FOR_LACK: Scores = { first: 0.05, last: 0 };

const tierOf = ({ type, standing, onlyAsks }: Candidate): number => (onlyAsks ? 3 : type === 'observation' ? 0 : standing ? 1 : 2);

const byTier = (a: Candidate, b: Candidate): number =>
  tierOf(a) - tierOf(b) || (b.mentionedAt ?? 0) - (a.mentionedAt ?? 0) || (a.id < b.id ? 1 : -1);

/** `ranked`: what was found by words and meaning; `overview`: what was found without. */
export function withOverview(ranked: readonly Ranked[], overview: readonly Candidate[], { first: top, last }: Scores): Ranked[] {
  const said = ranked.filter(({ candidate, coverage }) => !candidate.onlyAsks && (coverage >= SAID || candidate.cosine >= CLOSE));
  const first = new Set(said.map(({ candidate }) => candidate.id));
  const told = overview.filter(({ id }) => !first.has(id)).sort(byTier);
  const there = new Set(told.map(({ id }) => id));
  const rest = ranked.filter(({ candidate: { id } }) => !first.has(id) && !there.has(id));
  const step = (top - last) / Math.max(1, told.length);
  return [
    ...said.map((unit) => ({ ...unit, final: top + (1 - top) * unit.final })),
    ...told.map((candidate, i) => ({ candidate, final: top - i * step, coverage: 0, parts: NO_PARTS })),
    ...rest.map((unit) => ({ ...unit, final: last * unit.final })),
  ];
}
