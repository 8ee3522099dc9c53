import { conversation, questions, type Session } from '#bench/support/generate';
import type { Options } from '#bench/support/options';

export const TURNS_PER_SESSION = 20;
/** Recalls that run first and are not measured. */
export const WARM_UP = 20;

export interface BankPlan {
  readonly name: string;
  readonly sessions: readonly Session[];
  /** the first `WARM_UP` of them are not measured */
  readonly questions: readonly string[];
}

export interface BySize<T> {
  readonly small: T;
  readonly middle: T;
  readonly large: T;
}

export function planBank(name: string, seed: number, sentences: number, asked: number): BankPlan {
  const sessions = conversation({ seed, sentences, turnsPerSession: TURNS_PER_SESSION });
  return { name, sessions, questions: questions(sessions, seed, asked) };
}

export function planBanks({ sizes, recalls }: Options): BySize<BankPlan> {
  const plan = (size: number, seed: number): BankPlan => planBank(`bench-${size}`, seed, size, WARM_UP + recalls);
  return { small: plan(sizes[0], 2), middle: plan(sizes[1], 3), large: plan(sizes[2], 4) };
}
