import { ServiceError } from '#lib/base/errors';
import { shared } from '#lib/base/once-per-process';

/**
 * The most bytes of request bodies that the process keeps in memory at once, over all requests. A
 * body counts from its arrival until its request is answered, because its parsed values live as
 * long.
 */

const MAX_BYTES = 64 * 2 ** 20;
/** Not counted in any body, so that large imports never block the small requests of others. */
const FREE_BYTES = 64 * 1024;
const RETRY_SECONDS = 2;

interface Total {
  bytes: number;
}

const processTotal = shared<Total>('http.body-budget', () => ({ bytes: 0 }));

/**
 * The bytes of one request's body. The code that opens it must release it, however the request
 * ends.
 */
export class BodyShare {
  readonly #total: Total;
  readonly #max: number;
  #received = 0;
  #counted = 0;

  constructor(max = MAX_BYTES, total = processTotal) {
    this.#max = max;
    this.#total = total;
  }

  /**
   * Throws `unavailable` if a body of `bytes` would not fit now. Counts nothing: a declared length
   * costs its sender nothing.
   */
  expect(bytes: number): void {
    this.#assertRoom(Math.max(0, bytes - FREE_BYTES), false);
  }

  /**
   * Counts received bytes. Throws `unavailable` if they do not fit; a single body always fits. The
   * rest of a rejected body is not read, so the connection is closed. Otherwise its sender would
   * wait.
   */
  add(bytes: number): void {
    this.#received += bytes;
    const counted = Math.max(0, this.#received - FREE_BYTES);
    this.#assertRoom(counted, true);
    this.#total.bytes += counted - this.#counted;
    this.#counted = counted;
  }

  release(): void {
    this.#total.bytes -= this.#counted;
    this.#counted = 0;
  }

  #assertRoom(own: number, hangsUp: boolean): void {
    const others = this.#total.bytes - this.#counted;
    if (own === 0 || others === 0 || others + own <= this.#max) return;
    throw new ServiceError('unavailable', 'Too many large request bodies are in progress; try again.', {
      retryAfterSeconds: RETRY_SECONDS,
      hangsUp,
    });
  }
}
