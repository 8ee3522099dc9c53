import { describe, expect, it } from 'vitest';
import { parseTurns } from '#lib/memory/retain/reading/transcript';

const ASKED = 'The bicycle pump leaks at the valve.';
const ANSWERED = 'Put a new ring of rubber into it.';

/** The turns that give memories. */
const spoken = (content: unknown): (string | null)[][] =>
  parseTurns(typeof content === 'string' ? content : JSON.stringify(content))
    .filter(({ body }) => body !== '')
    .map(({ speaker, body }) => [speaker, body]);

describe('names of the prototype of objects', () => {
  it.each(['constructor', 'toString', 'valueOf', '__proto__', 'hasOwnProperty', 'isPrototypeOf'])('%s as a role is text', (role) => {
    const list = `[{"role":"${role}","content":"I live in Bern."},{"role":"user","content":"I live in Ulm."}]`;
    expect(spoken(list).map(([, body]) => body)).toContain('I live in Ulm.');
  });

  it('messages of LangChain are read, whose type is "constructor"', () => {
    const message = (name: string, type: string, content: string) => ({
      lc: 1,
      type: 'constructor',
      id: ['langchain', 'schema', 'messages', name],
      kwargs: { content, type },
    });
    expect(spoken([message('HumanMessage', 'human', ASKED), message('AIMessage', 'ai', ANSWERED)])).toEqual([
      ['human', ASKED],
      ['ai', ANSWERED],
    ]);
  });
});

it('characters that the database refuses are replaced in words and names', () => {
  const list = '[{"role":"user","content":"I live in Bern.\\u0000"},{"name":"Bo\\u0000","role":"user","content":"I am \\ud800 here."}]';
  const texts = parseTurns(list).flatMap(({ speaker, body }) => [speaker ?? '', body]);
  expect(texts.filter((text) => text.includes('\u0000') || !text.isWellFormed())).toEqual([]);
  expect(texts).toContain('I live in Bern.\ufffd');
});
