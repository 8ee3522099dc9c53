import type { GraphNode } from '#components/graph/model';
import { defined } from '#lib/base/defined';
import { terms } from '#lib/base/text/terms';

/**
 * Topics of a community: the words that distinguish its memories from all others in the picture.
 */

/**
 * Runs between whitespace, and the words in them. Runs with digits or symbols, such as ids and
 * addresses, contain no words.
 */
const RUN = /\S+/gu;
const EDGES = /^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu;
const WORDY = /^[\p{L}\p{M}]+(?:[-–—/'’…,;!?][\p{L}\p{M}]+)*$/u;
const WORD = /[\p{L}\p{M}]{4,18}/gu;
/**
 * Letter sequences that are not words: an uppercase letter after a lowercase one, a letter three
 * times, Latin ones without a vowel.
 */
const UNSAID = /\p{Ll}\p{Lu}|(.)\1\1|^[b-df-hj-np-tv-xzB-DF-HJ-NP-TV-XZ]+$/u;
/** The speaker at the start of a text. A name is not a topic. */
const SPEAKER = /^[\p{L}\p{M}][\p{L}\p{M}\p{N} .'’-]{0,40}:\s/u;
/** Stems of greetings, praise, numbers and times that occur in any conversation. */
const FILLERS = new Set(
  terms(
    `absolutely actually agree almost already altogether always amazing another around anything anyone appreciate ask awesome back bad beautiful begin believe
    best better big bring bye care chance come coming cool cute day days definitely different easy else enjoy enough even every everyone
    everything everywhere exactly excited fair feel feeling felt finally find fine first five forget four found friday fun give glad gladly good gotten great
    guess guys half happen happened happy hard head hear heard hello help hey hi hope hour hours huge hundred idea important incredible
    interesting keep kind knew know known last late later leave left less life little long look looking looks lot love loved lovely luck lucky
    made make makes maybe mean meant mind minute moment monday month months morning much name need needs never new next nice night nobody
    nothing number often old open pass past people perhaps place plan point prefer pretty push put question quite rather ready remember
    right said saturday saw say saying says second see seem seems seen send sent sense serious seven share shared show showed sixty small
    somebody someone something sometimes soon sorry sort sound sounds special start started starts stay still stop story stuff suggest
    sunday super support sure take taken takes taking talk tell ten thank thanks thing things think third thought thousand three thursday
    time times today together told tomorrow tonight took tried truly true try trying tuesday two understand use used usually wait want wanted watch
    way wednesday week weekend weeks welcome went whole wonder wonderful word words work works world worry worth wow write wrong year
    years yesterday yet`,
  ),
);
/** Minimum count, share and ratio to the rest of the picture for a word of a community. */
const LEAST = { times: 2, share: 0.03, ratio: 1.4 } as const;
const WORDS = 3;
/** Words with the same first letters count as one: inspector and inspection. */
const ALIKE = 5;

/** The last word of a truncated text may be incomplete. */
const CUT = /\S*…$/u;
/** If most words are lowercase, a word that never is, is a name. This does not apply to German. */
const MOST_NAMES = 0.35;

/** Words of a text by stem, in their original spelling. */
function wordsOf(text: string): Map<string, string> {
  const words = new Map<string, string>();
  for (const chunk of text.replace(SPEAKER, '').replace(CUT, '').match(RUN) ?? []) {
    const trimmed = chunk.replaceAll(EDGES, '');
    for (const word of WORDY.test(trimmed) ? (trimmed.match(WORD) ?? []) : []) {
      if (UNSAID.test(word)) continue;
      const [stem] = terms(word);
      if (stem !== undefined && !words.has(stem)) words.set(stem, word);
    }
  }
  return words;
}

/**
 * Stems that are never lowercase. Words that occur once may be at the start of a sentence, but they
 * do not matter anyway.
 */
function alwaysLarge(texts: readonly ReadonlyMap<string, string>[]): string[] {
  const isSmall = new Map<string, boolean>();
  for (const words of texts)
    for (const [stem, word] of words) isSmall.set(stem, isSmall.get(stem) || word.charAt(0) === word.charAt(0).toLocaleLowerCase());
  const large = [...isSmall].filter(([, small]) => !small).map(([stem]) => stem);
  return large.length > isSmall.size * MOST_NAMES ? [] : large;
}

/** A few words for each community of memories. A community without typical words has no entry. */
export function topicsOf(nodes: readonly GraphNode[], groups: ReadonlyMap<string, number>): ReadonlyMap<number, string> {
  const texts = nodes
    .filter(({ id, kind }) => kind !== 'entity' && groups.has(id))
    .map(({ id, label }) => [defined(groups.get(id)), wordsOf(label)] as const);
  const names = new Set([
    ...nodes.filter(({ kind }) => kind === 'entity').flatMap(({ label }) => terms(label)),
    ...alwaysLarge(texts.map(([, words]) => words)),
  ]);
  const inAll = new Map<string, number>();
  const inGroup = new Map<number, { size: number; words: Map<string, { times: number; word: string }> }>();
  for (const [group, words] of texts) {
    const own = inGroup.get(group) ?? { size: 0, words: new Map() };
    inGroup.set(group, own);
    own.size += 1;
    for (const [stem, word] of words) {
      inAll.set(stem, (inAll.get(stem) ?? 0) + 1);
      own.words.set(stem, { times: (own.words.get(stem)?.times ?? 0) + 1, word: own.words.get(stem)?.word ?? word.toLocaleLowerCase() });
    }
  }
  const topics = new Map<number, string>();
  for (const [group, { size, words }] of inGroup) {
    const ranked = [...words]
      .filter(([stem, { times }]) => !names.has(stem) && !FILLERS.has(stem) && times >= Math.max(LEAST.times, size * LEAST.share))
      .map(([stem, { times, word }]) => {
        const elsewhere = (defined(inAll.get(stem)) - times + 0.5) / (texts.length - size + 1);
        return { word, ratio: times / size / elsewhere, times };
      })
      .filter(({ ratio }) => ratio >= LEAST.ratio)
      .sort((a, b) => b.times * Math.log(b.ratio) - a.times * Math.log(a.ratio) || (a.word < b.word ? -1 : 1))
      .filter(({ word }, i, all) => !all.slice(0, i).some((before) => word.slice(0, ALIKE) === before.word.slice(0, ALIKE)))
      .slice(0, WORDS);
    const name = ranked.map(({ word }) => word).join(', ');
    // A name that two communities share distinguishes neither.
    if (name !== '' && ![...topics.values()].includes(name)) topics.set(group, name);
  }
  return topics;
}
