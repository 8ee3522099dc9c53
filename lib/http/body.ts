import { ServiceError, ValidationFailure } from '#lib/errors';
import { parseJson } from '#lib/http/json';
import type { Operation } from '#lib/http/operation';

const DEADLINE_MS = 30_000;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/i;

const tooLarge = (max: number, hangsUp: boolean) => new ServiceError('too_large', `The body is larger than ${max} bytes`, { hangsUp });

const requireJson = (request: Request): void => {
  const header = request.headers.get('content-type');
  const type = header?.split(';', 1)[0]?.trim() ?? '';
  if (!JSON_TYPE.test(type)) throw new ServiceError('unsupported_media_type', 'The body must be JSON: send Content-Type: application/json');
};

const requirePlain = (request: Request): void => {
  const codings = request.headers.get('content-encoding')?.split(',') ?? [];
  if (codings.some((coding) => !['', 'identity'].includes(coding.trim().toLowerCase())))
    throw new ServiceError('unsupported_media_type', 'A body with a Content-Encoding is not read: send the JSON uncompressed');
};

async function collect(reader: ReadableStreamDefaultReader<Uint8Array>, max: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(parts, size);
    size += value.byteLength;
    if (size > max) throw tooLarge(max, true);
    parts.push(value);
  }
}

async function readBytes(request: Request, max: number): Promise<Buffer> {
  // A body of a declared length is read to its end and thrown away: whoever is still sending would otherwise meet a closed connection
  // and may never see the answer.
  if (Number(request.headers.get('content-length') ?? 0) > max) throw tooLarge(max, false);
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
    return await Promise.race([collect(reader, max), late]);
  } catch (error) {
    reader.cancel().catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON of a request, `undefined` for an empty body. Throws `too_large`, `unsupported_media_type`, `request_timeout`, or a 422. */
export async function readBody(request: Request, operation: Operation): Promise<unknown> {
  const bytes = await readBytes(request, operation.maxBodyBytes);
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
  return parseJson(text);
}
