import { endOfString } from '#lib/base/contract/structure';

/** Levels of lists and objects. Records of real stores have fewer than 10. */
export const MAX_NESTING = 100;

const QUOTE = 0x22;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Whether JSON has more than `MAX_NESTING` levels: functions that call themselves for each level
 * would run out of stack. Linear; for text that is no JSON the result is arbitrary.
 */
export function isNestedTooDeeply(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfString(text, i);
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      depth += 1;
      if (depth > MAX_NESTING) return true;
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) depth -= 1;
  }
  return false;
}
