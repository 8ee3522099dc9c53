import type { JsonElement } from '#lib/memory/transfer/formats/elements';
import {
  hashOf,
  isRecord,
  type JsonRecord,
  metadataOf,
  picked,
  recordsIn,
  TimesOf,
  textIn,
  textsIn,
} from '#lib/memory/transfer/formats/fields';
import type { Format } from '#lib/memory/transfer/formats/format';
import { conflict, type ForeignItem, foreignDocument, foreignMemory } from '#lib/memory/transfer/formats/items';

/**
 * Letta: agent files (`agents` and `blocks`; earlier ones describe one agent, with `core_memory`),
 * and lists of archival passages. Blocks are notes that the agent edits. Tools, models and system
 * prompts are no memories, and are not read.
 */

const isBlock = (record: JsonRecord): boolean => typeof record.label === 'string' && typeof record.value === 'string';

const isAgent = (record: JsonRecord): boolean =>
  typeof record.name === 'string' && ['agent_type', 'block_ids', 'core_memory', 'in_context_message_ids'].some((name) => name in record);

const isPassage = (record: JsonRecord): boolean =>
  typeof record.text === 'string' &&
  (String(record.id).startsWith('passage-') || ['archive_id', 'embedding_config', 'is_deleted'].some((name) => name in record));

/** A longer block is a text, no list of statements. */
const MAX_LINES = 1000;

/** The lines without the marks of a list. */
function statementsOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim().replace(/^[-*•] +/, ''));
  return lines.length > MAX_LINES ? [] : lines.filter((line) => line !== '');
}

/** Agent files number their records: `block-0` of another file is another block. */
const NUMBERED = /^[a-z_]+-\d{1,6}$/;

/** The id of a record outside of its file; null: none. */
function lastingId(record: JsonRecord): string | null {
  const id = textIn(record, 'id');
  return id === null || NUMBERED.test(id) ? null : id;
}

/** An agent always sees its blocks, so their lines are found by a recall. */
function* blockOf(record: JsonRecord, path: string): Generator<ForeignItem> {
  const text = textIn(record, 'value');
  const label = textIn(record, 'label');
  if (text === null) return yield conflict('no_text', path);
  yield foreignDocument(text, {
    id: lastingId(record),
    context: textIn(record, 'description') ?? label,
    metadata: metadataOf(label === null ? {} : { label }, record.metadata),
    statements: statementsOf(text),
  });
}

function* passageOf(record: JsonRecord, path: string): Generator<ForeignItem> {
  if (record.is_deleted === true) return yield conflict('inactive', path);
  const text = textIn(record, 'text');
  if (text === null) return yield conflict('no_text', path);
  const times = new TimesOf(record, path);
  yield foreignMemory(text, {
    id: lastingId(record),
    mentionedAt: times.first('created_at', 'timestamp'),
    tags: textsIn(record, 'tags'),
    metadata: metadataOf(record.metadata, record.metadata_, picked(record, 'file_name')),
  });
  yield* times.conflicts;
}

// --- messages ---

interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly timestamp: string | null;
}

/** A content is a text, or a list of parts, some of which are texts. */
function contentOf(record: JsonRecord): string | null {
  const { content } = record;
  if (!Array.isArray(content)) return textIn(record, 'content', 'text');
  const texts = content.filter(isRecord).flatMap((part) => (part.type === 'text' ? (textIn(part, 'text') ?? []) : []));
  return texts.length === 0 ? null : texts.join('\n');
}

const objectIn = (text: string): JsonRecord | null => {
  if (!text.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
};

/** Messages of users are wrapped in JSON, and so are those of the system in their name. */
function userTextOf(content: string): string | null {
  const packed = objectIn(content.trim());
  if (packed === null || typeof packed.type !== 'string') return content;
  return packed.type === 'user_message' ? textIn(packed, 'message') : null;
}

/** The message that the agent sent by its tool; null: none. */
function sentBy(record: JsonRecord): string | null {
  for (const { function: called } of recordsIn(record, 'tool_calls')) {
    if (!isRecord(called) || called.name !== 'send_message') continue;
    const { arguments: given } = called;
    const message = typeof given === 'string' ? objectIn(given.trim()) : given;
    if (isRecord(message)) return textIn(message, 'message');
  }
  return null;
}

function* turnOf(record: JsonRecord, path: string): Generator<Turn | ForeignItem> {
  const role = record.role;
  if (role !== 'user' && role !== 'assistant') return;
  const content = contentOf(record);
  const text =
    role === 'user' ? content && userTextOf(content) : (sentBy(record) ?? (recordsIn(record, 'tool_calls').length > 0 ? null : content));
  if (text === null || text === '') return;
  const times = new TimesOf(record, path);
  yield { role, content: text, timestamp: times.first('created_at', 'date') };
  yield* times.conflicts;
}

/** Turns in one document. */
const MAX_TURNS = 200;

/**
 * Collects turns into documents. Names of agents are not unique, so the first turn is part of their
 * ids: a later export of the conversation, with more turns, begins with it too.
 */
class Conversation {
  readonly #name: string;
  #first = '';
  #turns: Turn[] = [];
  #count = 0;

  constructor(name: string) {
    this.#name = name;
  }

  *add(record: JsonRecord, path: string): Generator<ForeignItem> {
    for (const each of turnOf(record, path)) {
      if ('kind' in each) yield each;
      else this.#turns.push(each);
    }
    if (this.#turns.length >= MAX_TURNS) yield* this.end();
  }

  *end(): Generator<ForeignItem> {
    const [first] = this.#turns;
    if (first === undefined) return;
    this.#count += 1;
    const lines = this.#turns.map(({ timestamp, ...turn }) => JSON.stringify({ ...turn, ...(timestamp !== null && { timestamp }) }));
    this.#turns = [];
    this.#first ||= hashOf(lines[0] ?? '');
    yield foreignDocument(lines.join('\n'), {
      id: `${this.#name}-messages-${this.#first}-${this.#count}`,
      context: `Conversation with ${this.#name}`,
      mentionedAt: first.timestamp,
    });
  }
}

function* agentOf(record: JsonRecord, path: string): Generator<ForeignItem> {
  for (const name of ['memory_blocks', 'core_memory'])
    for (const [i, block] of recordsIn(record, name).entries()) if (isBlock(block)) yield* blockOf(block, `${path}.${name}[${i}]`);
  const conversation = new Conversation(textIn(record, 'name', 'id') ?? 'agent');
  for (const [i, message] of recordsIn(record, 'messages').entries()) yield* conversation.add(message, `${path}.messages[${i}]`);
  yield* conversation.end();
}

const BLOCK_LISTS: readonly (string | null)[] = ['blocks', 'core_memory', 'memory_blocks'];

export const letta: Format = {
  name: 'letta',

  recognizes: ({ key, value }: JsonElement) =>
    key === 'agent_type' ||
    (isRecord(value) &&
      ((key === 'agents' && isAgent(value)) || (BLOCK_LISTS.includes(key) && isBlock(value)) || (key !== 'tools' && isPassage(value)))),

  async *read(open) {
    // Earlier files describe one agent, whose name may follow its messages.
    let name = 'agent';
    for await (const { key, value } of open()) if (key === 'name' && typeof value === 'string' && value.trim() !== '') name = value;
    const conversation = new Conversation(name);
    for await (const { key, value, path } of open()) {
      if (!isRecord(value)) continue;
      if (key === 'agents') yield* agentOf(value, path);
      else if (BLOCK_LISTS.includes(key) && isBlock(value)) yield* blockOf(value, path);
      else if (key === 'messages') yield* conversation.add(value, path);
      else if (isPassage(value)) yield* passageOf(value, path);
    }
    yield* conversation.end();
  },
};
