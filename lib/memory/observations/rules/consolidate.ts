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
import { type DatedStatement, linesOf, linesOfChange, withoutRepeats } from '#lib/memory/observations/rules/lines';
import { changeReason, isStatement, type ReadableMemory, readMemory } from '#lib/memory/validity/rules/replaces';

/**
 * Consolidation without a language model. The text of an observation depends only on its evidence.
 * The evidence is at least two memories of one scope with statements of the same slot or the same
 * words. So neither their order nor their division into batches matters, and a second run changes
 * nothing. The text consists of lines: verbatim sentences with their days, or the template
 * `Earlier (date): …`. Nothing is inferred or reworded, and no sentence is repeated.
 */

/** Minimum number of memories: an observation states what several memories say. */
const LEAST = 2;
/**
 * Values shown beside the newest one: earlier ones of a single-valued matter, further ones of a
 * many-valued matter.
 */
const EARLIER = 2;
const BESIDE = 4;
/** Fewer repeated content words are a phrase, not a statement with subject, verb and object. */
const MIN_TERMS = 3;

const bits = (text: string): bigint => createHash('sha256').update(text).digest().readBigInt64BE();

/** A memory's statement about a slot. Without a claim, the slot identifies its words. */
interface SlotMatch {
  readonly source: FactSource;
  readonly claim: SlotClaim | null;
}

/** The claims of a batch, by which the store finds related memories. */
export interface BatchClaims {
  readonly slots: ReadonlySet<bigint>;
  /** slots by memory */
  readonly claims: ReadonlyMap<string, readonly bigint[]>;
}

/** The slots of a memory: those of its claims or, without claims, that of its words. */
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

/** The longer wording. Of equally long ones, a fixed choice. */
const fuller = (a: string, b: string): string => (a.length !== b.length ? (a.length > b.length ? a : b) : a < b ? a : b);

interface Value extends DatedStatement, Pick<SlotClaim, 'words' | 'denies'> {}

/**
 * Merges statements with the same words, or of the same place: the fullest wording and the latest
 * mention. Oldest first.
 */
function valuesOf(found: readonly { source: FactSource; claim: SlotClaim }[]): Value[] {
  const byWords = new Map<string, Value>();
  for (const { source, claim } of found) {
    const before = byWords.get(claim.words);
    // Move it to the end: the latest mention decides the order.
    byWords.delete(claim.words);
    const sentence = before ? fuller(before.sentence, claim.sentence) : claim.sentence;
    byWords.set(claim.words, { sentence, source, words: claim.words, denies: claim.denies });
  }
  return [...byWords.values()];
}

/** The values of a single-valued matter: a denial counts only if it denies the value before it. */
function activeValues(values: readonly Value[]): Value[] {
  const active: Value[] = [];
  for (const value of values) {
    const last = active.at(-1);
    if (value.denies === null) active.push(value);
    else if (last && last.denies === null && value.denies.every((term) => terms(last.sentence).includes(term))) active.push(value);
  }
  return active;
}

/** Whether `value` was mentioned before `newest`. Without distinct times, nothing is earlier. */
const isEarlier = (value: Value, newest: Value): boolean =>
  value.source.id === newest.source.id ||
  (value.source.mentionedAt !== null && newest.source.mentionedAt !== null && value.source.mentionedAt < newest.source.mentionedAt);

/** The newest first, without repeats. */
const listNewestFirst = (newestFirst: readonly DatedStatement[]): string => linesOf(withoutRepeats(newestFirst).slice(0, BESIDE + 1));

interface RepeatedText {
  readonly text: string;
  /** memories that support the text; a denial of something else does not count */
  readonly sourceCount: number;
}

/**
 * The text about one matter; null if all memories only deny. `found` is ordered by time, oldest
 * first, and not empty.
 */
function describeMatter(found: readonly { source: FactSource; claim: SlotClaim }[]): RepeatedText | null {
  const values = valuesOf(found);
  if (defined(found[0]).claim.cardinality === 'many') return { text: listNewestFirst(values.reverse()), sourceCount: countSources(found) };
  const active = activeValues(values).reverse();
  const [newest, ...others] = active;
  if (!newest) return null;
  const words = new Set(active.map((value) => value.words));
  const sourceCount = countSources(found.filter(({ claim }) => words.has(claim.words)));
  const [shown = newest, ...earlier] = withoutRepeats(active).slice(0, EARLIER + 1);
  const isChange =
    others.every((value) => isEarlier(value, newest)) && earlier.every((value, i) => isPast(value, [shown, ...earlier.slice(0, i)]));
  return { text: isChange ? linesOfChange(shown, earlier) : listNewestFirst(active), sourceCount };
}

/**
 * Whether a later statement ended it, by the rules of validity: two values of one matter may both
 * be true. A denial before the newest statement is past.
 */
const isPast = (value: Value, later: readonly Value[]): boolean =>
  isDenial(value) || later.some((one) => changeReason(memoryOf(one), memoryOf(value)) !== null);

function isDenial(value: Value): boolean {
  const { clauses } = readMemory(memoryOf(value));
  return value.denies !== null || (clauses.length > 0 && !clauses.some(isStatement));
}

const memoryOf = ({ sentence, source }: Value): ReadableMemory => ({ text: sentence, speaker: source.speaker });

const countSources = (found: readonly { readonly source: FactSource }[]): number => new Set(found.map(({ source }) => source.id)).size;

type DraftEvidence = Pick<ObservationDraft, 'sources' | 'surplus'>;

function draftOf(known: KnownObservation | null, slot: bigint | null, text: string, evidence: DraftEvidence): ObservationDraft {
  const speaker = speakerOf(evidence.sources);
  return { known, slot, text, searched: searchedOf(text, speaker), speaker, ...evidence, method: EXTRACTIVE };
}

/** Matches by slot; each memory is read once. */
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

/** The observation of a slot from all its statements; null if there are too few. */
function draftFrom(known: KnownObservation | null, slot: bigint, all: readonly SlotMatch[]): ObservationDraft | null {
  const evidence = evidenceOf(all.map(({ source }) => source));
  if (evidence.sources.length < LEAST) return null;
  const of = new Map<string, { source: FactSource; claim: SlotClaim }[]>();
  for (const { source, claim } of all) if (claim) of.set(source.id, [...(of.get(source.id) ?? []), { source, claim }]);
  if (of.size === 0) return draftOf(known, slot, evidence.sources.map(({ text }) => text).reduce(fuller), evidence);
  // Ordered by time, then by position in the text; each claim of a memory once.
  const found = evidence.sources.flatMap(({ id }) => [...new Map(defined(of.get(id)).map((one) => [one.claim.sentence, one])).values()]);
  const repeated = describeMatter(found);
  return repeated === null || repeated.sourceCount < LEAST ? null : draftOf(known, slot, repeated.text, evidence);
}

/**
 * The text that the remaining evidence supports, by rules alone, directly after a source was
 * removed: no text without evidence remains. For a text by a language model, it consists of the
 * remaining sentences until the model runs again.
 */
export function redraft(known: KnownObservation, left: readonly FactSource[]): ObservationDraft | null {
  if (left.length === 0) return null;
  if (known.slot !== null) return draftFrom(known, known.slot, bySlot(left).get(known.slot) ?? []);
  const evidence = evidenceOf(left);
  const newestFirst = [...evidence.sources].reverse().map((source) => ({ sentence: source.text, source }));
  return draftOf(known, null, listNewestFirst(newestFirst), evidence);
}

/**
 * The plan for a batch of one scope. `known` are the observations of its slots, each with its
 * evidence. `others` are memories of the scope that were read before and have a slot without an
 * observation.
 */
export function planExtractive(
  facts: readonly FactSource[],
  reading: BatchClaims,
  known: readonly KnownObservation[],
  others: readonly FactSource[],
): ConsolidationPlan {
  const knownBySlot = new Map(known.flatMap((one) => (one.slot === null ? [] : [[one.slot, one] as const])));
  const matchesBySlot = bySlot([...facts, ...others, ...known.flatMap(({ sources }) => sources)]);
  const drafts: ObservationDraft[] = [];
  const removed: KnownObservation[] = [];
  for (const slot of reading.slots) {
    const before = knownBySlot.get(slot) ?? null;
    const draft = draftFrom(before, slot, defined(matchesBySlot.get(slot)));
    if (draft) drafts.push(draft);
    else if (before) removed.push(before);
  }
  return { drafts, removed, claims: reading.claims };
}
