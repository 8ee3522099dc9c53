/**
 * One session, many callers: first come, first served. A bare statement is one turn, a transaction keeps its turn until it ends;
 * sharing turns otherwise would let streams of bare statements starve transactions.
 */
export class FairQueue {
  #busy = false;
  readonly #waiting: { grant: () => void; refuse: (reason: unknown) => void }[] = [];

  get waiting(): number {
    return this.#waiting.length;
  }

  get busy(): boolean {
    return this.#busy;
  }

  /** @returns what ends the turn; calling it more than once does nothing */
  async turn(): Promise<() => void> {
    if (this.#busy) await new Promise<void>((grant, refuse) => this.#waiting.push({ grant, refuse }));
    this.#busy = true;
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      const next = this.#waiting.shift();
      if (next) next.grant();
      else this.#busy = false;
    };
  }

  /** Those who wait get `reason`; whoever has the turn keeps it. */
  refuseAll(reason: unknown): void {
    for (const { refuse } of this.#waiting.splice(0)) refuse(reason);
  }
}
