import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import wabt from 'wabt';
import { DOT } from '#lib/memory/recall/retrieval/cached/dot';

it('is what dot.wat says: where this fails, what is received is what dot.ts should hold', async () => {
  const { parseWat } = await wabt();
  const text = readFileSync(new URL('./dot.wat', import.meta.url), 'utf8');
  const { buffer } = parseWat('dot.wat', text, { simd: true }).toBinary({});
  expect(Buffer.from(buffer).toString('base64')).toBe(DOT);
});
