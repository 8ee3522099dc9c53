import { MONTH, WEEKDAY } from '#lib/base/text/date-words';
import { terms } from '#lib/base/text/terms';

/**
 * The values of a matter: their kind, because values of different kinds do not contradict each
 * other, and whether they last. If in doubt, a value has no kind and is shown beside the others.
 * Pure.
 */

/** Past states, at any time of mention. */
const PAST =
  /\b(?:in (?:19|20)\d\d|(?:years?|months|decades?) ago|used to|when (?:i|we|he|she|they) (?:was|were)|as a (?:child|kid|teenager|student)|back then|originally|at the time|in the past|formerly|previously)\b/i;
/** Wishes, assumptions and dreams. */
const SUPPOSED =
  /\b(?:if|unless|until|in case|as though|dream(?:s|ed|t)?|imagin(?:e|es|ed|ing)|pretend(?:s|ed|ing)?|wish(?:es)?|suppose[ds]?|supposedly|apparently|maybe|perhaps|probably|might|could|would|should|hypothetical(?:ly)?|joking|kidding|rumou?rs?|to be)\b/i;
/** States that are temporary, occasional or secondary. */
const FOR_A_TIME =
  /\b(?:for (?:(?:an?|the|about|some|another|one|two|three|four|five|six|seven|eight|nine|ten|\d+|few|couple|of|next|last) )+(?:nights?|days?|weekends?|weeks?|fortnight|months?|summer|winter|spring|autumn|holidays?|while|moment|meantime|time being)|this (?:summer|winter|spring|autumn)|temporarily|part[- ]time|volunteer\w*|(?:on|at|every|during) (?:the )?(?:weekends?|evenings?|nights?|(?:mon|tues|wednes|thurs|fri|satur|sun)days)|on the side)\b/i;

/** A temporary statement replaces nothing. */
export const isTemporary = (sentence: string): boolean => PAST.test(sentence) || SUPPOSED.test(sentence) || FOR_A_TIME.test(sentence);

const CALENDAR = new RegExp(String.raw`^(?:${WEEKDAY}|${MONTH})(?!\p{L})`, 'iu');
export const OWNER = '(?:an?|the|my|our|his|her|their)';

// --- homes ---

/** Departments that people move to, and tools. */
const NO_PLACE =
  /^(?:the )?(?:Marketing|Sales|Engineering|Finance|Account\p{L}*|HR|IT|QA|PR|Support|Product|Design|Legal|Op(?:eration)?s|Research|Development|DevOps|Security|Procurement|Logistics|Management|Human Resources|Customer|Slack|Teams|Microsoft|Zoom|Discord|WhatsApp|Signal|Telegram|Notion|Jira|Linear|Git\p{L}*|Gmail|Outlook|Google|Apple|Android|Windows|Mac\p{L}*|Linux|AWS|Azure|GCP|Kubernetes|Docker|Postgre\p{L}*|MySQL|SQLite|Redis|MongoDB|React|Vue|Next\p{L}*|Node\p{L}*|Python|Rust|Go|Java\p{L}*|TypeScript|Plan|Phase|Step|Chapter|Level|Stage|Version|Part|[\p{L}\p{N}]+ (?:[Tt]eam|[Dd]epartment))(?![\p{L}\p{N}])/u;
const DWELLING = new RegExp(
  String.raw`^${OWNER} (?:[\p{Ll}-]+ ){0,3}(?:flat|apartment|house|cabin|city|town|village|country|countryside|suburbs?|farm|studio|district|quarter|coast|street)(?!\p{L})`,
  'u',
);
const NAME_OF_PLACE = /^(?:the )?\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*)*/u;

/** Countries and world regions, in lower case: a resident of Portugal may live in Porto. */
const REGIONS: ReadonlySet<string> = (() => {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = [...letters.flatMap((a) => letters.map((b) => a + b)), '002', '005', '019', '142', '150'];
  const known = codes.flatMap((code) => {
    const name = names.of(code);
    return name === undefined || name === code ? [] : [name.toLowerCase()];
  });
  return new Set([...known, 'us', 'usa', 'uk', 'uae', 'america', 'england', 'scotland', 'wales', 'northern ireland', 'turkey', 'holland']);
})();

/**
 * The kind of a home from its verbatim text: '' for a town, "country" or "dwelling"; null: not a
 * place.
 */
export function kindOfHome(written: string): string | null {
  if (DWELLING.test(written)) return 'dwelling';
  const name = NAME_OF_PLACE.exec(written)?.[0];
  if (name === undefined || CALENDAR.test(written) || NO_PLACE.test(written)) return null;
  return REGIONS.has(
    name
      .toLowerCase()
      .replace(/^the /, '')
      .replace(/[.'’-]+$/, ''),
  )
    ? 'country'
    : '';
}

// --- employers and professions ---

/** "Acme", "a bakery", "a nurse"; not "two hours", not "the moment". */
const EMPLOYER = new RegExp(
  String.raw`^(?:the )?\p{Lu}|^${OWNER} (?!(?:\p{L}+ )?(?:hour|day|week|month|year|minute|while|moment|time|night|bit|few|couple|lot|second|end|start|beginning|first|last|money|best)s?(?!\p{L}))\p{Ll}`,
  'u',
);
/** "Joined Orbit as a designer", not "joined Anna for lunch", not "joined Instagram". */
const COMPANY = /^(?:the )?\p{Lu}[\p{L}\p{N}&.'’-]*(?: \p{Lu}[\p{L}\p{N}&.'’-]*){0,3} as (?:an?|the|their|its|head|chief) /u;
/** "Left the company", not "left my role as treasurer". */
const POSITION = /^(?:my|his|her|their|the) (?:\p{Ll}+ )?(?:job|position|company|firm|role|post)(?!\p{L}| as )/u;
/** "Quit Acme in May": the employer, followed only by a time or a reason. */
const LEFT =
  /^(?<who>\p{Lu}[\p{L}\p{N}&.'’-]*?(?: \p{Lu}[\p{L}\p{N}&.'’-]*?){0,3})(?=[.!,]?$|, | (?:last|this|in|on|today|yesterday|after|because|two|three|a) )/u;

const whereMatches = (pattern: RegExp) => (written: string) => (pattern.test(written) && !CALENDAR.test(written) ? '' : null);
export const kindOfEmployer = whereMatches(EMPLOYER);
export const kindOfCompany = whereMatches(COMPANY);
export const kindOfPosition = whereMatches(POSITION);
/** The employer that somebody left; null: the text names none. */
export const leftBy = (written: string): string | null => (CALENDAR.test(written) ? null : (LEFT.exec(written)?.groups?.who ?? null));

// --- things ---

const VERSIONED =
  /^(?<what>(?:[\p{L}][\p{L}.+#-]* ){1,3})v?\d+(?:\.\d+)*(?=[.!,;]?\s*$|[,;] | (?:now|instead|since|because|already|today|from|as of)(?!\p{L}))/u;
/**
 * "PostgreSQL 17": one version of a thing is in use. The thing, in terms; empty: no version, or for
 * one purpose only.
 */
export const versionedThing = (written: string): string[] => terms(VERSIONED.exec(written)?.groups?.what ?? '');

const BEFORE_VALUE = /^(?:(?:now|on|at|from|about|around|roughly|exactly|by|only|scheduled for|planned for|due(?: on)?) )+/i;
const DATE = new RegExp(
  String.raw`^(?:(?:${WEEKDAY}|${MONTH})(?!\p{L})|\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:${MONTH})(?!\p{L})|\d{4}-\d\d|(?:today|tomorrow)(?!\p{L})|(?:next|this) (?:week|month|year|${WEEKDAY}))`,
  'iu',
);
const TIME_OF_DAY = /^\d{1,2}(?:[:.]\d\d)? ?(?:[ap]\.?m\b|o'clock)|^\d{1,2}:\d\d/i;
const DOTTED = /^v?\d+(?:\.\d+){2,}/;
const MONEY =
  /^[€$£¥] ?\p{N}|^\p{N}[\p{N}.,]*(?:k| million| thousand)? ?(?:[€$£¥]|euros?|dollars?|pounds?|cents?|eur|usd|gbp|chf)(?!\p{L})/iu;
const AMOUNT =
  /^(?:\p{N}[\p{N}.,]*|two(?!\p{L})|three(?!\p{L})|four(?!\p{L})|five(?!\p{L})|six(?!\p{L})|seven(?!\p{L})|eight(?!\p{L})|nine(?!\p{L})|ten(?!\p{L})|eleven(?!\p{L})|twelve(?!\p{L})) ?(?<unit>\p{L}+|%)?/iu;
const NO_UNIT = /^(?:now|today|instead|since|because|per|each|total|anymore|everywhere|also)$/i;
/** Nationalities and languages, which are not names. */
const NATIONALITY =
  /^(?:\p{Lu}\p{Ll}+(?:an|ese|ish|ic)|French|Dutch|Greek|Swiss|Czech|Thai|Israeli|Iraqi|Pakistani|Welsh|Jewish|Muslim|Sikh|Hindu)(?!\p{L})/u;

/**
 * Two values of one kind are two states of one thing. null: a kind whose values do not contradict
 * each other.
 */
export function kindOfValue(written: string): string | null {
  const value = written.replace(BEFORE_VALUE, '');
  if (/\bthan\b/i.test(value)) return null;
  if (DATE.test(value)) return 'date';
  if (TIME_OF_DAY.test(value)) return 'time';
  if (DOTTED.test(value)) return 'dotted';
  if (MONEY.test(value)) return 'money';
  const amount = AMOUNT.exec(value);
  if (amount) {
    const unit = amount.groups?.unit ?? '';
    return ['number', ...(NO_UNIT.test(unit) ? [] : unit === '%' ? ['%'] : terms(unit))].join(' ');
  }
  if (/^(?:called|named) /i.test(value)) return 'called';
  return /^\p{Lu}/u.test(value) && !NATIONALITY.test(value) ? 'name' : null;
}
