import { defined } from '#lib/base/defined';
/**
 * Glob patterns: `*` matches any text, `?` matches any one character (a code point), every other
 * character matches itself.
 */
export interface Glob {
  readonly codes: readonly number[];
}

const STAR = 0x2a;
const QUESTION_MARK = 0x3f;

export const codePoints = (text: string): number[] => Array.from(text, (character) => defined(character.codePointAt(0)));

/** Compiles a pattern. Consecutive stars mean the same as one. */
export const globOf = (pattern: string): Glob => ({
  codes: codePoints(pattern).filter((code, i, all) => code !== STAR || all[i - 1] !== STAR),
});

/**
 * Whether the glob matches the whole text, given as code points. Only the last star is ever
 * retried, because an earlier one cannot match more than it already does. So there are at most
 * `codes.length * text.length` comparisons for any pattern.
 */
export function matchesGlob({ codes }: Glob, text: readonly number[]): boolean {
  let at = 0;
  let star = -1;
  let resumeAt = 0;
  let i = 0;
  while (i < text.length) {
    const code = codes[at];
    if (code === STAR) {
      star = at++;
      resumeAt = i;
    } else if (code !== undefined && (code === QUESTION_MARK || code === text[i])) {
      at++;
      i++;
    } else if (star >= 0) {
      at = star + 1;
      i = ++resumeAt;
    } else return false;
  }
  while (codes[at] === STAR) at++;
  return at === codes.length;
}
