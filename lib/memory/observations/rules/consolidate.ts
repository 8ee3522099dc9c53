import { createHash } from 'node:crypto';
import { defined } from '#lib/base/defined';
import { EXTRACTIVE } from '#lib/base/literals';
import { terms } from '#lib/base/text/terms';
import {
  type ConsolidationPlan,
  evidenceOf,
  type FactSource,
  type KnownObservation,
  type ObservationDraft,
  searchedOf,
  speakerOf,
} from '#lib/memory/observations/plan';
import { bodyOf, claimsOf, type SlotClaim, sameWords } from '#lib/memory/observations/rules/claims';

/**
 * Consolidation without a model. What an observation says is a function of its evidence and of nothing else: the memories of one scope
 * whose statements have the same slot, or the same words, two at least. So the order in which they come, and how they are cut into batches, cannot matter,
 * and a second run changes nothing. Its text is verbatim sentences, their days and the template `Earlier (date): …`; nothing is inferred or reworded.
 */

/** One memory says it itself: an observation is what several say. */
const LEAST = 2;
/** Values that are told beside the newest: earlier ones of what holds one, further ones of what holds many. */
const EARLIER = 2;
const BESIDE = 4;
/** Fewer content words said twice are a phrase, not a statement: who, did what, to what. */
const MIN_TERMS = 3;

const bits = (text: string): bigint => createHash('sha256').update(text).digest().readBigInt64BE();

/** What a memory says of a slot; without a claim it is its words that are said again. */
interface SlotMatch {
  readonly source: FactSource;
  readonly claim: SlotClaim | null;
}

/** What the batch says, so that the store can be asked what else belongs to it. */
export interface BatchClaims {
  readonly slots: ReadonlySet<bigint>;
  /** slots by memory */
  readonly claims: ReadonlyMap<string, readonly bigint[]>;
}

/** The slots of a memory: of its claims, or where it makes none, of its words. */
function slotsOf({ text, speaker }: FactSource): [bigint, SlotClaim | null][] {
  const claims = claimsOf(text, speaker);
  if (claims.length > 0) return claims.map((claim) => [bits(`claim ${claim.slot}`), claim]);
  const isStatement = terms(bodyOf(text, speaker)).length >= MIN_TERMS && !text.trimEnd().endsWith('?');
  return isStatement ? [[bits(`said ${sameWords(text)}`), null]] : [];
}

export function readClaims(facts: readonly FactSource[]): BatchClaims {
  const claims = new Map(facts.map((fact) => [fact.id, [...new Set(slotsOf(fact).map(([slot]) => slot))]]));
  return { slots: new Set([...claims.values()].flat()), claims };
}

const dayOf = (date: Date | null): string => date?.toISOString().slice(0, 10) ?? '';
const inBrackets = (date: Date | null): string => (date ? ` (${dayOf(date)})` : '');

/** The longer wording; of equally long ones always the same. */
const fuller = (a: string, b: string): string => (a.length !== b.length ? (a.length > b.length ? a : b) : a < b ? a : b);

interface Value extends Pick<SlotClaim, 'words' | 'denies'> {
  readonly sentence: string;
  readonly source: FactSource;
}

/** Statements of the same words, or of the same place, are one: the fullest wording, the latest mention. Oldest first. */
function valuesOf(found: readonly { source: FactSource; claim: SlotClaim }[]): Value[] {
  const byWords = new Map<string, Value>();
  for (const { source, claim } of found) {
    const before = byWords.get(claim.words);
    // Once more at the end: the latest mention decides the order.
    byWords.delete(claim.words);
    const sentence = before ? fuller(before.sentence, claim.sentence) : claim.sentence;
    byWords.set(claim.words, { sentence, source, words: claim.words, denies: claim.denies });
  }
  return [...byWords.values()];
}

/** The speaker is named where another one begins to speak. */
function joined(parts: readonly { sentence: string; source: FactSource }[]): string {
  return parts
    .map(({ sentence, source: { speaker } }, i) => {
      const isSame = i > 0 && speaker !== null && defined(parts[i - 1]).source.speaker === speaker;
      return isSame ? searchedOf(sentence, speaker) : sentence;
    })
    .join(' ');
}

/** Of what holds one value: a denial counts where it denies the value before it. */
function holding(values: readonly Value[]): Value[] {
  const held: Value[] = [];
  for (const value of values) {
    const last = held.at(-1);
    if (value.denies === null) held.push(value);
    else if (last && last.denies === null && value.denies.every((term) => terms(last.sentence).includes(term))) held.push(value);
  }
  return held;
}

/** Whether `value` was said before `newest`, and not only written down beside it: of one time, or of none, nothing is earlier. */
const isEarlier = (value: Value, newest: Value): boolean =>
  value.source.id === newest.source.id ||
  (value.source.mentionedAt !== null && newest.source.mentionedAt !== null && value.source.mentionedAt < newest.source.mentionedAt);

/** The newest first, each with its day where there are several. */
function besideOneAnother(newestFirst: readonly Value[]): string {
  const told = newestFirst.slice(0, BESIDE + 1);
  const isOfOneDay = new Set(told.map(({ source }) => dayOf(source.mentionedAt))).size === 1;
  return joined(
    told.map((value) => (isOfOneDay ? value : { ...value, sentence: `${value.sentence}${inBrackets(value.source.mentionedAt)}` })),
  );
}

interface RepeatedText {
  readonly text: string;
  /** memories that say any of it: a denial of something else proves nothing */
  readonly saidBy: number;
}

/** What memories claim about one matter; null: they only deny. `found` in the order of time, oldest first, not empty. */
function tell(found: readonly { source: FactSource; claim: SlotClaim }[]): RepeatedText | null {
  const values = valuesOf(found);
  if (defined(found[0]).claim.holds === 'many') return { text: besideOneAnother(values.reverse()), saidBy: countSources(found) };
  const held = holding(values).reverse();
  const [newest, ...others] = held;
  if (!newest) return null;
  const words = new Set(held.map((value) => value.words));
  const saidBy = countSources(found.filter(({ claim }) => words.has(claim.words)));
  if (!others.every((value) => isEarlier(value, newest))) return { text: besideOneAnother(held), saidBy };
  const earlier = others
    .slice(0, EARLIER)
    .map(({ sentence, source }) => ` Earlier${inBrackets(source.mentionedAt)}: ${searchedOf(sentence, newest.source.speaker)}`);
  return { text: `${newest.sentence}${earlier.join('')}`, saidBy };
}

const countSources = (found: readonly { readonly source: FactSource }[]): number => new Set(found.map(({ source }) => source.id)).size;

type DraftEvidence = Pick<ObservationDraft, 'sources' | 'surplus'>;

function draftOf(known: KnownObservation | null, slot: bigint | null, text: string, evidence: DraftEvidence): ObservationDraft {
  const speaker = speakerOf(evidence.sources);
  return { known, slot, text, searched: searchedOf(text, speaker), speaker, ...evidence, method: EXTRACTIVE };
}

/** What memories say, by slot; each memory is read once. */
function bySlot(sources: readonly FactSource[]): Map<bigint, SlotMatch[]> {
  const all = new Map<bigint, SlotMatch[]>();
  for (const source of new Map(sources.map((one) => [one.id, one])).values()) {
    for (const [slot, claim] of slotsOf(source)) {
      const found = all.get(slot);
      if (found) found.push({ source, claim });
      else all.set(slot, [{ source, claim }]);
    }
  }
  return all;
}

/** How an observation of a slot is, from all that says anything about it; null: too little does. */
function draftFrom(known: KnownObservation | null, slot: bigint, all: readonly SlotMatch[]): ObservationDraft | null {
  const evidence = evidenceOf(all.map(({ source }) => source));
  if (evidence.sources.length < LEAST) return null;
  const of = new Map<string, { source: FactSource; claim: SlotClaim }[]>();
  for (const { source, claim } of all) if (claim) of.set(source.id, [...(of.get(source.id) ?? []), { source, claim }]);
  if (of.size === 0) return draftOf(known, slot, evidence.sources.map(({ text }) => text).reduce(fuller), evidence);
  // In the order of time, then of place in the text; each claim of a memory once.
  const found = evidence.sources.flatMap(({ id }) => [...new Map(defined(of.get(id)).map((one) => [one.claim.sentence, one])).values()]);
  const told = tell(found);
  return told === null || told.saidBy < LEAST ? null : draftOf(known, slot, told.text, evidence);
}

/**
 * What evidence is left of an observation still says, without asking anybody: right after a source was taken away, so that no text stays
 * that nothing proves. For a text that a model wrote these are the sentences of what is left, until the model has looked again.
 */
export function redraft(known: KnownObservation, left: readonly FactSource[]): ObservationDraft | null {
  if (left.length === 0) return null;
  if (known.slot !== null) return draftFrom(known, known.slot, bySlot(left).get(known.slot) ?? []);
  const evidence = evidenceOf(left);
  const newestFirst = [...evidence.sources].reverse().slice(0, BESIDE + 1);
  return draftOf(known, null, joined(newestFirst.map((source) => ({ sentence: source.text, source }))), evidence);
}

/**
 * The plan for a batch of one scope. `known` are the observations of the slots of the reading, each with its evidence; `others` the memories
 * of the scope that were read before and have one of the slots of which there is no observation yet.
 */
export function planExtractive(
  facts: readonly FactSource[],
  reading: BatchClaims,
  known: readonly KnownObservation[],
  others: readonly FactSource[],
): ConsolidationPlan {
  const holders = new Map(known.flatMap((one) => (one.slot === null ? [] : [[one.slot, one] as const])));
  const said = bySlot([...facts, ...others, ...known.flatMap(({ sources }) => sources)]);
  const drafts: ObservationDraft[] = [];
  const removed: KnownObservation[] = [];
  for (const slot of reading.slots) {
    const before = holders.get(slot) ?? null;
    const draft = draftFrom(before, slot, defined(said.get(slot)));
    if (draft) drafts.push(draft);
    else if (before) removed.push(before);
  }
  return { drafts, removed, claims: reading.claims };
}
