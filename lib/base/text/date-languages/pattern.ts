import { foldWithPlaces } from '#lib/base/text/date-languages/folding';
import type { Around, DateLanguage, TimeUnit } from '#lib/base/text/date-languages/table';

/** Builds the regular expressions of a table: folds its words and fills in its templates. */

/**
 * Signs that are neither letters nor digits. Their complement compiles a hundred times as fast as
 * `\p{L}`, which a table uses a hundred times.
 */
const SIGNS =
  '\\x5b-\\x60\\x7b-\\xa9\\xab-\\xb4\\xb6-\\xb9\\xbb-\\xbf\\xd7\\xf7\\u02c2-\\u02df\\u055a-\\u055f\\u0589\\u05be\\u05c0\\u05c3\\u05f3\\u05f4\\u060c\\u061b\\u061f\\u06d4\\u0964\\u0965\\u2000-\\u206f\\u20a0-\\u2bff\\u3000-\\u3004\\u3008-\\u3020\\u3030\\uff00-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65\\u{1f000}-\\u{1ffff}';
const LETTER = `[^\\x00-\\x40${SIGNS}]`;
const LETTER_OR_DIGIT = `[^\\x00-\\x2f\\x3a-\\x40${SIGNS}]`;
const withShortClasses = (pattern: string): string =>
  pattern
    .replaceAll('[\\p{L}\\p{M}\\p{N}]', LETTER_OR_DIGIT)
    .replaceAll('[\\p{L}\\p{M}]', LETTER)
    .replaceAll('[\\p{L}]', LETTER)
    .replaceAll('\\p{L}', LETTER);

/** Matches nothing: the language has no such words. */
const NOTHING = '(?!)';
const DAY_NUMBER = '0?[1-9]|[12]\\d|3[01]';
/** A year, and not a number of something. */
const NO_AMOUNT =
  '(?![\\d%]|[.,]\\d|-(?:х|е|ые|ых|luk|ler)(?!\\p{L})|\\s?(?:年代|년대|के दशक|दशक)|\\s?(?:[€$£¥₹%]|(?:euros?|eur|usd|dollars?|kg|km|m|cm|руб\\p{L}*|元|円|원|人|名)(?!\\p{L})))';

const ESCAPE_OR_TEXT = /\\[pP]\{[^}]*\}|\\.|[^\\]+/gsu;

export interface PatternBuilder {
  /** alternatives in a group; without any, a pattern that matches nothing */
  any(...words: readonly (string | undefined)[]): string;
  /** `template` as a global pattern of whole words */
  rule(template: string): RegExp;
  /** matches one of a list as a whole */
  exact(words: readonly string[]): readonly RegExp[];
  /** matches at the end of the text before a phrase */
  before(...words: readonly (string | undefined)[]): RegExp;
  /** matches at the start of the text after a phrase */
  after(...words: readonly (string | undefined)[]): RegExp;
  /** matches the whole text between two phrases */
  between(...words: readonly (string | undefined)[]): RegExp;
  /** matches one of the words, also within another word */
  inside(...words: readonly (string | undefined)[]): RegExp;
  /** matches one of the words anywhere */
  anywhere(words: string): RegExp;
}

const alternatives = (words: readonly (string | undefined)[]): string => {
  const given = words.filter((word) => word !== undefined && word !== '');
  return given.length === 0 ? NOTHING : `(?:${given.join('|')})`;
};

/** The fragment for each placeholder of a template. */
function placeholders(table: DateLanguage): Readonly<Record<string, string>> {
  const wordsOf = (list: readonly (readonly [string, number])[] | undefined): string[] => (list ?? []).map(([words]) => words);
  const unitsOf = (units: Partial<Record<TimeUnit, string>> | undefined): string => alternatives(Object.values(units ?? {}));
  const number = alternatives(['\\d{1,3}', ...wordsOf(table.numbers)]);
  const day = (name: string): string =>
    `(?<${name}>${[...wordsOf(table.dayWords), ...wordsOf(table.numbers.filter(([, value]) => value >= 1)), DAY_NUMBER].join('|')})(?!\\d|[.,/:]\\d)`;
  return {
    n: `(?<n>${number})`,
    'n?': `(?:(?<n>${number}) )?`,
    unit: `(?<unit>${unitsOf(table.units)})`,
    pair: `(?<pair>${unitsOf(table.pairs)})`,
    month: `(?<month>${alternatives(table.months)})`,
    anymonth: `(?<month>${alternatives([...table.months, ...(table.shortMonths ?? [])])})`,
    months: `(?:${table.months.join('|')})`,
    solar: `(?<solar>${alternatives(table.solarMonths ?? [])})`,
    weekday: `(?<weekday>${alternatives(table.weekdays)})`,
    season: `(?<season>${alternatives(table.seasons)})`,
    d: day('d'),
    d2: day('d2'),
    y: `(?<y>(?:1\\d|20|2[4-6])\\d\\d)${NO_AMOUNT}`,
    year: `(?<y>(?:19|20)\\d\\d)${NO_AMOUNT}`,
    to: alternatives(['[-~]', table.to]),
  };
}

export function patternBuilder(table: DateLanguage): PatternBuilder {
  const fragments = placeholders(table);
  const blank = table.isUnspaced || table.hasLooseBlanks ? '\\s{0,2}' : '\\s{1,4}';
  const source = (template: string): string => {
    const filled = template.replace(/\{([a-z]\w*\??)\}/g, (text, name: string) => fragments[name] ?? text);
    const folded = filled.replace(ESCAPE_OR_TEXT, (part) => (part.startsWith('\\') ? part : foldWithPlaces(part, table.keepsMarks).text));
    return folded.replaceAll(' ?', '\\s{0,4}').replaceAll(' ', blank);
  };
  const start = table.isUnspaced ? '(?<!\\d|\\d[.,])' : '(?<![\\p{L}\\p{M}\\p{N}]|\\d[.,])';
  const prefix = table.prefix === undefined ? '' : `(?:${source(table.prefix)})?`;
  const suffix = table.suffix === undefined ? '' : `(?:${source(table.suffix)})?`;
  const stop = table.isUnspaced ? '' : `(?=${suffix}(?![\\p{L}\\p{M}]))`;
  const edge = table.isUnspaced ? '' : '(?<![\\p{L}\\p{M}])';
  const make = (pattern: string, flags = 'u'): RegExp => new RegExp(withShortClasses(pattern), flags);
  const words = (parts: readonly (string | undefined)[]): string => source(alternatives(parts));
  return {
    any: (...parts) => alternatives(parts),
    rule: (template) => make(`${start}${prefix}(?:${source(template)})${stop}`, 'gu'),
    exact: (list) => list.map((part) => make(`^${prefix}(?:${source(part)})$`)),
    before: (...parts) => make(`${edge}${words(parts)}\\s{0,4}$`),
    after: (...parts) => make(`^${suffix}\\s{0,4}${words(parts)}${stop}`),
    between: (...parts) => make(`^${suffix}[\\s,]{0,4}${words(parts)}\\s{0,4}$`),
    inside: (...parts) => make(words(parts)),
    anywhere: (part) => make(`${edge}(?:${source(part)})${table.isUnspaced ? '' : '(?![\\p{L}\\p{M}])'}`, 'gu'),
  };
}

/** "last", "this" or "next" before or after a word, in groups that `whichOf` reads. */
export function withWhich(template: string, table: Pick<DateLanguage, 'last' | 'this' | 'next'>): string {
  const side = (place: keyof Around): string =>
    (['last', 'this', 'next'] as const).map((name) => `(?<${name}${place}>${table[name][place] ?? NOTHING})`).join('|');
  return `(?:(?:${side('before')}) )?${template}(?: (?:${side('after')}))?`;
}

export type Which = 'last' | 'this' | 'next';

export const whichOf = (found: Readonly<Record<string, string | undefined>>): Which | undefined =>
  (['last', 'this', 'next'] as const).find((name) => found[`${name}before`] !== undefined || found[`${name}after`] !== undefined);
