import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

it('has loaded the model of English when it is ready, so that no request waits for it', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'boot-'));
  const { DATABASE_URL: _, ...others } = process.env;
  const env = { ...others, SERVICE_API_DATA_DIR: dataDir, SERVICE_API_LOG_LEVEL: 'error' };
  try {
    const output = execFileSync(process.execPath, ['e2e/fixtures/boot-loads.mjs'], { encoding: 'utf8', env, timeout: 100_000 });
    expect(output).toBe('1\n');
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
