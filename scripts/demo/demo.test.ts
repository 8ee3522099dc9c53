import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { serverAddress, target } from './address.mjs';
import { day, memoryLines, palette, WIDTH, wrap } from './format.mjs';

interface Session {
  id: string;
  timestamp: string;
  context: string;
  turns: string[];
}
const conversation = JSON.parse(readFileSync(new URL('./conversation.json', import.meta.url), 'utf8')) as {
  asked_at: string;
  questions: { about: string; query: string }[];
  sessions: Session[];
  assistant_sessions: Session[];
};
const plain = palette({ isTTY: false }, {});

describe('the sample conversation', () => {
  it('has about two hundred turns of several people over months, in order', () => {
    const times = conversation.sessions.map((session) => Date.parse(session.timestamp));
    const turns = conversation.sessions.flatMap((session) => session.turns);
    expect(turns.length).toBeGreaterThan(190);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times.at(-1)! - times[0]!).toBeGreaterThan(150 * 24 * 3_600_000);
    expect(Date.parse(conversation.asked_at)).toBeGreaterThan(times.at(-1)!);
    expect(new Set(conversation.sessions.map((session) => session.id)).size).toBe(conversation.sessions.length);
  });

  it('names a speaker in every turn', () => {
    const speakers = conversation.sessions.flatMap((session) => session.turns.map((turn) => /^([A-Z]\p{L}+): \S/u.exec(turn)?.[1]));
    expect([...new Set(speakers)].sort()).toEqual(['Hana', 'Jules', 'Leo', 'Mara', 'Priya', 'Tomasz']);
  });

  it('has conversations with the assistant, whose turns are its experience', () => {
    for (const { turns } of conversation.assistant_sessions) expect(turns.some((turn) => turn.startsWith('Assistant: '))).toBe(true);
    const ids = [...conversation.sessions, ...conversation.assistant_sessions].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('comes with five questions', () => {
    expect(conversation.questions).toHaveLength(5);
  });
});

describe('wrap', () => {
  it('breaks between words and indents what follows', () => {
    expect(wrap('one two three four', 9, '  ')).toBe('one two\n  three\n  four');
  });
  it('leaves a word that is longer than the line whole', () => {
    expect(wrap('a extraordinarily b', 5)).toBe('a\nextraordinarily\nb');
  });
});

describe('memoryLines', () => {
  const memory = { text: `Mara: ${'bread and butter '.repeat(20)}`, scores: { final: 1.234 }, mentioned_at: '2026-09-05T22:30:00+00:00' };
  it('stays within eighty columns', () => {
    for (const line of memoryLines(memory, plain).split('\n')) expect(line.length).toBeLessThanOrEqual(WIDTH);
  });
  it('shows score and day first', () => {
    expect(memoryLines(memory, plain)).toMatch(/^ {2}1\.23 {2}05 Sep 2026 {2}Mara: bread/);
  });
  it('keeps the columns without a date', () => {
    expect(day(undefined)).toHaveLength(day('2026-05-20T00:00:00+00:00').length);
  });
});

describe('palette', () => {
  it('paints on a terminal only, and never with NO_COLOR', () => {
    expect(palette({ isTTY: true }, {}).bold('x')).not.toBe('x');
    expect(palette({ isTTY: true }, { NO_COLOR: '1' }).bold('x')).toBe('x');
    expect(plain.bold('x')).toBe('x');
  });
});

describe('the address of the server', () => {
  it.each([
    [{}, 'http://127.0.0.1:3000'],
    [{ PORT: '8080' }, 'http://127.0.0.1:8080'],
    [{ PORT: '', SERVICE_API_HOST: '' }, 'http://127.0.0.1:3000'],
    [{ PORT: '8080', SERVICE_API_HOST: '0.0.0.0' }, 'http://127.0.0.1:8080'],
    [{ SERVICE_API_HOST: '::1' }, 'http://[::1]:3000'],
    [{ SERVICE_API_HOST: 'memory.lan' }, 'http://memory.lan:3000'],
    [{ PORT: '8080', SERVICE_API_URL: 'https://memory.example/' }, 'https://memory.example'],
  ])('%j: %s', (env, address) => {
    expect(serverAddress(env)).toBe(address);
  });

  it('may be given with the key on the command line', () => {
    const env = { PORT: '8080', SERVICE_API_KEY: 'mbk_env' };
    expect(target([], env)).toEqual({ key: 'mbk_env', server: 'http://127.0.0.1:8080' });
    expect(target(['mbk_given'], env)).toEqual({ key: 'mbk_given', server: 'http://127.0.0.1:8080' });
    expect(target(['http://h:1/', 'mbk_given'], env)).toEqual({ key: 'mbk_given', server: 'http://h:1' });
    expect(target(['http://h:1'], env)).toEqual({ key: 'mbk_env', server: 'http://h:1' });
  });
});
