import { defined } from '#lib/base/defined';
import { inCallerZone, NO_PARTS, type Ranked, type TimeWindow } from '#lib/memory/recall/rank';
import type { Candidate } from '#lib/memory/recall/retrieval/port';
import type { TimeAlone } from '#lib/memory/recall/time-alone';

/**
 * The order of what answers a question about a time alone. How far a unit is from the question says nothing here, only how well its own time lies in the
 * window does; inside one tier stands what was earlier first. Pure.
 */

/** Equal parts of the time between the first and the last unit of the window: each gets its say. */
export const STRETCHES = 16;

/** All of its time lies in the window, half of it, a part of it; it was only told then; it lies beside a window that is meant loosely. */
const TIERS = { whole: 1, half: 0.5, touched: 0.25, told: 0.1, beside: 0.02 } as const;
/** Where it is asked for what was told: what was told then stands first, what only happened then behind it. */
const HAPPENED_WHERE_TOLD_IS_ASKED = 0.5;
/** People are asked about and it is neither theirs nor about them. */
const OF_OTHERS = 0.5;

const DAY = 86_400;
const MOST_BESIDE = 15 * DAY;

interface OpenWindow {
  /** seconds since 1970; open ends are infinite */
  readonly start: number;
  readonly end: number;
}

const within = ({ start, end }: TimeWindow): OpenWindow => ({
  start: start ?? Number.NEGATIVE_INFINITY,
  end: end ?? Number.POSITIVE_INFINITY,
});

/** How far beside a loose window something may lie: half its length, at most 15 days. In seconds. */
export function slackOf({ start, end }: Pick<TimeWindow, 'start' | 'end'>, isLoose: boolean): number {
  return isLoose && start !== null && end !== null ? Math.min(MOST_BESIDE, (end - start) / 2) : 0;
}

/** The share of a unit's own time that lies in the window; a moment lies in it or not. */
function shareInside(from: number, to: number, { start, end }: OpenWindow): number {
  // Both ends of a unit's time belong to it.
  if (from >= end || to < start) return 0;
  if (from >= start && to < end) return 1;
  return to > from ? (Math.min(to + 1, end) - Math.max(from, start)) / (to + 1 - from) : 1;
}

function tierOf(unit: Candidate, meant: TimeWindow, slack: number, { isTold }: TimeAlone): number {
  const window = within(meant);
  const { occurredStart: from } = unit;
  const told = inCallerZone(meant.offset, unit.mentionedAt);
  const isToldInside = told !== null && told >= window.start && told < window.end;
  if (isTold && isToldInside) return TIERS.whole;
  const tier = happened(from ?? told, from === null ? told : (unit.occurredEnd ?? from), window, slack);
  if (tier > TIERS.told) return isTold ? tier * HAPPENED_WHERE_TOLD_IS_ASKED : tier;
  return isToldInside ? TIERS.told : tier;
}

function happened(from: number | null, to: number | null, { start, end }: OpenWindow, slack: number): number {
  if (from === null || to === null) return 0;
  const share = shareInside(from, to, { start, end });
  if (share >= 1) return TIERS.whole;
  if (share >= 0.5) return TIERS.half;
  if (share > 0) return TIERS.touched;
  return shareInside(from, to, { start: start - slack, end: end + slack }) > 0 ? TIERS.beside : 0;
}

/** When a unit was, for the order inside a tier: in seconds. */
export const timeOf = ({ occurredStart, mentionedAt }: Candidate): number => occurredStart ?? mentionedAt ?? 0;

/** Best first; inside a tier in the order of time, then of the place in the document. */
export const byTime = (a: Ranked, b: Ranked): number =>
  b.final - a.final ||
  timeOf(a.candidate) - timeOf(b.candidate) ||
  (a.candidate.document ?? '').localeCompare(b.candidate.document ?? '') ||
  a.candidate.position - b.candidate.position ||
  (a.candidate.id < b.candidate.id ? -1 : 1);

export interface TimeContext {
  readonly window: TimeWindow;
  readonly isLoose: boolean;
  readonly alone: TimeAlone;
  /** people are asked about by name */
  readonly namesSpeaker: boolean;
}

export function rankByTime(candidates: readonly Candidate[], { window, isLoose, alone, namesSpeaker }: TimeContext): Ranked[] {
  const slack = slackOf(window, isLoose);
  return candidates
    .flatMap((candidate) => {
      const tier = tierOf(candidate, window, slack, alone);
      if (tier === 0) return [];
      const asked = namesSpeaker && !candidate.asked && candidate.mask === 0 ? OF_OTHERS : 1;
      return { candidate, final: tier * asked, coverage: 0, parts: { ...NO_PARTS, own: tier, asked, date: 2 } };
    })
    .sort(byTime);
}

/**
 * The order in which a budget is spent on them: by score, and of one score in turn over equal stretches of the time that they cover, so that no part of the
 * window is left out because another is full.
 */
export function inTurns(ranked: readonly Ranked[]): Ranked[] {
  const times = ranked.map(({ candidate }) => timeOf(candidate));
  const first = times.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY);
  const last = times.reduce((most, at) => Math.max(most, at), Number.NEGATIVE_INFINITY);
  const width = Math.max(1, (last - first + 1) / STRETCHES);
  const seen = new Map<string, number>();
  const turns = ranked.map((unit, i) => {
    const stretch = Math.floor((defined(times[i]) - first) / width);
    const key = `${unit.final}/${stretch}`;
    const turn = seen.get(key) ?? 0;
    seen.set(key, turn + 1);
    return { unit, turn, stretch };
  });
  return turns.sort((a, b) => b.unit.final - a.unit.final || a.turn - b.turn || a.stretch - b.stretch).map(({ unit }) => unit);
}
