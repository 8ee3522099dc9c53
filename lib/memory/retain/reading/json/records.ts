import { wordsOf } from '#lib/memory/retain/reading/json/field-names';
import { leavesOf, memberOf } from '#lib/memory/retain/reading/json/leaves';
import type { LikelyFields } from '#lib/memory/retain/reading/json/likely-fields';
import { type JsonMessage, messageOf } from '#lib/memory/retain/reading/json/message';
import { NO_NODE, type Tape, type TapeNode } from '#lib/memory/retain/reading/json/tape';
import { isProse, roleOf } from '#lib/memory/retain/reading/json/values';
import type { Steps } from '#lib/memory/retain/reading/steps';

/** Records that are no messages: facts, pairs of question and answer, relations of entities. */

const NO_FIELDS: Omit<JsonMessage, 'start' | 'end' | 'textStart' | 'textEnd' | 'text'> = {
  speakers: [],
  role: null,
  field: '',
  time: null,
  isSilent: false,
  id: null,
  parent: null,
  subject: null,
};

/** An identifier in words: `Mirela_Stan`, `works_at`. */
const spaced = (name: string): string => name.replaceAll('_', ' ').trim();

/** A text of a list, after the name of what it is about. */
export function* statementOf(tape: Tape, node: TapeNode, subject: string | null): Steps<JsonMessage> {
  const words = (yield* tape.longStringOf(node)).trim();
  const at = { start: tape.startOf(node), end: tape.endOf(node) };
  const name = subject === null ? null : spaced(subject);
  const text = name === null || words === '' ? words : `${name}: ${words}`;
  return { ...NO_FIELDS, ...at, textStart: at.start, textEnd: at.end, text, subject: name };
}

/** A record with a text and perhaps a time. */
export function* factOf(tape: Tape, node: TapeNode, fields: LikelyFields): Steps<JsonMessage> {
  return { ...(yield* messageOf(tape, node, { ...fields, roles: [], speakers: [] })), speakers: [], role: null };
}

const ASKS = /^(?:0|question|prompt|input|query|instruction|request|q)$/i;

/** The two messages of a record of a question and an answer. */
export function* pairOf(tape: Tape, node: TapeNode, fields: LikelyFields): Steps<JsonMessage[]> {
  const messages: JsonMessage[] = [];
  for (const path of fields.pair ?? []) {
    const own = yield* messageOf(tape, node, { ...fields, texts: [path], roles: [], speakers: [] });
    const role = roleOf(path) ?? (ASKS.test(path) ? 'user' : 'assistant');
    if (own.text !== '') messages.push({ ...own, start: own.textStart, end: own.textEnd, role });
  }
  return messages;
}

/** A capital letter, or a script without capitals. */
const NAME_KEY = /^(?:\p{Lu}|\p{Lo})[^_.]{0,39}$/u;

/** Whether the key of each object is who speaks: `[{ "Ann": "…" }, { "Bob": "…" }]`. */
export function areKeyed(tape: Tape, objects: readonly TapeNode[]): boolean {
  const keys = new Set<string>();
  for (const object of objects) {
    const only = tape.first(object);
    if (only === NO_NODE || tape.next(only, object) !== NO_NODE || !tape.isString(only) || !NAME_KEY.test(tape.keyOf(only))) return false;
    keys.add(tape.keyOf(only));
  }
  return keys.size > 1 && keys.size < objects.length;
}

/** The message of an object whose key is its speaker. */
export function* keyedOf(tape: Tape, object: TapeNode): Steps<JsonMessage[]> {
  const only = tape.first(object);
  if (only === NO_NODE || !tape.isString(only)) return [];
  return [{ ...(yield* statementOf(tape, only, null)), speakers: [tape.keyOf(only)] }];
}

const FROM = /^(?:from|source|subject|head|from_?entity|source_?entity)$/i;
const TO = /^(?:to|target|object|tail|to_?entity|target_?entity)$/i;
const RELATION = /^(?:relation_?type|relation|predicate|relationship|type|label)$/i;

/** A relation of two entities as a sentence; null if the object is none. */
export function relationOf(tape: Tape, node: TapeNode): JsonMessage | null {
  if (!tape.isObject(node)) return null;
  const shortOf = (isKey: RegExp, ignored = ''): string | null => {
    const member = memberOf(tape, node, (key) => isKey.test(key));
    const value = member !== NO_NODE && tape.isString(member) ? tape.stringOf(member, 200) : null;
    return value === ignored ? null : value;
  };
  const relation = [/^relation_?type$|^predicate$|^relationship$/i, RELATION]
    .map((key) => shortOf(key, 'relation'))
    .find((value) => value !== null);
  const [from, to] = [shortOf(FROM), shortOf(TO)];
  if (!from || !to || !relation || [from, to, relation].some((value) => value.length > 100)) return null;
  const at = { start: tape.startOf(node), end: tape.endOf(node) };
  return { ...NO_FIELDS, ...at, textStart: at.start, textEnd: at.end, text: `${spaced(from)} ${spaced(relation)} ${spaced(to)}` };
}

const LEVEL_KEY = /^(?:level|severity|level_?name|log_?level|lvl)$/i;
const LEVEL = /^(?:trace|debug|verbose|info|information|notice|warn|warning|err|error|fatal|crit|critical|panic|emerg|alert|[1-6]0)$/i;

/** Whether an object is a line of a log: it has a level, or the stream of a process and a time. */
function isLogEntry(tape: Tape, object: TapeNode): boolean {
  const leaves = leavesOf(tape, object);
  const valueAt = (isKey: (path: string) => boolean): string | null => {
    const leaf = leaves.find(({ path }) => isKey(path));
    if (!leaf || leaf.kind === 'list' || leaf.kind === 'true') return null;
    return leaf.kind === 'string' ? tape.stringOf(leaf.node, 20) : tape.rawOf(leaf.node);
  };
  if (LEVEL.test(valueAt((path) => LEVEL_KEY.test(path)) ?? '')) return true;
  return /^std(?:out|err)$/.test(valueAt((path) => path === 'stream') ?? '') && valueAt((path) => path === 'time') !== null;
}

/** Whether objects are lines of a log. */
export const isLog = (tape: Tape, objects: readonly TapeNode[]): boolean =>
  objects.length > 0 && objects.slice(0, 8).every((object) => isLogEntry(tape, object));

const NAME = /^(?:name|entity|entity_?name|subject|title|person|topic)$/i;

/** The name of what an object is about. */
export function subjectOf(tape: Tape, object: TapeNode): string | null {
  const member = memberOf(tape, object, (key) => NAME.test(key));
  const name = member !== NO_NODE && tape.isString(member) ? tape.stringOf(member, 120).trim() : '';
  return name === '' || name.length > 100 ? null : name;
}

/** Whether a list of texts has sentences rather than labels. */
export const hasProse = (texts: readonly string[]): boolean => texts.filter(isProse).length * 2 > texts.length;

export const isRelationKey = (key: string): boolean =>
  wordsOf(key).some((word) => /^(?:relations?|relationships?|edges?|triples?)$/.test(word));
