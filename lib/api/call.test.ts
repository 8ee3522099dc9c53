import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ApiError, type Callable, call, listen, type ProgressEvent } from '#lib/api/call';
import { operation } from '#lib/base/contract/operation';

const declared = operation({
  id: 'look',
  method: 'GET',
  path: '/documents/{document_id}',
  tag: 'Console',
  summary: 'Look',
  auth: 'session',
  permission: null,
  params: z.object({ document_id: z.string() }),
  response: z.object({ items: z.array(z.object({ name: z.string(), last_used_at: z.string().nullable() })) }),
});
const look: Callable<typeof declared> = { method: 'GET', path: '/documents/{document_id}' };
const ask = (document_id = 'a') => call(look, { params: { document_id } });

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['chats/2024/a b', 'chats/2024/a%20b'],
  ['chats/../a', 'chats%2F..%2Fa'],
  ['./a', '.%2Fa'],
])('the document %s is requested as %s', async (document_id, path) => {
  const fetched = vi.fn(async (_url: string) => Response.json({ items: [] }));
  vi.stubGlobal('fetch', fetched);
  await ask(document_id);
  const asked = String(fetched.mock.calls[0]![0]);
  expect(asked).toContain(`/documents/${path}`);
  expect(new URL(asked, 'http://x').pathname).toBe(`/documents/${path}`);
});

it('null fields are requested, because the page relies on them', async () => {
  const fetched = vi.fn(async (_url: string, _how: RequestInit) => Response.json({ items: [{ name: 'a', last_used_at: null }] }));
  vi.stubGlobal('fetch', fetched);
  expect(await ask()).toEqual({ items: [{ name: 'a', last_used_at: null }] });
  expect(fetched.mock.calls[0]![1].headers).toMatchObject({ Accept: 'application/json;nulls=sent' });
});

it('a response that is not JSON is an unknown error', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>', { headers: { 'x-request-id': 'r' } }));
  const error = await ask().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 200, code: 'unknown', requestId: 'r' });
});

describe('progress events', () => {
  const events = { step: z.object({ name: z.string() }), result: declared.response, error: z.object({ detail: z.string() }) };
  const stubStream = (...blocks: string[]) =>
    vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
      expect(headers).toMatchObject({ Accept: 'text/event-stream;nulls=sent' });
      return new Response(blocks.map((block) => `${block}\n\n`).join(''), { headers: { 'x-request-id': 'r' } });
    });
  const received: unknown[] = [];
  const listening = () => listen(look, (event: ProgressEvent<typeof events>) => received.push(event), { params: { document_id: 'a' } });
  afterEach(() => received.splice(0));

  it('are reported, and the answer is that of a plain call', async () => {
    stubStream(
      'event: step\ndata: {"name":"a"}',
      ': waiting',
      'event: later\ndata: {}',
      'event: result\ndata: {"items":[{"name":"b","last_used_at":null}]}',
    );
    expect(await listening()).toEqual({ items: [{ name: 'b', last_used_at: null }] });
    expect(received).toEqual([
      { event: 'step', data: { name: 'a' } },
      { event: 'later', data: {} },
    ]);
  });

  it('an error event is the error of the call', async () => {
    stubStream('event: error\ndata: {"detail":"Not now","code":"unavailable","request_id":"q"}');
    await expect(listening()).rejects.toMatchObject({ status: 503, code: 'unavailable', detail: 'Not now', requestId: 'q' });
  });

  it('a stream without an end is a failure', async () => {
    stubStream('event: step\ndata: {"name":"a"}');
    await expect(listening()).rejects.toMatchObject({ code: 'offline', requestId: 'r' });
  });
});
