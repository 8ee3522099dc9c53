import { NO_NODE, type Tape, type TapeNode } from '#lib/memory/retain/reading/json/tape';
import { isSide } from '#lib/memory/retain/reading/json/values';

/** The values inside an object, with the keys that lead to them. */

/** `list`: a list inside of the object, whose elements are not leaves. */
export type LeafKind = 'string' | 'number' | 'true' | 'list';

export interface Leaf {
  /** keys joined by dots; the elements of an inner list of values have numbers */
  readonly path: string;
  readonly kind: LeafKind;
  readonly node: TapeNode;
}

/** Limit for the values of one object, and for how deep they are. */
const MAX_LEAVES = 256;
const MAX_DEPTH = 6;

const CODE_T = 116;

function kindOf(tape: Tape, node: TapeNode): LeafKind | null {
  if (tape.isString(node)) return 'string';
  if (tape.isList(node)) return 'list';
  const code = tape.text.charCodeAt(tape.startOf(node));
  if (code === CODE_T) return 'true';
  return code === 45 || (code >= 48 && code <= 57) ? 'number' : null;
}

/** The name of a class may be a list: `"id": ["langchain", "schema", "HumanMessage"]`. */
const IDENTIFIER = /^(?:lc_)?id$/;
const MAX_NAMES = 8;

function lastOf(tape: Tape, list: TapeNode): TapeNode {
  let found = NO_NODE;
  let count = 0;
  for (let child = tape.first(list); child !== NO_NODE; child = tape.next(child, list)) {
    if (++count > MAX_NAMES) return NO_NODE;
    found = child;
  }
  return found;
}

const TYPE = /^type$/i;

/**
 * The type of a block that says whose message it is in: "REQUEST" or "RESPONSE"; `NO_NODE` if none
 * does.
 */
function sideIn(tape: Tape, list: TapeNode): TapeNode {
  let count = 0;
  for (let child = tape.first(list); child !== NO_NODE && count < MAX_NAMES; child = tape.next(child, list), count++) {
    const type = memberOf(tape, child, (key) => TYPE.test(key));
    if (type !== NO_NODE && tape.isString(type) && isSide(tape.stringOf(type, MAX_SIDE))) return type;
  }
  return NO_NODE;
}
const MAX_SIDE = 20;

/** The leaves of an object, or of a list of plain values, in the order of the text. */
export function leavesOf(tape: Tape, node: TapeNode): Leaf[] {
  const leaves: Leaf[] = [];
  const visit = (parent: TapeNode, path: string, depth: number): void => {
    const isList = tape.isList(parent);
    let index = 0;
    for (let child = tape.first(parent); child !== NO_NODE && leaves.length < MAX_LEAVES; child = tape.next(child, parent)) {
      const key = isList ? `${index++}` : tape.keyOf(child);
      const own = path === '' ? key : `${path}.${key}`;
      if (tape.isObject(child)) {
        if (depth < MAX_DEPTH && !isList) visit(child, own, depth + 1);
        continue;
      }
      const kind = kindOf(tape, child);
      if (kind) leaves.push({ path: own, kind, node: child });
      if (kind !== 'list') continue;
      const name = IDENTIFIER.test(key) ? lastOf(tape, child) : sideIn(tape, child);
      if (name !== NO_NODE && tape.isString(name)) leaves.push({ path: `${own}.type`, kind: 'string', node: name });
    }
  };
  visit(node, '', 0);
  return leaves;
}

/** All members or elements. */
export function* childrenOf(tape: Tape, parent: TapeNode): Generator<undefined, TapeNode[], undefined> {
  const children: TapeNode[] = [];
  for (let child = tape.first(parent); child !== NO_NODE; child = tape.next(child, parent)) {
    children.push(child);
    if (children.length % 2048 === 0) yield;
  }
  return children;
}

/** The member with a key, of the first ones of an object. */
export function memberOf(tape: Tape, object: TapeNode, isKey: (key: string) => boolean): TapeNode {
  if (!tape.isObject(object)) return NO_NODE;
  let count = 0;
  for (let child = tape.first(object); child !== NO_NODE && count < MAX_LEAVES; child = tape.next(child, object), count++)
    if (isKey(tape.keyOf(child))) return child;
  return NO_NODE;
}
