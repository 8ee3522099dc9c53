/**
 * Counts the words that `docs/contributing.md` forbids, in comments, names, test titles, texts of
 * the product and docs: part of `npm run lint`. Also counts comment lines over 100 columns, and
 * types of `lib` whose name another file of the same layer exports too. `scripts/words.json` has
 * the allowed number of each row; it only decreases.
 *
 *   node scripts/words.mjs               fails if a row has more occurrences than allowed
 *   node scripts/words.mjs --update      lowers the allowed numbers to the present ones
 *   node scripts/words.mjs --list ROW    prints each place of a row, such as 'kept'
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'rolldown/utils';

const ROOT = path.resolve(import.meta.dirname, '..');
const ALLOWED = path.join(ROOT, 'scripts', 'words.json');

/** The pattern of each word, by the name of its row. @type {Readonly<Record<string, RegExp>>} */
const WORDS = {
  'told, tell': /\b(?:told|tells?|telling)\b/gi,
  kept: /\bkept\b/gi,
  stands: /\b(?:stands?|standing|stood)\b/gi,
  whoever: /\bwho(?:m|se)?ever\b/gi,
  whatever: /\b(?:what|which)ever\b/gi,
  anew: /\banew\b/gi,
  holds: /\bholds\b/gi,
  goes: /\b(?:goes|gone)\b/gi,
  'bury, aside': /\b(?:bury|buried|buries|aside)\b/gi,
  'gives back': /\b(?:give[sn]?|gave|giving) back\b/gi,
  'so many': /\b(?:so|that) many\b/gi,
  'for ever, for good': /\bfor (?:ever|good)\b/gi,
  'comes along': /\b(?:comes?|came|brings?|brought) along\b/gi,
  'left out, put away, mended': /\b(?:left out|puts? away|mended)\b/gi,
  'standard (default)': /(?<!\bWeb |exclude-)\bstandard\b(?![\s*]+(?:output|error)\b)/gi,
  'arm (retriever)': /\barms?\b/gi,
  'pass (batch)': /\b(?:(?:one|a|each|last|next|first|several|further) pass|in passes)\b/gi,
  'he, she': /\b(?:he|she|him|his|her|hers)\b/gi,
  'British spelling': new RegExp(
    String.raw`\b(?:\w*(?:organisation|neighbour|colour|favour|behaviour|normalis|recognis|summaris|authoris|honour|centre|catalogue|travell|modell(?:ed|ing))\w*` +
      // The wire has the value `cancelled`, so only the word within a sentence counts.
      String.raw`|(?<=\b(?:an?|and|are|be|been|is|nor|of|or|the|was|were) )cancelled|cancelling|towards|greys?)\b`,
    'gi',
  ),
};
const MAX_COMMENT = 100;
const LONG = `comment lines over ${MAX_COMMENT} columns`;
const REPEATED = 'types exported twice in a layer';
const ROWS = [...Object.keys(WORDS), LONG, REPEATED];

const isTest = (/** @type {string} */ file) => /\.test\.tsx?$|^(e2e|bench)\//.test(file);
const TITLED = new Set(['it', 'test', 'describe']);

/** Splits a name into words: `isToldOf` contains "is", "told" and "of". @param {string} name */
const wordsOfName = (name) => name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' ');

/**
 * Whether the text is a pattern or word list that is matched with texts of users, or the code of a
 * language, such as "he".
 * @param {string} text
 */
const isData = (text) => /\(\?|\\|\||(?:^|\/)[a-z]{2}$/.test(text) || (/^[\s\p{Ll}'’,]+$/u.test(text) && text.split(' ').length > 12);

/**
 * The code of Hebrew, as a name, a string or a file of its language.
 * @param {string} text
 */
const isCode = (text) => /^(?:#.*\/)?he$/.test(text);

/**
 * The name of the called function: `it` in `it.each(...)(...)`.
 * @param {any} callee
 * @returns {string | undefined}
 */
const calledName = (callee) =>
  callee.type === 'Identifier' ? callee.name : calledName(callee.object ?? callee.callee ?? callee.tag ?? { type: 'Identifier' });

/**
 * Returns the texts of a source file that people read, each with its offset. Strings of tests are
 * data, except titles.
 * @param {string} file
 * @param {ReturnType<typeof parseSync>} parsed
 * @returns {[offset: number, text: string][]}
 */
function textsOf(file, { program, comments }) {
  /** @type {[number, string][]} */
  const texts = comments.map(({ start, value }) => [start, value]);
  const hasProse = !isTest(file);
  /** @param {any} node */
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return;
    if (node.type === 'Identifier') texts.push([node.start, wordsOfName(node.name)]);
    else if (node.type === 'JSXText') texts.push([node.start, node.value]);
    else if (hasProse && node.type === 'Literal' && typeof node.value === 'string' && !isData(node.value))
      texts.push([node.start, node.value]);
    else if (hasProse && node.type === 'TemplateElement' && !isData(node.value.raw)) texts.push([node.start, node.value.raw]);
    else if (!hasProse && node.type === 'CallExpression' && TITLED.has(calledName(node.callee) ?? '')) {
      const [title] = node.arguments;
      if (title?.type === 'Literal' && typeof title.value === 'string') texts.push([title.start, title.value]);
    }
    for (const [key, value] of Object.entries(node)) if (key !== 'type') visit(value);
  };
  visit(program);
  return texts.filter(([, text]) => !isCode(text));
}

/**
 * Returns the comment lines that are too long. A directive and a URL cannot be wrapped.
 * @param {string} source
 * @param {ReturnType<typeof parseSync>} parsed
 * @returns {[offset: number, text: string][]}
 */
const longLines = (source, { comments }) =>
  comments.flatMap(({ start, end }) => {
    const from = source.lastIndexOf('\n', start - 1) + 1;
    if (source.slice(from, start).trim() !== '') return [];
    /** @type {[number, string][]} */
    const lines = [];
    let at = from;
    for (const line of source.slice(from, end).split('\n')) {
      if (line.length > MAX_COMMENT && !/biome-ignore|https?:/.test(line)) lines.push([at, line]);
      at += line.length + 1;
    }
    return lines;
  });

const TYPES = new Set(['TSTypeAliasDeclaration', 'TSInterfaceDeclaration', 'TSEnumDeclaration', 'ClassDeclaration']);

/**
 * Returns the types that a file declares and exports.
 * @param {ReturnType<typeof parseSync>} parsed
 * @returns {[offset: number, name: string][]}
 */
const exportedTypes = ({ program }) =>
  program.body.flatMap((node) => {
    const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : null;
    return declared && TYPES.has(declared.type) && 'id' in declared && declared.id && 'name' in declared.id
      ? [[node.start, declared.id.name]]
      : [];
  });

/** The file that first exports a type, by layer and name. @type {Map<string, string>} */
const exporters = new Map();

/**
 * Returns what a file adds to the rows.
 * @param {string} file
 * @param {string} source
 * @returns {[row: string, offset: number, text: string, count: number][]}
 */
function occurrencesIn(file, source) {
  const parsed = file.endsWith('.md') ? null : parseSync(file, source);
  /** @type {[number, string][]} */
  const texts = parsed ? textsOf(file, parsed) : [[0, source]];
  /** @type {[string, number, string, number][]} */
  const found = texts.flatMap(([offset, text]) =>
    Object.entries(WORDS).map(([word, pattern]) => [word, offset, text, text.match(pattern)?.length ?? 0]),
  );
  if (!parsed) return found;
  for (const [offset, line] of longLines(source, parsed)) found.push([LONG, offset, line, 1]);
  const layer = /^lib\/[^/]+\/(?!.*\.test\.ts$)/.exec(file)?.[0];
  if (layer)
    for (const [offset, name] of exportedTypes(parsed)) {
      const first = exporters.get(layer + name);
      if (first) found.push([REPEATED, offset, `${name}, also exported by ${first}`, 1]);
      else exporters.set(layer + name, file);
    }
  return found;
}

/** The texts of the console in other languages. */
const TRANSLATION = /^components\/strings\/[a-z]{2}\//;
const OTHERS = new Set(['', 'CHANGELOG.md', 'docs/glossary.md', 'scripts/words.mjs']);
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => !OTHERS.has(file) && !TRANSLATION.test(file));

/** @type {Record<string, number>} */
const allowed = JSON.parse(readFileSync(ALLOWED, 'utf8'));
const listed = process.argv.includes('--list') ? process.argv[process.argv.indexOf('--list') + 1] : null;
/** @type {Record<string, number>} */
const counts = Object.fromEntries(ROWS.map((row) => [row, 0]));
for (const file of files) {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  for (const [row, offset, text, count] of occurrencesIn(file, source)) {
    counts[row] += count;
    if (count === 0 || (row !== listed && row !== REPEATED)) continue;
    const line = source.slice(0, offset).split('\n').length;
    console.log(`${file}:${line}: ${text.trim().replace(/\s+/g, ' ').slice(0, 160)}`);
  }
}

for (const [row, count] of Object.entries(counts)) console.log(`${String(count).padStart(6)} of ${allowed[row] ?? 0}  ${row}`);
if (process.argv.includes('--update')) {
  const lower = Object.fromEntries(Object.entries(counts).map(([row, count]) => [row, Math.min(count, allowed[row] ?? count)]));
  writeFileSync(ALLOWED, `${JSON.stringify(lower, null, 2)}\n`);
} else {
  const over = Object.keys(counts).filter((row) => counts[row] > (allowed[row] ?? 0));
  for (const row of over)
    console.error(
      `'${row}' occurs ${counts[row]} times: ${allowed[row] ?? 0} are allowed. See docs/contributing.md; --list '${row}' prints the places.`,
    );
  process.exitCode = over.length === 0 ? 0 : 1;
}
