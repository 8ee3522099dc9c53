import { BoundedCache } from '#lib/base/bounded-cache';
import { defined } from '#lib/base/defined';
import { queryWindow } from '#lib/base/text/dates';
import { kindOfName } from '#lib/base/text/entities';
import { isCommonWord } from '#lib/base/text/language';
import { isEnglishGivenName } from '#lib/base/text/languages/english-given-names';
import { isGivenName } from '#lib/base/text/languages/given-names';
import { foldLetters } from '#lib/base/text/languages/letters';
import { isJapaneseSurname } from '#lib/base/text/languages/surnames';
import { isPlaceName } from '#lib/base/text/place-names';
import {
  LANDMARKS,
  ORGANIZATION_NAMES,
  PARTICLES,
  PLACE_ENDINGS,
  PLACES_FIRST,
  PLACES_LAST,
  THINGS_FIRST,
  TRADE_ENDINGS,
  TRADES_AFTER_NAME,
  TRADES_ANYWHERE,
  TRADES_LAST,
  WELL_KNOWN,
} from '#lib/memory/entities/category-words';
import type { EntityCategory } from '#lib/memory/entities/literals';
import { UNKNOWN_KIND } from '#lib/memory/entities/resolve';

/** Kinds that clients and models give, in letters only. All other kinds are things. */
const KINDS: Readonly<Record<EntityCategory, string>> = {
  person: 'person persons per people human user customer client employee character speaker author contact patient',
  organization: 'organization org company business team institution corporation agency employer school university',
  place: 'location loc place gpe city town country region state address facility fac venue landmark',
  date: 'date time datetime day year period',
  thing: '',
};
const CATEGORIES: ReadonlyMap<string, EntityCategory> = new Map(
  Object.entries(KINDS).flatMap(([category, kinds]) =>
    kinds
      .split(' ')
      .filter(Boolean)
      .map((kind) => [kind, category as EntityCategory] as const),
  ),
);

/** Kinds that do not say what an entity is. */
const VAGUE: ReadonlySet<string> = new Set(['', UNKNOWN_KIND.toLowerCase(), 'entity', 'misc', 'miscellaneous', 'other', 'unknown', 'name']);

/** The categories of name endings and beginnings ("Inc", "River", "Mount"). */
const BY_WORDS: Readonly<Record<string, EntityCategory | undefined>> = { ORGANIZATION: 'organization', LOCATION: 'place' };

/** Categories by kind and name, because lists and graphs show the same entities again. */
const known = new BoundedCache<EntityCategory>(2_000_000);

/**
 * What an entity is, for its look and filters on every page: from its kind, or from its name if the
 * kind is unknown. A name that shows nothing is a thing. Pure.
 */
export function categoryOf(name: string, kind: string): EntityCategory {
  const key = `${kind}\n${name}`;
  const earlier = known.get(key);
  if (earlier !== undefined) return earlier;
  const category = categoryOfKind(kind) ?? categoryOfName(name);
  known.set(key, category);
  return category;
}

/** Null for a kind that does not say what an entity is. */
function categoryOfKind(kind: string): EntityCategory | null {
  const plain = kind
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .replace(/isation$/, 'ization');
  return VAGUE.has(plain) ? null : (CATEGORIES.get(plain) ?? 'thing');
}

function categoryOfName(name: string): EntityCategory {
  if (isDate(name)) return 'date';
  const words = name.split(/\s+/).filter(Boolean);
  const folded = foldLetters(name.trim());
  const byWords = BY_WORDS[kindOfName(words, false)];
  if (byWords) return byWords;
  const parts = words.map(foldLetters);
  if (isOrganizationName(folded, parts)) return 'organization';
  if (endsAsPlace(folded, parts)) return 'place';
  if (beginsWithGivenName(words, parts)) return 'person';
  if (isPlaceName(folded) || (parts.length > 1 && PLACES_FIRST.has(defined(parts[0])))) return 'place';
  return looksLikePerson(words, parts) ? 'person' : 'thing';
}

/** A known organization, or a name with a legal form or a trade. */
function isOrganizationName(folded: string, parts: readonly string[]): boolean {
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (ORGANIZATION_NAMES.has(folded) || TRADE_ENDINGS.test(first) || TRADE_ENDINGS.test(last)) return true;
  if (parts.length < 2) return WELL_KNOWN.has(last);
  return (
    TRADES_LAST.has(last) ||
    TRADES_ANYWHERE.has(last) ||
    TRADES_ANYWHERE.has(first) ||
    (TRADES_AFTER_NAME.has(last) && !isCommonWord(first))
  );
}

/** A street, a square, a landmark. */
function endsAsPlace(folded: string, parts: readonly string[]): boolean {
  const last = parts.at(-1) ?? '';
  if (LANDMARKS.has(folded) || (last.length > MIN_STREET && PLACE_ENDINGS.test(last))) return true;
  return parts.length > 1 && PLACES_LAST.has(last);
}

const MIN_STREET = 7;
const MAX_NAME_WORDS = 4;
const NAME_WORD = /^[\p{L}\p{M}][\p{L}\p{M}.'’-]*$/u;
/** "Popescu", "O’Brien", "R.": capitalized, and not in capitals. */
const CAPITALIZED = /^\p{Lu}(?:\.|[\p{L}\p{M}'’-]*\p{Ll}[\p{L}\p{M}'’-]*)$/u;
const HAN_NAME = /^\p{sc=Han}{3,4}$/u;

const hasNameWords = (words: readonly string[]): boolean =>
  words.length > 0 && words.length <= MAX_NAME_WORDS && words.every((word) => NAME_WORD.test(word));

/** In Japanese, with a surname. */
function beginsWithGivenName(words: readonly string[], parts: readonly string[]): boolean {
  if (!hasNameWords(words)) return false;
  const [first, head] = [defined(words[0]), defined(parts[0])];
  return (
    isGivenName(head) || isEnglishGivenName(head) || (words.length === 1 && HAN_NAME.test(first) && isJapaneseSurname(first.slice(0, 2)))
  );
}

/**
 * Two or three capitalized words, none of them an ordinary one: things are mostly named with
 * ordinary words.
 */
function looksLikePerson(words: readonly string[], parts: readonly string[]): boolean {
  const head = parts[0];
  if (!hasNameWords(words) || head === undefined || WELL_KNOWN.has(head) || THINGS_FIRST.has(head)) return false;
  const main = words.filter((_, i) => i === 0 || !PARTICLES.has(defined(parts[i])));
  return main.length > 1 && main.length <= 3 && main.every((word) => CAPITALIZED.test(word) && !isCommonWord(word));
}

const MAX_DATE = 40;
/** Any day of which no name says more. */
const ANY_DAY = new Date(Date.UTC(2000, 0, 15));

/** The whole name is a date: "March 2024", "2024-05-01". */
function isDate(name: string): boolean {
  const text = name.trim();
  if (text.length > MAX_DATE || !/\d/.test(text)) return false;
  if (/^(?:1[5-9]|20)\d\d$/.test(text)) return true;
  return queryWindow(text, ANY_DAY, { language: 'en' })?.text === text;
}
