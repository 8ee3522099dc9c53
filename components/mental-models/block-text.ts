import { linesOf } from '#components/mental-models/markdown';

/** The text of a block as one line without Markdown, for labels. Pure. */
export function plainTextOf(text: string): string {
  const runsOf = (line: ReturnType<typeof linesOf>[number]) => ('runs' in line ? line.runs : line.cells.flat());
  return linesOf(text)
    .map((line) =>
      runsOf(line)
        .map((run) => run.text)
        .join(''),
    )
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}
