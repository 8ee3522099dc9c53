/**
 * Checks the Markdown files. Part of `npm run lint`.
 *
 * - Relative links and their anchors exist.
 * - Commands name existing scripts.
 * - No table cell has over 300 characters, and the README at most 150 lines.
 * - Identifiers of the glossary exist in the code, and its labels in the texts of the console. The
 *   pages in the guide to the console have the names that the console shows.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'rolldown/utils';

const ROOT = path.resolve(import.meta.dirname, '..');
const MAX_CELL = 300;
const MAX_README_LINES = 150;
/** A link or an image with its target; titles are not used here. */
const LINK = /\[[^\]]*\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g;

/** @param {string} file */
const read = (file) => readFileSync(path.join(ROOT, file), 'utf8');

/**
 * Returns the lines of a text, with lines of code blocks replaced by empty ones.
 * @param {string} text
 */
function proseLines(text) {
  let isCode = false;
  return text.split('\n').map((line) => {
    const isFence = /^\s*(```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    return isFence || isCode ? '' : line;
  });
}

/** The anchor that GitHub gives to a heading. @param {string} heading */
const slugOf = (heading) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** @param {string} text @returns {ReadonlySet<string>} */
function anchorsOf(text) {
  /** @type {Map<string, number>} */
  const used = new Map();
  const anchors = proseLines(text).flatMap((line) => {
    const heading = /^#{1,6}\s+(.*)$/.exec(line)?.[1];
    if (heading === undefined) return [];
    const slug = slugOf(heading);
    const repeat = used.get(slug) ?? 0;
    used.set(slug, repeat + 1);
    return repeat === 0 ? slug : `${slug}-${repeat}`;
  });
  return new Set(anchors);
}

/**
 * Returns why a link of a file is broken; null if it is not.
 * @param {string} file
 * @param {string} link
 */
function faultOf(file, link) {
  if (/^([a-z]+:|\/)/i.test(link)) return null;
  const [address = '', anchor] = link.split('#');
  const target = address === '' ? file : path.posix.join(path.posix.dirname(file), decodeURI(address));
  if (!existsSync(path.join(ROOT, target))) return `no such file: ${link}`;
  if (!anchor || !target.endsWith('.md')) return null;
  return anchorsOf(read(target)).has(anchor) ? null : `no such heading: ${link}`;
}

/** @param {string} file @returns {string[]} */
function faultsIn(file) {
  const text = read(file);
  const faults = proseLines(text).flatMap((line, index) => {
    const at = `${file}:${index + 1}`;
    const prose = line.replace(/`[^`]*`/g, '');
    const links = [...prose.matchAll(LINK)].map(([, link, source]) => faultOf(file, link ?? source ?? ''));
    const longest = line.startsWith('|') ? Math.max(...line.split(/(?<!\\)\|/).map((cell) => cell.trim().length)) : 0;
    return [...links, longest > MAX_CELL ? `a table cell of ${longest} characters; at most ${MAX_CELL}` : null].flatMap((fault) =>
      fault === null ? [] : `${at}: ${fault}`,
    );
  });
  const lines = text.trimEnd().split('\n').length;
  const isLong = file === 'README.md' && lines > MAX_README_LINES;
  return isLong ? [...faults, `${file} has ${lines} lines; at most ${MAX_README_LINES}`] : faults;
}

/** @param {readonly string[]} patterns @returns {string[]} */
const list = (...patterns) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(path.join(ROOT, file)));

const COMMANDS = new Set(Object.keys(JSON.parse(read('package.json')).scripts));
const COMMAND = /\bnpm (?:run(?: --?\w+)* ([a-z][\w:-]*)|(start|test)\b)/g;
/** A script of this repository; in another folder it is the reader's own. */
const SCRIPT = /(?<![\w/.])(?:scripts|bench)\/[\w/-]+\.(?:mjs|cjs|ts)\b/g;

/** Returns the commands of a file that do not exist. @param {string} file @returns {string[]} */
const missingCommands = (file) =>
  read(file)
    .split('\n')
    .flatMap((line, index) => [
      ...[...line.matchAll(COMMAND)].flatMap(([, run, name = run ?? '']) =>
        COMMANDS.has(name) ? [] : [`${file}:${index + 1}: no such command: npm run ${name}`],
      ),
      ...[...line.matchAll(SCRIPT)].flatMap(([name]) =>
        existsSync(path.join(ROOT, name)) ? [] : [`${file}:${index + 1}: no such script: ${name}`],
      ),
    ]);

/**
 * Returns the rows of the tables of a file that have this header.
 * @param {string} file
 * @param {string} header
 * @returns {string[][]}
 */
function rowsOf(file, header) {
  /** @type {string[][]} */
  const rows = [];
  let isInside = false;
  for (const line of read(file).split('\n')) {
    if (!line.startsWith('|')) isInside = false;
    else if (line === header) isInside = true;
    else if (isInside && !line.startsWith('|---')) rows.push(line.split('|').map((cell) => cell.trim()));
  }
  return rows;
}

/** The code as text, by file; tests do not count. */
const code = list('lib/*.ts', 'components/*.ts', 'components/*.tsx')
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, source: read(file) }));

/** @param {any} node @param {string} name @returns {boolean} */
const hasIdentifier = (node, name) =>
  node !== null &&
  typeof node === 'object' &&
  ((node.type === 'Identifier' && node.name === name) || Object.values(node).some((value) => hasIdentifier(value, name)));

/**
 * Whether an identifier occurs in the code; words of comments and texts do not count.
 * @param {string} name
 */
const isInCode = (name) =>
  code.some(({ file, source }) => new RegExp(`\\b${name}\\b`).test(source) && hasIdentifier(parseSync(file, source).program, name));

/**
 * Returns the texts of the console in the files that match, each with its quotes.
 * @param {RegExp} pattern
 */
const textsOf = (pattern) =>
  code.filter(({ file }) => pattern.test(file)).flatMap(({ source }) => source.match(/'(?:[^'\\\n]|\\.)*'|`[^`]*`/g) ?? []);
const texts = textsOf(/^components\/strings\//);
/** @param {string} label */
const isShown = (label) => {
  const plural = label.endsWith('y') ? `${label.slice(0, -1)}ies` : `${label}s`;
  const pattern = new RegExp(`\\b(?:${label}|${plural})\\b`, 'i');
  return texts.some((text) => pattern.test(text));
};

const GLOSSARY = 'docs/glossary.md';
const CONSOLE = 'docs/guide/console.md';

/** @returns {string[]} */
const glossaryFaults = () =>
  rowsOf(GLOSSARY, '| Term | In code | In the console | Meaning |').flatMap(([, term = '', names = '', label = '']) => [
    ...[...names.matchAll(/`([^`]+)`/g)].flatMap(([, name = '']) =>
      isInCode(name) ? [] : [`${GLOSSARY}: ${term}: no such identifier: ${name}`],
    ),
    ...(label === '–' || isShown(label) ? [] : [`${GLOSSARY}: ${term}: the console has no text with '${label}'`]),
  ]);

/** @returns {string[]} */
const pageFaults = () => {
  const names = textsOf(/^components\/strings\/shell\.ts$/);
  return rowsOf(CONSOLE, '| Page | What it shows |')
    .flatMap(([, pages = '']) => pages.split(', '))
    .filter((page) => !names.includes(`'${page}'`))
    .map((page) => `${CONSOLE}: the console has no page '${page}'`);
};

const files = list('*.md');
const faults = [...files.flatMap(faultsIn), ...files.flatMap(missingCommands), ...glossaryFaults(), ...pageFaults()];
for (const fault of faults) console.error(fault);
console.log(
  faults.length === 0
    ? `The links, tables, commands and terms of ${files.length} Markdown files are valid.`
    : `${faults.length} faults in docs.`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
