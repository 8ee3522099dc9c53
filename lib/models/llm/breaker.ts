/**
 * Keeps a provider that is down from being asked again and again, and callers from waiting for it. One per configuration and process.
 * Time is a parameter, in milliseconds: the rules are pure.
 */

/** So many failures in a row, whoever called, and nobody is let through for a while. */
export const FAILURES_TO_OPEN = 5;
export const OPEN_MS = 30_000;
/** how soon those who came while somebody tries ask again */
const TRYING_MS = 2_000;

export class Breaker {
  private failures = 0;
  private closedUntil = 0;
  private probing = false;

  /** 0: go ahead. Else so many milliseconds to wait. After the pause one caller at a time tries. */
  wait(now: number): number {
    if (now < this.closedUntil) return this.closedUntil - now;
    if (this.failures < FAILURES_TO_OPEN) return 0;
    if (this.probing) return TRYING_MS;
    this.probing = true;
    return 0;
  }

  /** The provider answered, whatever it said. */
  succeeded(): void {
    this.failures = 0;
    this.probing = false;
  }

  /** `pauseMs`: the provider itself said for how long it wants to be left alone; that is no failure. */
  failed(now: number, pauseMs: number | null): void {
    this.probing = false;
    if (pauseMs !== null) {
      this.closedUntil = Math.max(this.closedUntil, now + pauseMs);
      return;
    }
    this.failures++;
    if (this.failures >= FAILURES_TO_OPEN) this.closedUntil = now + OPEN_MS;
  }

  /** The caller went away before there was an answer. */
  abandoned(): void {
    this.probing = false;
  }
}
