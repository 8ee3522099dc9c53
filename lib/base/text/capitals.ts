/** Words whose letters suggest a name, in any language. */

/**
 * A capitalized word with its inner punctuation, or one with a capital or digit inside (MySQL,
 * iPhone, GPT-4, AT&T).
 */
export const CAPITALIZED = /^(?:\p{Lu}|\p{Ll}{1,3}\p{Lu}\p{Ll})/u;
export const INNER_SIGN = /^(?=.*\p{Ll})\p{L}\p{L}*\p{Lu}|^\p{Lu}[\p{L}]*[-.]?\d|^\p{L}+&\p{L}/u;
export const ALL_CAPITALS = /^\p{Lu}[\p{Lu}\p{N}&-]+s?$/u;
/** `09:00 ` · `- 9.30–10.15 ` · `3 pm ` */
export const SCHEDULE =
  /^\W{0,4}(?:\d{1,2}[:.]\d{2}(?:\s?[-–]\s?\d{1,2}[:.]\d{2})?|\d{1,2}(?=\s?[ap]m\s))(?:\s?(?:[ap]m|uhr|h))?[\s:–-]{1,4}/iu;
