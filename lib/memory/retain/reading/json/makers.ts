import type { TextFormat } from '#lib/memory/retain/literals';
import type { Tape } from '#lib/memory/retain/reading/json/tape';

/**
 * The program that wrote a file of JSON, by the names of its first fields. Only for showing it: the
 * reader only depends on the structure.
 */

/** The number of values whose keys are looked at. */
const SAMPLE = 600;

/** Keys of which a file has all. */
const MAKERS: readonly (readonly [TextFormat, ...string[]])[] = [
  ['chatgpt', 'mapping', 'message', 'author', 'parts'],
  ['claude', 'chat_messages', 'sender'],
  ['claude_code', 'sessionId', 'parentUuid', 'message'],
  ['codex', 'timestamp', 'payload', 'originator'],
  ['codex', 'timestamp', 'payload', 'role', 'content'],
  ['copilot_chat', 'responderUsername', 'requests'],
  ['gemini', 'header', 'title', 'time', 'products'],
  ['telegram', 'from_id', 'date_unixtime'],
  ['telegram', 'from_id', 'text_entities'],
  ['discord', 'guild', 'channel', 'messages'],
  ['slack', 'ts', 'user', 'text', 'type'],
  ['slack', 'ts', 'client_msg_id', 'text'],
  ['messenger', 'sender_name', 'timestamp_ms'],
  ['google_chat', 'creator', 'created_date', 'topic_id'],
];

/** The format of a file of JSON; null if its maker is not known. */
export function makerOf(tape: Tape): TextFormat | null {
  const keys = new Set<string>();
  for (let node = 1; node < Math.min(tape.size, SAMPLE); node++) keys.add(tape.keyOf(node));
  return MAKERS.find(([, ...names]) => names.every((name) => keys.has(name)))?.[0] ?? null;
}
