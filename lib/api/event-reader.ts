import { defined } from '#lib/base/defined';
/** The reading side of server-sent events, for browsers too. Pure but for the part of an event that has not come to its end. */

export const EVENT_STREAM = 'text/event-stream';

export interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

export class EventReader {
  private rest = '';

  /** The events that this part of the stream brings to their end. Beats, which only keep the line open, are none. */
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
