import type { TextFormat } from '#lib/memory/retain/literals';
import { Dating, type TurnDate } from '#lib/memory/retain/reading/dating';
import { MAX_TITLE } from '#lib/memory/retain/reading/headers';
import { makerOf } from '#lib/memory/retain/reading/json/makers';
import { mentionsIn, repaired, withoutMarkup } from '#lib/memory/retain/reading/json/markup';
import type { JsonMessage } from '#lib/memory/retain/reading/json/message';
import { mayBeId, namesOf } from '#lib/memory/retain/reading/json/names';
import { type NestedTurns, nestedStrings, nestedTurns } from '#lib/memory/retain/reading/json/nested';
import { ordered } from '#lib/memory/retain/reading/json/order';
import { type Gap, Tape } from '#lib/memory/retain/reading/json/tape';
import { isOpaque } from '#lib/memory/retain/reading/json/values';
import { type Conversation, conversationsIn } from '#lib/memory/retain/reading/json/walk';
import { isIgnoredRole } from '#lib/memory/retain/reading/markers';
import { cleanName } from '#lib/memory/retain/reading/speakers';
import type { Stamp } from '#lib/memory/retain/reading/stamps';
import { filterInSteps, type Steps, stepMeter } from '#lib/memory/retain/reading/steps';
import type { SenderClock, Turn } from '#lib/memory/retain/reading/turn';

/**
 * JSON of any maker: exports of chats and agents, JSON lines, lists of facts. Conversations are
 * found by their structure. Everything else remains in the document, and gives no memories.
 */

/** A message with the conversation to which it belongs. */
interface OwnedMessage {
  readonly message: JsonMessage;
  readonly conversation: Conversation;
  readonly isFirst: boolean;
}

/** A range of the text with its turn; `raw` follows from its neighbors. */
interface TurnRange {
  readonly start: number;
  readonly end: number;
  /** the range of the words */
  readonly textStart: number;
  readonly textEnd: number;
  readonly turn: Omit<Turn, 'raw'>;
  /** of text that is no JSON: its turns */
  readonly texts: readonly Turn[] | null;
}

/** Longer text between two messages is a turn of its own, without words. */
const MAX_BETWEEN = 1_000;

/** Reads other text, such as a line in front of the JSON. */
export type ReadText = (text: string) => Steps<Turn[]>;

/** The most strings inside of strings that are read as JSON. */
const MAX_NESTED = 2;

/** The turns of a text of JSON; null if it is something else. */
export function* jsonTurns(content: string, clock: SenderClock, readText: ReadText, depth = 0): Steps<Turn[] | null> {
  const tape = yield* Tape.of(content);
  if (!tape) return null;
  const all = (yield* conversationsIn(tape)).filter(({ messages }) => messages.length > 0);
  const nested = depth < MAX_NESTED ? yield* nestedIn(tape, all, clock, readText, depth) : [];
  const found = yield* withoutRepeats(nested.length === 0 ? all : yield* besides(all, nested));
  const foreign = tape.gaps.filter(({ isDebris }) => !isDebris);
  if (found.length === 0 && nested.length === 0)
    return foreign.length > 0 || !tape.isWhole ? null : [{ raw: content, ...SILENT, opens: 'json' }];
  const messages = yield* ownedIn(found);
  const names = yield* namesOf(tape, yield* idsIn(messages));
  const spoken = yield* rangesOf(messages, names, clock, makerOf(tape) ?? 'json_conversation');
  const texts = yield* textRanges(content, foreign, readText);
  const ranges = spoken.concat(texts, nested.map(rangeOfNested));
  return yield* assembled(content, yield* ordered(ranges, ({ textStart }) => textStart));
}

/** Whether a text looks like JSON rather than like words. */
const isQuotedJson = (text: string): boolean => /^(?:\[\s{0,40}[[{"]|\{\s{0,40}")/.test(text);

/**
 * The conversations in strings, unless the file is a conversation in words: strings in it, such as
 * arguments of tools, are not what somebody says.
 */
function* nestedIn(
  tape: Tape,
  found: readonly Conversation[],
  clock: SenderClock,
  readText: ReadText,
  depth: number,
): Steps<NestedTurns[]> {
  const isSpoken = ({ kind, messages }: Conversation): boolean =>
    kind === 'talk' && messages.some(({ text, isSilent }) => text !== '' && !isSilent && !isQuotedJson(text));
  if (found.some(isSpoken)) return [];
  const nested: NestedTurns[] = [];
  for (const node of yield* nestedStrings(tape)) {
    const turns = yield* nestedTurns(tape, node, function* (value) {
      return (yield* jsonTurns(value, clock, readText, depth + 1)) ?? [];
    });
    if (turns) nested.push(turns);
    yield;
  }
  return nested;
}

/**
 * The messages that do not contain a conversation themselves. Facts beside one are about it, such
 * as its title.
 */
function* besides(found: readonly Conversation[], nested: readonly NestedTurns[]): Steps<Conversation[]> {
  const starts = new Set(nested.map(({ start }) => start - 1));
  const remaining: Conversation[] = [];
  for (const conversation of found) {
    if (conversation.kind === 'facts') continue;
    const messages = yield* filterInSteps(conversation.messages, ({ textStart }) => !starts.has(textStart));
    if (messages.length > 0) remaining.push({ ...conversation, messages });
  }
  return remaining;
}

const rangeOfNested = ({ start, end, turns }: NestedTurns): TurnRange => ({
  start,
  end,
  textStart: start,
  textEnd: end,
  turn: SILENT,
  texts: turns,
});

const SILENT = { speaker: null, body: '', heading: null, title: null, time: null, anchor: null } as const;

/** Removes a message that occurs in several lists, as in a tree and its active branch. */
function* withoutRepeats(found: readonly Conversation[]): Steps<Conversation[]> {
  if (found.length < 2) return [...found];
  const seen = new Map<string, Conversation>();
  const isStep = stepMeter();
  const remaining: Conversation[] = [];
  for (const conversation of found) {
    const messages: JsonMessage[] = [];
    for (const message of conversation.messages) {
      if (isStep(message.text.length)) yield;
      const mark = message.id ?? (typeof message.time === 'number' ? `${message.time}` : null);
      const key = mark === null || message.text === '' ? null : `${mark}\n${message.text}`;
      const other = key === null ? undefined : seen.get(key);
      if (other !== undefined && other !== conversation) messages.push({ ...message, isSilent: true });
      else {
        if (key !== null) seen.set(key, conversation);
        messages.push(message);
      }
    }
    remaining.push({ ...conversation, messages });
  }
  return remaining;
}

/** All messages, in the order of the text. */
function* ownedIn(found: readonly Conversation[]): Steps<readonly OwnedMessage[]> {
  const messages: OwnedMessage[] = [];
  const isStep = stepMeter();
  for (const conversation of found) {
    let isFirst = true;
    for (const message of conversation.messages) {
      if (isStep(0)) yield;
      const isSpoken = message.text !== '' && !message.isSilent;
      messages.push({ message, conversation, isFirst: isFirst && isSpoken });
      isFirst &&= !isSpoken;
    }
  }
  return yield* ordered(messages, ({ message }) => message.textStart);
}

/** The ids that speak or are mentioned. */
function* idsIn(messages: readonly OwnedMessage[]): Steps<Set<string>> {
  const ids = new Set<string>();
  const isStep = stepMeter();
  for (const { message } of messages) {
    if (isStep(message.text.includes('<@') ? message.text.length : 0)) yield;
    for (const speaker of message.speakers) if (mayBeId(speaker)) ids.add(speaker);
    for (const id of mentionsIn(message.text)) ids.add(id);
  }
  return ids;
}

/** recordings number their speakers */
const NUMBER = /^\d{1,3}$/;

/** A person whose name is known, else a role, else an account or id. */
function speakerOf({ speakers, role }: JsonMessage, names: ReadonlyMap<string, string>): string | null {
  if (role !== null && isIgnoredRole(role)) return role;
  const known = speakers.find((speaker) => names.has(speaker));
  const name = known === undefined ? speakers.find((speaker) => !isOpaque(speaker)) : names.get(known);
  if (name !== undefined) return cleanName(repaired(name));
  const [id] = speakers;
  return role ?? (id === undefined ? null : NUMBER.test(id) ? `Speaker ${id}` : cleanName(id));
}

const isStamp = (time: unknown): time is Stamp => typeof time === 'object' && time !== null;

function* rangesOf(
  messages: readonly OwnedMessage[],
  names: ReadonlyMap<string, string>,
  clock: SenderClock,
  format: TextFormat,
): Steps<TurnRange[]> {
  const isStep = stepMeter();
  const stamps: Stamp[] = [];
  for (const { message, conversation } of messages) {
    if (isStep(0)) yield;
    if (isStamp(message.time)) stamps.push(message.time);
    else if (isStamp(conversation.time)) stamps.push(conversation.time);
  }
  const dating = yield* Dating.of(clock, stamps);
  const dateOf = (time: JsonMessage['time']): TurnDate => (typeof time === 'number' ? dating.instant(time) : dating.next(time));
  const ranges: TurnRange[] = [];
  let current: Conversation | null = null;
  let heading: string | null = null;
  for (const { message, conversation, isFirst } of messages) {
    if (isStep(message.text.length)) yield;
    if (conversation !== current) {
      dating.forget();
      if (conversation.time !== null) dateOf(conversation.time);
      current = conversation;
      heading = conversation.title === null ? null : repaired(conversation.title).slice(0, MAX_TITLE);
    }
    // a fact without a time does not have that of the fact before it
    if (conversation.kind === 'facts' && message.time === null) {
      dating.forget();
      if (conversation.time !== null) dateOf(conversation.time);
    }
    const dated = dateOf(message.time);
    const isEscaped = message.role === null;
    const speaker = speakerOf(message, names);
    const body =
      message.isSilent || message.text === ''
        ? ''
        : withoutMarkup(repaired(message.text), (id) => names.get(id), isEscaped, speaker !== null).trim();
    const turn = { speaker, body, heading, title: message.subject ?? (isFirst ? heading : null), ...dated };
    const { start, end, textStart, textEnd } = message;
    const opens = conversation.kind === 'facts' ? 'json_facts' : format;
    ranges.push({ start, end, textStart, textEnd, turn: isFirst && !conversation.isInner ? { ...turn, opens } : turn, texts: null });
  }
  return ranges;
}

const HAS_WORD = /[\p{L}\p{N}]/u;
const FENCE = /^\s{0,80}(?:```|~~~)[\w+-]{0,20}\s{0,80}$/;

/** The text around the values. A fence around them says nothing. */
function* textRanges(content: string, gaps: readonly Gap[], readText: ReadText): Steps<TurnRange[]> {
  const ranges: TurnRange[] = [];
  for (const { start, end } of gaps) {
    yield;
    const text = content.slice(start, end);
    const bare = text
      .replace(/\n[ \t]{0,8}(?:```|~~~)[\w+-]{0,20}[ \t]{0,8}\n?$/, '\n')
      .replace(/^\s{0,80}(?:```|~~~)[\w+-]{0,20}[ \t]{0,8}(?:\n|$)/, '');
    if (FENCE.test(text) || !HAS_WORD.test(bare)) continue;
    const words = bare.trimEnd();
    const from = start + text.indexOf(words);
    const to = from + words.length;
    ranges.push({ start: from, end: to, textStart: from, textEnd: to, turn: SILENT, texts: yield* readText(words) });
  }
  return ranges;
}

/** Cuts the text between the ranges. */
function* assembled(content: string, ranges: readonly TurnRange[]): Steps<Turn[]> {
  const turns: Turn[] = [];
  const isStep = stepMeter();
  let from = 0;
  const silence = (to: number): void => {
    if (to > from) turns.push({ raw: content.slice(from, to), ...SILENT });
    from = Math.max(from, to);
  };
  for (const [i, { start, end, textEnd, turn, texts }] of ranges.entries()) {
    if (isStep(end - start)) yield;
    if (texts) {
      silence(start);
      for (const text of texts) turns.push(text);
      from = end;
      continue;
    }
    if (start - from > MAX_BETWEEN) silence(start);
    const next = ranges[i + 1];
    const border = next ? Math.max(textEnd, Math.min(next.start, next.textStart)) : content.length;
    const close = Math.max(textEnd, Math.min(end, border));
    const to = border - close > MAX_BETWEEN ? close : border;
    if (to > from) turns.push({ raw: content.slice(from, to), ...turn });
    from = Math.max(from, to);
  }
  silence(content.length);
  return turns;
}
