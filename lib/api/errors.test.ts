import { gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { BODY_ENCODING, BODY_LENGTH } from '#lib/api/entry-headers';
import { errorResponse, failureResponse } from '#lib/api/errors';
import { ServiceError, ValidationFailure } from '#lib/base/errors';
import type { Log } from '#lib/base/log';
import { LlmError } from '#lib/models/llm/port';

const issue = (at: number) => ({ type: 'missing', loc: ['body', 'items', at, 'content'], msg: 'Field required' });
const many = new ValidationFailure(Array.from({ length: 50 }, (_, i) => issue(i)));
const answer = (error: unknown, accept: string | null = null) => errorResponse(error, { id: 'r', acceptEncoding: accept }, undefined);

describe('errorResponse', () => {
  it('compresses a long body for a caller that accepts it', async () => {
    const response = answer(many, 'gzip');
    expect(response.status).toBe(422);
    expect(response.headers.get(BODY_ENCODING)).toBe('gzip');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get(BODY_LENGTH)).toBe(String(bytes.length));
    expect(JSON.parse(gunzipSync(bytes).toString())).toEqual({ detail: many.issues });
  });

  it('leaves it uncompressed for all others', async () => {
    const response = answer(many);
    expect(response.headers.has(BODY_ENCODING)).toBe(false);
    expect(await response.json()).toEqual({ detail: many.issues });
  });

  it('leaves a short one uncompressed, with the headers of its code', async () => {
    const response = answer(new ServiceError('unavailable', 'Later', { retryAfterSeconds: 3 }), 'gzip');
    expect(response.headers.has(BODY_ENCODING)).toBe(false);
    expect(response.headers.get('retry-after')).toBe('3');
    expect(response.headers.get('x-request-id')).toBe('r');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ detail: 'Later', code: 'unavailable', request_id: 'r' });
  });

  it('says that nothing was written only for a write', async () => {
    const away = new LlmError('transient', 'The model is paused after repeated failures', 7);
    const broken = new LlmError('configuration', 'The model does not know its key');
    const detailOf = async (error: unknown, writes: boolean) => {
      const response = errorResponse(error, { id: 'r', acceptEncoding: null, writes }, undefined);
      expect(response.status).toBe(503);
      return ((await response.json()) as { detail: string }).detail;
    };
    expect(await detailOf(away, true)).toBe('The model is paused after repeated failures. No memory was written; try again later.');
    expect(await detailOf(away, false)).toBe('The model is paused after repeated failures; try again later.');
    expect(await detailOf(broken, true)).toBe('The model does not know its key. No memory was written; the operator must fix it.');
    expect(await detailOf(broken, false)).toBe('The model does not know its key; the operator must fix it.');
  });
});

describe('failureResponse', () => {
  const log = { error: vi.fn(), warn: vi.fn() };
  const failed = (signal: AbortSignal) =>
    // Only these two methods are called.
    failureResponse({ signal, headers: new Headers() }, new Error('aborted'), { id: 'r' }, log as unknown as Log);

  it('logs a fault of a waiting request', () => {
    expect(failed(new AbortController().signal).status).toBe(500);
    expect(log.error).toHaveBeenCalledOnce();
  });

  it('neither answers nor logs after the caller has disconnected', () => {
    log.error.mockClear();
    const response = failed(AbortSignal.abort());
    expect([response.status, response.body]).toEqual([499, null]);
    expect(log.error).not.toHaveBeenCalled();
    expect(log.warn).not.toHaveBeenCalled();
  });
});
