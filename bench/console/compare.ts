/**
 * Measures how long it takes to compare two versions of a document of 8,000 tokens, in real
 * Chromium, in a worker as in the console. The first comparison in a new worker is what a user
 * experiences who opens the page; the others repeat it. Exits with 1 if the first exceeds its
 * limit. npm run bench compare -- [--tokens 8000]
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { rolldown } from 'rolldown';
import { conversation, randomFrom } from '#bench/support/generate';
import { latency } from '#bench/support/measure';
import { markdownTable, ms } from '#bench/support/report';
import type { CompareTask, Comparison } from '#components/mental-models/compare';
import { countTokens } from '#lib/base/text/tokens';
import { findChromium } from '../../scripts/chromium.mjs';

const BOUND_MS = 50;
/** The number of new workers for each form; their median is reported. */
const FIRSTS = 9;
const ROUNDS = 60;
const SENTENCES = 3;
const BLOCKS = 8;

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

/** Blocks of a few sentences, up to this number of tokens. */
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

/** The whole text in one block. */
const inOne = (blocks: readonly Block[], id = 'b'): Block[] => [{ ...blocks[0]!, id, text: blocks.map(({ text }) => text).join(' ') }];
/** Text without the end of a sentence. */
const endless = (blocks: readonly Block[]): Block[] => inOne(blocks).map((one) => ({ ...one, text: one.text.replaceAll(/[.!?]/g, '') }));

const forms = {
  'a tenth of the words': { from: before, to: edited, isRaw: false },
  'the same under new ids': { from: before, to: renamed, isRaw: false },
  'line by line': { from: before, to: edited, isRaw: true },
  'nothing in common': { from: before, to: other, isRaw: false },
  'no change': { from: before, to: before, isRaw: false },
  'a tenth, all in one block': { from: inOne(before), to: inOne(edited), isRaw: false },
  'the same without sentences': { from: endless(before), to: endless(edited), isRaw: false },
};

/** The worker of the console, as one script. */
async function workerScript(): Promise<string> {
  const root = path.resolve(import.meta.dirname, '../..');
  const bundle = await rolldown({
    input: path.join(root, 'components/mental-models/compare-worker.ts'),
    resolve: { alias: { '#components': path.join(root, 'components'), '#lib': path.join(root, 'lib') } },
    transform: { target: 'es2022' },
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  return output[0].code;
}

interface Timed {
  readonly changes: number;
  /**
   * milliseconds of each comparison in one worker, the first included, from the request to the
   * answer
   */
  readonly all: readonly number[];
}

/** Repeats the same comparison in a new worker. */
const timeIn = (page: Page, script: string, task: CompareTask, rounds: number): Promise<Timed> =>
  page.evaluate(
    async ([code, what, times]) => {
      const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
      const ask = (id: number): Promise<{ comparison: Comparison }> =>
        new Promise((resolve) => {
          worker.onmessage = ({ data }) => resolve(data);
          worker.postMessage({ id, task: what });
        });
      const all: number[] = [];
      let changes = 0;
      for (let id = 0; id < times; id++) {
        const begun = performance.now();
        ({ changes } = (await ask(id)).comparison);
        all.push(performance.now() - begun);
      }
      worker.terminate();
      return { changes, all };
    },
    [script, task, rounds] as const,
  );

const script = await workerScript();
const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: ['--no-sandbox'] });
const lines: string[][] = [];
let slowest = 0;
try {
  const page = await browser.newPage();
  for (const [name, { from, to, isRaw }] of Object.entries(forms)) {
    const task = { from: sideOf(from), to: sideOf(to), ignoreBlanks: false, isRaw };
    const firsts: number[] = [];
    for (let i = 0; i < FIRSTS; i++) firsts.push((await timeIn(page, script, task, 1)).all[0]!);
    const { changes, all } = await timeIn(page, script, task, ROUNDS);
    const [first, { p50, p95 }] = [latency(firsts), latency(all.slice(1))];
    slowest = Math.max(slowest, first.p50);
    lines.push([name, String(from.length), String(changes), ms(first.p50), ms(p50), ms(p95)]);
  }
} finally {
  await browser.close();
}
console.log(`\n${tokens} tokens, ${sideOf(before).content.length} characters\n`);
console.log(markdownTable(['difference', 'blocks', 'changes', 'first in a worker, ms', 'then p50', 'p95'], lines));
console.log(slowest < BOUND_MS ? `\nEach first within ${BOUND_MS} ms.` : `\nNOT within ${BOUND_MS} ms: ${ms(slowest)}.`);
process.exitCode = slowest < BOUND_MS ? 0 : 1;
