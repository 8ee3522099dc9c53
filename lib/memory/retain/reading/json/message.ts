import { isMachineryType, wordsOfBlocks } from '#lib/memory/retain/reading/json/blocks';
import { wordsOf } from '#lib/memory/retain/reading/json/field-names';
import { type Leaf, leavesOf } from '#lib/memory/retain/reading/json/leaves';
import type { LikelyFields } from '#lib/memory/retain/reading/json/likely-fields';
import type { Tape, TapeNode } from '#lib/memory/retain/reading/json/tape';
import { isNameLike, readTime, roleOf, type WrittenTime } from '#lib/memory/retain/reading/json/values';
import { isIgnoredRole } from '#lib/memory/retain/reading/markers';
import type { Steps } from '#lib/memory/retain/reading/steps';

/** Reads one message of a conversation by its likely fields. */

export interface JsonMessage {
  /** the range of its object */
  readonly start: number;
  readonly end: number;
  /** the range of its words; empty at the start of the object if it has none */
  readonly textStart: number;
  readonly textEnd: number;
  /** names, accounts and ids of the speaker, best first */
  readonly speakers: readonly string[];
  readonly role: string | null;
  /** with markup */
  readonly text: string;
  /** the path of the text */
  readonly field: string;
  readonly time: WrittenTime | null;
  /** the work of an agent, a remark of the chat, an instruction: it gives no memories */
  readonly isSilent: boolean;
  readonly id: string | null;
  readonly parent: string | null;
  /** what a statement is about */
  readonly subject: string | null;
}

const HIDDEN = new Set('sidechain meta hidden deleted compact'.split(' '));
const SERVICE = new Set(
  'join joined joins leave left leaves service call pin pinned add added adds remove removed invite invited subscribe unsubscribe topic purpose name rename renamed archive unarchive create created icon boost notification tombstone member encryption redaction system recipient reminder'.split(
    ' ',
  ),
);
const TYPE = /(?:^|\.)(?:\w{0,20}_?(?:type|subtype)|kind)$/i;
/** flags of the thoughts of a model; a setting of the model is below another key */
const THOUGHT = /^(?:thought|thinking|reasoning)$|(?:^|\.)is_?(?:thought|thinking|reasoning)$/i;
const CAPTION = /caption$/i;
const PRIVATE_CHANNEL = /^(?:analysis|commentary)$/;
const MAX_SHORT = 120;
/** `User[mika]: hi`: several users can share one role */
const ROLE_NAMED = /^(?:user|human|member)\[([^\]\n]{1,40})\]:\s{0,3}/i;

/** flags of the messages that the owner of the file wrote */
const OWN = /(?:^|\.)(?:(?:is_?)?(?:from_?me|from_?self|sent_?by_?me)|is_?(?:send|sender|outgoing|mine|self|own))$/i;
/** fields with the other side of a chat, even in messages of the owner */
const OTHER_SIDE = /(?:talker|handle|contact|contact_?name|address|peer|phone|phone_?number)$/i;
/** the speaker of a message of the owner of the file */
const OWNER = 'user';

/** Whether a flag marks a message of the owner of the file. */
const isOwn = (tape: Tape, leaves: readonly Leaf[]): boolean =>
  leaves.some(({ path, kind, node }) => OWN.test(path) && (kind === 'true' || (kind === 'number' && tape.rawOf(node) === '1')));

const isServiceType = (type: string): boolean => {
  const words = wordsOf(type);
  return !words.includes('message') && words.some((word) => SERVICE.has(word));
};

/** Whether the flags and types of a message exclude it. `isAgent`: the speakers are roles. */
function isUnspoken(tape: Tape, leaves: readonly Leaf[], isAgent: boolean): boolean {
  return leaves.some(({ path, kind, node }) => {
    const key = path.slice(path.lastIndexOf('.') + 1);
    if (kind === 'true') return THOUGHT.test(path) || wordsOf(key).some((word) => HIDDEN.has(word));
    if (kind !== 'string') return false;
    if (key === 'tool_call_id') return true;
    if (TYPE.test(path)) {
      const type = tape.stringOf(node, MAX_SHORT);
      return isMachineryType(type) || isServiceType(type);
    }
    if (isAgent && key === 'recipient') return tape.stringOf(node, MAX_SHORT) !== 'all';
    return isAgent && key === 'channel' && PRIVATE_CHANNEL.test(tape.stringOf(node, MAX_SHORT));
  });
}

/** A role, or beside roles the name of what a tool does. */
const roleIn = (value: string): string | null => roleOf(value) ?? (isIgnoredRole(value) ? value : null);

const CLOCK_ONLY = /^\s{0,3}\d{1,2}[:.]\d{2}/;
const DAY_ONLY = /^[^:]{6,40}$/;

function timeOf(tape: Tape, byPath: ReadonlyMap<string, Leaf>, paths: readonly string[]): WrittenTime | null {
  const values = paths.flatMap((path) => {
    const leaf = byPath.get(path);
    if (!leaf || leaf.kind === 'list' || leaf.kind === 'true') return [];
    return leaf.kind === 'string' ? tape.stringOf(leaf.node, MAX_SHORT) : tape.rawOf(leaf.node);
  });
  for (const value of values) {
    const clock =
      DAY_ONLY.test(value) && !/^\d+$/.test(value) ? values.find((other) => other !== value && CLOCK_ONLY.test(other)) : undefined;
    const time = CLOCK_ONLY.test(value) && values.length > 1 ? null : readTime(clock === undefined ? value : `${value} ${clock}`);
    if (time !== null) return time;
  }
  return null;
}

/** Reads the object `node`. Without words, its text is empty. */
export function* messageOf(tape: Tape, node: TapeNode, fields: LikelyFields): Steps<JsonMessage> {
  const leaves = leavesOf(tape, node);
  const byPath = new Map<string, Leaf>(leaves.map((leaf) => [leaf.path, leaf]));
  const shortOf = (path: string | null): string | null => {
    const leaf = path === null ? undefined : byPath.get(path);
    if (!leaf || (leaf.kind !== 'string' && leaf.kind !== 'number')) return null;
    return leaf.kind === 'string' ? tape.stringOf(leaf.node, MAX_SHORT).trim() : tape.rawOf(leaf.node);
  };
  let text = '';
  let field = '';
  let textNode: TapeNode | null = null;
  for (const path of fields.texts) {
    const leaf = byPath.get(path);
    if (!leaf || (leaf.kind !== 'string' && leaf.kind !== 'list')) continue;
    const words = leaf.kind === 'string' ? yield* tape.longStringOf(leaf.node) : yield* wordsOfBlocks(tape, leaf.node);
    if (words.trim() === '') continue;
    text = words.trim();
    field = path;
    textNode = leaf.node;
    break;
  }
  const captions = leaves.flatMap(({ path, kind, node: caption }) => {
    const words = kind === 'string' && CAPTION.test(path) && !fields.texts.includes(path) ? tape.stringOf(caption).trim() : '';
    return words === '' ? [] : [`[shares ${words}]`];
  });
  const role = fields.roles.map((path) => roleIn(shortOf(path) ?? '')).find((value) => value !== null) ?? null;
  const own = isOwn(tape, leaves);
  const speakers = fields.speakers.flatMap((path) => {
    const value = shortOf(path);
    return value !== null && isNameLike(value) && !OWN.test(path) && !(own && OTHER_SIDE.test(path)) ? [value] : [];
  });
  const isAgent = fields.roles.length > 0;
  const speaking = role ?? (own && speakers.length === 0 ? OWNER : null);
  const named = ROLE_NAMED.exec(text);
  if (named?.[1] !== undefined) {
    speakers.unshift(named[1]);
    text = text.slice(named[0].length);
  }
  return {
    start: tape.startOf(node),
    end: tape.endOf(node),
    textStart: textNode === null ? tape.startOf(node) : tape.startOf(textNode),
    textEnd: textNode === null ? tape.startOf(node) : tape.endOf(textNode),
    speakers,
    role: speaking,
    text: [text, ...(speakers.length > 0 || speaking !== null ? captions : [])].filter((part) => part !== '').join(' '),
    field,
    time: timeOf(tape, byPath, fields.times),
    isSilent: (role !== null && isIgnoredRole(role)) || isUnspoken(tape, leaves, isAgent),
    id: shortOf(fields.id),
    parent: shortOf(fields.parent),
    subject: null,
  };
}
