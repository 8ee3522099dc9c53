import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Callable } from '#lib/api/call';
import { upload } from '#lib/api/upload';
import { operation } from '#lib/base/contract/operation';

const declared = operation({
  id: 'send',
  method: 'POST',
  path: '/files',
  tag: 'Console',
  summary: 'Send',
  auth: 'session',
  permission: null,
  query: z.object({ dry_run: z.boolean().default(false) }),
  upload: { maxBytes: 100 },
  response: z.object({ id: z.string() }),
});
const send: Callable<typeof declared> = { method: 'POST', path: '/files' };

interface SentRequest {
  readonly headers: Record<string, string>;
  url: string;
  form: FormData | null;
}

/** Answers every request. A status of 0 is a broken connection. */
function answering(status: number, body: string): SentRequest {
  const sent: SentRequest = { headers: {}, url: '', form: null };
  class Stub {
    upload = { onprogress: (_: { loaded: number; total: number }) => undefined };
    status = status;
    responseText = body;
    onload = () => undefined;
    onerror = () => undefined;
    onloadend = () => undefined;
    open(_: string, url: string) {
      sent.url = url;
    }
    setRequestHeader(name: string, value: string) {
      sent.headers[name] = value;
    }
    getAllResponseHeaders = () => 'content-type: application/json\r\nx-request-id: r\r\n';
    send(form: FormData) {
      sent.form = form;
      this.upload.onprogress({ loaded: 1, total: 4 });
      (status === 0 ? this.onerror : this.onload)();
      this.onloadend();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Stub);
  return sent;
}

afterEach(() => vi.unstubAllGlobals());
const file = new Blob(['PK']);

it('sends the file with the organization, and reports the share that was sent', async () => {
  const sent = answering(200, '{"id":"a"}');
  const shares: number[] = [];
  expect(await upload(send, { file, onProgress: (share) => shares.push(share) }, { org: 'acme', query: { dry_run: true } })).toEqual({
    id: 'a',
  });
  expect(sent).toMatchObject({ url: '/files?dry_run=true', headers: { 'X-Organization': 'acme', Accept: 'application/json;nulls=sent' } });
  expect(shares).toEqual([0.25]);
  expect(await new Response(sent.form!.get('file')).text()).toBe('PK');
});

it('fails as a call does', async () => {
  answering(400, '{"detail":"It is no archive","code":"bad_request"}');
  await expect(upload(send, { file })).rejects.toMatchObject({
    status: 400,
    code: 'bad_request',
    detail: 'It is no archive',
    requestId: 'r',
  });
  answering(0, '');
  await expect(upload(send, { file })).rejects.toMatchObject({ code: 'offline' });
});
