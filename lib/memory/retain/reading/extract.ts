import { createHash } from 'node:crypto';
import { defined } from '#lib/base/defined';
import type { DateGrain } from '#lib/base/literals';
import { findDate } from '#lib/base/text/dates';
import { distinct, entitiesOf } from '#lib/base/text/entities';
import { type KnownNames, NO_NAMES } from '#lib/base/text/known-names';
import type { NamedEntity } from '#lib/base/text/named-entity';
import { nameKey } from '#lib/base/text/names';
import { readSentences, type Sentence } from '#lib/base/text/sentences';
import { fold, terms } from '#lib/base/text/terms';
import { countTokens } from '#lib/base/text/tokens';
import type { ItemTurn } from '#lib/memory/retain/reading/chunk';
import { type DateOf, splitUnits } from '#lib/memory/retain/reading/units';

/** The extractor that needs no model: sentences as they were written, with what can be read off them. Deterministic. */

export interface ExtractedUnit {
  /** "Speaker: body", or the body alone */
  readonly text: string;
  /** verbatim slice of the turn's body */
  readonly body: string;
  readonly speaker: string | null;
  /** what keyword search, vector and fingerprint are made of: the body, behind the headings right above it */
  readonly searched: string;
  /** headings over it, outermost first */
  readonly heading: string | null;
  /** index of its turn in the turns given */
  readonly turn: number;
  readonly item: number;
  readonly factType: 'world' | 'experience';
  /** when it happened; null unless the unit names a date. Both ends belong to it. */
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly precision: DateGrain | null;
  readonly entities: readonly NamedEntity[];
  /** indices of the units (of the same answer) that brought this one about, at most two */
  readonly causes: readonly { readonly unit: number; readonly weight: number }[];
  /** cl100k tokens of `text` */
  readonly tokens: number;
  readonly terms: readonly string[];
}

export interface ExtractionContext {
  /** when the item was said; a turn's own time goes before it */
  readonly timestamp: Date | null;
  readonly context: string;
  /** whose memory this is: what it says, and what nobody else is said to say in the first person, is its experience */
  readonly narrator: string | null;
  /** minutes that the speakers' clock is ahead of UTC */
  readonly offsetMinutes?: number;
  /** names to be found in any spelling, beside those of the speakers */
  readonly known?: KnownNames;
  /** name keys met so far in the same document, with their kinds; read and added to, so that several calls help one another */
  readonly evidence?: Map<string, string>;
}

/** Links from words ("therefore") are guesses; a model's are 1. */
const CAUSE_WEIGHT = 0.6;
const MAX_CAUSES = 2;

/** The agent's own side of a conversation. What the system says is told to the agent: no experience of its own. */
const AGENT_ROLES = new Set(['assistant', 'ai', 'bot', 'chatbot', 'agent', 'model', 'tool', 'function']);
/** Words for a place in a conversation, not for somebody. */
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

/** A whole turn of nothing but these says nothing to remember. Answers ("yes", "sure") are kept: with the question before them they say something. */
const FILLER = new Set(
  'ok okay k kk thanks thank you thx ty hi hello hey hiya there bye goodbye haha hahaha hehe lol so much very all again everyone then ok then well'.split(
    ' ',
  ),
);
const FILLER_CORE = new Set('ok okay k kk thanks thank thx ty hi hello hey hiya bye goodbye haha hahaha hehe lol'.split(' '));

/** What a messenger writes in the place of words. */
const NOTICE =
  /^[\u200e\u200f\s]*(?:<?(?:media|image|photo|video|audio|sticker|gif|document|contact card|voice message)\s(?:omitted|not included)>?|<attached:[^>]*>|(?:this message was|you) deleted(?: this message)?\.?|missed (?:voice|video|group) call.*|messages (?:and calls|to this (?:chat|group)).{0,60}end-to-end encrypted.*|waiting for this message.*)$/is;

function isFiller(body: string): boolean {
  if (body.length <= 300 && NOTICE.test(body)) return true;
  if (body.length > 40) return false;
  const words = fold(body).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.every((word) => FILLER.has(word)) && (words.length === 0 || words.some((word) => FILLER_CORE.has(word)));
}

/** This sentence tells what came of the one before it. */
const EFFECT =
  /^(?:["'“(*_-]\s?)?(?:therefore|thus|hence|consequently|accordingly|as a (?:result|consequence)|because of (?:that|this|it)|due to (?:that|this)|for (?:that|this) reason|that['’]?s why|that is why|this is why|which is why|(?:this|that|which|it) (?:has )?(?:led|caused|resulted|meant|forced|made me|made us)|so (?:i|we|he|she|they|it|the|now|my|our|that['’]?s why)|so,? (?:in the end|i['’]|we['’]))(?!\p{L})/iu;
/** This part tells why the one before it is so. */
const REASON =
  /^(?:because|since|as it turned out|due to|owing to|thanks to|the reason (?:is|was|being)|that['’]?s because|this is because|it['’]?s because)(?!\p{L})/iu;

interface UnitDraft {
  readonly turn: number;
  readonly body: string;
  readonly sentences: readonly Sentence[];
}

/**
 * Units of the turns of one item (or of several that share the context), in order. A turn without letters or digits, or of mere
 * courtesy, gives none; so the answer may be empty.
 */
export function extractUnits(turns: readonly ItemTurn[], context: ExtractionContext): ExtractedUnit[] {
  const known = context.known ?? NO_NAMES;
  const evidence = context.evidence ?? new Map<string, string>();
  for (const { speaker } of turns) if (speaker !== null && isPerson(speaker)) evidence.set(nameKey(speaker), 'PERSON');
  return turns.reduce<ExtractedUnit[]>((units, turn, i) => {
    if (turn.body === '' || isFiller(turn.body)) return units;
    const sentences = readSentences(turn.body);
    const named = entitiesOf(turn.body, sentences, { known }, evidence);
    const dateOf: DateOf = (words) => findDate(words, turn.time ?? context.timestamp, { offsetMinutes: context.offsetMinutes });
    // units and sentences are both in order: the walk goes through the sentences once
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
    drafts.forEach((draft, j) => {
      const above = j === 0 ? turn.title : null;
      const over = above === null ? [] : entitiesOf(above, readSentences(above), { known }, evidence).flat();
      units.push(unitOf(turn, draft, above, context, [...over, ...draft.entities], causesOf(drafts, j, first)));
    });
    return units;
  }, []);
}

const wholly = (sentence: Sentence, start: number, end: number): boolean => sentence.start >= start && sentence.end <= end;

const isPerson = (speaker: string): boolean => !ROLES.has(speaker.toLowerCase()) && /\p{L}{2}/u.test(speaker);

function unitOf(
  turn: ItemTurn,
  draft: UnitDraft,
  above: string | null,
  context: ExtractionContext,
  entities: readonly NamedEntity[],
  causes: ExtractedUnit['causes'],
): ExtractedUnit {
  const { body } = draft;
  const { speaker } = turn;
  const text = speaker === null ? body : `${speaker}: ${body}`;
  const searched = above === null ? body : `${above}\n${body}`;
  const reference = turn.time ?? context.timestamp;
  const options = { offsetMinutes: context.offsetMinutes };
  // a heading that says when all below it was said names no date of a fact
  const heading = above === null || turn.time !== null ? null : findDate(above, reference, options);
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
    factType: factTypeOf(speaker, body, context.narrator),
    occurredStart: date?.start ?? null,
    occurredEnd: date?.end ?? null,
    precision: date?.grain ?? null,
    entities: distinct([...own, ...entities]),
    causes,
    tokens: countTokens(text),
    terms: terms(searched),
  };
}

function factTypeOf(speaker: string | null, body: string, narrator: string | null): 'world' | 'experience' {
  if (speaker !== null) {
    const isNarrator = narrator !== null && narrator !== '' && nameKey(speaker) === nameKey(narrator);
    return isNarrator || AGENT_ROLES.has(speaker.toLowerCase()) ? 'experience' : 'world';
  }
  return narrator && FIRST_PERSON.test(body) ? 'experience' : 'world';
}

/** Connectives at the border of two neighbouring units of one turn. Inside a unit there is nothing to link: cause and effect are found together. */
function causesOf(drafts: readonly UnitDraft[], i: number, first: number): { unit: number; weight: number }[] {
  const causes: { unit: number; weight: number }[] = [];
  const own = defined(drafts[i]);
  const next = drafts[i + 1];
  if (i > 0 && EFFECT.test(own.body) && !/\?["')]?$/.test(own.body)) causes.push({ unit: first + i - 1, weight: CAUSE_WEIGHT });
  if (next && REASON.test(next.body)) causes.push({ unit: first + i + 1, weight: CAUSE_WEIGHT });
  return causes.slice(0, MAX_CAUSES);
}

/** What must be equal beside the words for a repeat to be one. */
export interface FingerprintContext {
  /** when it was said; only the day (UTC) counts */
  readonly day: Date | null;
  readonly tags: readonly string[];
}

/**
 * The first 64 bits, signed, of the SHA-256 over the words in their order (folded; numbers and negations are words like any other, only signs
 * between words are dropped), the speaker, the day, the tags as a set and the fact type. Two units with the same number say the same.
 */
export function fingerprintOf(unit: Pick<ExtractedUnit, 'searched' | 'speaker' | 'factType'>, { day, tags }: FingerprintContext): bigint {
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
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest().readBigInt64BE(0);
}
