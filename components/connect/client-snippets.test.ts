import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { AUTHS, authOf, authsOf, CLIENTS, type Client } from '#components/connect/client-literals';
import { isPublicOrigin, mcpAddress, NO_KEY, setupSteps } from '#components/connect/client-snippets';

const KEY = `mbk_${'a'.repeat(49)}`;
const target = { origin: 'https://memory.example', bankId: 'front-desk' };
const URL_OF_BANK = 'https://memory.example/mcp/front-desk';
const awkward = { origin: 'http://127.0.0.1:3000', bankId: `Ann's "café" $(id) / \\ ü` };

const codesOf = (client: Client, auth: 'key' | 'oauth', of = target) => setupSteps(client, auth, of, KEY).flatMap(({ code }) => code ?? []);
const jsonOf = (client: Client, auth: 'key' | 'oauth', of = target): unknown => JSON.parse(codesOf(client, auth, of)[0] ?? '');
const pairs = CLIENTS.flatMap((client) => authsOf(client).map((auth) => [client, auth] as const));

describe('steps of a client', () => {
  test.each(pairs)('%s with %s has one to four steps, each with its own text', (client, auth) => {
    const steps = setupSteps(client, auth, target, KEY);
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.length).toBeLessThanOrEqual(4);
    expect(new Set(steps.map(({ text }) => text)).size).toBe(steps.length);
  });

  test.each(pairs)('%s with %s names this server, and contains the key only if it sends one', (client, auth) => {
    const text = codesOf(client, auth).join('\n');
    expect(text).toContain(target.origin);
    expect(text.split(KEY)).toHaveLength(auth === 'key' ? 2 : 1);
    expect(text).not.toContain(NO_KEY);
  });

  test('clients that send headers use a key unless the user chooses to sign in', () => {
    expect(authOf('cursor', null)).toBe('key');
    expect(authOf('cursor', 'oauth')).toBe('oauth');
    expect(authOf('curl', 'oauth')).toBe('key');
    for (const wanted of [null, ...AUTHS]) expect([authOf('claude-ai', wanted), authOf('chatgpt', wanted)]).toEqual(['oauth', 'oauth']);
  });
});

describe('code', () => {
  const headers = { Authorization: `Bearer ${KEY}` };

  test('Claude Code adds the address, with a header or without', () => {
    expect(codesOf('claude-code', 'key')).toEqual([
      `claude mcp add --transport http memory ${URL_OF_BANK} \\\n  --header "Authorization: Bearer ${KEY}"`,
    ]);
    expect(codesOf('claude-code', 'oauth')).toEqual([`claude mcp add --transport http memory ${URL_OF_BANK}`]);
  });

  test('editors get a file of their own form', () => {
    expect(jsonOf('cursor', 'key')).toEqual({ mcpServers: { memory: { url: URL_OF_BANK, headers } } });
    expect(jsonOf('cursor', 'oauth')).toEqual({ mcpServers: { memory: { url: URL_OF_BANK } } });
    expect(jsonOf('vs-code', 'key')).toEqual({ servers: { memory: { type: 'http', url: URL_OF_BANK, headers } } });
    expect(jsonOf('vs-code', 'oauth')).toEqual({ servers: { memory: { type: 'http', url: URL_OF_BANK } } });
    expect(jsonOf('zed', 'key')).toEqual({ context_servers: { memory: { url: URL_OF_BANK, headers } } });
    expect(jsonOf('zed', 'oauth')).toEqual({ context_servers: { memory: { url: URL_OF_BANK } } });
  });

  test('Claude Desktop downloads the bridge from this server, and starts it with the key in its environment', () => {
    const [download, config] = codesOf('claude-desktop', 'key', awkward);
    expect(download).toBe(`curl -O ${awkward.origin}/mcp.mjs`);
    expect(JSON.parse(config ?? '')).toEqual({
      mcpServers: {
        memory: {
          command: 'node',
          args: ['/path/to/mcp.mjs', '--url', awkward.origin, '--bank', awkward.bankId],
          env: { MEMORY_BANK_KEY: KEY },
        },
      },
    });
  });

  test('hosted clients get the bare address', () => {
    expect(codesOf('claude-ai', 'oauth')).toEqual([URL_OF_BANK]);
    expect(codesOf('chatgpt', 'oauth')).toEqual([URL_OF_BANK]);
  });

  test('an address encodes every character that a shell interprets, and decodes to the bank', () => {
    const address = mcpAddress(awkward);
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:3000\/mcp\/[\w%.~-]+$/);
    expect(decodeURIComponent(address.split('/').at(-1) ?? '')).toBe(awkward.bankId);
    const printed = codesOf('claude-code', 'key', awkward)[0]?.replace(/^claude/, `printf '%s\\n'`) ?? '';
    expect(execFileSync('bash', ['-c', printed], { encoding: 'utf8' }).split('\n')).toContain(address);
  });

  test('curl sets the key for the commands that follow', () => {
    const [set, retain, recall] = codesOf('curl', 'key', awkward);
    const script = `curl() { printf '%s\\n' "$@"; }\n${set}\n${retain}\n${recall}`;
    const printed = execFileSync('bash', ['-c', script], { encoding: 'utf8' });
    expect(printed.split(`Authorization: Bearer ${KEY}`)).toHaveLength(3);
    expect(printed).toContain('/memories/recall');
  });

  test('TypeScript passes the bank as it is', async () => {
    const code = codesOf('typescript', 'key', awkward)[1] ?? '';
    const calls: unknown[] = [];
    class HindsightClient {
      constructor(options: unknown) {
        calls.push(options);
      }
      async retain(bank: string) {
        calls.push(bank);
      }
      async recall(bank: string) {
        calls.push(bank);
        return { results: [{ text: 'found' }] };
      }
    }
    const Async = Object.getPrototypeOf(async () => undefined).constructor;
    const run = new Async('HindsightClient', 'process', 'console', code.replace(/^import .*$/m, ''));
    await run(HindsightClient, { env: { MEMORY_BANK_KEY: KEY } }, { log: (text: string) => calls.push(text) });
    expect(calls).toEqual([{ baseUrl: awkward.origin, apiKey: KEY }, awkward.bankId, awkward.bankId, 'found']);
  });

  test('Python contains the address and the bank as string literals', () => {
    const code = codesOf('python', 'key', awkward)[1] ?? '';
    expect(code).toContain(`base_url=${JSON.stringify(awkward.origin)}`);
    expect(code.split(`bank_id=${JSON.stringify(awkward.bankId)}`)).toHaveLength(3);
  });
});

test.each([
  ['https://memory.example', true],
  ['https://memory.example:8443', true],
  ['http://memory.example', false],
  ['https://localhost:3000', false],
  ['https://127.0.0.1', false],
  ['https://192.168.1.4', false],
  ['https://172.20.0.2', false],
  ['https://172.67.0.2', true],
  ['https://[::1]:3000', false],
  ['https://memory.local', false],
  ['', false],
])('%s is public: %s', (origin, isPublic) => {
  expect(isPublicOrigin(origin)).toBe(isPublic);
});
