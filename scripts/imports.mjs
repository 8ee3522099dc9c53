// Who may import whom, and that nobody does so in a circle: part of `npm run lint`. Types count as well: the reader follows them all the same.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'rolldown/utils';

const ROOT = path.resolve(import.meta.dirname, '..');
const FOLDERS = ['app', 'components', 'lib'];

/** The folder below lib that a file belongs to; null for the files in lib itself. @param {string} file */
const domainOf = (file) => /^lib\/([^/]+)\//.exec(file)?.[1] ?? null;
/** @param {RegExp} pattern @returns {(file: string) => boolean} */
const is = (pattern) => (file) => pattern.test(file);

const inLib = is(/^lib\//);
const isStore = is(/^lib\/[^/]+\/(.+\/)?store(-[^/]+)?\.ts$/);
const isContract = is(/^lib\/([^/]+\/contract|memories\/fields|mental-models\/fields)\.ts$/);
const isEdge = is(/^lib\/http\//);
const isLow = is(/^lib\/(db|text)\//);
const isFramework = is(/^(next|react|react-dom)(\/|$)/);

/**
 * The direction is app -> service -> store -> db. `to` is a file, or a package by its name.
 * @type {{ from: (file: string) => boolean, to: (file: string, from: string) => boolean, why: string }[]}
 */
const RULES = [
  {
    from: inLib,
    to: (to) => /^(app|components)\//.test(to) || isFramework(to),
    why: 'lib knows neither pages nor components nor the framework',
  },
  {
    from: (file) => domainOf(file) !== null && !isEdge(file) && !isContract(file),
    to: (to) => isEdge(to) && !/^lib\/http\/(fields|operation|reply)\.ts$/.test(to),
    why: 'nothing below the edge knows HTTP: throw a ServiceError, lib/api/errors.ts gives it its status',
  },
  {
    from: inLib,
    to: (to, from) => isStore(to) && domainOf(to) !== domainOf(from),
    why: "a store belongs to its own domain: call the other domain's service",
  },
  { from: isStore, to: is(/\/service\.ts$/), why: 'a store is below every service' },
  {
    from: isLow,
    to: (to) => inLib(to) && domainOf(to) !== null && !isLow(to),
    why: 'the database and the reading of text know no domain',
  },
  {
    from: isContract,
    to: (to) =>
      to !== 'zod' &&
      !isContract(to) &&
      !/^lib\/(literals|bounds|timestamps|cron|http\/operation|http\/structure|reflect\/response-schema|[^/]+\/fields)\.ts$/.test(to),
    why: 'a contract is data that browsers may load too: it imports zod, other contracts and the words and bounds that all share',
  },
  {
    from: is(/^components\//),
    to: (to) =>
      /^app\//.test(to) ||
      (inLib(to) &&
        !isContract(to) &&
        !/^lib\/(literals|bounds|timestamps|cron|ids|http\/(operation|calls?)|orgs\/roles|text\/(counted-word|csv|terms))\.ts$/.test(to)),
    why: 'components see contracts, lib/api/call and lib/api/calls, never services: what they show comes over the API',
  },
  { from: is(/^app\//), to: (to) => isStore(to) || /^lib\/db\//.test(to), why: 'a route or a page calls a service' },
];

/** @param {string} folder @returns {string[]} files from the root */
const filesIn = (folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`);

/** A file of ours from the root, or the name of a package. @param {string} from @param {string} wanted */
function resolved(from, wanted) {
  if (!/^[#.]/.test(wanted)) return wanted;
  const base = wanted.startsWith('#') ? wanted.slice(1) : path.posix.join(path.posix.dirname(from), wanted);
  return (
    ['', '.ts', '.tsx'].map((end) => base + end).find((file) => statSync(path.join(ROOT, file), { throwIfNoEntry: false })?.isFile()) ??
    base
  );
}

/** @param {string} file @returns {string[]} */
function importsOf(file) {
  const { module } = parseSync(file, readFileSync(path.join(ROOT, file), 'utf8'));
  const exported = module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []));
  return [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...exported].map((wanted) => resolved(file, wanted));
}

/** Each circle once, as the path that leads back to its first file. @param {ReadonlyMap<string, readonly string[]>} graph */
function circlesOf(graph) {
  /** @type {string[][]} */
  const circles = [];
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {string[]} */
  const way = [];
  /** @param {string} file */
  const visit = (file) => {
    const at = way.indexOf(file);
    if (at >= 0) circles.push([...way.slice(at), file]);
    if (at >= 0 || done.has(file)) return;
    way.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    way.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return circles;
}

const graph = new Map(FOLDERS.flatMap(filesIn).map((file) => [file, importsOf(file)]));
const wrong = [...graph].flatMap(([from, imports]) =>
  imports.flatMap((to) => RULES.filter((rule) => rule.from(from) && rule.to(to, from)).map(({ why }) => `${from} imports ${to}: ${why}`)),
);
for (const circle of circlesOf(graph)) wrong.push(`in a circle: ${circle.join(' -> ')}`);
for (const line of wrong) console.error(line);
console.log(wrong.length === 0 ? `The imports of ${graph.size} files run one way.` : `${wrong.length} imports run the wrong way.`);
process.exitCode = wrong.length === 0 ? 0 : 1;
