import { expect, it } from 'vitest';
import { wantsEvents } from '#lib/api/events';

it.each([
  ['text/event-stream', true],
  ['application/json, Text/Event-Stream;nulls=sent', true],
  ['text/event-stream;q=0.5, application/json', true],
  ['text/event-stream;q=0, application/json', false],
  ['text/event-stream; q = 0.00', false],
  ['text/event-streams', false],
  ['*/*', false],
  ['', false],
])('%s', (accept, wants) => expect(wantsEvents(new Headers({ accept }))).toBe(wants));
