/**
 * Counts the words that `docs/contributing.md` forbids, in comments, names, test titles, texts of
 * the product and docs: part of `npm run lint`. `scripts/words.json` has the allowed number of each
 * word; it only decreases.
 *
 *   node scripts/words.mjs                 fails if a word occurs more often than allowed
 *   node scripts/words.mjs --update        lowers the allowed numbers to the present ones
 *   node scripts/words.mjs --list WORD     prints each place of a word
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
  'he, she': /\b(?:he|she|him|his|her|hers)\b/gi,
  'British spelling': /\b\w*(?:organisation|neighbour|colour|favour|behaviour|normalis|recognis|summaris|authoris|honour|centre)\w*\b/gi,
};

const isTest = (/** @type {string} */ file) => /\.test\.tsx?$|^(e2e|bench)\//.test(file);
const TITLED = new Set(['it', 'test', 'describe']);

/** Splits a name into words: `isToldOf` contains "is", "told" and "of". @param {string} name */
const wordsOfName = (name) => name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' ');

/**
 * Whether the text is a pattern or word list that is matched with texts of users.
 * @param {string} text
 */
const isData = (text) => /\(\?|\\|\|/.test(text) || (/^[\s\p{Ll}'’]+$/u.test(text) && text.split(' ').length > 12);

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
 * @param {string} source
 * @returns {[offset: number, text: string][]}
 */
function textsOf(file, source) {
  const { program, comments } = parseSync(file, source);
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
  return texts;
}

/** @param {string} file @returns {[offset: number, text: string][]} */
function readTexts(file) {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  return file.endsWith('.md') ? [[0, source]] : textsOf(file, source);
}

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && file !== 'CHANGELOG.md' && file !== 'docs/glossary.md' && file !== 'scripts/words.mjs');

const listed = process.argv.includes('--list') ? process.argv[process.argv.indexOf('--list') + 1] : null;
/** @type {Record<string, number>} */
const counts = Object.fromEntries(Object.keys(WORDS).map((word) => [word, 0]));
for (const file of files)
  for (const [offset, text] of readTexts(file))
    for (const [word, pattern] of Object.entries(WORDS)) {
      const found = text.match(pattern)?.length ?? 0;
      counts[word] += found;
      if (found > 0 && word === listed) {
        const line = readFileSync(path.join(ROOT, file), 'utf8').slice(0, offset).split('\n').length;
        console.log(`${file}:${line}: ${text.trim().replace(/\s+/g, ' ').slice(0, 160)}`);
      }
    }

/** @type {Record<string, number>} */
const allowed = JSON.parse(readFileSync(ALLOWED, 'utf8'));
for (const [word, count] of Object.entries(counts)) console.log(`${String(count).padStart(6)} of ${allowed[word] ?? 0}  ${word}`);
if (process.argv.includes('--update')) {
  const lower = Object.fromEntries(Object.entries(counts).map(([word, count]) => [word, Math.min(count, allowed[word] ?? count)]));
  writeFileSync(ALLOWED, `${JSON.stringify(lower, null, 2)}\n`);
} else {
  const over = Object.keys(counts).filter((word) => counts[word] > (allowed[word] ?? 0));
  for (const word of over)
    console.error(`'${word}' occurs ${counts[word]} times: ${allowed[word] ?? 0} are allowed. See docs/contributing.md.`);
  process.exitCode = over.length === 0 ? 0 : 1;
}
