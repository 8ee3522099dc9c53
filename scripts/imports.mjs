// Checks which modules may import which, and that there are no import cycles. Part of `npm run
// lint`. Type imports count too, because readers also follow them.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'rolldown/utils';

const ROOT = path.resolve(import.meta.dirname, '..');
const FOLDERS = ['app', 'components', 'lib'];

/** The layers of lib, from the top. A module imports from lower layers or from its own. */
const LAYERS = ['api', 'memory', 'jobs', 'access', 'models', 'base'];

/** @param {string} file */
const layerOf = (file) => LAYERS.indexOf(/^lib\/([^/]+)\//.exec(file)?.[1] ?? '');
/**
 * The folder of a file of lib: a domain with all its subfolders, or the layer.
 * @param {string} file
 */
const folderOf = (file) => /^lib\/[^/]+\/[^/]+(?=\/)/.exec(file)?.[0] ?? path.posix.dirname(file);
/** @param {RegExp} pattern @returns {(file: string) => boolean} */
const is = (pattern) => (file) => pattern.test(file);

const inLib = is(/^lib\//);
const isServer = is(/^lib\/api\/server\//);
const isStore = is(/^lib\/(.+\/)?store(-[^/]+)?\.ts$/);
const isContract = is(/^lib\/([^/]+\/(.+\/)?(contract|literals)|memory\/[^/]+\/fields)\.ts$/);
const isFramework = is(/^(next|react|react-dom)(\/|$)/);

/**
 * `to` is a file, or a package by its name.
 * @type {{
 *   from: (file: string) => boolean, to: (file: string, from: string) => boolean, why: string
 * }[]}
 */
const RULES = [
  {
    from: inLib,
    to: (to) => /^(app|components)\//.test(to) || isFramework(to),
    why: 'lib does not depend on pages, components or the framework',
  },
  {
    from: inLib,
    to: (to, from) => inLib(to) && layerOf(to) < layerOf(from),
    why: `imports go down: ${LAYERS.join(' > ')}`,
  },
  {
    from: inLib,
    to: (to, from) => isStore(to) && folderOf(to) !== folderOf(from),
    why: "a store belongs to its own domain: call the other domain's service",
  },
  {
    from: (file) => !isServer(file),
    to: isServer,
    why: 'the server entry runs outside the bundles; only scripts start it',
  },
  { from: isStore, to: is(/\/service\.ts$/), why: 'a store is below every service' },
  {
    from: isContract,
    to: (to) =>
      to !== 'zod' &&
      !isContract(to) &&
      !/^lib\/(base\/(literals|bounds|timestamps|cron|defined|contract\/[^/]+|tags\/contract)|memory\/reflect\/response-schema)\.ts$/.test(
        to,
      ),
    why: 'a contract is data that browsers may load too: it imports zod, contracts, literals, and bounds of the base layer',
  },
  {
    from: is(/^components\//),
    to: (to) =>
      /^app\//.test(to) ||
      (inLib(to) &&
        !isContract(to) &&
        !/^lib\/(api\/(calls?|upload)|access\/keys\/names|base\/(literals|bounds|timestamps|cron|defined|ids|locales|roles|contract\/operation|text\/(counted-word|csv|terms)))\.ts$/.test(
          to,
        )),
    why: 'components import contracts and the client of the API in lib/api, never services: their data comes over the API',
  },
  { from: is(/^app\//), to: (to) => isStore(to) || /^lib\/base\/db\//.test(to), why: 'a route or a page calls a service' },
];

/** @param {string} folder @returns {string[]} files from the root */
const filesIn = (folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`);

/**
 * Resolves an import to a file of the project or to the name of a package.
 * @param {string} from
 * @param {string} wanted
 */
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

/**
 * Returns each import cycle once, as the path back to its first file.
 * @param {ReadonlyMap<string, readonly string[]>} graph
 */
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
/** @type {Map<string, string[]>} */
const folders = new Map();
for (const [from, imports] of graph)
  if (inLib(from)) {
    const others = imports.filter((to) => inLib(to) && folderOf(to) !== folderOf(from)).map(folderOf);
    folders.set(folderOf(from), [...new Set([...(folders.get(folderOf(from)) ?? []), ...others])]);
  }
const wrong = [...graph].flatMap(([from, imports]) =>
  imports.flatMap((to) => RULES.filter((rule) => rule.from(from) && rule.to(to, from)).map(({ why }) => `${from} imports ${to}: ${why}`)),
);
for (const file of graph.keys()) if (inLib(file) && layerOf(file) < 0) wrong.push(`${file} is in no layer: ${LAYERS.join(', ')}`);
for (const circle of [...circlesOf(graph), ...circlesOf(folders)]) wrong.push(`in a circle: ${circle.join(' -> ')}`);
for (const line of wrong) console.error(line);
console.log(
  wrong.length === 0
    ? `The imports of ${graph.size} files run one way, through ${folders.size} folders of ${LAYERS.length} layers.`
    : `${wrong.length} imports run the wrong way.`,
);
process.exitCode = wrong.length === 0 ? 0 : 1;
