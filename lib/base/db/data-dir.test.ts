import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openDataDir } from '#lib/base/db/data-dir';
import { DatabaseRefusal, forgetFullDisk, isDiskKnownFull, storageRefusal, translate } from '#lib/base/db/errors';

describe('a data directory that cannot be used', () => {
  it('is refused in one sentence if a file is in its place or in its path', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'memory-bank-'));
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    try {
      for (const dir of [file, path.join(file, 'below')]) {
        const refusal = await openDataDir(dir, 1000).catch((error: unknown) => error);
        expect(refusal).toBeInstanceOf(DatabaseRefusal);
        expect((refusal as Error).message).toMatch(/^The data directory .* cannot be used: it .* SERVICE_API_DATA_DIR .*\.$/);
        expect((refusal as Error).message).toContain(dir);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each([
    ['ENOSPC', 'the disk is full'],
    ['EROFS', 'read-only'],
    ['EACCES', 'may not write'],
    ['EIO', 'i/o error'],
  ])('explains %s', (code, words) => {
    const fault = Object.assign(new Error(`${code}: i/o error, write`), { code, syscall: 'write' });
    const refusal = storageRefusal('/data', fault) as Error;
    expect(refusal).toBeInstanceOf(DatabaseRefusal);
    expect(refusal.message).toContain(words);
    expect(refusal.message).toContain('/data');
  });

  it('does not change any other error', () => {
    for (const error of [new Error('x'), new DatabaseRefusal('x'), Object.assign(new Error('x'), { code: '23505' })])
      expect(storageRefusal('/data', error)).toBe(error);
  });
});

describe('a full disk', () => {
  afterEach(forgetFullDisk);

  it('is reported to the caller, and remembered', () => {
    expect(isDiskKnownFull()).toBe(false);
    expect(translate(Object.assign(new Error('could not extend file'), { code: '53100' }))).toMatchObject({
      code: 'unavailable',
      message: "The database's disk is full.",
      retryAfterSeconds: expect.any(Number),
    });
    expect(isDiskKnownFull()).toBe(true);
  });
});
