import { ASSISTANT, type AskedWords, askedWordsOf } from '#lib/memory/retain/reading/asked-titles';
import { plainHtml } from '#lib/memory/retain/reading/html/plain-text';
import { wordsOfBlocks } from '#lib/memory/retain/reading/json/blocks';
import { memberOf } from '#lib/memory/retain/reading/json/leaves';
import { sampleOf } from '#lib/memory/retain/reading/json/likely-fields';
import type { JsonMessage } from '#lib/memory/retain/reading/json/message';
import { NO_NODE, type Tape, type TapeNode } from '#lib/memory/retain/reading/json/tape';
import { readTime, type WrittenTime } from '#lib/memory/retain/reading/json/values';
import type { Steps } from '#lib/memory/retain/reading/steps';

/**
 * Records of what a person asked and a program answered, whose two texts are not beside each other:
 * the requests of a chat in an editor, and the activities of an account. Their other members, such
 * as the log of the answer, are larger than both texts.
 */

/** Reads the messages of a record. */
export type ReadExchange = (record: TapeNode) => Steps<JsonMessage[]>;

const MAX_SHORT = 200;

interface ExchangeText {
  readonly node: TapeNode;
  readonly text: string;
}

const member = (tape: Tape, object: TapeNode, name: string): TapeNode => memberOf(tape, object, (key) => key === name);
const isStringAt = (tape: Tape, node: TapeNode): boolean => node !== NO_NODE && tape.isString(node);
const isListAt = (tape: Tape, node: TapeNode): boolean => node !== NO_NODE && tape.isList(node);

function timeOf(tape: Tape, record: TapeNode): WrittenTime | null {
  const node = memberOf(tape, record, (key) => key === 'timestamp' || key === 'time');
  if (node === NO_NODE || !tape.isScalar(node)) return null;
  return readTime(tape.isString(node) ? tape.stringOf(node, MAX_SHORT) : tape.rawOf(node));
}

/** The messages of a record, except empty ones. `name`: the user's name; null: not known. */
function messagesOf(
  tape: Tape,
  record: TapeNode,
  prompt: ExchangeText | null,
  replies: readonly ExchangeText[],
  name: string | null = null,
): JsonMessage[] {
  const time = timeOf(tape, record);
  const messages: JsonMessage[] = [];
  const add = ({ node, text }: ExchangeText, role: string, speakers: readonly string[]): void => {
    if (text === '') return;
    const [start, end] = [tape.startOf(node), tape.endOf(node)];
    const range = { start, end, textStart: start, textEnd: end };
    messages.push({ ...range, speakers, role, text, field: '', time, isSilent: false, id: null, parent: null, subject: null });
  };
  if (prompt) add(prompt, 'user', name === null ? [] : [name]);
  for (const reply of replies) add(reply, 'assistant', []);
  return messages;
}

// --- chats in an editor --------------------------------------------------------------------------

function isRequest(tape: Tape, record: TapeNode): boolean {
  const message = member(tape, record, 'message');
  return (
    message !== NO_NODE &&
    tape.isObject(message) &&
    isStringAt(tape, member(tape, message, 'text')) &&
    isListAt(tape, member(tape, record, 'response'))
  );
}

/** The name of the person beside a list of requests. */
function requesterIn(tape: Tape, owner: TapeNode): string | null {
  const node = owner === NO_NODE ? NO_NODE : member(tape, owner, 'requesterUsername');
  const name = isStringAt(tape, node) ? tape.stringOf(node, MAX_SHORT).trim() : '';
  return name === '' ? null : name;
}

function* readRequest(tape: Tape, record: TapeNode, name: string | null): Steps<JsonMessage[]> {
  const text = member(tape, member(tape, record, 'message'), 'text');
  const response = member(tape, record, 'response');
  const asked = { node: text, text: (yield* tape.longStringOf(text)).trim() };
  return messagesOf(tape, record, asked, [{ node: response, text: (yield* wordsOfBlocks(tape, response)).trim() }], name);
}

// --- activities of an account --------------------------------------------------------------------

function isActivity(tape: Tape, record: TapeNode): boolean {
  const header = member(tape, record, 'header');
  if (!isStringAt(tape, header) || !ASSISTANT.test(tape.stringOf(header, MAX_SHORT))) return false;
  return isStringAt(tape, member(tape, record, 'title'));
}

function askedIn(tape: Tape, records: readonly TapeNode[]): AskedWords {
  const answered = records.filter((record) => isActivity(tape, record) && isListAt(tape, member(tape, record, 'safeHtmlItem')));
  return askedWordsOf(answered.map((record) => tape.stringOf(member(tape, record, 'title'), MAX_SHORT)));
}

function* readActivity(tape: Tape, record: TapeNode, wordsOf: AskedWords): Steps<JsonMessage[]> {
  const title = member(tape, record, 'title');
  const items = member(tape, record, 'safeHtmlItem');
  const asked = wordsOf(yield* tape.longStringOf(title), isListAt(tape, items));
  if (asked === null) return [];
  const answers: ExchangeText[] = [];
  if (isListAt(tape, items))
    for (let item = tape.first(items); item !== NO_NODE; item = tape.next(item, items)) {
      const html = member(tape, item, 'html');
      if (isStringAt(tape, html)) answers.push({ node: html, text: yield* plainHtml(yield* tape.longStringOf(html)) });
      yield;
    }
  return messagesOf(tape, record, { node: title, text: asked }, answers);
}

/**
 * How the records of a list are read; null if they are no exchanges. `owner`: the object around the
 * list.
 */
export function exchangesIn(tape: Tape, records: readonly TapeNode[], owner: TapeNode): ReadExchange | null {
  const sample = sampleOf(records);
  const isMost = (is: (tape: Tape, record: TapeNode) => boolean): boolean =>
    sample.filter((record) => is(tape, record)).length * 2 > sample.length;
  if (isMost(isRequest)) {
    const name = requesterIn(tape, owner);
    return function* (record) {
      return isRequest(tape, record) ? yield* readRequest(tape, record, name) : [];
    };
  }
  if (!isMost(isActivity)) return null;
  const wordsOf = askedIn(tape, sample);
  return function* (record) {
    return isActivity(tape, record) ? yield* readActivity(tape, record, wordsOf) : [];
  };
}
