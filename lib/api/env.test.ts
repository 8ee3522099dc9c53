import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faultOf as wrong } from '#e2e/fixtures/settings';
import { isLoopback, parseEnv, SETTING_NAMES } from '#lib/api/env';

describe('parseEnv', () => {
  it('requires no setting', () => {
    expect(parseEnv({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: '.data',
      databaseUrl: null,
      databaseDriver: 'embedded',
      logLevel: 'info',
      anonymousAccess: false,
      recallMemoryMb: 256,
      runWorker: true,
      maxOperationSeconds: 1800,
      models: { byUse: { retain: { name: 'default', provider: 'builtin', model: null } }, named: [] },
      reranker: null,
      embeddings: { provider: 'builtin' },
    });
  });

  it('reads the template of new banks by its id or as JSON', () => {
    const of = (given: string) => parseEnv({ SERVICE_API_DEFAULT_BANK_TEMPLATE: given }).defaultBankTemplate;
    expect(of('sales-team')).toMatchObject({ version: '1', directives: [{ name: 'Next step' }, { name: 'Figures' }] });
    expect(of('{"version":"1"}')).toEqual({ version: '1' });
  });

  it('reads the cells of the database and of new banks', () => {
    const of = (settings: Record<string, string>) => {
      const { cells, cellsForNewBanks } = parseEnv(settings);
      return [cells, cellsForNewBanks];
    };
    expect(of({})).toEqual([[], ['default']]);
    expect(of({ DATABASE_CELLS: 'a, b_1,a' })).toEqual([
      ['a', 'b_1'],
      ['a', 'b_1'],
    ]);
    expect(of({ DATABASE_CELLS: 'default,a', DATABASE_CELLS_FOR_NEW_BANKS: 'default' })).toEqual([['a'], ['default']]);
  });

  it('reads the databases of cells', () => {
    const settings = {
      DATABASE_URL: 'postgres://h/d',
      DATABASE_CELLS: 'a,b,c',
      DATABASE_CELL_URLS: ' a=postgres://u:p,x@h/a\n b=postgresql://h/b ',
    };
    const { cellUrls, cellDriver } = parseEnv(settings);
    expect([...cellUrls]).toEqual([
      ['a', 'postgres://u:p,x@h/a'],
      ['b', 'postgresql://h/b'],
    ]);
    expect([cellDriver, parseEnv({ ...settings, SERVICE_API_DATABASE_DRIVER: 'neon' }).cellDriver]).toEqual([null, 'neon']);
    expect(parseEnv({}).cellUrls.size).toBe(0);
  });

  it('does not repeat an address of a cell, which contains a password', () => {
    const settings = {
      DATABASE_URL: 'postgres://h/d',
      DATABASE_CELLS: 'a',
      DATABASE_CELL_URLS: 'a=postgres://u:secret@h/a a=postgres://u:secret@h/b',
    };
    expect(() => parseEnv(settings)).toThrow('DATABASE_CELL_URLS: entry 2 must be a further cell with its address');
    expect(() => parseEnv(settings)).not.toThrow('secret');
  });

  it.each([
    'a=postgres://u:secret@h/a,b=postgres://u:secret@h/b',
    'a=postgres://u:secret@h,b=postgres://u:secret@h/b',
    'a=postgres://u:secret@h/a, b=postgres://u:secret@h/b',
  ])('refuses addresses of cells that a comma separates, without their passwords: %s', (urls) => {
    const message = wrong({ DATABASE_URL: 'postgres://h/d', DATABASE_CELLS: 'a,b', DATABASE_CELL_URLS: urls });
    expect(message).toContain('DATABASE_CELL_URLS: the address of a contains a comma. Separate addresses by spaces');
    expect(message).not.toContain('secret');
  });

  it.each(['information_schema', 'pg_catalog', 'pg_mine', 'citus', 'columnar_internal', 'job_queue'])(
    'refuses a cell with the name of a schema of the server: %s',
    (name) => {
      expect(wrong({ DATABASE_CELLS: name })).toContain(`DATABASE_CELLS: '${name}' is no name of a cell`);
    },
  );

  it('treats an empty value as not set', () => {
    expect(parseEnv({ DATABASE_URL: '', PORT: '' })).toMatchObject({ databaseDriver: 'embedded', port: 3000 });
  });

  it.each([
    [{ DATABASE_URL: 'postgres://u:p@db.example.com/x' }, 'pg'],
    [{ DATABASE_URL: 'postgresql://u:p@ep-cool-1.eu-central-1.aws.neon.tech/x' }, 'neon'],
    [{ DATABASE_URL: 'postgres://localhost/x', SERVICE_API_DATABASE_DRIVER: 'neon' }, 'neon'],
    [{ DATABASE_URL: 'postgres://u@neon.tech.example.com/x' }, 'pg'],
  ])('infers the driver of %j', (settings, driver) => {
    expect(parseEnv(settings).databaseDriver).toBe(driver);
  });

  it.each([
    [{ PORT: 'abc' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ PORT: '70000' }, 'PORT: must be at most 65535'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: must start with postgres:// or postgresql://'],
    [{ DATABASE_CELLS: 'a,B' }, "DATABASE_CELLS: 'B' is no name of a cell"],
    [{ DATABASE_CELLS: 'public' }, "DATABASE_CELLS: 'public' is no name of a cell"],
    [{ DATABASE_CELLS: 'a', DATABASE_CELLS_FOR_NEW_BANKS: 'a,b' }, "DATABASE_CELLS_FOR_NEW_BANKS: DATABASE_CELLS does not contain 'b'"],
    [{ DATABASE_CELLS: 'a', DATABASE_CELL_URLS: 'a=postgres://h/a' }, 'DATABASE_CELL_URLS: needs DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://h/d', DATABASE_CELL_URLS: 'a=postgres://h/a' }, "DATABASE_CELL_URLS: DATABASE_CELLS does not contain 'a'"],
    [{ DATABASE_CELL_URLS: 'default=postgres://h/a' }, 'DATABASE_CELL_URLS: entry 1 must be a further cell'],
    [{ DATABASE_CELL_URLS: 'a=mysql://h/a' }, 'DATABASE_CELL_URLS: entry 1 must be a further cell'],
    [{ SERVICE_API_DATABASE_DRIVER: 'pg' }, 'DATABASE_URL: needed by SERVICE_API_DATABASE_DRIVER=pg'],
    [{ SERVICE_API_DATABASE_DRIVER: 'embedded', DATABASE_URL: 'postgres://x/y' }, 'SERVICE_API_DATABASE_DRIVER: embedded, although'],
    [{ SERVICE_API_RUN_WORKER: 'maybe' }, 'SERVICE_API_RUN_WORKER: must be true or false'],
    [{ SERVICE_API_ANONYMOUS_ACCESS: 'true', SERVICE_API_HOST: '0.0.0.0' }, 'SERVICE_API_ANONYMOUS_ACCESS: only allowed'],
    [{ SERVICE_API_OWNER_EMAIL: 'a@b.example' }, 'set both or neither'],
    [{ SERVICE_API_LLM_BASE_URL: 'not a url' }, 'SERVICE_API_LLM_BASE_URL: must be an http or https URL'],
    [{ SERVICE_API_LLM_PROVIDER: 'other' }, 'SERVICE_API_LLM_PROVIDER'],
    [{ SERVICE_API_DEFAULT_BANK_TEMPLATE: 'x' }, 'SERVICE_API_DEFAULT_BANK_TEMPLATE: must be one of personal-assistant, '],
    [
      { SERVICE_API_DEFAULT_BANK_TEMPLATE: '{"version":"2"}' },
      'SERVICE_API_DEFAULT_BANK_TEMPLATE: Template schema validation failed: version',
    ],
  ])('rejects %j', (settings, message) => {
    expect(wrong(settings)).toContain(message);
  });

  it('reports every wrong setting at once, and no value that could be a secret', () => {
    const message = wrong({ PORT: 'x', SERVICE_API_LOG_LEVEL: 'loud', DATABASE_URL: 'secret-password' });
    expect(message.split('\n')).toHaveLength(3);
    expect(message).not.toContain('secret-password');
  });

  it('reads the settings that .env.example lists', () => {
    const example = readFileSync('.env.example', 'utf8');
    const perUse = /^SERVICE_API_(RETAIN|CONSOLIDATION|REFLECT)_LLM_/;
    for (const name of SETTING_NAMES.filter((setting) => !perUse.test(setting))) expect(example).toMatch(new RegExp(`^(# )?${name}=`, 'm'));
    for (const [, name] of example.matchAll(/^(?:# )?([A-Z_]+)=/gm)) expect(SETTING_NAMES).toContain(name);
  });

  it.each([
    ['127.0.0.1', true],
    ['127.8.9.1', true],
    ['localhost', true],
    ['::1', true],
    ['0.0.0.0', false],
    ['::', false],
    ['10.0.0.1', false],
    ['127.0.0.1.example.com', false],
  ])('%s is loopback: %s', (host, loopback) => {
    expect(isLoopback(host)).toBe(loopback);
  });
});
