import { describe, expect, it } from 'vitest';
import { EventReader } from '#lib/api/event-reader';

const STREAM =
  'event: step\ndata: {"kind":"tool"}\n\n: waiting\n\nevent: text\ndata: {"delta":"Fährt\\n\\num [1]"}\n\nevent: result\ndata: {}\n\n';

describe('server-sent events', () => {
  it('are the same however the stream was split', () => {
    const whole = new EventReader().read(STREAM);
    expect(whole.map(({ event }) => event)).toEqual(['step', 'text', 'result']);
    expect(JSON.parse(whole[1]!.data)).toEqual({ delta: 'Fährt\n\num [1]' });
    for (const size of [1, 2, 3, 7, 40]) {
      const reader = new EventReader();
      const parts = Array.from({ length: Math.ceil(STREAM.length / size) }, (_, at) => STREAM.slice(at * size, (at + 1) * size));
      expect(parts.flatMap((part) => reader.read(part))).toEqual(whole);
    }
  });

  it('are not reported before their end', () => {
    expect(new EventReader().read('event: text\ndata: {"delta"')).toEqual([]);
  });
});
