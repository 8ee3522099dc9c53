import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { BodyShare } from '#lib/api/body-budget';
import { parseJson } from '#lib/api/json';
import type { Operation } from '#lib/base/contract/operation';
import { ServiceError, ValidationFailure } from '#lib/base/errors';

const DEADLINE_MS = 30_000;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/i;

const tooLarge = (max: number, hangsUp: boolean) => new ServiceError('too_large', `The body is larger than ${max} bytes`, { hangsUp });

/**
 * A body larger than this takes long enough to parse that others are served before it is validated.
 */
const LONG_BYTES = 256 * 1024;

export const FORM_TYPE = 'application/x-www-form-urlencoded';

const typeOf = (request: Request): string => request.headers.get('content-type')?.split(';', 1)[0]?.trim() ?? '';

const requireJson = (request: Request): void => {
  if (!JSON_TYPE.test(typeOf(request)))
    throw new ServiceError('unsupported_media_type', 'The body must be JSON: send Content-Type: application/json');
};

/** Throws `unsupported_media_type` for a compressed body. */
const requirePlain = (request: Request): void => {
  const codings = request.headers.get('content-encoding')?.split(',') ?? [];
  if (codings.some((coding) => !['', 'identity'].includes(coding.trim().toLowerCase())))
    throw new ServiceError('unsupported_media_type', 'A body with a Content-Encoding is not supported: send it uncompressed');
};

/** Limits for a body. */
interface BodyBounds {
  readonly maxBytes: number;
  /** null: bodies too small to be counted */
  readonly share: BodyShare | null;
}

/** Node reports a connection that ended before the declared or the last chunk of the body. */
const isCutOff = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ECONNRESET';

async function nextChunk(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch (error) {
    throw isCutOff(error) ? new ServiceError('bad_request', 'The body ended too early', { hangsUp: true, cause: error }) : error;
  }
}

async function collect(reader: ReadableStreamDefaultReader<Uint8Array>, { maxBytes, share }: BodyBounds): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await nextChunk(reader);
    if (done) return Buffer.concat(parts, size);
    size += value.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes, true);
    share?.add(value.byteLength);
    parts.push(value);
  }
}

/**
 * Returns the bytes of a body. Throws `too_large` (before reading if a length is declared),
 * `unavailable`, `request_timeout`, and `bad_request` for a body that ends too early.
 */
async function readBytes(request: Request, bounds: BodyBounds): Promise<Buffer> {
  // A body of a declared length is read to its end and discarded. Otherwise a client that is still
  // sending would get a closed connection and might never see the answer.
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > bounds.maxBytes) throw tooLarge(bounds.maxBytes, false);
  bounds.share?.expect(declared);
  if (!request.body) return Buffer.alloc(0);
  const reader = request.body.getReader();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ServiceError('request_timeout', `The body did not arrive within ${DEADLINE_MS / 1000} seconds`, { hangsUp: true })),
      DEADLINE_MS,
    );
    timer.unref();
  });
  try {
    return await Promise.race([collect(reader, bounds), late]);
  } catch (error) {
    reader.cancel().catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The bytes of a form, empty if none was sent. Throws as `readBytes` does, or
 * `unsupported_media_type`.
 */
export async function readForm(request: Request, maxBytes: number): Promise<Buffer> {
  const bytes = await readBytes(request, { maxBytes, share: null });
  if (bytes.byteLength === 0) return bytes;
  requirePlain(request);
  if (typeOf(request).toLowerCase() !== FORM_TYPE)
    throw new ServiceError('unsupported_media_type', `The body must be a form: send Content-Type: ${FORM_TYPE}`);
  return bytes;
}

/** How long a sender of a file may pause. */
const PAUSE_MS = 30_000;

/**
 * The bytes of a body as they arrive, without a limit. Throws `request_timeout` after a long pause,
 * and `bad_request` for a body that ends too early.
 */
export async function* chunksOfBody(request: Request): AsyncGenerator<Uint8Array> {
  if (!request.body) return;
  requirePlain(request);
  const reader = request.body.getReader();
  const late = (): ServiceError => new ServiceError('request_timeout', `The body paused for ${PAUSE_MS / 1000} seconds`, { hangsUp: true });
  try {
    for (;;) {
      let timer: NodeJS.Timeout | undefined;
      const pause = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(late()), PAUSE_MS);
        timer.unref();
      });
      const { done, value } = await Promise.race([nextChunk(reader), pause]).finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The JSON of a request, `undefined` for an empty body. Throws as `readBytes` does,
 * `unsupported_media_type`, or a 422.
 */
export async function readBody(request: Request, operation: Operation, share: BodyShare | null = null): Promise<unknown> {
  const bytes = await readBytes(request, { maxBytes: operation.maxBodyBytes, share });
  if (bytes.byteLength === 0) return undefined;
  requirePlain(request);
  requireJson(request);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new ValidationFailure([
      { type: 'json_invalid', loc: ['body', 0], msg: 'JSON decode error', input: {}, ctx: { error: 'the text is not valid UTF-8' } },
    ]);
  }
  const value = parseJson(text);
  if (bytes.byteLength > LONG_BYTES) await yieldToOthers();
  return value;
}
