import { createHash } from 'node:crypto';
import { EXTRACTIVE } from '#lib/literals';
import { bodyOf, type Claim, claimsOf, sameWords } from '#lib/llm/builtin/claims';
import { evidenceOf, type Known, type ObservationDraft, type Plan, type Source, searchedOf, speakerOf } from '#lib/observations/plan';
import { terms } from '#lib/text/terms';

/**
 * Consolidation without a model. What an observation says is a function of its evidence and of nothing else: the memories of one scope
 * whose statements have the same slot, or the same words. So the order in which they come, and how they are cut into batches, cannot matter, and a second run
 * changes nothing. Its text is verbatim sentences and the template `Earlier (date): …`; nothing is inferred or reworded.
 */

/** Values that are told beside the newest: earlier ones of what holds one, further ones of what holds many. */
const EARLIER = 2;
const BESIDE = 4;
/** Fewer content words said twice are a phrase, not a statement: who, did what, to what. */
const MIN_TERMS = 3;

const bits = (text: string): bigint => createHash('sha256').update(text).digest().readBigInt64BE();
const slotHash = (slot: string): bigint => bits(`claim ${slot}`);

interface Found {
  readonly source: Source;
  readonly claim: Claim;
}

/** What the batch says, so that the store can be asked what else belongs to it. */
export interface Reading {
  /** by slot */
  readonly slots: ReadonlySet<bigint>;
  /** by memory: hash of the words of those without a claim */
  readonly statements: ReadonlyMap<string, bigint>;
}

export function readClaims(facts: readonly Source[]): Reading {
  const slots = new Set<bigint>();
  const statements = new Map<string, bigint>();
  for (const { id, text, speaker } of facts) {
    const claims = claimsOf(text, speaker);
    for (const { slot } of claims) slots.add(slotHash(slot));
    if (claims.length === 0 && terms(bodyOf(text, speaker)).length >= MIN_TERMS && !text.trimEnd().endsWith('?'))
      statements.set(id, repeatHash(text));
  }
  return { slots, statements };
}

const day = (date: Date | null): string => (date ? ` (${date.toISOString().slice(0, 10)})` : '');

/** The longer wording; of equally long ones always the same. */
const fuller = (a: string, b: string): string => (a.length !== b.length ? (a.length > b.length ? a : b) : a < b ? a : b);

/** Statements of the same words, or of the same place, are one: the fullest wording, the latest mention. Oldest first. */
function values(found: readonly Found[]): { sentence: string; source: Source }[] {
  const byWords = new Map<string, { sentence: string; source: Source }>();
  for (const { source, claim } of found) {
    const before = byWords.get(claim.words);
    // Once more at the end: the latest mention decides the order.
    byWords.delete(claim.words);
    byWords.set(claim.words, { sentence: before ? fuller(before.sentence, claim.sentence) : claim.sentence, source });
  }
  return [...byWords.values()];
}

/** The speaker is named where another one begins to speak. */
function joined(parts: readonly { sentence: string; source: Source }[]): string {
  return parts
    .map(({ sentence, source: { speaker } }, i) => {
      const isSame = i > 0 && speaker !== null && parts[i - 1]!.source.speaker === speaker;
      return isSame ? searchedOf(sentence, speaker) : sentence;
    })
    .join(' ');
}

/** The text for what memories claim about one matter. `found` in the order of time, oldest first, not empty. */
export function tell(found: readonly Found[]): string {
  const newestFirst = values(found).reverse();
  const [newest, ...others] = newestFirst;
  if (found[0]!.claim.holds === 'many') return joined(newestFirst.slice(0, BESIDE + 1));
  const earlier = others
    .slice(0, EARLIER)
    .map(({ sentence, source }) => ` Earlier${day(source.mentionedAt)}: ${searchedOf(sentence, newest!.source.speaker)}`);
  return `${newest!.sentence}${earlier.join('')}`;
}

type Evidence = Pick<ObservationDraft, 'sources' | 'surplus'>;

function draftOf(known: Known | null, slot: bigint | null, text: string, evidence: Evidence): ObservationDraft {
  const speaker = speakerOf(evidence.sources);
  return { known, slot, text, searched: searchedOf(text, speaker), speaker, ...evidence, method: EXTRACTIVE };
}

/** What memories claim, by slot; each memory is read once. */
function claimsBySlot(sources: readonly Source[]): Map<bigint, Found[]> {
  const bySlot = new Map<bigint, Found[]>();
  for (const source of sources) {
    for (const claim of claimsOf(source.text, source.speaker)) {
      const slot = slotHash(claim.slot);
      const found = bySlot.get(slot);
      if (found) found.push({ source, claim });
      else bySlot.set(slot, [{ source, claim }]);
    }
  }
  return bySlot;
}

/** How an observation of a slot is, from what claims anything about it; null: nothing does. */
function fromClaims(known: Known | null, slot: bigint, all: readonly Found[]): ObservationDraft | null {
  const evidence = evidenceOf(all.map(({ source }) => source));
  if (evidence.sources.length === 0) return null;
  const of = new Map<string, Found[]>();
  for (const one of all) of.set(one.source.id, [...(of.get(one.source.id) ?? []), one]);
  // In the order of time, then of place in the text; each claim of a memory once.
  const found = evidence.sources.flatMap(({ id }) => [...new Map(of.get(id)!.map((one) => [one.claim.sentence, one])).values()]);
  return draftOf(known, slot, tell(found), evidence);
}

const repeatHash = (text: string): bigint => bits(`said ${sameWords(text)}`);

/** `all` say the same words; said once it is no observation. */
function fromRepeats(known: Known | null, slot: bigint, all: readonly Source[]): ObservationDraft | null {
  const evidence = evidenceOf(all);
  const texts = evidence.sources.map(({ text }) => text);
  return texts.length < 2 ? null : draftOf(known, slot, texts.reduce(fuller), evidence);
}

/**
 * What evidence is left of an observation still says, without asking anybody: right after a source was taken away, so that no text stays
 * that nothing proves. For a text that a model wrote these are the sentences of what is left, until the model has looked again.
 */
export function retell(known: Known, left: readonly Source[]): ObservationDraft | null {
  if (left.length === 0) return null;
  const { slot } = known;
  if (slot !== null) {
    const repeats = left.filter(({ text }) => repeatHash(text) === slot);
    return fromClaims(known, slot, claimsBySlot(left).get(slot) ?? []) ?? fromRepeats(known, slot, repeats);
  }
  const evidence = evidenceOf(left);
  const newestFirst = [...evidence.sources].reverse().slice(0, BESIDE + 1);
  return draftOf(known, null, joined(newestFirst.map((source) => ({ sentence: source.text, source }))), evidence);
}

/**
 * The plan for a batch of one scope. `known` are the observations of the slots of the reading, each with its evidence; `repeats` the
 * memories of the scope with the words of a statement of it.
 */
export function planExtractive(facts: readonly Source[], reading: Reading, known: readonly Known[], repeats: readonly Source[]): Plan {
  const bySlot = new Map(known.flatMap((one) => (one.slot === null ? [] : [[one.slot, one] as const])));
  const fresh = claimsBySlot(facts);
  const drafts: ObservationDraft[] = [];
  for (const slot of reading.slots) {
    const before = bySlot.get(slot) ?? null;
    const kept = before ? (claimsBySlot(before.sources).get(slot) ?? []) : [];
    const draft = fromClaims(before, slot, [...kept, ...(fresh.get(slot) ?? [])]);
    if (draft) drafts.push(draft);
  }
  const said = new Map<bigint, Source[]>();
  for (const source of [...facts.filter(({ id }) => reading.statements.has(id)), ...repeats]) {
    const slot = reading.statements.get(source.id) ?? repeatHash(source.text);
    said.set(slot, [...(said.get(slot) ?? []), source]);
  }
  for (const slot of new Set(reading.statements.values())) {
    const before = bySlot.get(slot) ?? null;
    const draft = fromRepeats(before, slot, [...(before?.sources ?? []), ...(said.get(slot) ?? [])]);
    if (draft) drafts.push(draft);
  }
  return { drafts, removed: [], statements: reading.statements };
}
