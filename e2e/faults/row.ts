/** One line of the fault table. */
export interface FaultRow {
  readonly fault: string;
  readonly store: string;
  readonly rounds: number;
  /** what the rounds amounted to, for the reader of the table */
  readonly did: string;
  /** what must not be; empty when all is well */
  readonly wrong: readonly string[];
  readonly seconds: number;
}

/** Runs one fault and measures it. */
export async function row(
  fault: string,
  store: string,
  rounds: number,
  run: () => Promise<{ did: string; wrong: readonly string[] }>,
): Promise<FaultRow> {
  const begun = performance.now();
  const { did, wrong } = await run();
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

/** The table in Markdown, and below it everything that went wrong. */
export function table(rows: readonly FaultRow[]): string {
  const lines = [['fault', 'store', 'rounds', 'what happened', 'wrong', 's'], ...rows.map(cells)];
  const widths = lines[0]!.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)));
  const text = lines.map((line) => `| ${line.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`);
  text.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  const wrong = rows.flatMap(({ fault, store, wrong }) => wrong.map((what) => `${fault} (${store}): ${what}`));
  return [...text, ...wrong].join('\n');
}
