import { ServiceError, ValidationFailure } from '#lib/base/errors';

/**
 * Reads one file of a form (`multipart/form-data`, RFC 7578) as a stream, with the short fields
 * beside it.
 */

const MAX_HEADER_BYTES = 16 * 1024;
const CRLF = '\r\n';
const HEADER_END = Buffer.from('\r\n\r\n');

/** The boundary that a content type declares. Throws `unsupported_media_type`. */
export function boundaryOf(contentType: string | null): string {
  const [type = '', ...parameters] = (contentType ?? '').split(';');
  const found = parameters.map((text) => /^\s*boundary="?([\w'()+,./:=? -]{1,70}?)"?\s*$/i.exec(text)?.[1]).find(Boolean);
  if (type.trim().toLowerCase() !== 'multipart/form-data' || found === undefined)
    throw new ServiceError('unsupported_media_type', 'The body must be a form with a file: send Content-Type: multipart/form-data');
  return found;
}

const malformed = (): ServiceError => new ServiceError('bad_request', 'The form is malformed or ended too early', { hangsUp: true });

/** The bytes of a body that were received and not read yet. */
class Pending {
  readonly #parts: AsyncIterator<Uint8Array>;
  bytes: Buffer;

  constructor(body: AsyncIterable<Uint8Array>, first: Buffer) {
    this.#parts = body[Symbol.asyncIterator]();
    this.bytes = first;
  }

  /** Receives more. Throws `bad_request` at the end of the body. */
  async more(): Promise<void> {
    const { done, value } = await this.#parts.next();
    if (done) throw malformed();
    this.bytes = this.bytes.length === 0 ? Buffer.from(value) : Buffer.concat([this.bytes, value]);
  }

  /** Receives nothing more. */
  async end(): Promise<void> {
    await this.#parts.return?.();
  }

  take(count: number): Buffer {
    const taken = this.bytes.subarray(0, count);
    this.bytes = this.bytes.subarray(count);
    return taken;
  }
}

/**
 * Yields everything up to `mark`, and removes the mark. Only the length of the mark is retained.
 */
async function* upTo(pending: Pending, mark: Buffer): AsyncGenerator<Buffer> {
  for (;;) {
    const at = pending.bytes.indexOf(mark);
    if (at >= 0) {
      if (at > 0) yield pending.take(at);
      pending.take(mark.length);
      return;
    }
    const safe = pending.bytes.length - mark.length + 1;
    if (safe > 0) yield pending.take(safe);
    await pending.more();
  }
}

async function headerOf(pending: Pending): Promise<string> {
  let at = pending.bytes.indexOf(HEADER_END);
  for (; at < 0; at = pending.bytes.indexOf(HEADER_END)) {
    if (pending.bytes.length > MAX_HEADER_BYTES) throw malformed();
    await pending.more();
  }
  return pending.take(at + HEADER_END.length).toString('latin1');
}

/** The parameters of the header that names the field of a part. */
const DISPOSITION = /^content-disposition:[^;\r\n]*(.*)/im;
/**
 * One of them with its value: a word, or quoted. In quotes, a backslash escapes the next character.
 * Browsers do not escape, so the second form of quotes has none.
 */
const PARAMETER = /;\s*(?:([^\s;=]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"\s*|"([^"]*)"\s*|([^\s;"][^;]*)?))?)?(?=;|$)/gy;

/** The name of the field whose header this is; null: it has none. */
function nameOf(header: string): string | null {
  const [, parameters = ''] = DISPOSITION.exec(header.replaceAll(/\r\n(?=[ \t])/g, '')) ?? [];
  for (const [, parameter, escaped, quoted, word] of parameters.matchAll(PARAMETER))
    if (parameter?.toLowerCase() === 'name') return escaped?.replaceAll(/\\(.)/g, '$1') ?? quoted ?? word?.trim() ?? null;
  return null;
}

const missing = (name: string): ValidationFailure =>
  new ValidationFailure([{ type: 'missing', loc: ['body', name], msg: 'Field required', input: null }]);

/** Of a field beside the file; a longer one is skipped. */
const MAX_FIELD_BYTES = 4096;
const MAX_FIELDS = 50;

interface FormShape {
  readonly boundary: string;
  /** the field with the file */
  readonly name: string;
  /** of the file, and of any other field */
  readonly maxBytes: number;
}

/** A form with a file that may be larger than memory. */
export interface UploadedForm {
  /**
   * The bytes arrive as it is read. Throws a 422 if the form has no such field, `bad_request` for a
   * malformed form, and `too_large`.
   */
  readonly file: AsyncIterable<Uint8Array>;
  /** short fields beside the file; complete when the file has been read to its end */
  readonly fields: ReadonlyMap<string, string>;
}

async function* fileOf(pending: Pending, { boundary, name, maxBytes }: FormShape, fields: Map<string, string>): AsyncGenerator<Uint8Array> {
  const mark = Buffer.from(`${CRLF}--${boundary}`);
  for await (const _ of upTo(pending, mark));
  for (let hasFile = false; ; ) {
    while (pending.bytes.length < 2) await pending.more();
    if (pending.bytes.subarray(0, 2).toString('latin1') === '--') {
      if (hasFile) return;
      throw missing(name);
    }
    const field = nameOf(await headerOf(pending));
    const isFile: boolean = field === name && !hasFile;
    hasFile ||= isFile;
    const short: Buffer[] = [];
    let size = 0;
    for await (const bytes of upTo(pending, mark)) {
      size += bytes.length;
      if (size > maxBytes) throw new ServiceError('too_large', `The file is larger than ${maxBytes} bytes`, { hangsUp: true });
      if (isFile) yield bytes;
      else if (size <= MAX_FIELD_BYTES) short.push(bytes);
    }
    if (!isFile && field !== null && size <= MAX_FIELD_BYTES && fields.size < MAX_FIELDS)
      fields.set(field, Buffer.concat(short).toString('utf8'));
  }
}

async function* ended(file: AsyncGenerator<Uint8Array>, pending: Pending): AsyncGenerator<Uint8Array> {
  try {
    yield* file;
  } finally {
    await pending.end();
  }
}

/** Reads a form from a body. Nothing is received before the file is read. */
export function formOf(body: AsyncIterable<Uint8Array>, shape: FormShape): UploadedForm {
  // The first boundary has no line before it.
  const pending = new Pending(body, Buffer.from(CRLF));
  const fields = new Map<string, string>();
  return { file: ended(fileOf(pending, shape, fields), pending), fields };
}
