import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encode } from '#lib/api/encoding';
import { BODY_ENCODING, BODY_LENGTH } from '#lib/api/entry-headers';

const long = JSON.stringify({ text: 'memory '.repeat(400) });

describe('the encoding of a reply', () => {
  it.each(['gzip', 'br, gzip', 'gzip;q=0.5, br', '*', 'deflate, gzip;q=1.0'])('compresses a long body for %s', (accept) => {
    const { body, headers } = encode(long, accept);
    expect(headers[BODY_ENCODING]).toBe('gzip');
    expect(headers[BODY_LENGTH]).toBe(String(body.length));
    expect(gunzipSync(body as Uint8Array).toString()).toBe(long);
  });

  it.each([null, '', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.0, br'])('leaves it uncompressed for %s', (accept) => {
    const { body, headers } = encode(long, accept);
    expect(body).toBe(long);
    expect(headers).toEqual({ Vary: 'Accept-Encoding', [BODY_LENGTH]: String(long.length) });
  });

  it('leaves a short body uncompressed and counts its bytes, not its characters', () => {
    expect(encode('{"é":1}', 'gzip')).toEqual({ body: '{"é":1}', headers: { [BODY_LENGTH]: '8' } });
  });
});
