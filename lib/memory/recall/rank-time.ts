import { defined } from '#lib/base/defined';
import { inCallerZone, NO_PARTS, type RankedCandidate, type TimeWindow } from '#lib/memory/recall/rank';
import type { Candidate } from '#lib/memory/recall/retrieval/port';
import type { TimeAlone } from '#lib/memory/recall/time-alone';

/**
 * Ranks the answer to a question about a time alone. The distance between memory and question does
 * not count, only how much of the memory's time is inside the window. Within a tier, earlier
 * memories come first. Pure.
 */

/**
 * Number of equal parts of the time between the first and the last memory of the window. Results
 * alternate between them.
 */
export const STRETCHES = 16;

/**
 * All of its time is in the window, half of it, or a part of it; only its mention is; or its time
 * is just outside a loose window.
 */
const TIERS = { whole: 1, half: 0.5, touched: 0.25, mentioned: 0.1, nearby: 0.02 } as const;
/** For a question about mentions: mentions in the window come first, events in it follow. */
const EVENT_FOR_MENTIONS = 0.5;
/** The question names people, and the memory is neither by them nor about them. */
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

/** Seconds by which a memory may miss a loose window: half its length, at most 15 days. */
export function slackOf({ start, end }: Pick<TimeWindow, 'start' | 'end'>, isLoose: boolean): number {
  return isLoose && start !== null && end !== null ? Math.min(MOST_BESIDE, (end - start) / 2) : 0;
}

/** The share of a memory's own time that is inside the window; 0 or 1 for an instant. */
function shareInside(from: number, to: number, { start, end }: OpenWindow): number {
  // Both ends are part of a memory's time.
  if (from >= end || to < start) return 0;
  if (from >= start && to < end) return 1;
  return to > from ? (Math.min(to + 1, end) - Math.max(from, start)) / (to + 1 - from) : 1;
}

function tierOf(unit: Candidate, meant: TimeWindow, slack: number, { asksForMentions }: TimeAlone): number {
  const window = within(meant);
  const { occurredStart: from } = unit;
  const mentionedAt = inCallerZone(meant.offset, unit.mentionedAt);
  const isMentionedInside = mentionedAt !== null && mentionedAt >= window.start && mentionedAt < window.end;
  if (asksForMentions && isMentionedInside) return TIERS.whole;
  const tier = happened(from ?? mentionedAt, from === null ? mentionedAt : (unit.occurredEnd ?? from), window, slack);
  if (tier > TIERS.mentioned) return asksForMentions ? tier * EVENT_FOR_MENTIONS : tier;
  return isMentionedInside ? TIERS.mentioned : tier;
}

function happened(from: number | null, to: number | null, { start, end }: OpenWindow, slack: number): number {
  if (from === null || to === null) return 0;
  const share = shareInside(from, to, { start, end });
  if (share >= 1) return TIERS.whole;
  if (share >= 0.5) return TIERS.half;
  if (share > 0) return TIERS.touched;
  return shareInside(from, to, { start: start - slack, end: end + slack }) > 0 ? TIERS.nearby : 0;
}

/** Time of a memory for the order within a tier, in seconds. */
export const timeOf = ({ occurredStart, mentionedAt }: Candidate): number => occurredStart ?? mentionedAt ?? 0;

/** Best first; within a tier by time, then by position in the document. */
export const byTime = (a: RankedCandidate, b: RankedCandidate): number =>
  b.final - a.final ||
  timeOf(a.candidate) - timeOf(b.candidate) ||
  (a.candidate.document ?? '').localeCompare(b.candidate.document ?? '') ||
  a.candidate.position - b.candidate.position ||
  (a.candidate.id < b.candidate.id ? -1 : 1);

export interface TimeContext {
  readonly window: TimeWindow;
  readonly isLoose: boolean;
  readonly alone: TimeAlone;
  /** the question names people */
  readonly namesSpeaker: boolean;
}

export function rankByTime(candidates: readonly Candidate[], { window, isLoose, alone, namesSpeaker }: TimeContext): RankedCandidate[] {
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
 * The order in which memories may use the budget: by score. Equal scores alternate between equal
 * stretches of the time that they cover, so that no part of the window is omitted because another
 * one is full.
 */
export function inTurns(ranked: readonly RankedCandidate[]): RankedCandidate[] {
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
