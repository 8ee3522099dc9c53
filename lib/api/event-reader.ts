import { defined } from '#lib/base/defined';
/**
 * Reads server-sent events, also in browsers. Its only state is the event that has not ended yet.
 */

export const EVENT_STREAM = 'text/event-stream';

export interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

export class EventReader {
  private rest = '';

  /**
   * Returns the events that end in this part of the stream. Heartbeats, which only keep the
   * connection open, are ignored.
   */
  read(part: string): StreamEvent[] {
    const blocks = (this.rest + part).split('\n\n');
    this.rest = defined(blocks.pop());
    return blocks.flatMap(eventOf);
  }
}

function eventOf(block: string): readonly StreamEvent[] {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) event = line.slice('event:'.length).trim();
    if (line.startsWith('data:')) data.push(line.slice('data:'.length).replace(/^ /, ''));
  }
  return data.length === 0 ? [] : [{ event, data: data.join('\n') }];
}
