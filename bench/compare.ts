/**
 * How long two versions of a document of 8,000 tokens take to compare, as the console's worker does it.
 * npm run bench:compare -- [--tokens 8000]
 */
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { conversation, randomFrom } from '#bench/generate';
import { timeEach } from '#bench/measure';
import { markdownTable, ms } from '#bench/report';
import { countTokens } from '#lib/text/tokens';

const ROUNDS = 60;
const WARM_UP = 10;
const SENTENCES = 3;
const BLOCKS = 8;

// The names of components are known to the bundler alone.
const components = path.resolve(import.meta.dirname, '../components');
registerHooks({
  resolve: (name, context, next) =>
    name.startsWith('#components/')
      ? { url: pathToFileURL(`${path.join(components, name.slice('#components/'.length))}.ts`).href, shortCircuit: true }
      : next(name, context),
});
const { compare } = await import('#components/mental-models/compare');

interface Block {
  id: string;
  text: string;
  source_ids: string[];
  note: null;
}

const sideOf = (blocks: readonly Block[]) => {
  const sections = Array.from({ length: Math.ceil(blocks.length / BLOCKS) }, (_, at) => ({
    id: `s${at}`,
    heading: `Part ${at + 1}`,
    level: 2,
    blocks: blocks.slice(at * BLOCKS, (at + 1) * BLOCKS),
  }));
  const content = sections.map((section) => [`## ${section.heading}`, ...section.blocks.map(({ text }) => text)].join('\n\n')).join('\n\n');
  return { content, document: { sections } };
};

/** Blocks of a few sentences, until they have so many tokens. */
function blocksOf(seed: number, tokens: number): Block[] {
  const sentences = conversation({ seed, sentences: tokens, turnsPerSession: 50 }).flatMap(({ turns }) => turns);
  const blocks: Block[] = [];
  for (let left = tokens, at = 0; left > 0; at++) {
    const text = sentences.slice(at * SENTENCES, (at + 1) * SENTENCES).join(' ');
    blocks.push({ id: `b${seed}-${at}`, text, source_ids: ['x'], note: null });
    left -= countTokens(text);
  }
  return blocks;
}

const { values } = parseArgs({ options: { tokens: { type: 'string' } } });
const tokens = Number(values.tokens ?? 8000);
const before = blocksOf(1, tokens);
const other = blocksOf(2, tokens);
const random = randomFrom(3);
const edited = before.map((block) => {
  const words = block.text.split(' ').map((word) => (random() < 0.1 ? `${word}ly` : word));
  return { ...block, text: words.join(' ') };
});
const renamed = edited.map((block) => ({ ...block, id: `n${block.id}` }));

const forms = {
  'a tenth of the words': { to: edited, isRaw: false },
  'the same under new ids': { to: renamed, isRaw: false },
  'line by line': { to: edited, isRaw: true },
  'nothing in common': { to: other, isRaw: false },
  'no change': { to: before, isRaw: false },
};
const rounds = Array.from({ length: ROUNDS + WARM_UP });
const lines: string[][] = [];
for (const [name, { to, isRaw }] of Object.entries(forms)) {
  const task = { from: sideOf(before), to: sideOf(to), ignoreBlanks: false, isRaw };
  const { changes } = compare(task);
  const { p50, p95 } = await timeEach(rounds, WARM_UP, async () => compare(task));
  lines.push([name, String(before.length), String(changes), ms(p50), ms(p95)]);
}
console.log(`\n${tokens} tokens, ${sideOf(before).content.length} characters\n`);
console.log(markdownTable(['difference', 'blocks', 'changes', 'p50 ms', 'p95'], lines));
