import { encode } from '#lib/api/encoding';
import type { AnswerAdapter } from '#lib/api/strict-clients';
import type { Operation } from '#lib/base/contract/operation';
import { Reply, type Rewrite, Streamed, streamOf } from '#lib/base/contract/reply';

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

export interface Bytes {
  readonly status: number;
  readonly body: BodyInit | null;
  readonly encoding: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Serializes a handler's answer; `accepted`: the encodings that the caller accepts. */
export async function bytesOf(operation: Operation, shaping: Shaping, answered: unknown, accepted: string | null): Promise<Bytes> {
  if (answered instanceof Streamed) {
    const headers: Record<string, string> = answered.mediaType === null ? {} : { 'Content-Type': answered.mediaType };
    return { status: operation.status, body: await streamOf(answered.parts), encoding: {}, headers };
  }
  const { status, text, headers } = replyText(operation, shaping, answered);
  const { body, headers: encoding } = encode(text, accepted);
  return { status, body, encoding, headers };
}
