import { defined } from '#lib/base/defined';
import { queryWindow } from '#lib/base/text/dates';
import { kindOfName } from '#lib/base/text/entities';
import { isEnglishGivenName } from '#lib/base/text/languages/english-given-names';
import { isGivenName } from '#lib/base/text/languages/given-names';
import { foldLetters } from '#lib/base/text/languages/letters';
import { isJapaneseSurname } from '#lib/base/text/languages/surnames';
import { isPlaceName } from '#lib/base/text/place-names';
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

/**
 * What an entity is, for its look in a graph: from its kind, or from its name if the kind is
 * unknown. A name that shows nothing is a thing. Pure.
 */
export function categoryOf(name: string, kind: string): EntityCategory {
  const plain = kind
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .replace(/isation$/, 'ization');
  if (!VAGUE.has(plain)) return CATEGORIES.get(plain) ?? 'thing';
  if (isDate(name)) return 'date';
  const words = name.split(/\s+/).filter(Boolean);
  return BY_WORDS[kindOfName(words, false)] ?? (isPersonName(words) ? 'person' : isPlaceName(foldLetters(name.trim())) ? 'place' : 'thing');
}

const MAX_NAME_WORDS = 4;
const NAME_WORD = /^[\p{L}\p{M}][\p{L}\p{M}.'’-]*$/u;
const HAN_NAME = /^\p{sc=Han}{3,4}$/u;

/** Begins with a given name; in Japanese, with a surname. */
function isPersonName(words: readonly string[]): boolean {
  if (words.length === 0 || words.length > MAX_NAME_WORDS || !words.every((word) => NAME_WORD.test(word))) return false;
  const first = defined(words[0]);
  const folded = foldLetters(first);
  return (
    isGivenName(folded) ||
    isEnglishGivenName(folded) ||
    (words.length === 1 && HAN_NAME.test(first) && isJapaneseSurname(first.slice(0, 2)))
  );
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
