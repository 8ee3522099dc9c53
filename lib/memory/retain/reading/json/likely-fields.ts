import { defined } from '#lib/base/defined';
import { firstWords } from '#lib/memory/retain/reading/json/blocks';
import { fieldName, isPlainName, isWeakSpeaker } from '#lib/memory/retain/reading/json/field-names';
import { type Leaf, leavesOf } from '#lib/memory/retain/reading/json/leaves';
import type { Tape, TapeNode } from '#lib/memory/retain/reading/json/tape';
import { isNameLike, isOpaque, isProse, isTimeLike, roleOf } from '#lib/memory/retain/reading/json/values';
import { isIgnoredRole } from '#lib/memory/retain/reading/markers';

/**
 * Decides which fields of similar objects are the text, the speaker and the time of a message. The
 * values of a sample decide: words, or few short values that repeat. Names break ties.
 */

export interface LikelyFields {
  /** best first; the next one counts where a message has no words in the one before it */
  readonly texts: readonly string[];
  /** names of people and accounts, best first */
  readonly speakers: readonly string[];
  /** `user`, `assistant`, …; best first */
  readonly roles: readonly string[];
  readonly times: readonly string[];
  /** the path of an id that other objects name as their parent */
  readonly id: string | null;
  readonly parent: string | null;
  /** most of the texts are several words */
  readonly isProse: boolean;
  /** the texts are strings, rather than lists of blocks */
  readonly isPlain: boolean;
  /** several fields of an object look like texts ("question", "answer") */
  readonly pair: readonly [string, string] | null;
}

interface FieldValues {
  readonly path: string;
  count: number;
  strings: number;
  lists: number;
  numbers: number;
  prose: number;
  names: number;
  opaque: number;
  times: number;
  roles: number;
  /** names of instructions and of what tools do, which are roles beside others */
  ignored: number;
  words: number;
  readonly distinct: Set<string>;
}

/** Objects that are compared. */
const SAMPLE = 256;
/** Characters of a value that are read. */
const SEEN = 240;

export function sampleOf<T>(list: readonly T[]): T[] {
  if (list.length <= SAMPLE) return [...list];
  const front = list.slice(0, SAMPLE / 2);
  const step = (list.length - front.length) / (SAMPLE / 2);
  return [...front, ...Array.from({ length: SAMPLE / 2 }, (_, i) => defined(list[front.length + Math.floor(i * step)]))];
}

function valuesOf(tape: Tape, objects: readonly (readonly Leaf[])[]): FieldValues[] {
  const fields = new Map<string, FieldValues>();
  for (const leaves of objects)
    for (const { path, kind, node } of leaves) {
      if (kind === 'true') continue;
      let field = fields.get(path);
      if (!field) {
        field = {
          path,
          count: 0,
          strings: 0,
          lists: 0,
          numbers: 0,
          prose: 0,
          names: 0,
          opaque: 0,
          times: 0,
          roles: 0,
          ignored: 0,
          words: 0,
          distinct: new Set(),
        };
        fields.set(path, field);
      }
      field.count++;
      if (kind === 'list') {
        field.lists++;
        const words = firstWords(tape, node);
        if (words === null) continue;
        if (isProse(words)) field.prose++;
        if (words !== '') field.words += words.split(/\s+/, 40).length;
        continue;
      }
      const value = kind === 'string' ? tape.stringOf(node, SEEN) : tape.rawOf(node);
      if (value === '') continue;
      if (kind === 'string') field.strings++;
      else field.numbers++;
      field.distinct.add(value);
      // ids are numbers as well
      if (isTimeLike(value) && (fieldName(path).time > 0 || !/^\d+$/.test(value))) field.times++;
      if (kind !== 'string') continue;
      field.words += value.split(/\s+/, 40).length;
      if (isProse(value)) field.prose++;
      if (isNameLike(value)) field.names++;
      if (isOpaque(value)) field.opaque++;
      if (roleOf(value) !== null) field.roles++;
      else if (isIgnoredRole(value)) field.ignored++;
    }
  return [...fields.values()];
}

/** Whether the values of a field are roles. */
const isRoleField = ({ roles, ignored, strings }: FieldValues): boolean => roles > 0 && (roles + ignored) * 2 > strings;

interface Ranked {
  readonly field: FieldValues;
  readonly score: number;
}

const best = (ranked: Ranked[]): FieldValues[] => ranked.sort((a, b) => b.score - a.score).map(({ field }) => field);

/** The likely texts, best first. `total`: the number of objects. */
function textsOf(fields: readonly FieldValues[], total: number): FieldValues[] {
  const ranked = fields.flatMap((field): Ranked[] => {
    const { path, count, strings, lists, prose, opaque, times, words } = field;
    const name = fieldName(path);
    if (strings + lists === 0 || words === 0) return [];
    const share = prose / count;
    // without a fitting name, only prose counts
    if (name.text < 0 || (name.text === 0 && (share < 0.3 || strings === 0))) return [];
    if (strings > 0 && (opaque + times) / strings > 0.6 && share < 0.2 && name.text < 0.9) return [];
    const average = Math.min(words / count, 20) / 20;
    return [{ field, score: name.text * 4 + share * 3 + average + (2 * count) / total - name.depth * 0.2 }];
  });
  return best(ranked);
}

/** Whether the values of a field are few, short, and differ, as speakers do. */
const repeats = ({ distinct, count, names, strings, numbers }: FieldValues): boolean =>
  distinct.size >= 2 && distinct.size <= Math.max(2, count * 0.6) && names >= strings * 0.9 && strings + numbers >= count * 0.8;

function speakersOf(fields: readonly FieldValues[], texts: readonly FieldValues[], total: number): Ranked[] {
  const used = new Set(texts.slice(0, 1).map(({ path }) => path));
  return fields.flatMap((field): Ranked[] => {
    const { path, count, strings, numbers, lists, names, opaque, times, prose } = field;
    const { speaker, depth } = fieldName(path);
    if (used.has(path) || lists > 0 || strings + numbers === 0 || speaker < 0 || names < strings * 0.8) return [];
    if (times > count / 2 && speaker < 0.5) return [];
    const isRole = isRoleField(field);
    const isRepeated = repeats(field);
    if (numbers > 0 && (speaker < 0.3 || !isRepeated)) return [];
    if (speaker === 0 && !isRole && (!isRepeated || opaque > strings / 2 || prose > strings / 5 || strings < count)) return [];
    if (!isRole && /(?:type|kind)$/i.test(path)) return [];
    if (isWeakSpeaker(path) && !isRole && !(path === 'name' || isRepeated)) return [];
    const score = speaker * 4 + (isRepeated ? 2 : 0) + count / total - (opaque / count) * 1.5 - depth * 0.05;
    return [{ field, score }];
  });
}

function timesOf(fields: readonly FieldValues[], total: number): FieldValues[] {
  const ranked = fields.flatMap((field): Ranked[] => {
    const { path, count, strings, numbers, times, prose } = field;
    const { time, depth } = fieldName(path);
    if (time < 0 || strings + numbers === 0 || prose - times > strings / 2) return [];
    if (time === 0 ? times < count || numbers > 0 || strings < count : times === 0 && strings === 0) return [];
    return [{ field, score: time * 2 + (2 * times) / count + count / total - depth * 0.1 + (numbers > 0 ? 0.2 : 0) }];
  });
  return best(ranked);
}

/** The fields that make a tree of the objects. */
function treeOf(fields: readonly FieldValues[]): Pick<LikelyFields, 'id' | 'parent'> {
  const words = (path: string): string => path.toLowerCase().replace(/[^a-z.]/g, '');
  const parents = fields.filter(({ path, strings }) => strings > 0 && /(?:^|\.)parent(?:message|node)?(?:id|uuid)?$/.test(words(path)));
  for (const parent of parents.sort((a, b) => a.path.length - b.path.length)) {
    const shared = (id: FieldValues): number => [...parent.distinct].filter((value) => id.distinct.has(value)).length;
    const ids = fields
      .filter((field) => field !== parent && field.strings > 0 && field.distinct.size === field.count && /(?:id|uuid)$/i.test(field.path))
      .map((field) => ({ field, score: shared(field) - field.path.split('.').length / 100 }))
      .sort((a, b) => b.score - a.score);
    const [first] = ids;
    if (first && first.score > 0) return { id: first.field.path, parent: parent.path };
  }
  const own = fields.filter(({ path, distinct, count }) => /^(?:message_?)?(?:id|uuid)$/i.test(path) && distinct.size === count);
  return { id: own[0]?.path ?? null, parent: null };
}

const ASKED = /^(?:user|human|question|prompt|input|query|instruction|request|q)$/i;
const ANSWERED = /^(?:assistant|ai|bot|answer|response|completion|output|reply|a|gpt|model)$/i;

function pairOf(fields: readonly FieldValues[]): readonly [string, string] | null {
  const strings = fields.filter(({ strings, words }) => strings > 0 && words > 0);
  const asked = strings.find(({ path }) => ASKED.test(path));
  const answered = strings.find(({ path }) => ANSWERED.test(path));
  return asked && answered && (asked.prose > 0 || answered.prose > 0) ? [asked.path, answered.path] : null;
}

/** A list of pairs: [["question", "answer"], …] */
function isPairList(fields: readonly FieldValues[]): boolean {
  return fields.length === 2 && fields.every(({ path, prose, count }) => /^[01]$/.test(path) && prose >= count / 2);
}

const CLEAR_NAME = 0.45;
const ID = /(?:^|[._])(?:id|uuid|type)$/i;

/**
 * Whether a field names things rather than who speaks: names do not alternate, and there is no
 * time, but other properties than a text, such as a price or a position.
 */
const namesThings = ({ path, distinct, count }: FieldValues, fields: readonly FieldValues[], texts: readonly FieldValues[]): boolean =>
  isPlainName(path) &&
  (distinct.size === count || distinct.size === 1) &&
  fields.every(({ times }) => times === 0) &&
  fields.some((field) => field.path !== path && !texts.includes(field) && !ID.test(field.path));

/** The likely fields of objects of one list. */
export function likelyFields(tape: Tape, objects: readonly TapeNode[]): LikelyFields {
  const sample = sampleOf(objects).map((object) => leavesOf(tape, object));
  const fields = valuesOf(tape, sample);
  const total = Math.max(1, sample.length);
  const texts = textsOf(fields, total);
  const ranked = speakersOf(fields, texts, total);
  const isRole = ({ field }: Ranked): boolean => isRoleField(field);
  const byScore = (list: Ranked[]): string[] => best(list).map(({ path }) => path);
  const [text] = texts;
  const roles = ranked.filter(isRole);
  // beside roles, only a field that is named like a person's is one
  const people = ranked.filter(
    (one) =>
      !isRole(one) && !namesThings(one.field, fields, texts) && (roles.length === 0 || fieldName(one.field.path).speaker > CLEAR_NAME),
  );
  return {
    texts: texts.filter((field, i) => i === 0 || fieldName(field.path).text > 0).map(({ path }) => path),
    speakers: byScore(people),
    roles: byScore(roles),
    times: timesOf(fields, total).map(({ path }) => path),
    ...treeOf(fields),
    isProse: text !== undefined && text.prose >= text.count / 2,
    isPlain: text !== undefined && text.strings > 0,
    pair: pairOf(fields) ?? (isPairList(fields) ? ['0', '1'] : null),
  };
}
