import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BODY_ENCODING } from '#lib/api/entry-headers';
import { bytesOf } from '#lib/api/sending';
import { operation } from '#lib/base/contract/operation';
import { LongReply, nullPruner } from '#lib/base/contract/reply';

const response = z.object({ lead: z.string(), items: z.array(z.object({ id: z.int(), note: z.string().nullable() })), total: z.int() });
const listed = operation({
  id: 'list_things',
  method: 'GET',
  path: '/things',
  tag: 'Banks',
  summary: 'x',
  auth: 'key',
  permission: 'bank.list',
  response,
});
const shaping = { rewrite: nullPruner(response), adapt: null };

const answerOf = (items: number) => ({
  lead: '"items":[]',
  items: Array.from({ length: items }, (_, id) => ({ id, note: id % 3 === 0 ? null : `é "${id}",[]` })),
  total: items,
});
const send = async (answered: unknown, accepted: string | null) => {
  const { body, encoding } = await bytesOf(listed, shaping, answered, accepted);
  const bytes = Buffer.from(await new Response(body).arrayBuffer());
  return { text: (encoding[BODY_ENCODING] === 'gzip' ? gunzipSync(bytes) : bytes).toString(), isStream: body instanceof ReadableStream };
};

describe('a reply with a long list', () => {
  it.each([0, 1, 500, 501, 1000, 1700])('has the text of the whole reply (%i items)', async (items) => {
    for (const accepted of [null, 'gzip']) {
      const { text, isStream } = await send(new LongReply(answerOf(items), 'items'), accepted);
      expect(text).toBe((await send(answerOf(items), null)).text);
      expect(isStream).toBe(items > 500);
    }
  });

  it('is checked before its first byte', async () => {
    const malformed = { ...answerOf(600), items: Array.from({ length: 600 }, () => ({ id: 'x' })) };
    await expect(send(new LongReply(malformed, 'items'), null)).rejects.toThrow('malformed');
  });
});
