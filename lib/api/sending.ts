import { setImmediate as yieldToOthers } from 'node:timers/promises';
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

/** Items of a long list that are checked and serialized before other requests are served. */
const SLICE = 500;

/** The text of a reply with a long list, in parts. */
async function* slicedText(
  operation: Operation,
  shaping: Shaping,
  { body, list, items }: { body: object; list: string; items: readonly unknown[] },
): AsyncGenerator<string> {
  const textWith = (some: readonly unknown[]): string => replyText(operation, shaping, { ...body, [list]: some }).text;
  const empty = textWith([]);
  const start = empty.indexOf(`"${list}":[]`) + `"${list}":[`.length;
  const end = empty.length - start;
  for (let i = 0; i < items.length; i += SLICE) {
    const text = textWith(items.slice(i, i + SLICE)).slice(start, -end);
    yield i === 0 ? `${empty.slice(0, start)}${text}` : `,${text}`;
    await yieldToOthers();
  }
  yield empty.slice(start);
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
    const { body, list } = answered;
    const items = Object.entries(body).find(([name]) => name === list)?.[1];
    if (Array.isArray(items) && items.length > SLICE) {
      const parts = await streamOf(slicedText(operation, shaping, { body, list, items }));
      const { body: stream, headers: encoding } = encodeStream(parts, accepted);
      return { status: operation.status, body: stream, encoding, headers: {} };
    }
  }
  const { status, text, headers } = replyText(operation, shaping, answered instanceof LongReply ? answered.body : answered);
  const { body, headers: encoding } = encode(text, accepted);
  return { status, body, encoding, headers };
}
