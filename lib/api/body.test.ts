import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readBody } from '#lib/api/body';
import { putBank } from '#lib/memory/banks/contract';

const read = (body: BodyInit, headers: Record<string, string> = {}) =>
  readBody(new Request('http://h/', { method: 'PUT', body, headers: { 'Content-Type': 'application/json', ...headers } }), putBank);

describe('readBody', () => {
  it.each(['identity', 'Identity', ' identity , identity', ''])('accepts the encoding %j', async (encoding) => {
    expect(await read('{"name":"x"}', { 'Content-Encoding': encoding })).toEqual({ name: 'x' });
  });

  it.each(['gzip', 'br', 'deflate', 'identity, gzip', 'x"y'])('rejects the encoding %s by name', async (encoding) => {
    await expect(read(gzipSync('{"name":"x"}'), { 'Content-Encoding': encoding })).rejects.toMatchObject({
      code: 'unsupported_media_type',
      message: expect.stringContaining('uncompressed'),
    });
  });

  it('reports a body that ends too early as a mistake of the caller, and any other failure as it is', async () => {
    const failing = (error: Error) =>
      readBody(
        new Request('http://h/', {
          method: 'PUT',
          headers: { 'Content-Type': 'application/json' },
          body: new ReadableStream({ pull: (controller) => controller.error(error) }),
          duplex: 'half',
        } as RequestInit),
        putBank,
      );
    const cutOff = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    await expect(failing(cutOff)).rejects.toMatchObject({ code: 'bad_request', hangsUp: true });
    await expect(failing(new Error('a fault'))).rejects.toThrow('a fault');
  });

  it('checks neither type nor encoding of an empty body', async () => {
    expect(await read('', { 'Content-Encoding': 'gzip', 'Content-Type': 'text/plain' })).toBeUndefined();
  });
});
