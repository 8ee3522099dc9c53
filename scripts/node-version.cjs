/** Loaded first in the standalone output, in words that every Node reads: ends one older than its package.json says with one sentence. */
const needed = Number(/\d+/.exec(require('./package.json').engines.node)[0]);

if (Number(process.versions.node.split('.')[0]) < needed) {
  console.error(`Memory Bank needs Node ${needed} or newer; this is Node ${process.versions.node}.`);
  process.exit(1);
}
