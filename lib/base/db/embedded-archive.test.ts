import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { isGate } from '#e2e/fixtures/runs';
import { pack, unpack } from './embedded-archive.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'memory-bank-archive-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let archive: string;
let target: string;
let number = 0;
beforeEach(() => {
  archive = path.join(folder, `${++number}.tar.gz`);
  target = path.join(folder, String(number));
  mkdirSync(target);
});

type Files = Readonly<Record<string, number | null>>;

/** The files in one folder by name with their sizes, as Emscripten reads them; null: a folder. */
const fsOf = (files: Files) => ({
  readdir: (at: string) => ['.', '..', ...(at === '/root/' ? Object.keys(files) : [])],
  stat: (file: string) => ({ mode: files[path.basename(file)] === null ? 1 : 0, size: files[path.basename(file)] ?? 0 }),
  isDir: (mode: number) => mode === 1,
  open: () => null,
  read: (_: unknown, piece: Buffer, __: number, length: number, at: number) => {
    piece.fill(0);
    for (let i = 0; i < length; i += 4096) piece[i] = (at + i) >> 12;
    return length;
  },
  close: () => undefined,
});

async function packed(files: Files): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of pack(fsOf(files), '/root')) pieces.push(piece);
  return Buffer.concat(pieces);
}

test('files and empty folders are unpacked as they were', async () => {
  writeFileSync(archive, await packed({ none: 0, one: 1, record: 512, pieces: 3 * 2 ** 20 + 7, empty: null }));
  await unpack(archive, target);
  expect(readdirSync(target).sort()).toEqual(['empty', 'none', 'one', 'pieces', 'record']);
  const sizes = ['none', 'one', 'record', 'pieces'].map((name) => readFileSync(path.join(target, name)).length);
  expect(sizes).toEqual([0, 1, 512, 3 * 2 ** 20 + 7]);
  const content = readFileSync(path.join(target, 'pieces'));
  expect([4096, 2 ** 20 + 4096, 3 * 2 ** 20].map((at) => content[at])).toEqual([1, 1, 0]);
});

test.skipIf(isGate)('an archive contains more than 4 GiB', { timeout: 300_000 }, async () => {
  const files = Object.fromEntries(Array.from({ length: 4 }, (_, i) => [`segment.${i}`, 2 ** 30]));
  let bytes = 0;
  let largest = 0;
  const pieces = async function* () {
    for await (const piece of pack(fsOf(files), '/root')) {
      largest = Math.max(largest, piece.length);
      yield piece;
    }
  };
  for await (const piece of Readable.from(pieces()).pipe(createGunzip())) bytes += piece.length;
  expect(bytes).toBe(4 * (512 + 2 ** 30) + 1024);
  expect(largest).toBeLessThanOrEqual(2 ** 20);
});

test('a truncated archive is refused, whether its end was cut before or after it was compressed', async () => {
  const whole = await packed({ first: 5000, second: 5000 });
  const tar = gunzipSync(whole);
  const cut = [whole.subarray(0, -1), gzipSync(tar.subarray(0, 7000)), gzipSync(tar.subarray(0, -1024))];
  for (const part of cut) {
    writeFileSync(archive, part);
    await expect(unpack(archive, target)).rejects.toThrow();
  }
  writeFileSync(archive, gzipSync(tar));
  await unpack(archive, target);
});

test('an archive cannot write outside of its folder', async () => {
  writeFileSync(archive, await packed({ '../outside': 1 }));
  await expect(unpack(archive, target)).rejects.toThrow('outside of its folder');
});
