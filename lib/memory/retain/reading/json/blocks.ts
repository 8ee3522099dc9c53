import { wordsOf } from '#lib/memory/retain/reading/json/field-names';
import { memberOf } from '#lib/memory/retain/reading/json/leaves';
import { NO_NODE, type Tape, type TapeNode } from '#lib/memory/retain/reading/json/tape';
import type { Steps } from '#lib/memory/retain/reading/steps';

/** The text of a message that is a list of blocks: strings, or objects with a type and a text. */

const TYPE = /^(?:type|kind|part_kind|block_type|content_type|msgtype)$/i;
const TEXT = /^(?:text|content|value|plain|elements|children|parts)$/i;
/** An object with a speaker is a message, not a block of one. */
const SPEAKER = /^(?:from|sender|author|role|speaker|user|username|creator)$/i;
const MACHINERY = new Set(
  'think thinking thought thoughts reasoning tool function call result execution interpreter search citation redacted step progress recap hook snapshot system compacted meta command context'.split(
    ' ',
  ),
);
const MEDIA = new Set('image audio video file files document source data'.split(' '));
/** The words in a medium. */
const TRANSCRIPTS = new Set('transcript transcription'.split(' '));
/** Flags of blocks that are not for the reader. */
const THOUGHT = /^(?:is_?)?(?:thought|thinking|reasoning)$/i;

/**
 * Whether a type names the work of an agent: thinking, tools and their results. Nobody says such a
 * block.
 */
export const isMachineryType = (type: string): boolean => wordsOf(type).some((word) => MACHINERY.has(word));

function isIgnored(type: string): boolean {
  const words = wordsOf(type);
  const isMedium = words.some((word) => MEDIA.has(word)) && !words.some((word) => TRANSCRIPTS.has(word));
  return isMedium || isMachineryType(type);
}

/** Whether a member says that its object is a thought of a model: `"thought": true`. */
const isThoughtFlag = (tape: Tape, object: TapeNode): boolean => {
  const flag = memberOf(tape, object, (key) => THOUGHT.test(key));
  return flag !== NO_NODE && tape.isScalar(flag) && !tape.isString(flag) && tape.rawOf(flag) === 'true';
};

const MAX_DEPTH = 4;
const MAX_TYPE = 60;

/** What a block contains: its text, or the blocks inside of it; `NO_NODE` if it has no words. */
function wordsIn(tape: Tape, block: TapeNode): TapeNode {
  if (!tape.isObject(block)) return tape.isString(block) || tape.isList(block) ? block : NO_NODE;
  if (memberOf(tape, block, (key) => SPEAKER.test(key)) !== NO_NODE || isThoughtFlag(tape, block)) return NO_NODE;
  const type = memberOf(tape, block, (key) => TYPE.test(key));
  if (type !== NO_NODE && tape.isString(type) && isIgnored(tape.stringOf(type, MAX_TYPE))) return NO_NODE;
  const text = memberOf(tape, block, (key) => TEXT.test(key));
  return text === NO_NODE
    ? NO_NODE
    : tape.isObject(text)
      ? wordsIn(tape, text)
      : tape.isScalar(text) && !tape.isString(text)
        ? NO_NODE
        : text;
}

const SEEN = 240;
const FIRST = 8;

/** The first words of a list of blocks; null if no block can have words. */
export function firstWords(tape: Tape, list: TapeNode, depth = 0): string | null {
  let isText = false;
  let count = 0;
  for (let child = tape.first(list); child !== NO_NODE && count < FIRST; child = tape.next(child, list), count++) {
    const inner = wordsIn(tape, child);
    if (inner === NO_NODE) continue;
    isText = true;
    const words = tape.isString(inner) ? tape.stringOf(inner, SEEN) : depth < MAX_DEPTH ? (firstWords(tape, inner, depth + 1) ?? '') : '';
    if (words.trim() !== '') return words;
  }
  return isText ? '' : null;
}

/** Parts of a formatted line continue each other; other blocks are paragraphs. */
function joined(parts: readonly string[], isMixed: boolean): string {
  const isLine = isMixed || parts.some((part) => /^\s\S|\S\s$/.test(part));
  return parts.join(isLine ? '' : '\n');
}

/** The words of a list of blocks. */
export function* wordsOfBlocks(tape: Tape, list: TapeNode, depth = 0): Steps<string> {
  const parts: string[] = [];
  let strings = 0;
  let objects = 0;
  for (let child = tape.first(list); child !== NO_NODE; child = tape.next(child, list)) {
    if ((strings + objects) % 256 === 255) yield;
    if (tape.isObject(child)) objects++;
    else strings++;
    const inner = wordsIn(tape, child);
    if (inner === NO_NODE) continue;
    if (tape.isString(inner)) parts.push(yield* tape.longStringOf(inner));
    else if (depth < MAX_DEPTH) parts.push(yield* wordsOfBlocks(tape, inner, depth + 1));
  }
  return joined(
    parts.filter((part) => part !== ''),
    strings > 0 && objects > 0,
  );
}
