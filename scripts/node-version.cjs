/**
 * Loaded first in the standalone output. Ends a Node that is older than package.json requires, with
 * one sentence. Uses only syntax that every Node can parse.
 */
const needed = Number(/\d+/.exec(require('./package.json').engines.node)[0]);

if (Number(process.versions.node.split('.')[0]) < needed) {
  console.error(`Memory Bank needs Node ${needed} or newer; this is Node ${process.versions.node}.`);
  process.exit(1);
}
