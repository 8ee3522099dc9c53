import { createHash } from 'node:crypto';
import { defined } from '#lib/base/defined';
import type { DateGrain } from '#lib/base/literals';
import { findDate } from '#lib/base/text/dates';
import { distinct, entitiesOf } from '#lib/base/text/entities';
import { termsOf } from '#lib/base/text/index-terms';
import { KnownNames, NO_NAMES } from '#lib/base/text/known-names';
import { ENGLISH, type Language, languageWithin } from '#lib/base/text/languages/of';
import { personWordsOf } from '#lib/base/text/languages/persons';
import { surroundingLanguage } from '#lib/base/text/languages/surroundings';
import type { NamedEntity } from '#lib/base/text/named-entity';
import { nameKey } from '#lib/base/text/names';
import { readSentences, type Sentence } from '#lib/base/text/sentences';
import { fold } from '#lib/base/text/terms';
import { countTokens } from '#lib/base/text/tokens';
import { type CauseWords, causeWordsOf } from '#lib/memory/retain/reading/cause-words';
import type { ItemTurn } from '#lib/memory/retain/reading/chunk';
import { isCourtesy } from '#lib/memory/retain/reading/courtesies';
import { isChatRemark, isDeedNotice, isNotice } from '#lib/memory/retain/reading/notices';
import { type DateOf, splitUnits } from '#lib/memory/retain/reading/units';

/**
 * The extractor without a model: sentences as they were written, with the data that rules find in
 * them. Deterministic.
 */

export interface ExtractedUnit {
  /** "Speaker: body", or the body alone */
  readonly text: string;
  /** verbatim slice of the turn's body */
  readonly body: string;
  readonly speaker: string | null;
  /**
   * input of keyword search, vector and fingerprint: the body, after the headings directly above it
   */
  readonly searched: string;
  /** headings over it, outermost first */
  readonly heading: string | null;
  /** index of its turn in the given turns */
  readonly turn: number;
  readonly item: number;
  readonly factType: 'world' | 'experience';
  /** when it happened; null unless the unit names a date. Both ends are inclusive. */
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly precision: DateGrain | null;
  readonly entities: readonly NamedEntity[];
  /** indices of the units of the same result that caused this one, at most two */
  readonly causes: readonly { readonly unit: number; readonly weight: number }[];
  /** cl100k tokens of `text` */
  readonly tokens: number;
  readonly terms: readonly string[];
}

export interface ExtractionContext {
  /** when the item was written; the time of a turn overrides it */
  readonly timestamp: Date | null;
  readonly context: string;
  /**
   * The owner of the memory. Its statements, and first-person statements without a speaker, are its
   * experience.
   */
  readonly narrator: string | null;
  /** minutes that the speakers' time zone is ahead of UTC */
  readonly offsetMinutes?: number;
  /** names to find in any spelling, in addition to those of the speakers */
  readonly known?: KnownNames;
  /**
   * name keys found so far in the same document, with their kinds; read and extended, so that
   * several calls share them
   */
  readonly evidence?: Map<string, string>;
}

/** Links from words ("therefore") are guesses; those of a model have weight 1. */
const CAUSE_WEIGHT = 0.6;
const MAX_CAUSES = 2;

/**
 * Roles of the agent in a conversation. System messages are input of the agent, not its experience.
 */
const AGENT_ROLES = new Set(['assistant', 'ai', 'gpt', 'bot', 'chatbot', 'agent', 'model', 'tool', 'function']);
/** Words for a role in a conversation, not for a person. */
const ROLES = new Set([
  ...AGENT_ROLES,
  'system',
  'user',
  'human',
  'customer',
  'client',
  'operator',
  'caller',
  'host',
  'guest',
  'interviewer',
  'interviewee',
  'moderator',
  'narrator',
]);

const FIRST_PERSON = /(?:^|[^\p{L}])(?:I|I['’](?:m|ve|d|ll)|[Mm]y|[Mm]yself|[Ww]e|[Ww]e['’](?:re|ve|d|ll)|[Oo]ur)(?![\p{L}])/u;

/** Whether a turn contains nothing but what a messenger wrote. */
export function isChatNotice({ body, speaker, isRemark }: Pick<ItemTurn, 'body' | 'speaker' | 'isRemark'>): boolean {
  if (isRemark) return isChatRemark(body);
  return speaker === null ? body.startsWith('<') && isNotice(body) : isNotice(body) || isDeedNotice(body, speaker);
}

interface UnitDraft {
  readonly turn: number;
  readonly body: string;
  readonly sentences: readonly Sentence[];
}

/**
 * Extracts the units of the turns of one item (or of several with the same context), in order. A
 * turn without letters or digits, or with only courtesies, gives none, so the result may be empty.
 */
export function extractUnits(turns: readonly ItemTurn[], context: ExtractionContext): ExtractedUnit[] {
  const known = context.known ?? NO_NAMES;
  const evidence = context.evidence ?? new Map<string, string>();
  const people = [...new Set(turns.flatMap(({ speaker }) => (speaker !== null && isPerson(speaker) ? [speaker] : [])))];
  for (const speaker of people) evidence.set(nameKey(speaker), 'PERSON');
  const speakers = new KnownNames(people.map((name) => ({ name, kind: 'PERSON' })));
  const surrounding = surroundingLanguage(turns);
  return turns.reduce<ExtractedUnit[]>((units, turn, i) => {
    if (turn.body === '' || isCourtesy(turn.body) || isChatNotice(turn)) return units;
    const language = languageWithin(turn.body, surrounding(turn.speaker));
    const sentences = readSentences(turn.body, language);
    const named = entitiesOf(turn.body, sentences, { known, speakers }, evidence, language);
    const { offsetMinutes } = context;
    const dateOf: DateOf = (words) =>
      findDate(words, turn.time ?? context.timestamp, { offsetMinutes, language: languageWithin(words, language) });
    // units and sentences are both sorted: one walk through the sentences is enough
    let from = 0;
    const drafts = splitUnits(turn.body, sentences, dateOf).map(({ start, end }): UnitDraft & { entities: NamedEntity[] } => {
      while (from < sentences.length && defined(sentences[from]).end <= start) from++;
      const own: number[] = [];
      for (let j = from; j < sentences.length && defined(sentences[j]).start < end; j++) own.push(j);
      const body = turn.body.slice(start, end);
      const entities = own.flatMap((j) =>
        wholly(defined(sentences[j]), start, end) ? defined(named[j]) : defined(named[j]).filter(({ name }) => body.includes(name)),
      );
      return { turn: i, body, sentences: own.map((j) => defined(sentences[j])), entities };
    });
    const first = units.length;
    const causeWords = causeWordsOf(language);
    drafts.forEach((draft, j) => {
      const above = j === 0 ? turn.title : null;
      const over = above === null ? [] : entitiesOf(above, readSentences(above), { known }, evidence).flat();
      units.push(
        unitOf(turn, { ...draft, language }, above, context, [...over, ...draft.entities], causesOf(drafts, j, first, causeWords)),
      );
    });
    return units;
  }, []);
}

const wholly = (sentence: Sentence, start: number, end: number): boolean => sentence.start >= start && sentence.end <= end;

/** Marks of vowels may be between the letters. */
const TWO_LETTERS = /\p{L}\p{M}{0,4}\p{L}/u;
const isPerson = (speaker: string): boolean => !ROLES.has(speaker.toLowerCase()) && TWO_LETTERS.test(speaker);

function unitOf(
  turn: ItemTurn,
  draft: UnitDraft & { readonly language: Language },
  above: string | null,
  context: ExtractionContext,
  entities: readonly NamedEntity[],
  causes: ExtractedUnit['causes'],
): ExtractedUnit {
  const { body } = draft;
  const language = languageWithin(body, draft.language);
  const { speaker } = turn;
  const text = speaker === null ? body : `${speaker}: ${body}`;
  const searched = above === null ? body : `${above}\n${body}`;
  const reference = turn.time ?? context.timestamp;
  const options = { offsetMinutes: context.offsetMinutes, language };
  // a heading that dates everything below it is not the date of a fact
  const heading = above === null || turn.time !== null ? null : findDate(above, reference, { offsetMinutes: context.offsetMinutes });
  const date = findDate(body, reference, options) ?? heading;
  const own = speaker !== null && isPerson(speaker) ? [{ name: speaker, kind: 'PERSON' }] : [];
  return {
    text,
    body,
    searched,
    speaker,
    heading: turn.heading,
    turn: draft.turn,
    item: turn.item,
    factType: factTypeOf(speaker, { body, language }, context.narrator),
    occurredStart: date?.start ?? null,
    occurredEnd: date?.end ?? null,
    precision: date?.grain ?? null,
    entities: distinct([...own, ...entities]),
    causes,
    tokens: countTokens(text),
    terms: termsOf(searched),
  };
}

function factTypeOf(
  speaker: string | null,
  { body, language }: { readonly body: string; readonly language: Language },
  narrator: string | null,
): 'world' | 'experience' {
  if (speaker !== null) {
    const isNarrator = narrator !== null && narrator !== '' && nameKey(speaker) === nameKey(narrator);
    return isNarrator || AGENT_ROLES.has(speaker.toLowerCase()) ? 'experience' : 'world';
  }
  return narrator && isFirstPerson(body, language) ? 'experience' : 'world';
}

function isFirstPerson(body: string, language: Language): boolean {
  return language === ENGLISH ? FIRST_PERSON.test(body) : personWordsOf(language).isFirstPerson(body);
}

/**
 * Connectives between two consecutive units of one turn. Cause and effect in one unit need no link:
 * they are found together.
 */
function causesOf(
  drafts: readonly UnitDraft[],
  i: number,
  first: number,
  { statesEffect, statesReason }: CauseWords,
): { unit: number; weight: number }[] {
  const causes: { unit: number; weight: number }[] = [];
  const own = defined(drafts[i]);
  const next = drafts[i + 1];
  if (i > 0 && statesEffect(own.body)) causes.push({ unit: first + i - 1, weight: CAUSE_WEIGHT });
  if (next && statesReason(next.body)) causes.push({ unit: first + i + 1, weight: CAUSE_WEIGHT });
  return causes.slice(0, MAX_CAUSES);
}

/** Fields besides the words that a repeat must share. */
export interface FingerprintContext {
  /** when it was written; only the day (UTC) counts */
  readonly day: Date | null;
  readonly tags: readonly string[];
  /** given with the item; null: not given */
  readonly validity: { readonly from: Date | null; readonly to: Date | null } | null;
}

/**
 * A 64-bit fingerprint: the first 64 bits, signed, of a SHA-256. It covers the words in order
 * (folded; signs between words are dropped), the speaker, the day, the set of tags, the fact
 * type and the given validity. Two units with the same fingerprint have the same content.
 */
export function fingerprintOf(
  unit: Pick<ExtractedUnit, 'searched' | 'speaker' | 'factType'>,
  { day, tags, validity }: FingerprintContext,
): bigint {
  const words =
    fold(unit.searched).match(
      /[\p{L}\p{N}\p{M}]+(?:[.,:'’+#%/-]+(?=[\p{L}\p{N}])[\p{L}\p{N}\p{M}]+)*[+#%]*|[$€£¥?<>=+-]+|\p{Extended_Pictographic}/gu,
    ) ?? [];
  const parts = [
    words.join(' '),
    unit.speaker === null ? '' : fold(unit.speaker),
    day === null ? '' : day.toISOString().slice(0, 10),
    JSON.stringify([...new Set(tags)].sort()),
    unit.factType,
    ...(validity === null ? [] : [validity]),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest().readBigInt64BE(0);
}
