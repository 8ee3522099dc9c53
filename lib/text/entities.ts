import { isCommonWord } from '#lib/text/language';
import { nameKey } from '#lib/text/names';
import type { Sentence } from '#lib/text/sentences';
import { fold } from '#lib/text/terms';

/**
 * Who and what a sentence names. Aims at precision: a wrong entity joins what does not belong together, a missed one is still found by its
 * words. Kinds are stated only where the name itself shows them.
 */
export const ENTITY_KINDS = ['PERSON', 'ORGANIZATION', 'LOCATION', 'CONCEPT'] as const;
export interface NamedEntity {
  readonly name: string;
  /** one of ENTITY_KINDS, or the word a caller gave with a known name */
  readonly kind: string;
}

const words = (list: string): Set<string> => new Set(list.split(/\s+/));

/** Capitalised, yet no names. In lower case. */
const NOT_NAMES = words(
  `i i. i'm i'd i've i'll im ive january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec
  monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun mondays tuesdays wednesdays thursdays fridays saturdays sundays
  spring summer autumn fall winter today tomorrow yesterday tonight weekend user assistant system human ai bot chatbot agent customer client tool narrator mr mrs ms dr prof sir
  ok okay lol omg btw fyi imo imho asap tbd tba ttyl brb idk rsvp diy faq aka ps etc am pm a.m p.m tv cv pdf url api http https todo eta id vs eod bc ad nb
  yup yep yeah yay wow whoa woah oops oof ooh aww awww haha hmm hmmm mmm mm hey hi hello bye thanks thx congrats cheers gonna gotta wanna kinda sorta dunno gotcha yea nah nope
  mom dad mum grandma grandpa mama papa mommy daddy god lord sis bro buddy dude guys everyone everybody someone nobody anyone north south east west
  internet web english best regards dear sincerely note question answer step part section chapter figure table option example`,
);
/** Stand before a name at the start of a sentence without belonging to it. */
const OPENERS = words(
  `hey hi hello dear thanks thank bye goodbye congrats congratulations wow woah whoa oh ah well so but and or yes no yeah yep ok okay the a an my our your his her their its this that these those
  good great nice happy glad sorry please also then when while if as at in on for from with after before since because although though where who what why how which is are was were do does did
  can could should would will let welcome anytime cheers haha aww awww hmm ugh yay meet ask tell call see maybe perhaps both even just only once until during by to of it he she we they you i not
  some any all every each another new old dr. mr. mrs. ms.`,
);
const SMALL_WORDS = words('a an the of in on to for and or with at by from vs as is into your you');
const CONNECTORS = words('of de da del della di du van von der den la le el al bin ibn y');
const TITLES = /^(?:dr|mr|mrs|ms|miss|prof|professor|sir|madam|lady|captain|capt|aunt|auntie|uncle|president|senator)\.?$/i;
const ORGANIZATION = words(
  'inc inc. corp corp. corporation ltd ltd. llc plc gmbh ag university college institute bank foundation association agency ministry department committee club hospital school academy labs group council union church museum airlines',
);
const PLACE_LAST = words(
  'street avenue road boulevard river lake park island islands beach valley mountain mountains county city canyon desert ocean sea bay hills springs falls peninsula province',
);
const PLACE_FIRST = words('lake mount mt mt. fort cape port');

/** A capitalised word with its inner signs, or one with a capital or digit inside (MySQL, iPhone, GPT-4, AT&T). */
const CAPITALISED = /^(?:\p{Lu}|\p{Ll}{1,3}\p{Lu}\p{Ll})/u;
const INNER_SIGN = /^(?=.*\p{Ll})\p{L}\p{L}*\p{Lu}|^\p{Lu}[\p{L}]*[-.]?\d|^\p{L}+&\p{L}/u;
const CONTRACTION = /['’](?:ll|ve|re|d|m|t)$/i;
const ALL_CAPITALS = /^\p{Lu}[\p{Lu}\p{N}&-]+s?$/u;
const TOKEN = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[-’'&.][\p{L}\p{N}]+)*(?:\+\+|#)?\.?/gu;
const SPECIAL =
  /https?:\/\/[^\s<>"'`)\]]{3,300}|[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}|(?<![\p{L}\p{N}_@/.])@[\p{L}\p{N}_][\p{L}\p{N}_.-]{1,38}|(?<![\p{L}\p{N}_#&/])#\p{L}[\p{L}\p{N}_]{1,50}|`[^`\s]{2,60}`|(?<![\p{L}\p{N}_./-])[A-Za-z]\w{0,40}_\w{1,40}(?:\(\))?|(?<![\w./-])(?:[\w-]{1,40}\/){0,8}[\w-]{1,40}\.(?:ts|tsx|js|mjs|jsx|py|json|md|sql|ya?ml|toml|sh|go|rs|java|csv|html|css)(?![\w.])/gu;
const IDENTIFIER = /^[\p{L}\p{N}_$.:/@-]+(?:\(\))?$/u;

const MAX_PER_UNIT = 12;
const MAX_NAME = 80;

interface Token {
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** begins the sentence, a line, a quotation or what follows a colon */
  readonly initial: boolean;
}

interface Candidate {
  readonly name: string;
  readonly kind: string;
  /** a capital that stands where every word has one: counts only with a second sign */
  readonly doubtful: boolean;
  /** its first word begins the sentence */
  readonly initial: boolean;
  readonly followedByVerb: boolean;
}

/** Names that a caller or a bank already knows, found in any case. */
export class KnownNames {
  private readonly byFirst = new Map<string, { words: string[]; entity: NamedEntity }[]>();

  constructor(entities: Iterable<NamedEntity>) {
    for (const entity of entities) {
      const parts = foldedWords(entity.name).map(({ word }) => word);
      if (parts.length === 0 || parts.length > 6 || parts.join('').length < 2 || (parts.length === 1 && OPENERS.has(parts[0]!))) continue;
      const same = this.byFirst.get(parts[0]!) ?? [];
      same.push({ words: parts, entity });
      this.byFirst.set(parts[0]!, same);
    }
    for (const list of this.byFirst.values()) list.sort((a, b) => b.words.length - a.words.length);
  }

  get empty(): boolean {
    return this.byFirst.size === 0;
  }

  /** Longest names first, none inside another. */
  find(text: string): NamedEntity[] {
    if (this.empty) return [];
    const found: NamedEntity[] = [];
    const said = foldedWords(text);
    for (let i = 0; i < said.length; i++) {
      const match = this.byFirst.get(said[i]!.word)?.find(({ words: parts }) => parts.every((part, j) => said[i + j]?.word === part));
      if (!match) continue;
      found.push(match.entity);
      i += match.words.length - 1;
    }
    return found;
  }
}

export const NO_NAMES = new KnownNames([]);

function foldedWords(text: string): { word: string }[] {
  return (fold(text).match(/[\p{L}\p{N}\p{M}]+(?:\+\+|#)?/gu) ?? []).map((word) => ({ word })).filter(({ word }) => word !== 's');
}

function tokensOf(sentence: string): Token[] {
  const tokens: Token[] = [];
  for (const match of sentence.matchAll(TOKEN)) {
    const start = match.index;
    let value = match[0].replace(/[’']s$/i, '');
    const previous = tokens[tokens.length - 1];
    const gap = sentence.slice(previous ? previous.end : 0, start);
    const initial = previous === undefined || /[:"“”(«•*|/–—!?;\n]|\.\s|\p{Extended_Pictographic}/u.test(gap);
    // a full stop belongs to an initial or an abbreviation, not to the last word
    if (
      value.endsWith('.') &&
      !/^(?:\p{Lu}|Dr|Mr|Mrs|Ms|St|Mt|Jr|Sr|Inc|Corp|Ltd|Prof)\.$/u.test(value) &&
      !/^(?:\p{L}\.){2,}$/u.test(value)
    )
      value = value.slice(0, -1);
    tokens.push({ value, start, end: start + value.length, initial });
  }
  return tokens;
}

/** Title case and shouting: where every word that matters has a capital, a capital carries no information. */
function capitalsMeanLittle(tokens: readonly Token[], sentence: string): boolean {
  const lettered = tokens.filter(({ value }) => /^\p{L}/u.test(value));
  if (lettered.length < 2 || !/\p{Ll}/u.test(sentence)) return lettered.length > 1;
  if (/[.!?]["')]?$/.test(sentence)) return false;
  const capitals = lettered.filter(({ value }) => /^\p{Lu}/u.test(value)).length;
  return capitals > 2 && lettered.length > 3 && lettered.every(({ value }) => /^\p{Lu}/u.test(value) || SMALL_WORDS.has(value));
}

function kindOf(parts: readonly string[], titled: boolean): string {
  if (titled) return 'PERSON';
  if (parts.length < 2) return 'CONCEPT';
  const last = parts[parts.length - 1]!.toLowerCase();
  if (ORGANIZATION.has(last) || (parts[0] === 'University' && parts[1] === 'of') || (parts[0] === 'Bank' && parts[1] === 'of'))
    return 'ORGANIZATION';
  if (PLACE_LAST.has(last) || PLACE_FIRST.has(parts[0]!.toLowerCase())) return 'LOCATION';
  return 'CONCEPT';
}

/** Runs of capitalised words, with the small words between them that names have. */
function runs(tokens: readonly Token[], sentence: string): Token[][] {
  const found: Token[][] = [];
  let run: Token[] = [];
  const close = (): void => {
    while (run.length > 0 && !CAPITALISED.test(run[run.length - 1]!.value) && !/\d/.test(run[run.length - 1]!.value)) run.pop();
    if (run.length > 0) found.push(run);
    run = [];
  };
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const previous = run[run.length - 1];
    const joined = previous !== undefined && /^(?: | & )$/.test(sentence.slice(previous.end, token.start));
    if (!joined) close();
    if (CAPITALISED.test(token.value) || INNER_SIGN.test(token.value)) run.push(token);
    else if (run.length > 0 && joined && (/^\d{1,4}$/.test(token.value) || linksNames(tokens, i, sentence))) run.push(token);
    else close();
  }
  close();
  return found;
}

/** "Rio de Janeiro", "Bank of America", "Lord of the Rings". */
function linksNames(tokens: readonly Token[], i: number, sentence: string): boolean {
  const token = tokens[i]!;
  const next = tokens[i + 1];
  if (!next || sentence.slice(token.end, next.start) !== ' ') return false;
  if (CONNECTORS.has(token.value))
    return CAPITALISED.test(next.value) || (token.value === 'of' && next.value === 'the' && CAPITALISED.test(tokens[i + 2]?.value ?? ''));
  return token.value === 'the' && tokens[i - 1]?.value === 'of' && CAPITALISED.test(next.value);
}

function posAt(sentence: Sentence, offset: number): string {
  return sentence.words.find((word) => word.start <= offset && offset < word.end)?.pos ?? '';
}

function verbFollows(sentence: Sentence, end: number): boolean {
  const next = sentence.words.find((word) => word.start >= end);
  return next !== undefined && (next.pos === 'VERB' || next.pos === 'AUX' || (/^[’']s$/.test(next.value) && next.start === end));
}

/** A run without greetings and articles in front, titles and dates at its ends; nothing when that was all. */
function bareName(run: readonly Token[]): { parts: readonly Token[]; titled: boolean } {
  let parts = [...run];
  let titled = false;
  while (parts.length > 0) {
    const head = parts[0]!;
    const lower = head.value.toLowerCase();
    const strippable = head.initial || lower === 'the' || /^i(?:['’.]|$)/.test(lower);
    if (TITLES.test(head.value) && parts.length > 1) titled = true;
    else if (!CONNECTORS.has(head.value) && !(strippable && (OPENERS.has(lower) || NOT_NAMES.has(lower)))) break;
    parts = parts.slice(1);
  }
  while (parts.length > 0 && endsInDate(parts)) parts = parts.slice(0, -1);
  const only = parts.length === 1 ? parts[0]!.value : null;
  const empty = only !== null && (only.length < 2 || NOT_NAMES.has(only.toLowerCase()) || CONTRACTION.test(only) || /^\d/.test(only));
  return { parts: empty ? [] : parts, titled };
}

/** "of March 15", "on Monday": the date, and the small word before it, belong to no name. */
function endsInDate(parts: readonly Token[]): boolean {
  const last = parts[parts.length - 1]!.value;
  const before = parts[parts.length - 2]?.value;
  const isDay = /^\d{1,4}$/.test(last) && before !== undefined && NOT_NAMES.has(before.toLowerCase().replace(/\.$/, ''));
  return isDay || CONNECTORS.has(last) || (parts.length > 1 && NOT_NAMES.has(last.toLowerCase()));
}

type Verdict = 'name' | 'doubtful' | 'none';

/** How much the capitals of a run say by themselves. */
function verdictOn(parts: readonly Token[], sentence: Sentence): Verdict {
  const isProper = ({ start }: Token): boolean => posAt(sentence, sentence.start + start) === 'PROPN';
  const first = parts[0]!;
  if (parts.length > 1) {
    if (!parts.some((part) => isProper(part) || INNER_SIGN.test(part.value))) return 'none';
    return first.initial && parts.length === 2 && parts.every(({ value }) => isCommonWord(value)) ? 'doubtful' : 'name';
  }
  const { value, initial } = first;
  if (INNER_SIGN.test(value)) return 'name';
  const common = isCommonWord(value);
  // a word in capitals is stress, unless it is no word
  if (ALL_CAPITALS.test(value)) return common && value !== 'US' ? 'none' : initial ? 'doubtful' : 'name';
  if (initial) return isProper(first) ? 'doubtful' : 'none';
  return isProper(first) || !common ? 'name' : 'doubtful';
}

function candidateOf(run: readonly Token[], sentence: Sentence): Candidate | null {
  const { parts, titled } = bareName(run);
  const first = parts[0];
  const last = parts[parts.length - 1];
  if (!first || !last) return null;
  const values = parts.map(({ value }) => value);
  const name = parts.map(({ value, start }, i) => (i > 0 && parts[i - 1]!.end + 1 < start ? `& ${value}` : value)).join(' ');
  const verdict = titled ? 'name' : verdictOn(parts, sentence);
  if (verdict === 'none' || name.length > MAX_NAME) return null;
  return {
    name,
    kind: kindOf(values, titled),
    doubtful: verdict === 'doubtful',
    initial: first.initial,
    followedByVerb: verbFollows(sentence, sentence.start + last.end),
  };
}

function specials(text: string): NamedEntity[] {
  const found: NamedEntity[] = [];
  for (const [match] of text.matchAll(SPECIAL)) {
    const name = match.startsWith('`') ? match.slice(1, -1) : match.replace(/[.,;:!?]+$/, '');
    if (
      name.length > 300 ||
      name.length < 2 ||
      (match.startsWith('`') && (!IDENTIFIER.test(name) || /^\p{Ll}+$/u.test(name))) ||
      /^\d+$/.test(name)
    )
      continue;
    found.push({ name, kind: 'CONCEPT' });
  }
  return found;
}

export interface NameSources {
  /** names that count wherever they stand, in any case: the caller's, the bank's, the speakers' */
  readonly known: KnownNames;
}

/**
 * The entities of many sentences at once, one list per sentence. A capital at the start of a sentence counts when the same name stands inside
 * another sentence of the batch, is known, or is no ordinary word and acts as a subject.
 */
export function entitiesOf(
  text: string,
  sentences: readonly Sentence[],
  sources: NameSources,
  evidence: Map<string, string> = new Map(),
): NamedEntity[][] {
  const candidates = sentences.map((sentence) => candidatesIn(text, sentence));
  for (const { name, kind } of candidates.flat().filter(({ doubtful }) => !doubtful)) {
    const key = nameKey(name);
    if (evidence.get(key) === undefined || kind !== 'CONCEPT') evidence.set(key, kind);
  }
  return sentences.map((sentence, i) => {
    const said = text.slice(sentence.start, sentence.end);
    const found: NamedEntity[] = sources.known.find(said);
    if (!sentence.code) {
      found.push(...candidates[i]!.map((candidate) => settled(candidate, evidence)).filter((entity) => entity !== null));
      found.push(...specials(said));
    }
    return distinct(found);
  });
}

function candidatesIn(text: string, sentence: Sentence): Candidate[] {
  if (sentence.code || sentence.words.length === 0) return [];
  const said = text.slice(sentence.start, sentence.end).replace(SPECIAL, (match) => ' '.repeat(match.length));
  const tokens = tokensOf(said);
  if (capitalsMeanLittle(tokens, said)) return [];
  return runs(tokens, said)
    .map((run) => candidateOf(run, sentence))
    .filter((candidate) => candidate !== null);
}

/** The entity of a candidate, with the kind it has elsewhere; null when too little speaks for it. */
function settled(candidate: Candidate, evidence: ReadonlyMap<string, string>): NamedEntity | null {
  const { name, kind, initial } = candidate;
  // "Woohoo Melanie": what is left without the first word is a name by itself
  const rest = initial ? name.slice(name.indexOf(' ') + 1) : name;
  const elsewhere = rest === name ? undefined : evidence.get(nameKey(rest));
  if (elsewhere !== undefined) return { name: rest, kind: elsewhere };
  const known = evidence.get(nameKey(name));
  if (known !== undefined) return { name, kind: kind === 'CONCEPT' ? known : kind };
  return !candidate.doubtful || actsAsSubject(candidate) ? { name, kind } : null;
}

function actsAsSubject({ name, followedByVerb }: Candidate): boolean {
  return followedByVerb && name.length > 2 && !name.includes(' ') && !/ing$/.test(name) && !/(.)\1\1/.test(name) && !isCommonWord(name);
}

/** One entity per key, the first spelling; a kind that says something wins over CONCEPT; a name inside a longer one of the same sentence stays out. */
export function distinct(entities: readonly NamedEntity[]): NamedEntity[] {
  const byKey = new Map<string, NamedEntity>();
  for (const entity of entities) {
    const key = nameKey(entity.name);
    const known = byKey.get(key);
    if (!known) byKey.set(key, entity);
    else if (known.kind === 'CONCEPT' && entity.kind !== 'CONCEPT') byKey.set(key, { name: known.name, kind: entity.kind });
  }
  return [...byKey.values()].slice(0, MAX_PER_UNIT);
}
