import { fieldName, wordsOf } from '#lib/memory/retain/reading/json/field-names';
import { leavesOf } from '#lib/memory/retain/reading/json/leaves';
import { ROOT, type Tape, type TapeNode } from '#lib/memory/retain/reading/json/tape';
import { isNameLike, isOpaque } from '#lib/memory/retain/reading/json/values';
import { type Steps, stepMeter } from '#lib/memory/retain/reading/steps';

/** Finds the names of people of whom messages only have an id. */

/** Characters of an id. */
const MAX_ID = 64;
const NAMES = [
  'real_name',
  'realname',
  'full_name',
  'fullname',
  'display_name',
  'displayname',
  'name',
  'nickname',
  'username',
  'screen_name',
  'fallback_name',
  'login',
  'first_name',
];
const PERSON = new Set(
  'user users profile person people member members participant participants author sender contact contacts account bot data'.split(' '),
);

/** The name in an object that also contains the id. */
function nameIn(tape: Tape, object: TapeNode, id: string): string | null {
  let found: string | null = null;
  let rank = NAMES.length;
  for (const { path, kind, node } of leavesOf(tape, object)) {
    if (kind !== 'string') continue;
    const keys = path.split('.');
    const own = wordsOf(keys.at(-1) ?? '');
    const at = Math.max(
      NAMES.indexOf(own.join('_')),
      NAMES.indexOf(own.join('')),
      NAMES.indexOf(own.filter((word) => !PERSON.has(word)).join('_')),
    );
    if (at < 0 || at >= rank || fieldName(path).speaker < 0) continue;
    if (keys.slice(0, -1).some((key) => !wordsOf(key).some((word) => PERSON.has(word)))) continue;
    const name = tape.stringOf(node, 100).trim();
    if (name === id || !isNameLike(name) || isOpaque(name)) continue;
    found = name;
    rank = at;
  }
  return found;
}

/**
 * The names of ids. An id is named by an object that contains it besides a name ("id", "name"), or
 * by the member of which it is the key.
 */
export function* namesOf(tape: Tape, ids: ReadonlySet<string>): Steps<Map<string, string>> {
  const names = new Map<string, string>();
  if (ids.size === 0) return names;
  const isStep = stepMeter();
  const open: TapeNode[] = [];
  for (let node = ROOT + 1; node < tape.size; node++) {
    if (isStep(0)) yield;
    while (open.length > 0 && tape.endOf(open[open.length - 1] ?? ROOT) <= tape.startOf(node)) open.pop();
    const parent = open[open.length - 1];
    if (!tape.isScalar(node)) open.push(node);
    if (parent === undefined || !tape.isObject(parent)) continue;
    if (tape.keyLengthOf(node) <= MAX_ID) {
      const key = tape.keyOf(node);
      if (ids.has(key) && !names.has(key)) {
        const name = tape.isString(node) ? tape.stringOf(node, 100).trim() : tape.isObject(node) ? nameIn(tape, node, key) : null;
        if (name && isNameLike(name)) names.set(key, name);
      }
    }
    if (!tape.isScalar(node) || tape.endOf(node) - tape.startOf(node) > MAX_ID + 2) continue;
    const value = tape.isString(node) ? tape.stringOf(node) : tape.rawOf(node);
    if (!ids.has(value) || names.has(value)) continue;
    const grandparent = open.length > 1 ? open[open.length - 2] : undefined;
    const isNested = grandparent !== undefined && tape.isObject(grandparent) && /^(?:id|profile|user)$/i.test(tape.keyOf(parent));
    const name = nameIn(tape, parent, value) ?? (isNested ? nameIn(tape, grandparent, value) : null);
    if (name) names.set(value, name);
  }
  return names;
}

/** A speaker that may be an id of which the file has the name. */
export const mayBeId = (speaker: string): boolean =>
  speaker !== '' && speaker.length <= MAX_ID && !/\s/.test(speaker) && (/\d/.test(speaker) || isOpaque(speaker));
