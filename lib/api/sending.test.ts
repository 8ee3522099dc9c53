import { gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
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

/** A reply in parts, with what was read of them. */
const inParts = (...parts: ReturnType<typeof answerOf>[]) => {
  const state = { read: 0, ended: false };
  const more = async function* () {
    try {
      for (const part of parts.slice(1)) {
        state.read++;
        yield part;
      }
    } finally {
      state.ended = true;
    }
  };
  return { reply: new LongReply('items', parts[0]!, more()), state };
};
const sized = (whole: ReturnType<typeof answerOf>, ...sizes: number[]) => {
  const items = [...whole.items];
  return sizes.map((size) => ({ ...whole, items: items.splice(0, size) }));
};

describe('a reply with a long list', () => {
  it.each([[[0, 0]], [[0, 3]], [[3, 0]], [[2, 1]], [[500, 500, 1]], [[2, 0, 2]]])(
    'has the text of the whole reply (%j items)',
    async (sizes) => {
      const whole = answerOf(sizes.reduce((sum, size) => sum + size));
      for (const accepted of [null, 'gzip']) {
        const { text, isStream } = await send(inParts(...sized(whole, ...sizes)).reply, accepted);
        expect([text, isStream]).toEqual([(await send(whole, null)).text, true]);
      }
    },
  );

  it('has the fields before the list of its first part, and those after it of its last', async () => {
    const [first, last] = [answerOf(2), { ...answerOf(1), lead: 'later', total: 3 }];
    const { text } = await send(inParts(first, last).reply, null);
    expect(JSON.parse(text)).toMatchObject({ lead: first.lead, total: 3 });
  });

  it('is checked before its first byte', async () => {
    const malformed = { ...answerOf(1), items: [{ id: 'x' }] } as never;
    await expect(send(inParts(malformed, answerOf(1)).reply, null)).rejects.toThrow('malformed');
  });

  it.each([null, 'gzip'])('is read while it is sent, and no further than its reader (%s)', async (accepted) => {
    const parts = sized(answerOf(50_000), ...Array.from({ length: 50 }, () => 1_000));
    const { reply, state } = inParts(...parts);
    const { body } = await bytesOf(listed, shaping, reply, accepted);
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    expect((await reader.read()).value?.length).toBeGreaterThan(0);
    expect(state).toMatchObject({ ended: false });
    expect(state.read).toBeLessThan(25);
    await reader.cancel();
    await vi.waitFor(() => expect(state.ended).toBe(true));
    expect(state.read).toBeLessThan(25);
  });
});
