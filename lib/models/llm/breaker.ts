/**
 * A circuit breaker: stops calls to a provider that is down, so that callers do not wait for it.
 * One per configuration and process. Time is a parameter, in milliseconds: the rules are pure.
 */

/** After this number of consecutive failures, of any callers, all calls are paused for a while. */
export const FAILURES_TO_OPEN = 5;
export const OPEN_MS = 30_000;
/** retry time for callers that arrive during a trial call */
const TRYING_MS = 2_000;

export class Breaker {
  private failures = 0;
  private closedUntil = 0;
  private probing = false;

  /**
   * Returns 0 if a call is allowed, else the milliseconds to wait. After the pause, one caller at a
   * time makes a trial call.
   */
  wait(now: number): number {
    if (now < this.closedUntil) return this.closedUntil - now;
    if (this.failures < FAILURES_TO_OPEN) return 0;
    if (this.probing) return TRYING_MS;
    this.probing = true;
    return 0;
  }

  /** Records an answer of the provider, including an error response. */
  succeeded(): void {
    this.failures = 0;
    this.probing = false;
  }

  /**
   * Records a failure. `pauseMs`: the provider itself requested a pause of this length; that is not
   * a failure.
   */
  failed(now: number, pauseMs: number | null): void {
    this.probing = false;
    if (pauseMs !== null) {
      this.closedUntil = Math.max(this.closedUntil, now + pauseMs);
      return;
    }
    this.failures++;
    if (this.failures >= FAILURES_TO_OPEN) this.closedUntil = now + OPEN_MS;
  }

  /** Records that the caller disconnected before the answer. */
  abandoned(): void {
    this.probing = false;
  }
}
