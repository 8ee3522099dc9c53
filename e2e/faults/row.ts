/** One row of the fault table. */
export interface FaultRow {
  readonly fault: string;
  readonly store: string;
  readonly rounds: number;
  /** what the rounds did and checked, shown in the table */
  readonly did: string;
  /** the faults that were found; empty if there are none */
  readonly wrong: readonly string[];
  readonly seconds: number;
}

/**
 * Runs one fault and measures its duration. An error is recorded as a fault of this row, so that
 * the other rows still run.
 */
export async function row(
  fault: string,
  store: string,
  rounds: number,
  run: () => Promise<{ did: string; wrong: readonly string[] }>,
): Promise<FaultRow> {
  const begun = performance.now();
  const { did, wrong } = await run().catch((error: unknown) => ({
    did: 'broke off',
    wrong: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
  }));
  return { fault, store, rounds, did, wrong, seconds: (performance.now() - begun) / 1000 };
}

const cells = ({ fault, store, rounds, did, wrong, seconds }: FaultRow): string[] => [
  fault,
  store,
  String(rounds),
  did,
  wrong.length === 0 ? 'none' : String(wrong.length),
  seconds.toFixed(1),
];

/** Returns the table in Markdown, followed by all faults that were found. */
export function table(rows: readonly FaultRow[]): string {
  const lines = [['fault', 'store', 'rounds', 'what happened', 'wrong', 's'], ...rows.map(cells)];
  const widths = lines[0]!.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)));
  const text = lines.map((line) => `| ${line.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`);
  text.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  const wrong = rows.flatMap(({ fault, store, wrong }) => wrong.map((what) => `${fault} (${store}): ${what}`));
  return [...text, ...wrong].join('\n');
}

/** A fault to run, with its own store. It returns one or several rows. */
export interface Fault {
  readonly name: string;
  readonly run: () => Promise<FaultRow | readonly FaultRow[]>;
}

/** Runs all faults in order, at most `lanes` at a time. Yields the rows of each as it finishes. */
export async function* inLanes(faults: readonly Fault[], lanes: number): AsyncGenerator<FaultRow> {
  const waiting = [...faults];
  const running = new Set<Promise<unknown>>();
  const done: FaultRow[] = [];
  const begin = (fault: Fault): void => {
    const work = fault
      .run()
      .catch((error: unknown) => row(`${fault.name}: the start`, '', 0, () => Promise.reject(error)))
      .then((rows) => {
        done.push(...[rows].flat());
        running.delete(work);
      });
    running.add(work);
  };
  for (;;) {
    for (const fault of waiting.splice(0, lanes - running.size)) begin(fault);
    if (done.length > 0) yield* done.splice(0);
    else if (running.size > 0) await Promise.race(running);
    else return;
  }
}
