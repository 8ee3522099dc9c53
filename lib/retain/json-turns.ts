import { Dating } from '#lib/retain/dating';
import { linesOf } from '#lib/retain/lines';
import { cleanName } from '#lib/retain/speakers';
import { readStamp, type Stamp } from '#lib/retain/stamps';
import type { SenderClock, Turn } from '#lib/retain/turn';
import { findDate } from '#lib/text/dates';
import { elementsOf, membersOf, type Slice } from '#lib/text/json-slices';

/** Conversations as JSON: an array of turns, one inside an object, one turn alone, or JSON lines. */

const TEXT_FIELDS = ['content', 'text', 'message', 'body', 'utterance', 'value', 'msg'];
const SPEAKER_FIELDS = ['speaker', 'name', 'author', 'sender', 'from', 'role', 'username', 'user'];
/** in the profile that a chat's export puts beside the user's id */
const PROFILE_FIELDS = ['real_name', 'display_name', 'name'];
const TIME_FIELDS = ['timestamp', 'time', 'datetime', 'date', 'created_at', 'createdAt', 'create_time', 'sent_at', 'ts'];
const CAPTION_FIELD = /caption$/i;
const CALL_FIELDS = ['tool_calls', 'function_call', 'toolCalls', 'tool_use'];
const TOOL_ROLE = /^(?:tool|function)$/i;
const LIST_FIELDS = new Set([
  'messages',
  'turns',
  'conversation',
  'dialogue',
  'dialog',
  'history',
  'transcript',
  'chat',
  'session',
  'data',
  'items',
]);

type JsonObject = Record<string, unknown>;
interface Said {
  readonly speaker: string | null;
  readonly body: string;
  readonly time: SaidAt | null;
}
/** milliseconds since 1970, or what is written */
type SaidAt = number | Stamp;

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The turns of a JSON array, object or of JSON lines; null when it is something else, or broken. `start`: where the text begins. */
export function jsonTurns(content: string, start: number, clock: SenderClock): Turn[] | null {
  const pieces = piecesOf(content, start) ?? linePieces(content);
  if (!pieces) return null;
  const dating = new Dating(
    clock,
    pieces.map(({ said }) => said.time).filter((time) => typeof time === 'object' && time !== null),
  );
  return pieces.map(({ raw, said: { speaker, body, time } }) => {
    // a turn that does not say when goes on from the one before it
    const dated = typeof time === 'number' ? dating.instant(time) : dating.next(time);
    return { raw, speaker, body, heading: null, title: null, ...dated };
  });
}

interface Piece {
  readonly raw: string;
  readonly said: Said;
}

function piecesOf(content: string, start: number): Piece[] | null {
  const value = parseJson(content);
  if (Array.isArray(value)) return turnsOf(content, value, elementsOf(content, start));
  if (!isObject(value)) return null;
  const single = saidIn(value);
  if (single) return [{ raw: content, said: single }];
  for (const member of membersOf(content, start)) {
    const list = LIST_FIELDS.has(member.key) ? value[member.key] : undefined;
    if (Array.isArray(list) && content[member.start] === '[') {
      const turns = turnsOf(content, list, elementsOf(content, member.start));
      if (turns) return turns;
    }
  }
  return null;
}

/** Each turn reaches from the end of the one before to its own comma; the last takes the closing bracket. Null when these are not turns. */
function turnsOf(content: string, values: readonly unknown[], slices: readonly Slice[]): Piece[] | null {
  if (values.length === 0 || slices.length !== values.length) return null;
  const said = values.map((value) =>
    typeof value === 'string' ? { speaker: null, body: value.trim(), time: null } : isObject(value) ? saidIn(value) : null,
  );
  if (said.filter((turn) => turn !== null).length * 2 <= values.length) return null;
  let from = 0;
  return said.map((turn, i) => {
    const to = i + 1 < slices.length ? slices[i + 1]!.start : content.length;
    const raw = content.slice(from, to);
    from = to;
    return { raw, said: turn ?? { speaker: null, body: content.slice(slices[i]!.start, slices[i]!.end), time: null } };
  });
}

/** JSON lines, most of which are turns; a broken one among them is text. */
function linePieces(content: string): Piece[] | null {
  const lines = linesOf(content);
  const turns: Piece[] = [];
  let pending = '';
  let spoken = 0;
  for (const line of lines) {
    const raw = content.slice(line.start, line.end);
    if (line.text.trim() === '') {
      pending += raw;
      continue;
    }
    const value = parseJson(line.text);
    const said = isObject(value) ? saidIn(value) : null;
    if (said) spoken++;
    turns.push({ raw: pending + raw, said: said ?? { speaker: null, body: line.text.trim(), time: null } });
    pending = '';
  }
  if (spoken * 2 <= turns.length) return null;
  const last = turns.pop();
  if (!last) return null;
  return [...turns, { ...last, raw: last.raw + pending }];
}

/** The text of a message, of its parts, or of the message inside an export's wrapper; null when there is none. */
function saidIn(value: JsonObject): Said | null {
  const inner = isObject(value.message) ? { ...value, message: undefined, ...value.message } : value;
  const text = TEXT_FIELDS.map((field) => textOf(inner[field])).find((found) => found !== null) ?? null;
  const captions = Object.keys(inner)
    .filter((field) => CAPTION_FIELD.test(field) && typeof inner[field] === 'string' && inner[field] !== '')
    .map((field) => `[shares ${String(inner[field]).trim()}]`);
  const speaker = speakerOf(inner);
  const time = timeOf(inner);
  if (speaker !== null && isMachinery(inner, text)) return { speaker, body: '', time };
  if (text === null && (captions.length === 0 || speaker === null)) return null;
  return { speaker, body: [text?.trim() ?? '', ...captions].filter((part) => part !== '').join(' '), time };
}

/**
 * Calls of tools and what they answer as data are how an agent worked, not what was said: nothing of them is remembered. What the agent
 * made of it stands in the next turn. An answer in words is kept, for the agent read it.
 */
function isMachinery(value: JsonObject, text: string | null): boolean {
  if (text === null || text.trim() === '')
    return (
      CALL_FIELDS.some((field) => value[field] != null) ||
      (typeof value.role === 'string' && (value.content === null || Array.isArray(value.content)))
    );
  const answers = (typeof value.role === 'string' && TOOL_ROLE.test(value.role)) || value.tool_call_id !== undefined;
  return answers && typeof parseJson(text) === 'object';
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (isObject(value) && Array.isArray(value.parts)) return textOf(value.parts);
  if (!Array.isArray(value)) return null;
  const parts = value
    .map((part) => (typeof part === 'string' ? part : isObject(part) && typeof part.text === 'string' ? part.text : null))
    .filter((part) => part !== null);
  return parts.length > 0 ? parts.join('\n') : null;
}

function speakerOf(value: JsonObject): string | null {
  const role = typeof value.role === 'string' ? value.role : '';
  // a tool's name is no person
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

function timeOf(value: JsonObject): SaidAt | null {
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
function readTime(value: number | string): SaidAt | null {
  if (typeof value === 'number' || /^\d{10}(?:\d{3}|\.\d{1,9})?$/.test(value)) {
    const number = Number(value);
    const time = Math.round(number > 1e11 ? number : number * 1000);
    return number > 1e8 && new Date(time).getUTCFullYear() < 3000 ? time : null;
  }
  if (value.length > 100) return null;
  return readStamp(value)?.stamp ?? findDate(value, null)?.start.getTime() ?? null;
}
