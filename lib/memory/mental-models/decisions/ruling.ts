import { defined } from '#lib/base/defined';
import type { BlockDecisionKind } from '#lib/base/literals';
import type { Block, CitedFact } from '#lib/memory/mental-models/refresh/port';
import { sameWords, sentencesOf } from '#lib/memory/observations/rules/claims';

/**
 * What people decided about blocks, and how a decision finds its block in a later document. Pure.
 */

export interface BlockDecision {
  readonly blockId: string;
  readonly kind: BlockDecisionKind;
  /** the text of the block when it was decided or added; empty: purged */
  readonly text: string;
  /** the wording of the person; only of a rewording */
  readonly ownText: string | null;
  /** of its section; empty: above all headings */
  readonly heading: string;
  /** the block before it in its section; null: it was the first */
  readonly afterBlockId: string | null;
  /** the sources that only this block cited */
  readonly sourceIds: readonly string[];
  /** all its sources, as they were cited */
  readonly cited: readonly CitedFact[];
}

/** All decisions about one block together. A removal outweighs a wording, and that a pin. */
export interface Ruling extends Pick<BlockDecision, 'blockId' | 'heading' | 'afterBlockId' | 'cited'> {
  /** the text that the block has in every document; null: it is removed */
  readonly text: string | null;
  readonly kind: BlockDecisionKind;
  /** texts of the block, for a language model */
  readonly texts: readonly string[];
  /** the same, normalized */
  readonly words: ReadonlySet<string>;
  readonly sourceIds: ReadonlySet<string>;
  /** normalized texts of these sources: a document that is retained again has new ids */
  readonly sourceWords: ReadonlySet<string>;
}

/** A block that every later document contains. */
export interface FixedRuling extends Ruling {
  readonly text: string;
}

export const isFixed = (ruling: Ruling): ruling is FixedRuling => ruling.text !== null;

const wordsIn = (texts: readonly (string | null)[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => (text === null ? [] : sameWords(text))).filter((words) => words !== ''));

const WEIGHT: Readonly<Record<BlockDecisionKind, number>> = { remove: 2, reword: 1, pin: 0, add: 0 };

function rulingOf(decisions: readonly BlockDecision[]): Ruling {
  const sorted = [...decisions].sort((a, b) => WEIGHT[b.kind] - WEIGHT[a.kind]);
  const first = defined(sorted[0]);
  const cited = new Map(sorted.toReversed().flatMap((one) => one.cited.map((fact) => [fact.id, fact] as const)));
  const sourceIds = new Set(sorted.flatMap((one) => one.sourceIds));
  return {
    blockId: first.blockId,
    heading: first.heading,
    afterBlockId: first.afterBlockId,
    kind: first.kind,
    text: first.kind === 'remove' ? null : (first.ownText ?? first.text),
    cited: [...cited.values()],
    texts: sorted.flatMap(({ text, ownText }) => [text, ownText ?? '']).filter((text) => text !== ''),
    words: wordsIn(sorted.flatMap(({ text, ownText }) => [text, ownText])),
    sourceIds,
    sourceWords: wordsIn([...cited.values()].filter(({ id }) => sourceIds.has(id)).map(({ text }) => text)),
  };
}

/** In the order of the first decision about each block. */
export function rulingsOf(decisions: readonly BlockDecision[]): Ruling[] {
  const byBlock = new Map<string, BlockDecision[]>();
  for (const one of decisions) byBlock.set(one.blockId, [...(byBlock.get(one.blockId) ?? []), one]);
  return [...byBlock.values()].map(rulingOf);
}

export interface SourceWords {
  readonly id: string;
  /** normalized; empty: unknown */
  readonly words: string;
}

/** Whether a fact is behind the block of a ruling: the same memory, or one with the same words. */
export const isBehind = ({ sourceIds, sourceWords }: Ruling, { id, words }: SourceWords): boolean =>
  sourceIds.has(id) || sourceWords.has(words);

type Repeatable = { readonly id: string; readonly text: string; readonly sourceIds: readonly string[] };

/**
 * Whether a memory only repeats what is behind one of the decided blocks: its words, or those of
 * all facts that it summarizes.
 */
export function repeatsOf(rulings: readonly Ruling[]): (one: Repeatable) => boolean {
  if (rulings.length === 0) return () => false;
  return ({ id, text, sourceIds }) => {
    const own = { id, words: sameWords(text) };
    const sources = sourceIds.map((source) => ({ id: source, words: '' }));
    return rulings.some((one) => isBehind(one, own) || (sources.length > 0 && sources.every((source) => isBehind(one, source))));
  };
}

/** The date that an observation without a language model writes before a sentence. */
const DATE = /^\([^()]{1,40}\)\s{0,4}/;

/**
 * Whether a memory only repeats what was removed, or summarizes several facts in sentences of which
 * one was removed or reworded.
 */
export function isRejectedBy(rulings: readonly Ruling[]): (one: Repeatable) => boolean {
  const isRepeated = repeatsOf(rulings.filter((one) => !isFixed(one)));
  const withdrawn = rulings.filter(({ kind }) => kind === 'remove' || kind === 'reword');
  const isWithdrawn = (words: string): boolean => withdrawn.some((one) => one.words.has(words) || one.sourceWords.has(words));
  const quotes = (text: string): boolean => sentencesOf(text).some((sentence) => isWithdrawn(sameWords(sentence.replace(DATE, ''))));
  return (one) => isRepeated(one) || (withdrawn.length > 0 && one.sourceIds.length > 1 && quotes(one.text));
}

/** Finds the text of a memory; null: unknown. */
export type TextOf = (id: string) => string | null;

/**
 * The ruling on a block, by its id, else by its text, else by its facts: it says nothing else if
 * each of its sources was behind the decided block. null: nobody decided about it.
 */
export function rulingFor(block: Pick<Block, 'id' | 'text' | 'sourceIds'>, rulings: readonly Ruling[], textOf: TextOf): Ruling | null {
  const byId = rulings.find(({ blockId }) => blockId === block.id);
  if (byId) return byId;
  const words = sameWords(block.text);
  const byText = rulings.find((one) => one.words.has(words));
  if (byText || block.sourceIds.length === 0) return byText ?? null;
  const sources = block.sourceIds.map((id) => ({ id, words: sameWords(textOf(id) ?? '') }));
  return rulings.find((one) => sources.every((source) => isBehind(one, source))) ?? null;
}
