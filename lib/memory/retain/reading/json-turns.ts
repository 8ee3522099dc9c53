import { defined } from '#lib/base/defined';
import { findDate } from '#lib/base/text/dates';
import { elementsOf, endOfValue, membersOf, type Slice, skipBlanks } from '#lib/base/text/json-slices';
import { Dating } from '#lib/memory/retain/reading/dating';
import type { Line } from '#lib/memory/retain/reading/lines';
import { isIgnoredRole } from '#lib/memory/retain/reading/markers';
import { cleanName } from '#lib/memory/retain/reading/speakers';
import { readStamp, type Stamp } from '#lib/memory/retain/reading/stamps';
import { filterInSteps, mapInSteps, type Steps, stepMeter } from '#lib/memory/retain/reading/steps';
import type { SenderClock, Turn } from '#lib/memory/retain/reading/turn';

/**
 * Conversations as JSON: an array of turns, an object that contains one, a single turn, or JSON
 * lines.
 */

const TEXT_FIELDS = ['content', 'text', 'message', 'body', 'utterance', 'value', 'msg'];
const SPEAKER_FIELDS = ['speaker', 'name', 'author', 'sender', 'from', 'role', 'username', 'user'];
/** in the profile that a chat's export adds to the user's id */
const PROFILE_FIELDS = ['real_name', 'display_name', 'name'];
const TIME_FIELDS = ['timestamp', 'time', 'datetime', 'date', 'created_at', 'createdAt', 'create_time', 'sent_at', 'ts'];
const CAPTION_FIELD = /caption$/i;
const CALL_FIELDS = ['tool_calls', 'function_call', 'toolCalls', 'tool_use'];
const TOOL_ROLE = /^(?:tool|function)$/i;
const LIST_FIELDS = new Set([
  'messages',
  'turns',
  'conversation',
  'conversations',
  'dialogue',
  'dialog',
  'history',
  'transcript',
  'chat',
  'session',
  'data',
  'items',
  'list',
]);
/** Objects that contain such lists. */
const HOLDERS = new Set(['chats', 'data', 'conversation']);
/** Depth limit for lists of conversations inside exports. */
const MAX_NESTING = 3;

type JsonObject = Record<string, unknown>;
interface JsonMessage {
  readonly speaker: string | null;
  readonly body: string;
  readonly time: WrittenTime | null;
}
/** milliseconds since 1970, or the time as it is written */
type WrittenTime = number | Stamp;

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Limit for the fields and elements of one turn; `JSON.parse` takes about 20 ms for them. */
const MAX_PARTS = 20_000;

/** Returns undefined for invalid JSON, and for values too deep or wide for a turn. */
function parseJson(text: string): unknown {
  const end = endOfValue(text, skipBlanks(text, 0), MAX_PARTS);
  if (end < 0 || skipBlanks(text, end) < text.length) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The turns of a JSON array or object; null if the text is something else, or broken. `start`: the
 * offset of the text.
 */
export function* jsonTurns(content: string, start: number, clock: SenderClock): Steps<Turn[] | null> {
  const pieces = yield* piecesOf(content, start);
  return pieces && (yield* datedTurns(pieces, clock));
}

/** The turns of JSON lines; null if most lines are not turns. */
export function* jsonLineTurns(content: string, lines: readonly Line[], clock: SenderClock): Steps<Turn[] | null> {
  const pieces = yield* linePieces(content, lines);
  return pieces && (yield* datedTurns(pieces, clock));
}

function* datedTurns(pieces: readonly JsonTurnPiece[], clock: SenderClock): Steps<Turn[]> {
  const times = yield* mapInSteps(pieces, ({ message }) => message.time);
  const stamps = yield* filterInSteps(times, (time) => typeof time === 'object' && time !== null);
  const dating = yield* Dating.of(clock, stamps as Stamp[]);
  return yield* mapInSteps(pieces, ({ raw, message: { speaker, body, time } }) => {
    // a turn without a time continues the previous one
    const dated = typeof time === 'number' ? dating.instant(time) : dating.next(time);
    return { raw, speaker, body, heading: null, title: null, ...dated };
  });
}

interface JsonTurnPiece {
  readonly raw: string;
  readonly message: JsonMessage;
}

interface JsonElement extends Slice {
  readonly value: unknown;
}

/**
 * The elements of the array that begins at `at`, each parsed separately, and the offset after it;
 * null for invalid JSON.
 */
function* arrayAt(content: string, at: number): Steps<{ readonly elements: JsonElement[]; readonly end: number } | null> {
  const elements: JsonElement[] = [];
  const isStep = stepMeter();
  const slices = elementsOf(content, at);
  for (let next = slices.next(); ; next = slices.next()) {
    if (next.done) return next.value < 0 ? null : { elements, end: next.value };
    const { start, end } = next.value;
    const value = parseJson(content.slice(start, end));
    if (value === undefined) return null;
    elements.push({ start, end, value });
    if (isStep(end - start)) yield;
  }
}

function* piecesOf(content: string, start: number, depth = 0): Steps<JsonTurnPiece[] | null> {
  if (content[start] === '[') {
    const array = yield* arrayAt(content, start);
    if (!array || skipBlanks(content, array.end) < content.length) return null;
    return (yield* turnsOf(content, array.elements)) ?? (yield* nestedTurns(content, array.elements, depth));
  }
  const object: JsonObject = Object.create(null);
  const lists: JsonElement[][] = [];
  const holders: JsonElement[] = [];
  let fields = 0;
  const isStep = stepMeter();
  const members = membersOf(content, start);
  for (let next = members.next(); ; next = members.next()) {
    if (next.done) {
      if (next.value < 0 || skipBlanks(content, next.value) < content.length) return null;
      break;
    }
    const { key, start: from, end } = next.value;
    if (isStep(end - from)) yield;
    if (++fields > MAX_PARTS) return null;
    const list = LIST_FIELDS.has(key) && content[from] === '[' ? yield* arrayAt(content, from) : undefined;
    if (list === null || (list && list.end !== end)) return null;
    const value = list ? list.elements.map((element) => element.value) : parseJson(content.slice(from, end));
    if (value === undefined) return null;
    if (list) lists.push(list.elements);
    else if (HOLDERS.has(key) && isObject(value)) holders.push({ start: from, end, value });
    object[key] = value;
  }
  const single = messageIn(object);
  if (single) return [{ raw: content, message: single }];
  for (const elements of lists) {
    if (isStep(0)) yield;
    const turns = (yield* turnsOf(content, elements)) ?? (yield* nestedTurns(content, elements, depth));
    if (turns) return turns;
  }
  return yield* nestedTurns(content, holders, depth);
}

/**
 * The turns of conversations inside a list; null if it contains none. Text between two
 * conversations belongs to the next one.
 */
function* nestedTurns(content: string, elements: readonly JsonElement[], depth: number): Steps<JsonTurnPiece[] | null> {
  if (depth === MAX_NESTING) return null;
  const pieces: JsonTurnPiece[] = [];
  let from = 0;
  for (const { start, end, value } of elements) {
    if (!isObject(value)) continue;
    const inner = yield* piecesOf(content.slice(start, end), 0, depth + 1);
    if (!inner || inner.length === 0) continue;
    const [first, ...rest] = inner;
    pieces.push({ ...defined(first), raw: content.slice(from, start) + defined(first).raw });
    for (const piece of rest) pieces.push(piece);
    from = end;
  }
  const last = pieces.pop();
  if (!last) return null;
  pieces.push({ ...last, raw: last.raw + content.slice(from) });
  return pieces;
}

/**
 * Each turn extends from the end of the previous one to its own comma; the last one includes the
 * closing bracket. null: these are not turns.
 */
function* turnsOf(content: string, elements: readonly JsonElement[]): Steps<JsonTurnPiece[] | null> {
  if (elements.length === 0) return null;
  let spoken = 0;
  const sizeOf = ({ start, end }: Slice): number => end - start;
  const messages = yield* mapInSteps(
    elements,
    ({ value }) => {
      const turn =
        typeof value === 'string' ? { speaker: null, body: value.trim(), time: null } : isObject(value) ? messageIn(value) : null;
      if (turn) spoken++;
      return turn;
    },
    sizeOf,
  );
  if (spoken * 2 <= elements.length) return null;
  let from = 0;
  return yield* mapInSteps(messages, (turn, i) => {
    const to = i + 1 < elements.length ? defined(elements[i + 1]).start : content.length;
    const raw = content.slice(from, to);
    from = to;
    return {
      raw,
      message: turn ?? { speaker: null, body: content.slice(defined(elements[i]).start, defined(elements[i]).end), time: null },
    };
  });
}

/** The number of lines without a JSON object after which the text is not read as JSON lines. */
const PATIENCE = 12;

/** JSON lines, most of which are turns; broken lines among them are text. */
function* linePieces(content: string, lines: readonly Line[]): Steps<JsonTurnPiece[] | null> {
  const turns: JsonTurnPiece[] = [];
  let pending = '';
  let spoken = 0;
  let objects = 0;
  const isStep = stepMeter();
  for (const line of lines) {
    if (isStep(line.text.length)) yield;
    const raw = content.slice(line.start, line.end);
    const text = line.text.trim();
    if (text === '') {
      pending += raw;
      continue;
    }
    const value = text.startsWith('{') ? parseJson(text) : undefined;
    if (isObject(value)) objects++;
    const message = isObject(value) ? messageIn(value) : null;
    if (message) spoken++;
    turns.push({ raw: pending + raw, message: message ?? { speaker: null, body: text, time: null } });
    pending = '';
    if (objects === 0 && turns.length === PATIENCE) return null;
  }
  if (spoken * 2 <= turns.length) return null;
  const last = turns.pop();
  if (!last) return null;
  turns.push({ ...last, raw: last.raw + pending });
  return turns;
}

/**
 * The text of a message, of its parts, or of the message inside an export's wrapper; null if there
 * is none.
 */
function messageIn(value: JsonObject): JsonMessage | null {
  if (isRecord(value)) return { speaker: null, body: '', time: null };
  const inner = unwrapped(value);
  const text = [...TEXT_FIELDS, PARTS_FIELD].map((field) => textOf(inner[field])).find((found) => found !== null) ?? null;
  const captions = Object.keys(inner)
    .filter((field) => CAPTION_FIELD.test(field) && typeof inner[field] === 'string' && inner[field] !== '')
    .map((field) => `[shares ${String(inner[field]).trim()}]`);
  const speaker = speakerOf(inner);
  const time = timeOf(inner);
  if (speaker !== null && isMachinery(inner, text)) return { speaker, body: '', time };
  if (text === null && (captions.length === 0 || speaker === null)) return null;
  const body = [text?.trim() ?? '', ...captions].filter((part) => part !== '').join(' ');
  // Several users can share one role.
  const own = speaker !== null && ROLE_NAMED.exec(body);
  return own ? { speaker: cleanName(defined(own[1])), body: body.slice(own[0].length), time } : { speaker, body, time };
}

/** `User[mika]: hi` */
const ROLE_NAMED = /^(?:user|human|member)\[([^\]\n]{1,40})\]:\s{0,3}/i;
const PARTS_FIELD = 'parts';
const WRAPPED_ROLE = /^(?:human|ai|system|tool|function|user|assistant)$/i;

/** Unwraps a message from a log record, or from a library's pair of type and data. */
function unwrapped(value: JsonObject): JsonObject {
  const { message, payload, data, type } = value;
  if (isObject(message)) return { ...value, message: undefined, ...message };
  if (isObject(payload) && payload.type === 'message') return { ...value, payload: undefined, ...payload };
  if (isObject(data) && typeof type === 'string' && WRAPPED_ROLE.test(type)) return { ...value, data: undefined, ...data, role: type };
  return value;
}

/** A log record that contains no message, such as session setup or a tool call. */
const isRecord = ({ type, payload }: JsonObject): boolean =>
  typeof type === 'string' && RECORD.test(type) && isObject(payload) && payload.type !== 'message';
const RECORD = /^(?:session_meta|response_item|event_msg|turn_context|compacted)$/;

/**
 * Tool calls, tool output and system prompts create no memories. The agent's next turn contains its
 * conclusions.
 */
function isMachinery(value: JsonObject, text: string | null): boolean {
  if (text === null || text.trim() === '')
    return (
      CALL_FIELDS.some((field) => value[field] != null) ||
      (typeof value.role === 'string' && (value.content === null || Array.isArray(value.content)))
    );
  return (typeof value.role === 'string' && isIgnoredRole(value.role)) || value.tool_call_id !== undefined;
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (isObject(value) && Array.isArray(value.parts)) return textOf(value.parts);
  if (!Array.isArray(value)) return null;
  const parts = value
    .map((part) =>
      typeof part === 'string' ? part : isObject(part) && typeof part.text === 'string' && part.type !== 'reasoning' ? part.text : null,
    )
    .filter((part) => part !== null);
  return parts.length > 0 ? parts.join('\n') : null;
}

function speakerOf(value: JsonObject): string | null {
  const role = typeof value.role === 'string' ? value.role : '';
  // a tool's name is not a person
  if (TOOL_ROLE.test(role)) return role;
  const profile = isObject(value.user_profile) ? value.user_profile : {};
  for (const name of PROFILE_FIELDS.map((field) => profile[field])) {
    if (typeof name === 'string' && name.trim() !== '' && name.length <= 80) return cleanName(name);
  }
  for (const field of SPEAKER_FIELDS) {
    const found = value[field];
    const name = isObject(found) ? (typeof found.name === 'string' ? found.name : found.role) : found;
    if (typeof name === 'string' && name.trim() !== '' && name.length <= 80) return cleanName(name);
  }
  return null;
}

function timeOf(value: JsonObject): WrittenTime | null {
  for (const field of TIME_FIELDS) {
    const found = value[field];
    if (typeof found === 'number' || typeof found === 'string') {
      const time = readTime(found);
      if (time !== null) return time;
    }
  }
  return null;
}

/** Seconds or milliseconds since 1970, ISO 8601, or a date in words. */
function readTime(value: number | string): WrittenTime | null {
  if (typeof value === 'number' || /^\d{10}(?:\d{3}|\.\d{1,9})?$/.test(value)) {
    const number = Number(value);
    const time = Math.round(number > 1e11 ? number : number * 1000);
    return number > 1e8 && new Date(time).getUTCFullYear() < 3000 ? time : null;
  }
  if (value.length > 100) return null;
  return readStamp(value)?.stamp ?? findDate(value, null)?.start.getTime() ?? null;
}
