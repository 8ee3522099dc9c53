/**
 * Checks that layouts follow the direction of the text: part of `npm run lint`. In `app` and
 * `components`, classes and styles name the start and the end of a line, not left and right.
 *
 * Two kinds of classes need a second one with the variant `rtl:` in the same text:
 * - those without a logical counterpart, such as `translate-x-2` and `rotate-90`;
 * - sides of an element with its own direction, where the start depends on the content.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'rolldown/utils';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Files that may name left and right, with the reason. @type {[pattern: RegExp, why: string][]} */
const EXEMPT = [
  [/^components\/charts\//, 'a plot has dir="ltr", because time runs from left to right in each language'],
  [/^components\/reflect\/timeline\.tsx$/, 'a time axis with dir="ltr"'],
  [/^components\/graph\/(draw|layout)\//, 'coordinates of a picture'],
];

/** The value after a class name. It distinguishes `left-2` from the word "left-over". */
const VALUE = String.raw`(?:[\d[(]|(?:px|auto|full)$)`;
/** Sides of classes. */
const SIDE = new RegExp(
  `^(?:(?:scroll-)?[mp][lr]-${VALUE}|(?:left|right)-${VALUE}|border-[lr](?:-|$)|rounded-(?:[lr]|[tb][lr])(?:-|$)|(?:text|float|clear)-(?:left|right)$)`,
);
/** Classes without a logical counterpart. */
const MOVED =
  /^(?:translate-x-|rotate-|origin-(?:\w+-)?(?:left|right)|(?:object|bg)-(?:left|right)|bg-(?:linear|gradient)-to-\w*[lr]$)|to_(?:left|right)|shadow-\[(?:inset_)?-?[1-9]/;
/** Classes whose side depends on the direction of their element. Text is aligned by its own. */
const RELATIVE = new RegExp(`^(?:(?:scroll-)?[mp][se]-${VALUE}|(?:start|end)-${VALUE}|border-[se](?:-|$)|rounded-(?:[se]|[se]{2})(?:-|$))`);
/** Elements with their own direction, by the style sheet of the console. */
const OWN = new Set(['bdi', 'code', 'pre', 'kbd']);

const STYLE =
  /^(?:left|right|(?:margin|padding|scrollMargin|scrollPadding)(?:Left|Right)|border(?:Left|Right)\w*|border(?:Top|Bottom)(?:Left|Right)Radius)$/;
const DECLARATION =
  /(?<![\w-])(?:(?:left|right|(?:scroll-)?(?:margin|padding)-(?:left|right)|border-(?:left|right)[\w-]*|border-(?:top|bottom)-(?:left|right)-radius)\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)\b|translateX\(-?\d)/g;

/** Splits `phone:-ml-2` into its variants and `ml-2`. @param {string} name */
function partsOf(name) {
  const [, variants = '', utility = ''] = /^((?:(?:[^:[\]]|\[[^\]]*\])*:)*)[!-]*(.*)$/.exec(name) ?? [];
  return { name, utility, isPair: variants.split(':').includes('rtl') };
}

/**
 * Returns the faults of a text that may contain classes.
 * @param {string} text
 * @param {boolean} isOwn whether the element has its own direction
 */
function faultsOf(text, isOwn) {
  const parts = text.split(/\s+/).map(partsOf);
  const pairs = parts.filter(({ isPair }) => isPair).length;
  const single = parts.filter(({ isPair }) => !isPair);
  const sides = single.filter(({ utility }) => SIDE.test(utility) || MOVED.test(utility));
  const relative =
    isOwn || parts.some(({ utility }) => utility === 'font-mono') ? single.filter(({ utility }) => RELATIVE.test(utility)) : [];
  return [
    ...(sides.length > pairs
      ? sides.map(({ name, utility }) =>
          SIDE.test(utility)
            ? `'${name}' names a side. Use start or end (ms, me, ps, pe, border-s, rounded-e).`
            : `'${name}' is not mirrored. Add its counterpart with 'rtl:'.`,
        )
      : []),
    ...relative.map(
      ({ name }) => `'${name}' depends on the content, because the element has its own direction. Use left or right, and 'rtl:'.`,
    ),
  ];
}

/**
 * Returns the faults of a source file, each with its offset.
 * @param {string} file
 * @param {string} source
 * @returns {[offset: number, fault: string][]}
 */
function faultsInSource(file, source) {
  /** @type {[number, string][]} */
  const faults = [];
  /**
   * @param {any} node
   * @param {boolean} isOwn
   * @param {boolean} isStyle
   */
  const visit = (node, isOwn, isStyle) => {
    if (Array.isArray(node)) for (const each of node) visit(each, isOwn, isStyle);
    if (typeof node?.type !== 'string') return;
    const text = node.type === 'Literal' ? node.value : node.type === 'TemplateElement' ? node.value.raw : null;
    if (typeof text === 'string') for (const fault of faultsOf(text, isOwn)) faults.push([node.start, fault]);
    if (isStyle && node.type === 'Property' && STYLE.test(node.key.name ?? node.key.value))
      faults.push([node.start, `'${node.key.name}' names a side. Use insetInlineStart, marginInlineStart, …`]);
    for (const [key, value] of Object.entries(node)) {
      if (key === 'type') continue;
      if (node.type === 'JSXElement') visit(value, false, false);
      else if (node.type === 'JSXOpeningElement') visit(value, OWN.has(node.name.name) || hasDir(node), false);
      else visit(value, isOwn, isStyle || (node.type === 'JSXAttribute' && node.name.name === 'style'));
    }
  };
  visit(parseSync(file, source).program, false, false);
  return faults;
}

/** @param {any} element */
const hasDir = ({ attributes }) => attributes.some((/** @type {any} */ { name, value }) => name?.name === 'dir' && value !== null);

/**
 * Returns the faults of a style sheet, each with its offset.
 * @param {string} source
 * @returns {[offset: number, fault: string][]}
 */
const faultsInSheet = (source) =>
  [...source.replace(/\/\*[\s\S]*?\*\//g, (comment) => ' '.repeat(comment.length)).matchAll(DECLARATION)].map(({ index, 0: found }) => [
    index,
    `'${found}' names a side. Use inset-inline-start, margin-inline-start, …`,
  ]);

const files = execFileSync('git', ['ls-files', 'app', 'components'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:tsx?|css)$/.test(file) && !/\.test\.tsx?$/.test(file) && !EXEMPT.some(([pattern]) => pattern.test(file)));
let count = 0;
for (const file of files) {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  for (const [offset, fault] of file.endsWith('.css') ? faultsInSheet(source) : faultsInSource(file, source)) {
    count += 1;
    console.error(`${file}:${source.slice(0, offset).split('\n').length}: ${fault}`);
  }
}
console.log(count === 0 ? `The layouts of ${files.length} files follow the direction of the text.` : `${count} sides are not mirrored.`);
process.exitCode = count === 0 ? 0 : 1;
