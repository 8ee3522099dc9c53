import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import wabt from 'wabt';
import { randomFrom } from '#bench/support/generate';
import { BYTE_DOT, BYTE_DOT_RELAXED } from '#lib/memory/recall/retrieval/cached/byte-dot';

/** Sums of other pairs of products, which are the same in total, with instructions of any Node. */
const WITHOUT_RELAXED = '(i16x8.add (i16x8.extmul_low_i8x16_s $1 $2) (i16x8.extmul_high_i8x16_s $1 $2))';

describe('byte-dot.ts contains byte-dot.wat compiled; if this fails, copy the received value into it', () => {
  const text = readFileSync(new URL('./byte-dot.wat', import.meta.url), 'utf8');
  it.each([
    ['as it is', text, BYTE_DOT_RELAXED],
    [
      'without relaxed instructions',
      text.replaceAll(/\(i16x8\.relaxed_dot_i8x16_i7x16_s (\(local\.get \$\w+\)) (\(local\.get \$\w+\))\)/g, WITHOUT_RELAXED),
      BYTE_DOT,
    ],
  ])('%s', async (_, source, bytes) => {
    const { parseWat } = await wabt();
    const { buffer } = parseWat('byte-dot.wat', source, { simd: true, relaxed_simd: true, threads: true }).toBinary({});
    expect(Buffer.from(buffer).toString('base64')).toBe(bytes);
  });
});

it.each([
  ['with', BYTE_DOT_RELAXED],
  ['without', BYTE_DOT],
])('the sums of high halves are the same %s relaxed instructions', (_, bytes) => {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536, shared: true });
  const { coarse } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(bytes, 'base64')), { rows: { memory } })
    .exports as unknown as { coarse: (...numbers: number[]) => number };
  const random = randomFrom(4);
  const [question, rows, halves, scales, found] = [0, 1024, 32, 512, 768];
  const numbers = new Int8Array(memory.buffer, question, 2 * halves).map(() => Math.floor(200 * random()) - 100);
  new Int8Array(memory.buffer, question, 2 * halves).set(numbers);
  const stored = new Uint8Array(memory.buffer, rows, 8 * halves);
  for (let i = 0; i < stored.length; i++) stored[i] = Math.floor(256 * random());
  new Float32Array(memory.buffer, scales, 8).fill(0.5);
  const sums = Array.from({ length: 8 }, (__, row) => {
    let sum = 0;
    for (let i = 0; i < 2 * halves; i++) {
      const byte = stored[row * halves + 16 * Math.floor(i / 32) + (i % 16)]!;
      sum += numbers[i]! * (i % 32 < 16 ? byte & 15 : byte >> 4);
    }
    return sum;
  });
  for (const bar of sums) {
    const count = coarse(question, rows, 8, halves, scales, found, 3, (bar + 3) / 2);
    expect([...new Int32Array(memory.buffer, found, count)].sort()).toEqual([...sums.keys()].filter((row) => sums[row]! >= bar));
  }
});
