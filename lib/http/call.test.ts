import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ApiError, call, listen } from '#lib/http/call';
import { operation } from '#lib/http/operation';

const declared = {
  id: 'look',
  method: 'GET',
  path: '/look',
  tag: 'Console',
  summary: 'Look',
  auth: 'session',
  permission: null,
  response: z.object({ items: z.array(z.object({ name: z.string(), last_used_at: z.string().nullable() })) }),
} as const;

const answers = (body: unknown) => vi.stubGlobal('fetch', async () => Response.json(body));

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['chats/2024/a b', 'chats/2024/a%20b'],
  ['chats/../a', 'chats%2F..%2Fa'],
  ['./a', '.%2Fa'],
])('the document %s is asked for as %s', async (document_id, path) => {
  const fetched = vi.fn(async (_url: string) => Response.json({ items: [] }));
  vi.stubGlobal('fetch', fetched);
  const one = operation({ ...declared, path: '/documents/{document_id}', params: z.object({ document_id: z.string() }) });
  await call(one, { params: { document_id } });
  const asked = String(fetched.mock.calls[0]![0]);
  expect(asked).toContain(`/documents/${path}`);
  expect(new URL(asked, 'http://x').pathname).toBe(`/documents/${path}`);
});

describe('nulls that the server leaves out', () => {
  it('are there again, in lists too', async () => {
    answers({ items: [{ name: 'a' }, { name: 'b', last_used_at: 'now' }] });
    expect(await call(operation(declared))).toEqual({
      items: [
        { name: 'a', last_used_at: null },
        { name: 'b', last_used_at: 'now' },
      ],
    });
  });

  it('are not made up where the schema wants something', async () => {
    answers({ items: [{ last_used_at: null }] });
    await expect(call(operation(declared))).rejects.toBeInstanceOf(ApiError);
  });

  it('are missed where the server promises to send them', async () => {
    answers({ items: [{ name: 'a' }] });
    await expect(call(operation({ ...declared, nulls: 'sent' }))).rejects.toMatchObject({ code: 'unknown' });
  });
});

describe('what is told on the way', () => {
  const events = { step: z.object({ name: z.string() }), result: declared.response, error: z.object({ detail: z.string() }) };
  const tells = (...blocks: string[]) =>
    vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
      expect(headers).toMatchObject({ Accept: 'text/event-stream' });
      return new Response(blocks.map((block) => `${block}\n\n`).join(''), { headers: { 'x-request-id': 'r' } });
    });
  const heard: unknown[] = [];
  const ask = () => listen(operation(declared), events, (told) => heard.push(told));
  afterEach(() => heard.splice(0));

  it('is heard, and the answer is that of a plain call', async () => {
    tells('event: step\ndata: {"name":"a"}', ': waiting', 'event: later\ndata: {}', 'event: result\ndata: {"items":[{"name":"b"}]}');
    expect(await ask()).toEqual({ items: [{ name: 'b', last_used_at: null }] });
    expect(heard).toEqual([{ event: 'step', data: { name: 'a' } }]);
  });

  it('an error on the way is the error of the call', async () => {
    tells('event: error\ndata: {"detail":"Not now","code":"unavailable","request_id":"q"}');
    await expect(ask()).rejects.toMatchObject({ status: 503, code: 'unavailable', detail: 'Not now', requestId: 'q' });
  });

  it('a stream without an end is a failure', async () => {
    tells('event: step\ndata: {"name":"a"}');
    await expect(ask()).rejects.toMatchObject({ code: 'offline', requestId: 'r' });
  });
});
