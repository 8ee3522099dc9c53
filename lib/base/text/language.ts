import model from 'wink-eng-lite-web-model';
import winkNLP, { type ItsHelpers, type WinkMethods } from 'wink-nlp';
import { defined } from '#lib/base/defined';
import { shared } from '#lib/base/once-per-process';

/**
 * English sentence borders and parts of speech. One model per process, loaded by `loadLanguage` or
 * at the first sentence (0.1 to 0.3 s in one piece, 26 MB). The library stores every new word
 * permanently, so they are removed after this number, in some ten milliseconds. The number also
 * keeps answers right: the library has 14 bits for the shape of a word, and counts words with later
 * shapes as abbreviations.
 */
const NEW_WORDS_LIMIT = 5_000;
const KNOWN_WORDS_LIMIT = 20_000;

/** Words, or their shapes, prefixes or suffixes. */
interface Feature {
  readonly list: string[];
  /** the position of each in the list */
  readonly hash: Record<string, number>;
  /** the length of the list */
  index: number;
  /** its length without new words */
  readonly intrinsicSize: number;
}

/** The data of the model, as the library reads it from its files and extends it. */
interface LanguageData {
  readonly features: Readonly<Record<'lexeme' | 'prefix' | 'suffix' | 'shape', Feature>>;
}

interface LoadedLanguage {
  readonly nlp: WinkMethods;
  readonly its: ItsHelpers;
}

interface Language {
  data: LanguageData | null;
  loaded: LoadedLanguage | null;
  /** by word in lower case: whether it is common */
  readonly common: Map<string, boolean>;
}

const language = shared('text.english', (): Language => ({ data: null, loaded: null, common: new Map() }));

/** Takes most of the time of loading, so it is done once. */
function readData(): LanguageData {
  language.data ??= (model.core as () => LanguageData)();
  return language.data;
}

function removeNewWords({ features: { lexeme, prefix, suffix, shape } }: LanguageData): void {
  for (const feature of [lexeme, prefix, suffix, shape]) {
    for (const value of feature.list.splice(feature.intrinsicSize)) delete feature.hash[value];
    feature.index = feature.intrinsicSize;
  }
}

/** Whether the word with this number in the library is not in the model's own lexicon. */
const isNew = (number: number): boolean => number >= readData().features.lexeme.intrinsicSize;

function ready(): LoadedLanguage {
  const { list, intrinsicSize } = readData().features.lexeme;
  if (list.length - intrinsicSize > NEW_WORDS_LIMIT) {
    // Its own tables of them cannot shrink: the library makes new ones.
    language.loaded = null;
    removeNewWords(readData());
  }
  if (!language.loaded) {
    const nlp = winkNLP({ ...model, core: readData }, ['sbd', 'pos']);
    language.loaded = { nlp, its: nlp.its };
  }
  return language.loaded;
}

/** Loads the model now, so that no request waits for it. */
export function loadLanguage(): void {
  ready();
}

export interface TaggedWord {
  readonly value: string;
  /** offset in the text that was read */
  readonly start: number;
  readonly end: number;
  /** universal part of speech, for example PROPN, VERB, AUX */
  readonly pos: string;
}

export interface ReadText {
  readonly words: TaggedWord[];
  /** index of each sentence's first word */
  readonly sentences: number[];
}

/**
 * Words with their places and parts of speech, and the beginnings of sentences. Line breaks are
 * white space to the model.
 */
export function readWords(text: string): ReadText {
  const { nlp, its } = ready();
  const document = nlp.readDoc(text);
  const tokens = document.tokens();
  const values = tokens.out(its.value) as string[];
  const tags = tokens.out(its.pos) as string[];
  const words: TaggedWord[] = [];
  let at = 0;
  for (let i = 0; i < values.length; i++) {
    const value = defined(values[i]);
    const start = text.indexOf(value, at);
    // The tagger may write a part of a contraction otherwise than the text does. Such a word is
    // placed where the previous one ends.
    const found = start < 0 || start - at > 64 ? at : start;
    at = found + value.length;
    words.push({ value, start: found, end: Math.min(at, text.length), pos: defined(tags[i]) });
  }
  const spans = document.sentences().out(its.span) as unknown as [number, number][];
  return { words, sentences: spans.map(([first]) => first) };
}

/**
 * The lexicon contains these as ordinary lowercase words, but capitalized they are only names.
 * Names that are also words ("Max", "Grace") are not listed.
 */
const GIVEN_NAMES = new Set(
  `anna anthony ben beth billy bob bobby carlos catherine cynthia donna edward elizabeth harry jack jerry johnny joseph josh ken meg mike nick oscar
  rob sam ted theresa tom tony`.split(/\s+/),
);

/**
 * Whether the model's lexicon has the word in lower case as an ordinary one. Then a capital at the
 * start of a sentence carries no information.
 */
export function isCommonWord(word: string): boolean {
  const { common } = language;
  const lower = word.toLowerCase();
  const remembered = common.get(lower);
  if (remembered !== undefined) return remembered;
  const { nlp, its } = ready();
  if (GIVEN_NAMES.has(lower)) return false;
  const token = nlp.readDoc(lower).tokens().itemAt(0);
  const answer = !isNew(token.out(its.uniqueId) as number) && token.out(its.pos) !== 'PROPN';
  if (common.size >= KNOWN_WORDS_LIMIT) common.clear();
  common.set(lower, answer);
  return answer;
}
