/** The beginning of a line that is too long, `most` characters with the sign that more follows. Never half a character. */
export function cut(line: string, most: number): string {
  const characters = [...line];
  if (characters.length <= most) return line;
  const head = characters.slice(0, most - 1).join('');
  return `${head.trimEnd()}…`;
}
