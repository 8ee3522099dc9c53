import { encode, encodeStream } from '#lib/api/encoding';
import type { AnswerAdapter } from '#lib/api/strict-clients';
import type { Operation } from '#lib/base/contract/operation';
import { LongReply, Reply, type Rewrite, Streamed, streamOf } from '#lib/base/contract/reply';

/**
 * The last step of every request: the answer is validated by its declared schema, and serialized.
 */

/** Changes of a validated answer. */
export interface Shaping {
  readonly rewrite: Rewrite;
  /** for the calling client */
  readonly adapt: AnswerAdapter | null;
}

/**
 * A reply that its own schema rejects is our fault: it becomes a 500, and the log names the fields,
 * not their content.
 */
function replyText(
  operation: Operation,
  { rewrite, adapt }: Shaping,
  answer: unknown,
): { status: number; text: string; headers: Readonly<Record<string, string>> } {
  const other = answer instanceof Reply ? answer : null;
  const isDeclared = other === null || (other.status === operation.status && !operation.otherResponses?.[other.status]);
  const schema = isDeclared ? operation.response : operation.otherResponses?.[other.status];
  if (!schema) throw new Error(`${operation.id} declares no reply with status ${other?.status}`);
  const parsed = schema.safeParse(other ? other.body : answer);
  if (!parsed.success)
    throw new Error(
      `${operation.id} returned a malformed reply: ${parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.code}`).join('; ')}`,
    );
  if (isDeclared) rewrite(parsed.data);
  if (isDeclared) adapt?.(parsed.data);
  const text = operation.mediaType === 'application/json' ? JSON.stringify(parsed.data) : String(parsed.data);
  return { status: other?.status ?? operation.status, text, headers: other?.headers ?? {} };
}

interface PartText {
  /** the fields before the list, and its beginning */
  readonly head: string;
  readonly items: string;
  /** the end of the list, and the fields after it */
  readonly tail: string;
}

/** The text of one part of a long reply. */
function partText(operation: Operation, shaping: Shaping, list: string, part: object): PartText {
  const { text } = replyText(operation, shaping, part);
  const { text: empty } = replyText(operation, shaping, { ...part, [list]: [] });
  const start = empty.indexOf(`"${list}":[]`) + `"${list}":[`.length;
  const end = text.length - (empty.length - start);
  return { head: text.slice(0, start), items: text.slice(start, end), tail: text.slice(end) };
}

/** Yields the text of a long reply. */
async function* textInParts(operation: Operation, shaping: Shaping, { list, first, more }: LongReply): AsyncGenerator<string> {
  let { head, items, tail } = partText(operation, shaping, list, first);
  yield `${head}${items}`;
  let hasItems = items !== '';
  for await (const part of more) {
    ({ items, tail } = partText(operation, shaping, list, part));
    if (items === '') continue;
    yield hasItems ? `,${items}` : items;
    hasItems = true;
  }
  yield tail;
}

export interface Bytes {
  readonly status: number;
  readonly body: BodyInit | null;
  readonly encoding: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Serializes a handler's answer; `accepted`: the encodings that the caller accepts. */
export async function bytesOf(operation: Operation, shaping: Shaping, answered: unknown, accepted: string | null): Promise<Bytes> {
  if (answered instanceof Streamed) {
    const headers = { ...answered.headers, ...(answered.mediaType !== null && { 'Content-Type': answered.mediaType }) };
    return { status: operation.status, body: await streamOf(answered.parts), encoding: {}, headers };
  }
  if (answered instanceof LongReply) {
    const { body, headers: encoding } = encodeStream(await streamOf(textInParts(operation, shaping, answered)), accepted);
    return { status: operation.status, body, encoding, headers: {} };
  }
  const { status, text, headers } = replyText(operation, shaping, answered);
  const { body, headers: encoding } = encode(text, accepted);
  return { status, body, encoding, headers };
}
