/**
 * What the names of fields suggest. Only breaks ties between fields whose values look alike, and
 * decides where there are too few values to compare.
 */

/** How well a field's name fits its use: 0 if it says nothing, negative if it contradicts. */
export interface FieldName {
  readonly text: number;
  readonly speaker: number;
  readonly time: number;
  readonly fact: number;
  readonly depth: number;
}

/** `sender_name`, `senderName` and `Sender-Name` are two words. */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const TEXT =
  'content text message body utterance value msg mes parts plaintext transcript reply sentence say said dialogue words blocks items segments'.split(
    ' ',
  );
/** In order of preference: names of people before accounts, and those before roles. */
const SPEAKER = [
  ...'speaker name author sender from nickname nick nick_name fullname displayname username user login handle creator participant'.split(
    ' ',
  ),
  ...'character persona person member talker actor by who source agent email role sender_type type kind'.split(' '),
];
/** keys of objects about a speaker */
const OUTER_SPEAKER = [...SPEAKER.slice(0, 20), 'role'];
/** of these, the weak ones count only for values that are roles or repeat */
const WEAK_SPEAKER = setOf('source agent email type kind by who name');
/** keys of objects whose name may be that of a person, besides those of speakers */
const NAMED = setOf(
  'account profile contact customer client owner peer identity people other data payload message msg kwargs body attributes attrs fields node item entry record value info details meta metadata properties props raw event envelope',
);
const TIME = setOf(
  'timestamp time datetime date created createdat create ts sent unixtime arrival posted received at when start started begin began utc ms',
);
const EXACT_TIME = setOf('unixtime timestamp ts ms utc');
const OTHER_TIME = setOf('updated update edited edit modified deleted expires expiry read delivered end ended last duration finished');
const FACT = setOf(
  'memory memories fact facts observation observations statement statements note notes insight insights preference preferences knowledge learning learnings remember belief beliefs results',
);
/** fields about another message or thing */
const FOREIGN = setOf(
  'reply quote quoted forward forwarded reaction reactions mention mentions attachment attachments file files embed embeds edited original previous parent thread pinned recipient receiver recipients to cc bcc children replies citation citations source_file error errors usage input arguments args tool tools',
);
const NO_SPEAKER = setOf(
  'hash avatar image icon url uri link href color team channel model status state category categories language lang locale tag tags label currency level severity priority format mime version platform country sentiment topic subject title domain path file filename size checksum signature token key uuid guid reason session conversation chat request run client env environment service method hostname host pid logger cwd git branch visibility privacy license content text body message finish stop deviceid device app score subtype gender weight end_turn recipient',
);
const NO_TEXT = setOf(
  'id uuid guid hash url uri href link path file filename avatar image img icon src title name subject description summary alt caption help tooltip label placeholder error code html type role author sender from user username email model version status signature key token query thinking reasoning thought analysis metadata hostname cwd branch address location query reaction emoji date time timestamp zone timezone created',
);

const last = <T>(list: readonly T[]): T | undefined => list[list.length - 1];

function rankIn(words: readonly string[], names: readonly string[]): number {
  const whole = [words.join('_'), words.join('')];
  const exact = names.findIndex((name) => whole.includes(name));
  if (exact >= 0) return 1 - exact / 100;
  const tail = names.indexOf(last(words) ?? '');
  if (tail >= 0) return 0.8 - tail / 100;
  const any = names.findIndex((name) => words.includes(name));
  return any >= 0 ? 0.5 - any / 200 : 0;
}

const isNumber = (key: string): boolean => /^\d+$/.test(key);

function judge(path: string): FieldName {
  const keys = path.split('.').filter((key) => !isNumber(key));
  const words = keys.map(wordsOf);
  const all = words.flat();
  const own = last(words) ?? [];
  const outer = words.slice(0, -1).flat();
  const isForeign = outer.some((word) => FOREIGN.has(word)) || own.some((word) => FOREIGN.has(word) && word !== 'thread');
  const depth = keys.length - 1;
  const ownText = rankIn(own, TEXT);
  const isOther = own.some((word) => NO_TEXT.has(word));
  const text = isForeign ? -1 : isOther && ownText < 0.9 ? -1 : Math.max(ownText, isOther ? 0 : rankIn(outer, TEXT) / 2);
  // in "author.name" the outer key counts, in "sender_name" the first word
  const outerSpeaker = rankIn(outer, OUTER_SPEAKER);
  const isId = last(own) === 'id' || last(own) === 'uuid';
  const ownSpeaker = rankIn(isId ? own.slice(0, -1) : own, SPEAKER);
  const isTypeName = own.length > 1 && own[0] === 'type';
  const isLabel = outerSpeaker > 0 && own.length === 1 && own[0] === 'label';
  // the name of a card or a place is not that of a speaker
  const inner = last(words.slice(0, -1));
  const isThing =
    own.join(' ') === 'name' && inner !== undefined && rankIn(inner, OUTER_SPEAKER) === 0 && !inner.some((word) => NAMED.has(word));
  const isNoSpeaker = isThing || isTypeName || (!isLabel && own.some((word) => NO_SPEAKER.has(word)));
  const speaker = isForeign || isNoSpeaker ? -1 : Math.max(ownSpeaker, outerSpeaker > 0 ? outerSpeaker - 0.05 : 0) - (isId ? 0.3 : 0);
  const hasTime = all.some((word) => TIME.has(word));
  const time =
    isForeign || all.some((word) => OTHER_TIME.has(word)) ? -1 : hasTime ? 1 + (all.some((word) => EXACT_TIME.has(word)) ? 0.5 : 0) : 0;
  const fact = own.some((word) => FACT.has(word)) ? 1 : 0;
  return { text, speaker, time, fact, depth };
}

/** Whether a name of this kind only counts with values that support it. */
export const isWeakSpeaker = (path: string): boolean => {
  const words = wordsOf(path);
  return words.length === 1 && WEAK_SPEAKER.has(words[0] ?? '');
};

/** Whether a field has the name of its object, which may be a person, a product or a place. */
export const isPlainName = (path: string): boolean => {
  const words = path.split('.').map(wordsOf);
  return (last(words) ?? []).join(' ') === 'name' && words.slice(0, -1).every((outer) => rankIn(outer, OUTER_SPEAKER) === 0);
};

export const isFactName = (key: string): boolean => wordsOf(key).some((word) => FACT.has(word));

const MAX_CACHED = 10_000;
const judged = new Map<string, FieldName>();

/** Judges a path of keys. */
export function fieldName(path: string): FieldName {
  const known = judged.get(path);
  if (known) return known;
  if (judged.size >= MAX_CACHED) judged.clear();
  const name = judge(path);
  judged.set(path, name);
  return name;
}
