import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { type ApiCall, snippet } from '#components/recall/snippets';

const body = {
  query: `Where's "Ann's" café — null, true?`,
  prefer_observations: true,
  include: { entities: null },
  tags: ["it's"],
};
const asked: ApiCall = { server: 'http://127.0.0.1:8888', bankId: "o'hara/desk", body };

describe('query as code', () => {
  test('curl sends the exact body', () => {
    const line = snippet('curl', asked).replace(/^curl/, 'args');
    const last = execFileSync('bash', ['-c', `args() { printf '%s' "\${@: -1}"; }\n${line}`], { encoding: 'utf8' });
    expect(JSON.parse(last)).toEqual(body);
    expect(line).toContain('$KEY');
  });

  test('typescript parses and contains the body', async () => {
    const code = snippet('typescript', asked);
    const Async = Object.getPrototypeOf(async () => undefined).constructor;
    let sent: unknown;
    const fetch = async (_: string, { body: text }: { body: string }) => {
      sent = JSON.parse(text);
      return { json: async () => ({ results: [] }) };
    };
    await new Async('fetch', 'process', code)(fetch, { env: { KEY: 'k' } });
    expect(sent).toEqual(body);
  });

  test('python converts JSON literals, but not within strings', () => {
    const code = snippet('python', asked);
    expect(code).toContain('"prefer_observations": True,');
    expect(code).toContain('"entities": None,');
    expect(code).toContain('null, true?');
  });

  test('json is the body', () => {
    expect(JSON.parse(snippet('json', asked))).toEqual(body);
  });
});
