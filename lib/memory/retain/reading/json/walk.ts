import { defined } from '#lib/base/defined';
import { abandoned } from '#lib/memory/retain/reading/json/branch';
import { exchangesIn } from '#lib/memory/retain/reading/json/exchanges';
import { fieldName, isFactName, wordsOf } from '#lib/memory/retain/reading/json/field-names';
import { childrenOf, memberOf } from '#lib/memory/retain/reading/json/leaves';
import { type LikelyFields, likelyFields, sampleOf } from '#lib/memory/retain/reading/json/likely-fields';
import { type JsonMessage, messageOf } from '#lib/memory/retain/reading/json/message';
import {
  areKeyed,
  factOf,
  hasProse,
  isLog,
  isRelationKey,
  keyedOf,
  pairOf,
  relationOf,
  statementOf,
  subjectOf,
} from '#lib/memory/retain/reading/json/records';
import { NO_NODE, ROOT, type Tape, type TapeNode } from '#lib/memory/retain/reading/json/tape';
import { readTime, type WrittenTime } from '#lib/memory/retain/reading/json/values';
import { mapInSteps, type Steps, stepMeter } from '#lib/memory/retain/reading/steps';

/** Finds the conversations and the lists of facts in a file, at any depth. */

export interface Conversation {
  readonly kind: 'talk' | 'facts';
  /** of records of a question and an answer */
  readonly isPairs?: true;
  /** it is inside of a message, as answers to it are */
  readonly isInner?: true;
  /** its structure is known, and nothing inside of it is another conversation */
  readonly isWhole?: true;
  readonly title: string | null;
  /** when it began, if the file says so */
  readonly time: WrittenTime | null;
  /** in the order of the text */
  readonly messages: readonly JsonMessage[];
}

/** What the objects around a list say about it. */
interface Scope {
  readonly title: string | null;
  readonly time: WrittenTime | null;
  /** the name of what statements in it are about */
  readonly subject: string | null;
  /** the key of the list */
  readonly key: string;
  /** the object around it */
  readonly owner: TapeNode;
  readonly depth: number;
}

/** Deeper values are not searched. */
const MAX_DEPTH = 24;
/** Lists of facts are only read near the top. */
const FACT_DEPTH = 2;
const TITLE =
  /^(?:title|name|subject|topic|chat_?name|channel|channel_?name|conversation_?name|thread_?name|display_?name|session_?name)$/i;
const ROOM = /^(?:channel|chat|room|thread|conversation)$/i;
const CURRENT = /^(?:current|active|head|leaf|last)/;
const MAX_SHORT = 200;

export const conversationsIn = (tape: Tape): Steps<Conversation[]> =>
  search(tape, ROOT, { title: null, time: null, subject: null, key: '', owner: NO_NODE, depth: 0 });

function* search(tape: Tape, node: TapeNode, scope: Scope): Steps<Conversation[]> {
  if (tape.isScalar(node) || scope.depth > MAX_DEPTH) return [];
  const children = yield* childrenOf(tape, node);
  const isStep = stepMeter();
  const inner: Conversation[] = [];
  let around: Scope | null = null;
  let hasContainer = false;
  for (const child of children) {
    if (isStep(0)) yield;
    if (tape.isScalar(child)) continue;
    hasContainer = true;
    if (!mayContainList(tape, child)) continue;
    around ??= tape.isObject(node) ? aroundOf(tape, node, scope) : scope;
    const key = tape.isObject(node) ? tape.keyOf(child) : scope.key;
    const time = tape.isObject(node) ? (besideTime(tape, node, key) ?? around.time) : around.time;
    const owner = tape.isObject(node) ? node : scope.owner;
    for (const found of yield* search(tape, child, { ...around, time, key, owner, depth: scope.depth + 1 })) inner.push(found);
  }
  const relations = hasContainer && tape.isList(node) ? yield* relationsIn(tape, children, scope) : [];
  const own = (yield* isListLike(tape, node, children, hasContainer)) ? yield* readList(tape, node, children, scope) : null;
  return [...choose(own, inner), ...relations];
}

/** Whether a value contains other than plain values, or is a list of texts. */
function mayContainList(tape: Tape, node: TapeNode): boolean {
  const first = tape.first(node);
  if (first === NO_NODE) return false;
  if (tape.isList(node) && tape.isString(first)) return true;
  for (let child = first; child !== NO_NODE; child = tape.next(child, node)) if (!tape.isScalar(child)) return true;
  return false;
}

const sizeOf = (messages: readonly JsonMessage[]): number => messages.reduce((sum, { text }) => sum + text.length, 0);
const sizeOfAll = (found: readonly Conversation[]): number => found.reduce((sum, { messages }) => sum + sizeOf(messages), 0);

/** A list of conversations has fields of its own that look like messages, but fewer words. */
function choose(own: Conversation | null, inner: readonly Conversation[]): readonly Conversation[] {
  if (own === null) return inner;
  if (own.isWhole) return [own];
  const talks = inner.filter(({ kind }) => kind === 'talk');
  if (own.kind === 'facts' && talks.length > 0) return inner;
  const rival = own.kind === 'talk' ? talks : inner;
  if (sizeOfAll(rival) > sizeOf(own.messages)) return inner;
  // what a message contains besides are answers to it, not the log of its making
  const answers = besideTexts(
    own.messages,
    talks.filter(({ isPairs }) => !isPairs),
  ).map((talk): Conversation => ({ ...talk, isInner: true }));
  return own.kind === 'talk' ? [own, ...answers] : [own];
}

/** The conversations that are not the blocks of a text. Both lists are in the order of the text. */
function besideTexts(messages: readonly JsonMessage[], talks: readonly Conversation[]): Conversation[] {
  let at = 0;
  return talks.filter((talk) => {
    const start = talk.messages[0]?.textStart ?? 0;
    while (at < messages.length && defined(messages[at]).textEnd <= start) at++;
    const text = messages[at];
    return text === undefined || start < text.textStart;
  });
}

function titleIn(tape: Tape, object: TapeNode): string {
  const title = memberOf(tape, object, (key) => TITLE.test(key));
  return title !== NO_NODE && tape.isString(title) ? tape.stringOf(title, MAX_SHORT).trim() : '';
}

/** The title, the time and the subject in an object. */
function aroundOf(tape: Tape, object: TapeNode, scope: Scope): Scope {
  const room = memberOf(tape, object, (key) => ROOM.test(key));
  const own = titleIn(tape, object) || (room === NO_NODE ? '' : titleIn(tape, room));
  return {
    ...scope,
    title: own === '' ? scope.title : own,
    time: timeIn(tape, object, (key) => fieldName(key).time > 0) ?? scope.time,
    subject: subjectOf(tape, object) ?? scope.subject,
  };
}

function timeIn(tape: Tape, object: TapeNode, isKey: (key: string) => boolean): WrittenTime | null {
  const member = memberOf(tape, object, isKey);
  if (member === NO_NODE || !tape.isScalar(member)) return null;
  return readTime(tape.isString(member) ? tape.stringOf(member, MAX_SHORT) : tape.rawOf(member));
}

/** `session_1` is dated by `session_1_date_time`. */
const besideTime = (tape: Tape, object: TapeNode, key: string): WrittenTime | null =>
  /\d$/.test(key) ? timeIn(tape, object, (other) => other !== key && other.startsWith(`${key}_`) && /date|time/i.test(other)) : null;

/** A list of values, or an object whose members are objects of one kind. */
function* isListLike(tape: Tape, node: TapeNode, children: readonly TapeNode[], hasContainer: boolean): Steps<boolean> {
  if (tape.isList(node)) return hasContainer || (children.length > 0 && tape.isString(defined(children[0])));
  if (!hasContainer || children.length < 2) return false;
  const sample = sampleOf(children);
  const objects = sample.filter((child) => tape.isObject(child));
  if (objects.length < sample.length * 0.8) return false;
  const [a, b] = objects.slice(-2).map((object) => keysOf(tape, object));
  if (!a || !b) return false;
  const shared = [...a].filter((key) => b.has(key)).length;
  return shared * 2 >= Math.max(a.size, b.size);
}

function keysOf(tape: Tape, object: TapeNode): Set<string> {
  const keys = new Set<string>();
  for (let child = tape.first(object); child !== NO_NODE && keys.size < 64; child = tape.next(child, object)) keys.add(tape.keyOf(child));
  return keys;
}

function* relationsIn(tape: Tape, children: readonly TapeNode[], scope: Scope): Steps<Conversation[]> {
  const isStep = stepMeter();
  const messages: JsonMessage[] = [];
  for (const child of children) {
    if (isStep(0)) yield;
    if (!tape.isObject(child)) continue;
    const type = memberOf(tape, child, (key) => key === 'type' || key === 'predicate');
    const isTriple = type !== NO_NODE && tape.keyOf(type) === 'predicate';
    const isRelation =
      isTriple || isRelationKey(scope.key) || (type !== NO_NODE && tape.isString(type) && tape.stringOf(type, 20) === 'relation');
    const relation = isRelation ? relationOf(tape, child) : null;
    if (relation) messages.push(relation);
  }
  return messages.length > 0 ? [{ kind: 'facts', title: null, time: null, messages }] : [];
}

/** Elements that are lists of some plain values, such as ["user", "hi"]. */
function tuplesIn(tape: Tape, children: readonly TapeNode[]): boolean {
  const sample = sampleOf(children);
  return sample.length > 1 && sample.every((child) => tape.isList(child) && isTuple(tape, child));
}

function isTuple(tape: Tape, list: TapeNode): boolean {
  let count = 0;
  for (let child = tape.first(list); child !== NO_NODE; child = tape.next(child, list))
    if (++count > 4 || tape.isObject(child) || tape.isList(child)) return false;
  return count > 1;
}

function* readList(tape: Tape, node: TapeNode, children: readonly TapeNode[], scope: Scope): Steps<Conversation | null> {
  const about = { title: scope.title, time: scope.time };
  if (tape.isString(defined(children[0]))) return yield* readStatements(tape, node, children, scope);
  const isTuples = tuplesIn(tape, children);
  const objects: TapeNode[] = [];
  const isStep = stepMeter();
  for (const child of children) {
    if (isStep(0)) yield;
    if (isTuples ? tape.isList(child) : tape.isObject(child)) objects.push(child);
  }
  if (objects.length === 0) return null;
  const readExchange = exchangesIn(tape, objects, scope.owner);
  if (readExchange) return { kind: 'talk', isWhole: true, ...about, messages: yield* eachOf(objects, readExchange) };
  if (areKeyed(tape, sampleOf(objects)))
    return { kind: 'talk', ...about, messages: yield* eachOf(objects, (object) => keyedOf(tape, object)) };
  const fields = likelyFields(tape, objects);
  yield;
  if (fields.roles.length === 0 && isLog(tape, objects)) return null;
  if (isTalk(fields, objects.length)) {
    const messages = yield* eachOf(objects, (object) => one(messageOf(tape, object, fields)));
    const active = yield* onActiveBranch(tape, messages, fields, scope.owner);
    if (isEnough(messages, fields)) return { kind: 'talk', ...about, messages: yield* withoutEchoes(active) };
  }
  if (fields.pair) {
    const messages = yield* eachOf(objects, (object) => pairOf(tape, object, fields));
    return messages.length > 0 ? { kind: 'talk', isPairs: true, ...about, messages } : null;
  }
  if (!isFacts(fields, objects.length, scope)) return null;
  const facts = yield* eachOf(objects, (object) => one(factOf(tape, object, fields)));
  return { kind: 'facts', title: null, time: scope.time, messages: facts.filter(({ text }) => text !== '') };
}

function* one<T>(steps: Steps<T>): Steps<T[]> {
  return [yield* steps];
}

function* eachOf(objects: readonly TapeNode[], read: (object: TapeNode) => Steps<JsonMessage[]>): Steps<JsonMessage[]> {
  const messages: JsonMessage[] = [];
  const isStep = stepMeter();
  for (const object of objects) {
    for (const message of yield* read(object)) {
      messages.push(message);
      // a message costs more than its characters
      if (isStep(message.end - message.start + 512)) yield;
    }
  }
  return messages;
}

const CLEAR_NAME = 0.45;
const CLEAR_TEXT = 0.35;

/** Whether the fields are those of messages. `count`: the number of objects. */
function isTalk({ texts, speakers, roles, isProse, pair }: LikelyFields, count: number): boolean {
  const [text] = texts;
  if (text === undefined) return false;
  const isNamed = fieldName(text).text >= CLEAR_TEXT;
  const speaker = Math.max(0, ...speakers.map((path) => fieldName(path).speaker));
  if (roles.length > 0) return isNamed || isProse;
  if (speakers.length === 0) return false;
  // a record of facts names whom they are about
  if (fieldName(text).fact > 0) return false;
  if (speaker > CLEAR_NAME) return isNamed || (isProse && count > 1);
  return pair === null && isProse && count > 1 && (speaker > 0 ? isNamed : true);
}

/** Whether enough of the objects are messages. */
function isEnough(messages: readonly JsonMessage[], { roles }: LikelyFields): boolean {
  const spoken = messages.filter(({ text, speakers, role }) => text !== '' && (speakers.length > 0 || role !== null)).length;
  return spoken > 0 && (roles.length > 0 || spoken * 5 >= messages.length);
}

function isFacts({ texts, isProse, isPlain }: LikelyFields, count: number, scope: Scope): boolean {
  const [text] = texts;
  if (text === undefined) return false;
  const { fact, text: name } = fieldName(text);
  if (!isPlain) return false;
  if (fact > 0) return true;
  if (scope.key !== '' && isFactName(scope.key)) return name > 0 || isProse;
  return scope.depth <= FACT_DEPTH && (name >= CLEAR_TEXT || (isProse && count > 1));
}

/** A list of texts: facts, if its key or its place says so. */
function* readStatements(tape: Tape, node: TapeNode, children: readonly TapeNode[], scope: Scope): Steps<Conversation | null> {
  const isNamed = scope.key !== '' && isFactName(scope.key);
  const isTop = scope.depth === 1 && scope.key === '';
  if (!isNamed && !isTop && scope.depth > FACT_DEPTH) return null;
  const sample = sampleOf(children).flatMap((child) => (tape.isString(child) ? tape.stringOf(child, MAX_SHORT) : []));
  if (sample.length === 0 || (!isTop && !isNamed && !(hasProse(sample) && isOnlyList(tape, scope.owner, node)))) return null;
  const messages: JsonMessage[] = [];
  const isStep = stepMeter();
  for (const child of children) {
    if (!tape.isString(child)) continue;
    const statement = yield* statementOf(tape, child, isNamed ? scope.subject : null);
    if (isStep(statement.text.length + 64)) yield;
    if (statement.text !== '') messages.push(statement);
  }
  return { kind: 'facts', title: null, time: scope.time, messages };
}

/** Whether an object contains nothing but a list. */
function isOnlyList(tape: Tape, owner: TapeNode, list: TapeNode): boolean {
  if (owner === NO_NODE) return true;
  const first = tape.first(owner);
  return first === list && tape.next(first, owner) === NO_NODE;
}

/** The messages, silent where they are on an abandoned branch of a tree. */
function* onActiveBranch(
  tape: Tape,
  messages: readonly JsonMessage[],
  { parent, roles }: LikelyFields,
  owner: TapeNode,
): Steps<readonly JsonMessage[]> {
  if (parent === null) return messages;
  const current = currentOf(tape, owner);
  // in a forum, all answers to a message remain
  if (current === null && roles.length === 0) return messages;
  const isOut = yield* abandoned(messages, current);
  return yield* mapInSteps(messages, (message, i) => (isOut[i] ? { ...message, isSilent: true } : message));
}

/** `current_node`, `currentId`, `current_leaf_message_uuid` */
function currentOf(tape: Tape, owner: TapeNode): string | null {
  if (owner === NO_NODE) return null;
  const member = memberOf(tape, owner, (key) => {
    const words = wordsOf(key);
    return words.length > 1 && CURRENT.test(defined(words[0])) && words.some((word) => /^(?:node|id|uuid|message)$/.test(word));
  });
  return member !== NO_NODE && tape.isString(member) ? tape.stringOf(member, MAX_SHORT) : null;
}

/** Some logs write a message twice, in two forms. The more frequent form remains. */
function* withoutEchoes(messages: readonly JsonMessage[]): Steps<readonly JsonMessage[]> {
  const counts = new Map<string, number>();
  for (const { field, speakers, role } of messages)
    if (field !== '') counts.set(field, (counts.get(field) ?? 0) + (speakers.length > 0 || role !== null ? 2 : 1));
  if (counts.size < 2) return messages;
  const [main] = defined([...counts].sort((a, b) => b[1] - a[1])[0]);
  const isStep = stepMeter();
  const texts = new Set<string>();
  for (const { field, isSilent, text } of messages) {
    if (isStep(text.length)) yield;
    if (field === main && !isSilent) texts.add(text);
  }
  return yield* mapInSteps(messages, (message) =>
    message.field !== main && texts.has(message.text) ? { ...message, isSilent: true } : message,
  );
}
