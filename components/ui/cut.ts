/** Shortens a line to `most` characters including an ellipsis. Never splits a character. */
export function cut(line: string, most: number): string {
  const characters = [...line];
  if (characters.length <= most) return line;
  const head = characters.slice(0, most - 1).join('');
  return `${head.trimEnd()}…`;
}
