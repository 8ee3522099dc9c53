/**
 * The terminal output of the demo: plain text of at most 80 columns, with color only on a terminal.
 */

export const WIDTH = 80;

/**
 * Breaks between words; a word longer than a line stays whole.
 * @param {string} text
 * @param {number} width columns for the text, without the indent
 * @param {string} [indent] put before every line but the first
 */
export function wrap(text, width, indent = '') {
  const lines = [''];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const line = lines[lines.length - 1];
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join(`\n${indent}`);
}

/**
 * `10 Jan 2026` in UTC, or spaces of the same width if there is no date.
 * @param {string | undefined} iso
 */
export function day(iso) {
  if (!iso) return ' '.repeat(11);
  return new Date(iso)
    .toLocaleDateString('en-GB', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' })
    .replace('Sept', 'Sep');
}

/**
 * Returns functions that color a text, or return it unchanged. https://no-color.org
 * @param {{ isTTY?: boolean }} stream
 * @param {Record<string, string | undefined>} env
 */
export function palette(stream, env) {
  const on = Boolean(stream.isTTY) && !env.NO_COLOR && env.TERM !== 'dumb';
  const paint = (code) => (text) => (on ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { bold: paint('1'), dim: paint('2'), accent: paint('36'), bad: paint('31') };
}

/**
 * Formats one memory in three columns: score, day of the mention, text.
 * @param {{ text: string, scores?: { final?: number }, mentioned_at?: string }} memory
 * @param {ReturnType<typeof palette>} colors
 */
export function memoryLines(memory, colors) {
  const score = (memory.scores?.final ?? 0).toFixed(2).padStart(6);
  const left = `${score}  ${day(memory.mentioned_at)}  `;
  const text = wrap(memory.text, WIDTH - left.length, ' '.repeat(left.length));
  return `${colors.accent(score)}${colors.dim(left.slice(score.length))}${text}`;
}
