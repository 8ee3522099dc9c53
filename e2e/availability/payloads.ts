/**
 * Hostile input by name: texts for a field, values for a list or map, and bytes for a whole body. A
 * payload is a pure function of its size, so its name is enough to reproduce a failure.
 */

/**
 * `text(size)` has exactly `size` UTF-16 code units, or fewer if `size` is not a multiple of its
 * pattern.
 */
export interface TextPayload {
  readonly name: string;
  readonly text: (size: number) => string;
}

/** `text` with at most `size` code units, without an unpaired surrogate at its end. */
const cut = (text: string, size: number): string => {
  const end = text.slice(0, size);
  return /[\ud800-\udbff]$/.test(end) && text.length > size ? end.slice(0, -1) : end;
};

const repeated = (unit: string, size: number): string => cut(unit.repeat(Math.ceil(size / unit.length)), size);

const pattern = (name: string, unit: string): TextPayload => ({ name, text: (size) => repeated(unit, size) });

/**
 * Puts words at both ends, because a field of only white space is rejected before it is processed.
 */
const between = (name: string, unit: string): TextPayload => ({ name, text: (size) => cut(`tea${repeated(unit, size - 4)}?`, size) });

const enclosed = (name: string, start: string, unit: string, end: string): TextPayload => ({
  name,
  text: (size) => cut(`${start}${repeated(unit, Math.max(0, size - start.length - end.length))}${end}`, size),
});

/** Repeats numbered parts, so that no cache has an entry for them. */
const counted = (name: string, part: (i: number) => string): TextPayload => ({
  name,
  text: (size) => {
    const parts: string[] = [];
    for (let i = 0, length = 0; length < size; i++) {
      const next = part(i);
      parts.push(next);
      length += next.length;
    }
    return cut(parts.join(''), size);
  },
});

/** A JSON array or object with as many parts as fit. Cutting it would make it invalid. */
const listed = (name: string, start: string, part: (i: number) => string, end: string): TextPayload => ({
  name,
  text: (size) => {
    const parts: string[] = [];
    for (let i = 0, length = start.length + end.length; ; i++) {
      const next = part(i);
      length += next.length + 1;
      if (length > size && i > 0) break;
      parts.push(next);
    }
    return cut(`${start}${parts.join(',')}${end}`, size);
  },
});

const WHITE_SPACE = [
  between('blanks', ' '),
  between('tabs', '\t'),
  between('line feeds', '\n'),
  between('carriage returns', '\r\n'),
  between('no-break spaces', '\u00a0'),
  between('line separators', '\u2028'),
  between('ideographic spaces', '\u3000'),
  between('zero-width spaces', '\u200b'),
  between('byte order marks', '\ufeff'),
];

const RUNS = [
  pattern('one letter', 'a'),
  pattern('one digit', '1'),
  pattern('semicolons', ';'),
  pattern('commas', ','),
  pattern('colons', ':'),
  pattern('full stops', '.'),
  pattern('question marks', '?'),
  pattern('hyphens', '-'),
  pattern('underscores', '_'),
  pattern('backslashes', '\\'),
  pattern('double quotes', '"'),
  pattern('apostrophes', "'"),
  pattern('percent signs', '%'),
  pattern('asterisks', '*'),
  pattern('open brackets', '['),
  pattern('open braces', '{'),
  pattern('open parentheses', '('),
  pattern('open angles', '<'),
  pattern('open curly quotes', '“'),
  pattern('slashes', '/'),
  pattern('at signs', '@'),
  pattern('hashes', '#'),
  pattern('pipes', '|'),
  pattern('backticks', '`'),
];

const WORDS = [
  pattern('capitalised syllables', 'Aa '),
  pattern('words with underscores', 'a_b '),
  pattern('e-mail addresses', 'a@b.c '),
  pattern('letters and at signs', 'a@'),
  enclosed('one long host name', 'http://', 'a.', ''),
  pattern('links', 'http://a.b/c '),
  pattern('prices', '€1.000,'),
  pattern('dollar amounts', '$1,000.00 and '),
  pattern('curly quotes', '“a” '),
  pattern('nested quotes', '“a \'b "c" d\' e” '),
  pattern('apostrophised words', 'it’s '),
  pattern('nested parentheses', '((a))'),
  pattern('hyphenated words', 'a-b-'),
  pattern('camel case', 'aBc'),
  pattern('abbreviations', 'Mr. A. B. '),
  pattern('initials', 'A.B.'),
  pattern('numbered headings', '1.1.1.'),
  pattern('names', 'Ann Lee and '),
  pattern('one long name', 'Ann '),
  pattern('pronouns', 'she said that he '),
  pattern('causes', 'because '),
  pattern('negations', 'not '),
  pattern('sentences of one word', 'Yes. '),
  pattern('HTML tags', '<a href="b">c</a>'),
  pattern('HTML entities', '&amp;'),
  pattern('base64', 'QUJDREVGR0hJSktM'),
  pattern('regular expression', '(a+)+$'),
  pattern('globs', '*a'),
  pattern('search operators', 'a & !b | (c:* <-> '),
  counted('distinct words', (i) => `w${i.toString(36)} `),
  counted('distinct names', (i) => `Ann${i.toString(36)} Lee${i.toString(36)} met Bo${i.toString(36)}. `),
  counted('growing words', (i) => `${'a'.repeat(i % 500)} `),
];

const TIMES = [
  pattern('dates', '2026-01-01 '),
  pattern('date-times', '2026-01-01T00:00:00Z '),
  pattern('written dates', 'on March 4th, 2026, '),
  pattern('months', 'May '),
  pattern('relative dates', 'last week, yesterday, '),
  pattern('durations', 'for two years and three months '),
  pattern('clock times', '10:00 '),
  pattern('day names', 'on Monday '),
  pattern('cron fields', '* '),
  pattern('cron steps', '*/1,0-59,'),
];

const LINES = [
  pattern('Teams lines', '[10:00 AM] Ann\nhi\n'),
  pattern('WhatsApp lines', '[01/01/24, 10:00:00] A: b\n'),
  pattern('speaker lines', 'A: b\n'),
  counted('distinct speakers', (i) => `A${i.toString(36)}: b\n`),
  pattern('quoted mail', 'From: A <a@b.c>\nSubject: d\n\n> e\n>> f\n\n'),
  pattern('deep quotes', '> '),
  pattern('mail headers', 'On Mon, 1 Jan 2024 at 10:00, A wrote:\n> b\n'),
  counted('subtitles', (i) => `${i + 1}\n00:00:01,000 --> 00:00:02,000\na\n\n`),
  enclosed('WebVTT', 'WEBVTT\n\n', '00:01.000 --> 00:02.000\n<v Ann>a\n\n', ''),
  pattern('headings', '# a\n'),
  pattern('code fences', '```\na\n```\n'),
  pattern('open code fences', '```a\n'),
  pattern('tables', '| a | b |\n| - | - |\n| c | d |\n'),
  enclosed('wide table', '', '| a ', '|\n'),
  pattern('front matter', '---\na: b\n---\n'),
  enclosed('open front matter', '---\n', 'a: b\n', ''),
  pattern('CSV lines', 'a,b,"c"\n'),
  pattern('list items', '- a\n'),
  pattern('nested list', '  - a\n'),
  pattern('log lines', '2026-01-01 10:00:00 INFO a: b\n'),
  pattern('bracketed lines', '[1\n'),
];

const DATA = [
  listed('JSON turns', '[', () => '{"role":"user","content":"a"}', ']'),
  listed('JSON turns with times', '[', () => '{"speaker":"Ann","text":"I moved.","timestamp":"2026-01-01T00:00:00Z"}', ']'),
  pattern('JSON lines', '{"role":"user","content":"a"}\n'),
  enclosed('broken JSON lines', '[\n', '{"role":"user","content":\n', ''),
  enclosed('broken JSON array', '[', '{"a":1},', ''),
  listed('JSON numbers', '[', () => '1', ']'),
  listed('JSON object', '{', (i) => `"k${i}":"v"`, '}'),
  enclosed('JSON object of semicolons', '{"a":"', ';', '"}'),
  enclosed('JSON object of commas', '{"a":"', ',', '"}'),
  enclosed('JSON object of code fences', '{"a":"', '```\\nb\\n```\\n', '"}'),
  enclosed('JSON object of speaker lines', '{"a":"', 'A: b\\n', '"}'),
  enclosed('JSON object of front matter', '{"a":"', '---\\nb: c\\n---\\n', '"}'),
  { name: 'nested JSON arrays', text: (size: number) => '['.repeat(size / 2) + ']'.repeat(size / 2) },
];

const SCRIPTS = [
  pattern('CJK', '漢'),
  pattern('CJK sentences', '漢。'),
  pattern('Japanese', '私は東京に行きました。'),
  pattern('Thai', 'ภาษาไทย'),
  pattern('Arabic', 'مرحبا '),
  pattern('emoji families', '👨‍👩‍👧‍👦'),
  pattern('emoji', '🦊'),
  pattern('flags', '🇵🇹'),
  pattern('combining marks', 'a\u0301\u0302'),
  enclosed('one letter of many marks', 'a', '\u0301', ''),
  pattern('right-to-left marks', '\u202ea'),
  pattern('lone surrogates', '\ud800'),
  pattern('ligatures', 'ﷺ'),
  pattern('dotted capital I', 'İ'),
];

export const TEXTS: readonly TextPayload[] = [...WHITE_SPACE, ...RUNS, ...WORDS, ...TIMES, ...LINES, ...DATA, ...SCRIPTS];

/**
 * One payload of each kind that ever blocked a server, for fields in which all payloads of a kind
 * have the same effect.
 */
const WORST = [
  'no-break spaces',
  'line separators',
  'one letter',
  'semicolons',
  'capitalised syllables',
  'one long host name',
  'prices',
  'curly quotes',
  'Teams lines',
  'distinct names',
  'code fences',
  'JSON object of semicolons',
  'CJK sentences',
  'combining marks',
];
export const isWorst = (name: string): boolean => WORST.includes(name);

/**
 * Returns the text with this name. Throws if there is none, because a misspelled name would create
 * a test without effect.
 */
export function textNamed(name: string): TextPayload {
  const found = TEXTS.find((text) => text.name === name);
  if (!found) throw new Error(`e2e/availability/payloads.ts has no text "${name}"`);
  return found;
}

/** The `i`th text of its kind, at most `size` long. */
export const distinctText = (i: number, size: number): string => `t${i.toString(36)}`.padEnd(Math.min(size, 32), 'x').slice(0, size);

/** A glob that a backtracking matcher tries in exponentially many ways. */
export const hostileGlob = (size: number): string => `${repeated('*a', size - 1)}b`;

const MAX_WIDTH = 64;

/**
 * A tree of tag filters `depth` levels deep, each with `width` parts. No memory matches, so all
 * leaves are evaluated for each memory.
 */
export function tagTree(depth: number, width = MAX_WIDTH, tagsPerLeaf = 1): unknown {
  let leaves = 0;
  const grow = (level: number): unknown =>
    level === 0
      ? { tags: Array.from({ length: tagsPerLeaf }, () => `none${leaves++}`) }
      : { or: Array.from({ length: width }, () => grow(level - 1)) };
  return grow(depth);
}

/** The widest tree of at most `maxBytes` bytes. */
export function widestTagTree(maxBytes: number): unknown {
  const branch = tagTree(2);
  const width = Math.floor(maxBytes / (Buffer.byteLength(JSON.stringify(branch)) + 1));
  return { or: Array.from({ length: Math.min(MAX_WIDTH, width) }, () => branch) };
}

/** `levels` of negation around one tag. */
export function tagChain(levels: number): unknown {
  let tree: unknown = { tags: ['a'] };
  for (let i = 0; i < levels; i++) tree = { not: tree };
  return tree;
}

/** A JSON value nested as deep as the API accepts, or deeper. */
export function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < levels; i++) value = i % 2 ? [value] : { a: value };
  return value;
}

/** An object of `keys` keys, each with `value`. */
export const wide = (keys: number, value: (i: number) => unknown): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: keys }, (_, i) => [`key${i.toString(36)}`, value(i)]));

/**
 * How a body reaches the server. `aborted`: half of the body is sent, then the connection is
 * closed. `slow`: the last bytes arrive one at a time.
 */
export type DeliveryMode = 'whole' | 'chunked' | 'aborted' | 'slow';

export interface BodyPayload {
  readonly name: string;
  readonly type: string | null;
  readonly manner: DeliveryMode;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bytes: (size: number) => Buffer;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const MULTIPART_TYPE = 'multipart/form-data; boundary=x';

const body = (name: string, bytes: (size: number) => string | Buffer, more: Partial<BodyPayload> = {}): BodyPayload => ({
  name,
  type: JSON_TYPE,
  manner: 'whole',
  ...more,
  bytes: (size) => Buffer.from(bytes(size)),
});

const filled =
  (start: string, unit: string, end = '') =>
  (size: number) =>
    `${start}${repeated(unit, Math.max(0, size - start.length - end.length))}${end}`;
const whole =
  (start: string, unit: string, end = '') =>
  (size: number) =>
    `${start}${unit.repeat(Math.max(0, Math.floor((size - start.length - end.length) / unit.length)))}${end}`;
const brackets = (size: number): string => '['.repeat(size / 2) + ']'.repeat(size / 2);
const manyKeys = (size: number): string =>
  `{${Array.from({ length: Math.floor((size - 1) / 10) }, (_, i) => `"${i.toString(36).padStart(5, '0')}":0`).join(',')}}`;

export const BODIES: readonly BodyPayload[] = [
  body('nested arrays', brackets),
  body('nested arrays without an end', filled('', '[')),
  body('nested objects', (size) => '{"a":'.repeat(size / 6) + '1'.concat('}'.repeat(size / 6))),
  body('nested objects without an end', filled('', '{"a":')),
  body('many keys', manyKeys),
  body('one key many times', whole('{', '"a":0,', '"a":0}')),
  body('many empty objects', whole('[', '{},', '{}]')),
  body('many empty objects with a broken end', filled('[', '{},')),
  body('many numbers', whole('[', '1,', '1]')),
  body('one long number', filled('', '9')),
  body('one long fraction', filled('0.', '3')),
  body('one long string', filled('"', 'a', '"')),
  body('a string without an end', filled('"', 'a')),
  body('escapes', whole('"', '\\u0041', '"')),
  body('NUL escapes', whole('"', '\\u0000', '"')),
  body('lone surrogates', whole('"', '\\ud800', '"')),
  body('white space', filled('', ' ')),
  body('white space before a value', filled('', '\n', '{}')),
  body('one long key', filled('{"', 'k', '":1}')),
  body('bytes that are not UTF-8', (size) => Buffer.alloc(size, 0xff)),
  body('no JSON', filled('', 'a')),
  body('form fields', filled('', 'a=b&'), { type: FORM_TYPE }),
  body('one long form field', filled('a=', '%41'), { type: FORM_TYPE }),
  body('nested form fields', filled('a', '[a]', '=b'), { type: FORM_TYPE }),
  body('multipart parts', filled('', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n', '--x--\r\n'), {
    type: MULTIPART_TYPE,
  }),
  body('one long multipart part', filled('--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\n', 'c', '\r\n--x--\r\n'), {
    type: MULTIPART_TYPE,
  }),
  body('multipart without a boundary', filled('', '--'), { type: MULTIPART_TYPE }),
  body('plain text', filled('', 'a '), { type: 'text/plain' }),
  body('no content type', brackets, { type: null }),
  body('a strange content type', brackets, { type: `application/${'a+'.repeat(2000)}json` }),
  body('a false content encoding', brackets, { headers: { 'content-encoding': 'gzip' } }),
  body('chunked without a length', brackets, { manner: 'chunked' }),
  body('aborted half way', brackets, { manner: 'aborted' }),
  body('slow at its end', brackets, { manner: 'slow' }),
];
