import { pageTag } from '#lib/base/locales';

/** A formatter of `Intl` for each language, made when it is first needed. */
function byLanguage<Formatter>(make: (tag: string) => Formatter): () => Formatter {
  const made = new Map<string, Formatter>();
  return () => {
    const tag = pageTag();
    const known = made.get(tag);
    if (known !== undefined) return known;
    const formatter = make(tag);
    made.set(tag, formatter);
    return formatter;
  };
}

/** Formats numbers in the language of the page. */
export function numberFormat(options: Intl.NumberFormatOptions = {}): (n: number) => string {
  const formatter = byLanguage((tag) => new Intl.NumberFormat(tag, options));
  return (n) => formatter().format(n);
}

/** Formats times in the language of the page. */
export function dateFormat(options: Intl.DateTimeFormatOptions): (at: number | string | Date) => string {
  const formatter = byLanguage((tag) => new Intl.DateTimeFormat(tag, options));
  return (at) => formatter().format(new Date(at));
}

/** Formats a number with separators: 1,234. */
export const number = numberFormat();

const SIZES = ['kilobyte', 'megabyte', 'gigabyte'].map((unit, at) =>
  numberFormat({ style: 'unit', unit, maximumFractionDigits: at < 1 ? 0 : 1 }),
);

/** The size of a file, at least a kilobyte: "812 kB", "3.2 MB". */
export function sizeText(bytes: number): string {
  const thousands = Math.max(1, Math.min(SIZES.length, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return SIZES[thousands - 1]?.(Math.max(1, bytes / 1000 ** thousands)) ?? '';
}

/** With this number of decimals: 0.50. */
export const fixed = (n: number, decimals: 1 | 2): string => (decimals === 1 ? tenths(n) : hundredths(n));
const tenths = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
const hundredths = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

const relativeTime = byLanguage((tag) => new Intl.RelativeTimeFormat(tag, { style: 'short', numeric: 'auto' }));

/** "12 sec ago", "in 5 days", "yesterday" */
export const relativeText = (n: number, unit: Intl.RelativeTimeFormatUnit): string => relativeTime().format(n, unit);

const conjunction = byLanguage((tag) => new Intl.ListFormat(tag, { type: 'conjunction' }));

/** Joins words as in a sentence: "a", "a and b", "a, b and c". */
export const listed = (words: readonly string[]): string => conjunction().format(words);

/** "1 memory", "1,234 memories", in English. `many` defaults to `one` with an s. */
export const count = (n: number, one: string, many = `${one}s`): string => `${number(n)} ${n === 1 ? one : many}`;

const rules = byLanguage((tag) => new Intl.PluralRules(tag));

/** The form for a number by the rules of the language of the page, with the number for each `#`. */
export function plural(n: number, forms: { readonly [Rule in Intl.LDMLPluralRule]?: string } & { readonly other: string }): string {
  return (forms[rules().select(n)] ?? forms.other).replaceAll('#', number(n));
}
