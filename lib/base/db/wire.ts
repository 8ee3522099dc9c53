import { Duplex } from 'node:stream';

const SYNC = 0x53; // 'S': the server answers and waits for the next message
const SIMPLE_QUERY = 0x51; // 'Q'
const START_UP = 0x00; // the only message without a type: its first byte is the length's

/**
 * Looks like a socket to the `pg` client and passes whole rounds of messages to `send`: everything
 * that the client wrote until it waits for an answer. The client writes one message per chunk.
 */
export class WireStream extends Duplex {
  readonly #send: (round: Uint8Array<ArrayBuffer>) => void;
  #pending: Uint8Array[] = [];

  constructor(send: (round: Uint8Array<ArrayBuffer>) => void) {
    super({ allowHalfOpen: false });
    this.#send = send;
  }

  /** The server's answer to a round. */
  answer(bytes: Uint8Array): void {
    this.push(bytes);
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    this.#take(chunk);
    done();
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: () => void): void {
    for (const { chunk } of chunks) this.#take(chunk);
    done();
  }

  #take(chunk: Uint8Array): void {
    this.#pending.push(chunk);
    const kind = chunk[0];
    if (kind !== SYNC && kind !== SIMPLE_QUERY && kind !== START_UP) return;
    const round = new Uint8Array(this.#pending.reduce((total, part) => total + part.length, 0));
    let offset = 0;
    for (const part of this.#pending) {
      round.set(part, offset);
      offset += part.length;
    }
    this.#pending = [];
    this.#send(round);
  }

  // Socket functions that the client calls and that have no meaning here.
  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}
