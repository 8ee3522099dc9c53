import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import wabt from 'wabt';
import { DOT } from '#lib/memory/recall/retrieval/cached/dot';

it('dot.ts contains dot.wat compiled; if this fails, copy the received value into dot.ts', async () => {
  const { parseWat } = await wabt();
  const text = readFileSync(new URL('./dot.wat', import.meta.url), 'utf8');
  const { buffer } = parseWat('dot.wat', text, { simd: true }).toBinary({});
  expect(Buffer.from(buffer).toString('base64')).toBe(DOT);
});
