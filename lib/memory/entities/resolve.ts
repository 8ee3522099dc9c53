import { defined } from '#lib/base/defined';
import { nameKey } from '#lib/base/text/names';
import { MAX_ENTITY_NAME } from '#lib/memory/entities/literals';

/**
 * Resolves names to entities. Pure and deterministic: the store reads the candidate spellings, this
 * module decides, the store writes.
 *
 * 1. The same key is the same entity. Keys ignore case, accents, titles and legal forms.
 * 2. A short form of a name ("Alice" for "Alice Chen", "A.C.", "IBM" for "International Business
 *    Machines") joins an entity of the same kind under three conditions: exactly one fits, none of
 *    its names contradicts it, and both are mentioned together with the same entities.
 * 3. A given name or surname alone joins the only stored person with it, in any company. The name
 *    need not be known as a person's.
 * 4. A spelling that differs little (trigrams at least 0.75) joins only if digits and one- and
 *    two-letter words are equal and, for people, the first names.
 * Everything else is a new entity. A joined spelling becomes a separate alias row, so a wrong join
 * can be split again.
 */

export const PERSON = 'PERSON';
/** The kind of a name without a specified kind; it never overrides a specified one. */
export const UNKNOWN_KIND = 'CONCEPT';

/** Prefix of the key of a literal name. */
export const LITERAL = '=';
const MIN_SIMILARITY = 0.75;
const MIN_FUZZY_LENGTH = 6;
const BLOCK = 4;

export interface Mention {
  /** normalized name: equal keys are one name */
  readonly key: string;
  readonly name: string;
  readonly kind: string;
  /** literal: only joins an entity of this name, ignoring case */
  readonly literal: boolean;
  /** names of one document count as mentioned together */
  readonly document: string;
}

/**
 * A stored spelling of a candidate entity. `sharesCompany`: a memory mentions it together with
 * another entity of this request.
 */
export interface Spelling {
  readonly key: string;
  readonly name: string;
  readonly entityId: string;
  readonly kind: string;
  readonly sharesCompany: boolean;
}

export interface Lookup {
  /**
   * words that may be a person's last name: reads the people with it, only if the word itself is
   * unknown
   */
  readonly surnames: string[];
  readonly exact: {
    /** keys of the names themselves */
    readonly names: string[];
    /** keys of other spellings with possibly the same meaning */
    readonly related: string[];
  };
  /** prefixes of spellings to read, only if `key` itself is unknown */
  readonly prefixes: { key: string; prefix: string }[];
}

export interface NewEntity {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
}

export interface NewAlias {
  readonly key: string;
  readonly name: string;
  readonly entityId: string;
}

export interface Resolution {
  /** entity id by the key of the mention */
  readonly ids: ReadonlyMap<string, string>;
  /**
   * key of the spelling that the mention uses: its own, except for a literal name that joined a
   * plain spelling
   */
  readonly spellings: ReadonlyMap<string, string>;
  readonly entities: NewEntity[];
  readonly aliases: NewAlias[];
}

export const literalKey = (name: string): string => LITERAL + name.normalize('NFKC').trim().toLowerCase();
/**
 * Creates a mention. Returns null for a blank or too long name; normalization can expand a few
 * characters to many.
 */
export function mentionOf(mention: Omit<Mention, 'key'>): Mention | null {
  if (mention.name.length > MAX_ENTITY_NAME || mention.name.trim() === '') return null;
  const key = mention.literal ? literalKey(mention.name) : nameKey(mention.name);
  return key.length > 2 * MAX_ENTITY_NAME ? null : { ...mention, key };
}

const words = (key: string): string[] => key.split(' ');
export const initials = (key: string): string =>
  words(key)
    .map((word) => word[0] ?? '')
    .join('');
/** Handles, tags, addresses and literal names only match exactly. */
export const isExactOnly = (key: string): boolean => /^[@#=]|\S@\S|:\/\//u.test(key);

/** Whether a word may be the given name or surname of a person, judged by the word and its kind. */
const isNamePart = (key: string, kind: string): boolean => (kind === PERSON || kind === UNKNOWN_KIND) && /^[\p{L}\p{M}]{2,}$/u.test(key);

/** Short forms of a longer name that may exist already. */
function relatedKeys(key: string, kind: string): string[] {
  const parts = words(key);
  if (parts.length === 1) return [];
  const short = initials(key);
  if (kind !== PERSON) return short.length >= 3 ? [short] : [];
  const [first, last] = [defined(parts[0]), defined(parts[parts.length - 1])];
  return parts.length > 2 ? [first, last, short, `${first} ${last}`] : [first, last, short];
}

/**
 * The prefix that variants of a word usually share: most of the word, and long enough to exclude
 * most other words.
 */
const stem = (word: string): string => word.slice(0, Math.max(2, Math.ceil(word.length * 0.6)));

/**
 * Prefixes of longer names that a word may abbreviate, and of variants. Only a few spellings of
 * each are read: more than one match is ambiguous anyway.
 */
function prefixesOf(key: string, kind: string): string[] {
  const [first, second] = words(key);
  if (second !== undefined) return key.length >= MIN_FUZZY_LENGTH ? [`${first} ${stem(second)}`] : [];
  const variants = kind !== PERSON && key.length >= MIN_FUZZY_LENGTH ? [stem(key)] : [];
  return isNamePart(key, kind) ? [`${key} `, ...variants] : variants;
}

/** The spellings that must be read before `resolve` can decide. */
export function lookupOf(mentions: readonly Mention[]): Lookup {
  const names = new Set<string>();
  const related = new Set<string>();
  const surnames = new Set<string>();
  const prefixes = new Map<string, { key: string; prefix: string }>();
  for (const mention of mentions) {
    const { key } = mention;
    if (names.has(key)) continue;
    names.add(key);
    if (mention.literal) related.add(nameKey(mention.name));
    if (isExactOnly(key)) continue;
    if (isNamePart(key, mention.kind)) surnames.add(key);
    for (const spelling of relatedKeys(key, mention.kind)) related.add(spelling);
    const starts = prefixesOf(key, mention.kind);
    for (const prefix of starts) prefixes.set(`${key}\n${prefix}`, { key, prefix });
  }
  return { exact: { names: [...names], related: [...related] }, surnames: [...surnames], prefixes: [...prefixes.values()] };
}

export function trigrams(key: string): Set<string> {
  const found = new Set<string>();
  for (const word of words(key)) {
    const padded = `  ${word} `;
    for (let i = 0; i + 3 <= padded.length; i++) found.add(padded.slice(i, i + 3));
  }
  return found;
}

/**
 * Shared trigrams divided by all trigrams, each word padded with two spaces before and one after,
 * as in pg_trgm.
 */
export const similarity = (a: string, b: string): number => overlap(trigrams(a), trigrams(b));

export function overlap(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let shared = 0;
  for (const trigram of left) if (right.has(trigram)) shared++;
  return shared / (left.size + right.size - shared);
}

const isSubset = (few: readonly string[], many: readonly string[]): boolean => few.every((word) => many.includes(word));

/**
 * Whether one key is a short form of the other: first or last name, a name without its middle, or
 * initials.
 */
export function isShortForm(a: string, b: string, kind: string): boolean {
  const [short, long] = words(a).length <= words(b).length ? [words(a), words(b)] : [words(b), words(a)];
  if (long.length < 2 || short.length === long.length) return false;
  const letters = initials(long.join(' '));
  if (short.length === 1 && short[0] === letters) return kind === PERSON || letters.length >= 3;
  if (kind !== PERSON) return false;
  if (short.length === 1) return defined(short[0]).length > 1 && (short[0] === long[0] || short[0] === long[long.length - 1]);
  return short[0] === long[0] && short[short.length - 1] === long[long.length - 1] && isSubset(short, long);
}

/** The part that distinguishes similar names: numbers and very short words. */
export const distinguishingWords = (key: string): string =>
  words(key)
    .filter((word) => /\p{N}/u.test(word) || word.length <= 2)
    .sort()
    .join(' ');

/**
 * Whether two keys are spellings of one name: similar trigrams, and the same distinguishing parts.
 */
export const isVariant = (a: string, b: string, kind: string): boolean => mayBeVariant(a, b, kind) && similarity(a, b) >= MIN_SIMILARITY;

/** The conditions for a variant besides its trigrams. */
function mayBeVariant(a: string, b: string, kind: string): boolean {
  if (a.length < MIN_FUZZY_LENGTH || b.length < MIN_FUZZY_LENGTH || a.slice(0, BLOCK) !== b.slice(0, BLOCK)) return false;
  if (distinguishingWords(a) !== distinguishingWords(b)) return false;
  return kind !== PERSON || words(a)[0] === words(b)[0];
}

interface EntityCandidate {
  readonly id: string;
  readonly kind: string;
  readonly keys: string[];
  /** documents of this request that mention it */
  readonly documents: Set<string>;
  readonly sharesCompany: boolean;
  /** existed before this request */
  readonly stored: boolean;
}

interface Handles {
  /** handles under which a key is stored */
  readonly own: string[];
  /** handles under which to look for keys that may match */
  readonly matching: string[];
}

/**
 * A word matches names that begin or end with it or have it as initials. A longer name matches such
 * words.
 */
function handlesOf(key: string, alike: readonly string[]): Handles {
  const parts = words(key);
  const [first, last] = [defined(parts[0]), defined(parts[parts.length - 1])];
  if (parts.length === 1) return { own: [`word ${key}`, ...alike], matching: [`first ${key}`, `last ${key}`, `initials ${key}`, ...alike] };
  const short = initials(key);
  const ends = `ends ${first} ${last}`;
  return {
    own: [`first ${first}`, `last ${last}`, `initials ${short}`, ends, ...alike],
    matching: [`word ${first}`, `word ${last}`, `word ${short}`, ends, ...alike],
  };
}

/**
 * Limits on the compared candidates, so that the work is linear in the names and not quadratic. A
 * handle of more candidates is useless, because more than one of them would match. Legitimate names
 * never have as many spellings.
 */
const MOST_SHARING = 200;
const MOST_KEYS = 50;

class Register {
  readonly byKey = new Map<string, EntityCandidate>();
  readonly names = new Map<string, string>();
  private readonly byHandle = new Map<string, Set<EntityCandidate>>();
  private readonly read = new Map<string, ReadonlySet<string>>();
  private readonly frequency = new Map<string, number>();

  /** `keys`: all keys that will be looked up. */
  constructor(keys: Iterable<string>) {
    for (const key of keys) for (const trigram of this.trigramsOf(key)) this.frequency.set(trigram, (this.frequency.get(trigram) ?? 0) + 1);
  }

  private trigramsOf(key: string): ReadonlySet<string> {
    const known = this.read.get(key) ?? trigrams(key);
    this.read.set(key, known);
    return known;
  }

  add(candidate: EntityCandidate, key: string, name: string): void {
    if (candidate.keys.length < MOST_KEYS) candidate.keys.push(key);
    this.byKey.set(key, candidate);
    this.names.set(key, name);
    for (const handle of this.handlesOf(key).own) {
      const sharing = this.byHandle.get(handle) ?? new Set<EntityCandidate>();
      this.byHandle.set(handle, sharing.add(candidate));
    }
  }

  near(key: string): Set<EntityCandidate> {
    const found = new Set<EntityCandidate>();
    for (const handle of this.handlesOf(key).matching) {
      const sharing = this.byHandle.get(handle);
      if (sharing && sharing.size <= MOST_SHARING) for (const candidate of sharing) found.add(candidate);
    }
    return found;
  }

  private handlesOf(key: string): Handles {
    return isExactOnly(key) ? { own: [], matching: [] } : handlesOf(key, this.alikeHandles(key));
  }

  /**
   * If two sets are similar enough, they share one of the first trigrams in a common order: the
   * prefix filter of set similarity joins (Chaudhuri et al., 2006). Rare trigrams come first, so
   * that few names share one.
   */
  private alikeHandles(key: string): string[] {
    if (key.length < MIN_FUZZY_LENGTH) return [];
    const all = this.trigramsOf(key);
    const frequencyOf = (trigram: string): number => this.frequency.get(trigram) ?? 0;
    const ordered = [...all].sort((a, b) => frequencyOf(a) - frequencyOf(b) || (a < b ? -1 : 1));
    const start = `alike ${key.slice(0, BLOCK)} ${distinguishingWords(key)}`;
    return ordered.slice(0, all.size - Math.ceil(MIN_SIMILARITY * all.size) + 1).map((trigram) => `${start} ${trigram}`);
  }

  /** The similarity of two keys that may be variants; 0 if they are not. */
  variance(a: string, b: string, kind: string): number {
    if (!mayBeVariant(a, b, kind)) return 0;
    const [left, right] = [this.trigramsOf(a), this.trigramsOf(b)];
    if (Math.min(left.size, right.size) < MIN_SIMILARITY * Math.max(left.size, right.size)) return 0;
    const score = overlap(left, right);
    return score >= MIN_SIMILARITY ? score : 0;
  }
}

interface NameGroup {
  readonly key: string;
  readonly name: string;
  kind: string;
  readonly literal: boolean;
  readonly documents: Set<string>;
}

function grouped(mentions: readonly Mention[]): NameGroup[] {
  const groups = new Map<string, NameGroup>();
  for (const mention of mentions) {
    const { key } = mention;
    const group = groups.get(key);
    if (!group) {
      groups.set(key, { key, name: mention.name, kind: mention.kind, literal: mention.literal, documents: new Set([mention.document]) });
      continue;
    }
    group.documents.add(mention.document);
    if (group.kind === UNKNOWN_KIND) group.kind = mention.kind;
  }
  return [...groups.values()];
}

const keepsCompany = (candidate: EntityCandidate, group: NameGroup): boolean => {
  if (candidate.sharesCompany) return true;
  for (const document of group.documents) if (candidate.documents.has(document)) return true;
  return false;
};

/**
 * Whether another name of the entity contradicts the key: "Alice Wong" is not the "Alice" who is
 * also "Alice Chen".
 */
const contradicts = (register: Register, candidate: EntityCandidate, key: string): boolean =>
  candidate.keys.some(
    (known) =>
      known !== key &&
      words(known).length > 1 &&
      words(key).length > 1 &&
      !isShortForm(known, key, candidate.kind) &&
      register.variance(known, key, candidate.kind) === 0,
  );

/** "Okafor" for "Ngozi Okafor": one word of a person's full name, first or last. */
const isPartOfPerson = (group: NameGroup, candidate: EntityCandidate): boolean =>
  candidate.kind === PERSON &&
  isNamePart(group.key, group.kind) &&
  candidate.keys.some((key) => {
    const parts = words(key);
    return parts.length > 1 && (parts[0] === group.key || parts[parts.length - 1] === group.key);
  });

function shortFormOf(register: Register, group: NameGroup, candidates: Iterable<EntityCandidate>): EntityCandidate | null {
  const fitting: EntityCandidate[] = [];
  for (const candidate of candidates) {
    const short = candidate.kind === group.kind && candidate.keys.some((key) => isShortForm(group.key, key, group.kind));
    if ((short || isPartOfPerson(group, candidate)) && !contradicts(register, candidate, group.key)) fitting.push(candidate);
  }
  const only = fitting.length === 1 ? defined(fitting[0]) : null;
  return only && ((only.stored && isPartOfPerson(group, only)) || keepsCompany(only, group)) ? only : null;
}

function variantOf(register: Register, group: NameGroup, candidates: Iterable<EntityCandidate>): EntityCandidate | null {
  let best: EntityCandidate | null = null;
  let bestScore = 0;
  for (const candidate of candidates) {
    if (candidate.kind !== group.kind) continue;
    for (const key of candidate.keys) {
      if (isExactOnly(key)) continue;
      const score = register.variance(group.key, key, group.kind);
      if (score > bestScore) [best, bestScore] = [candidate, score];
    }
  }
  return best;
}

/**
 * Resolves all mentions; longer names first, so that a short form in the same request finds the
 * full name. `newId` creates the ids of new entities.
 */
export function resolve(mentions: readonly Mention[], spellings: readonly Spelling[], newId: () => string): Resolution {
  const groups = grouped(mentions);
  const register = new Register([...spellings, ...groups].map(({ key }) => key));
  const stored = new Map<string, EntityCandidate>();
  for (const { key, name, entityId, kind, sharesCompany } of spellings) {
    const candidate = stored.get(entityId) ?? { id: entityId, kind, keys: [], documents: new Set<string>(), sharesCompany, stored: true };
    stored.set(entityId, candidate);
    register.add(candidate, key, name);
  }
  const ids = new Map<string, string>();
  const spellingKeys = new Map<string, string>();
  const entities: NewEntity[] = [];
  const aliases: NewAlias[] = [];
  const settle = (group: NameGroup, candidate: EntityCandidate): void => {
    ids.set(group.key, candidate.id);
    spellingKeys.set(group.key, register.byKey.has(group.key) ? group.key : nameKey(group.name));
    for (const document of group.documents) candidate.documents.add(document);
  };
  const unknown: NameGroup[] = [];
  for (const group of groups) {
    const candidate = known(register, group);
    if (candidate) settle(group, candidate);
    else unknown.push(group);
  }
  unknown.sort((a, b) => words(b.key).length - words(a.key).length);
  for (const group of unknown) {
    const near = register.near(group.key);
    let candidate = shortFormOf(register, group, near) ?? variantOf(register, group, near);
    if (!candidate) {
      candidate = { id: newId(), kind: group.kind, keys: [], documents: new Set<string>(), sharesCompany: false, stored: false };
      entities.push({ id: candidate.id, name: group.name, kind: group.kind });
    }
    register.add(candidate, group.key, group.name);
    aliases.push({ key: group.key, name: group.name, entityId: candidate.id });
    settle(group, candidate);
  }
  return { ids, spellings: spellingKeys, entities, aliases };
}

/**
 * The entity with exactly this spelling. A literal name also joins a plain spelling that only
 * differs in case.
 */
function known(register: Register, group: NameGroup): EntityCandidate | undefined {
  const exact = register.byKey.get(group.key);
  if (exact || !group.literal) return exact;
  const plain = nameKey(group.name);
  const called = register.names.get(plain);
  return called !== undefined && literalKey(called) === group.key ? register.byKey.get(plain) : undefined;
}
