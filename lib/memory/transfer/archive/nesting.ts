import { endOfString } from '#lib/base/contract/structure';

/** Levels of lists and objects. Records of real stores have fewer than 10. */
export const MAX_NESTING = 100;

/**
 * Whether JSON has more than `MAX_NESTING` levels: functions that call themselves for each level
 * would run out of stack. Linear; for text that is no JSON the result is arbitrary.
 */
export function isNestedTooDeeply(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (character === '"') i = endOfString(text, i);
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > MAX_NESTING) return true;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return false;
}
