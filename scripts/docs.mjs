/**
 * Checks the Markdown files: relative links and their anchors, table cells over 300 characters, a
 * README over 150 lines. Part of `npm run lint`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

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

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(path.join(ROOT, file)));
const faults = files.flatMap(faultsIn);
for (const fault of faults) console.error(fault);
console.log(
  faults.length === 0 ? `The links and tables of ${files.length} Markdown files are in order.` : `${faults.length} faults in docs.`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
