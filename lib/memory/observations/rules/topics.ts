import { defined, present } from '#lib/base/defined';
import { fold, terms } from '#lib/base/text/terms';
import {
  isTemporary,
  kindOfCompany,
  kindOfEmployer,
  kindOfHome,
  kindOfPosition,
  kindOfValue,
  leftBy,
  OWNER,
  versionedThing,
} from '#lib/memory/observations/rules/values';

/**
 * What a sentence says that lasts, read by rules of English: who (subject) and what about (predicate), which together are its slot. Whatever no
 * rule knows is no claim; rules never guess from likeness. Pure.
 */
export interface Matter {
  /** same slot, same matter */
  readonly slot: string;
  /** `one`: the newest value holds and replaces the earlier ones. `many`: values stand beside one another, each with its day. */
  readonly holds: 'one' | 'many';
  /** terms of the value that it takes back ("no longer works at Acme"); null: it names one */
  readonly denies: readonly string[] | null;
}

/** Words that may stand between subject and verb. */
const ADVERBS =
  '(?:(?:also|still|now|currently|really|always|usually|just|recently|actually|absolutely|definitely|finally|only|often|both|all) )*';
const LEADING_ADVERBS = new RegExp(`^${ADVERBS}`);
/** What a statement is introduced with. */
const LEAD =
  /^(?:(?:and|but|so|well|yes|yeah|yep|no|oh|ok|okay|actually|also|now|currently|btw|by the way|update|note|fyi|remember|in fact|as of (?:now|today)|these days|(?:everybody|everyone|all|team|folks)(?=:))\b[,:!.\s–—-]*)+/i;
/** Words that begin a sentence with a capital and name nobody. */
const NO_NAMES = new Set(
  `i it its he she they we you this that these those there here what who which when where why how if then a an the
  my our your his her their mine ours yours hers theirs some any all most many much few both each every several other another such same
  no not nobody nothing none everyone everybody everything everywhere someone somebody something anyone anybody anything
  and but or so because since while although though unless until as with without from in into on onto at by for of off to up down out over under
  about after before during between around through like roughly nearly almost
  yes yeah well oh wow hey hi hello thanks thank please let sorry sure maybe perhaps also speaking sounds looks seems feels guess hope wish
  good great nice bad fun only congratulations welcome old young poor dear little people
  one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
  twenty thirty forty fifty sixty seventy eighty ninety hundred thousand half
  today tomorrow yesterday tonight monday tuesday wednesday thursday friday saturday sunday
  mondays tuesdays wednesdays thursdays fridays saturdays sundays
  january february march april may june july august september october november december`.split(/\s+/),
);
/** Feelings and places of a moment, which no one remembers a week later. */
const PASSING =
  /^(?:\w+ing|(?:so|very|really|too|pretty|quite|super|a (?:bit|little|lot|huge|big|great|good|true|real)|the (?:best|one|same|only)|here|there|back|home|happy|glad|excited|sorry|sure|proud|ready|right|great|good|fine|ok|okay|tired|busy|late|able|going|done|well|nice|cool|lucky|thrilled|grateful|thankful|curious|afraid|asleep|awake|stoked|looking|still|just|not sure|all)(?:$|[^\w]))/;
/** What is done to a thing is no value of it: "the rye is made with Olga" says nothing against "the rye is 5.40". */
const DONE_TO =
  /^(?:made|baked|built|written|painted|cooked|grown|produced|served|stored|kept|done|used|held) (?:with|by|from|of|in|at|on|for)(?=[^\w])/;
const PRONOUN_OBJECT =
  /^(?:it|that|this|them|those|these|you|your|how|when|what|to (?:hear|see|know|say|think)|the (?:way|idea|fact))(?:$|[^\w])/;
interface MatterRule {
  readonly name: string;
  readonly holds: Matter['holds'];
  /** behind subject and adverbs, folded; `object` is what is said */
  readonly verb: RegExp;
  /** how many terms of the object belong to the slot */
  readonly objectTerms: number;
  /** of the object, in the words as they were written: of which kind it is ('': the usual one); null: no value of this rule */
  readonly kind: (written: string) => string | null;
  /** the object is what ends */
  readonly isEnd: boolean;
}

const rule = (name: string, holds: Matter['holds'], verb: string, more: Partial<MatterRule> = {}): MatterRule => ({
  name,
  holds,
  verb: new RegExp(`^(?:${verb})(?=[^\\w]|$)\\s*(?<object>.*)$`, 's'),
  objectTerms: 0,
  kind: () => '',
  isEnd: false,
  ...more,
});

/** The first that fits counts. */
const RULES: readonly MatterRule[] = [
  rule(
    'home',
    'one',
    "(?:liv(?:e|es|ing)|(?:am|is|are|'m|'s|'re) (?:living|based)|based|resides?|(?:have |has |'ve |'s )?(?:moved|relocated)(?: back)?) (?:in|to)",
    { kind: kindOfHome },
  ),
  rule('work', 'one', "(?:works?|(?:am|is|'m|'s|have been|has been) working) (?:at|for)", { kind: kindOfEmployer }),
  rule('profession', 'one', "(?:works?|(?:am|is|'m|'s|have been|has been) working) as", { kind: kindOfEmployer }),
  rule('work', 'one', 'joined', { kind: kindOfCompany }),
  rule('work', 'one', '(?:left|quit|resigned from)', { kind: kindOfPosition }),
  rule('work', 'one', '(?:left|quit|resigned from)', { kind: (written) => (leftBy(written) === null ? null : ''), isEnd: true }),
  rule('work', 'one', '(?:got|gets|took|accepted|starts?|started) (?:a|an|the|my|his|her) (?:new )?(?:job|position|role) (?:at|with)', {
    kind: kindOfEmployer,
  }),
  rule(
    'relationship',
    'one',
    "(?:am|is|are|'m|'s|'re|got|gets|have been|has been) (?:now )?(?:married|engaged(?! in)|divorced|single(?! [a-z])|separated(?! from)|widowed|dating)",
  ),
  rule('role', 'one', "(?:was|were|got|am|is|'m|'s) (?:promoted|appointed|elected|hired) (?:to|as)"),
  rule('age', 'one', String.raw`(?:am|is|'m|'s|turned|turns)(?= \d{1,3}(?:[.!]?$| (?:years old|now|today)(?!\p{L})))`),
  rule(
    'diet',
    'many',
    "(?:am|is|are|'m|'s|'re) (?:allergic|intolerant)|(?:can't|cannot|don't|doesn't|do not|does not|never) (?:eat|eats|drink|drinks|tolerate)",
  ),
  rule(
    'taste',
    'one',
    "(?:do(?:es)? not |don't |doesn't |can't |cannot |no longer |never )?(?:likes?|loves?|enjoys?|adores?|prefers?|hates?|dislikes?|stand|(?:am|is|'m|'s) (?:a )?(?:big |huge )?(?:fan of|into|fond of))",
    { objectTerms: 2 },
  ),
  rule('favourite', 'one', 'favou?rite', { objectTerms: 2 }),
  rule('speaks', 'many', 'speaks?(?! (?:to|with|about|at|of|up|for))'),
  rule('plays', 'many', 'plays?(?! (?:with|a role))'),
  rule(
    'has',
    'many',
    String.raw`(?:have|has|owns?|'ve got|have got|has got)(?= (?:a|an|two|three|four|five|six|\d+|no|my own|his own|her own) )(?! (?:a|an|no) (?:lot|few|great|good|bit|way|hard|tough|new|idea|feeling|chance|blast|ton|really|question|favou?r)(?:$|[^\w]))`,
  ),
  rule('studies', 'many', "stud(?:y|ies)|(?:am|is|'m|'s) (?:studying|learning|majoring)|learns?"),
  rule('uses', 'many', '(?:have |has )?(?:upgraded|updated|migrated|switched|moved) to', {
    kind: (written) => (versionedThing(written).length > 0 ? '' : null),
  }),
  rule('uses', 'many', 'uses?|runs? on|depends? on|requires?|supports?|needs?(?= (?:a|an|at least|[0-9]))'),
  rule(
    'plan',
    'many',
    String.raw`(?:(?:plans?|hopes?|intends?|(?:am|is|are|'m|'s|'re) (?:planning|hoping)) (?:to|on)(?! (?:hear|see|know|say|tell|ask|talk|share|thank|help|do|get)(?:$|[^\w]))|wants? to (?=(?:become|be|buy|visit|learn|move|start|open|build|study|travel|go|write|run)(?:$|[^\w])))`,
  ),
  rule('is', 'many', "(?:am|is|are|'m|'s|'re)"),
];
/** They say themselves what is not so. */
const NEGATIVE = ['diet', 'taste'];
/** Of somebody who is named, these are told with all else that is said of them. */
const OF_THEM = ['is', 'has'];

/** "No longer lives", "does not live", "is not": the rest says what is denied. */
const NOT =
  /^(?:(?:no longer|never) |(?:do|does)(?:n't| not)(?: longer)? |(?<be>am|is|are|'m|'s|'re|has|have|was|will be)(?:n't| not(?: any (?:more|longer))?| no longer) )/;

/** "Builds", "retired", "will come": what somebody named does. */
const DOES =
  /^(?:(?:on|in|at|from|of) (?:the )?(?:[\p{L}\p{N}-]+ ){1,3}|and (?:i|\p{L}+) )?(?<verb>is|are|was|were|has|had|have|will|would|can|could|may|must|should|wants?|[a-z]{2,}ed|[a-z]{2,}s|sat|shook|wrote|left|took|came|went|bought|sold|made|got|gave|found|built|grew|drew|broke|won|lost|began|taught|ran|met|told|paid|brought|kept|led|chose|sent|spoke|fell)(?= )\s*(?<object>.+)$/su;
const SAYS_LITTLE =
  /^(?:says?|said|asks?|asked|thinks?|looks?|looked|seems?|seemed|sounds?|feels?|means?|lets?|hopes?|guess|wishe[sd]|loved|liked|told|happens?|always|perhaps|yes|this|thus|plus|as|us|its|his|hers|red|bed|need|indeed)$/;

const NAME_WORD = String.raw`\p{Lu}[\p{L}\p{N}.&'’-]*`;
const NAME = new RegExp(
  `^(?<name>(?:(?:Old|Young|Poor|Dear|Little) )?${NAME_WORD}(?: (?:(?:of|the|de|van|von|da|di|la) )?${NAME_WORD}){0,3})(?<owner>['’]s)?(?= )`,
  'u',
);
const EPITHET = /^(?:old|young|poor|dear|little) (?=.)/;
/** "Is called Ms. Feld", "my nephew Kacper": who comes into the story. */
const INTRODUCED = new RegExp(
  String.raw`(?<!\p{L})(?:called|named|hired|met|found|(?:${OWNER}|My|Our|His|Her|Their) (?:\p{Ll}+ )?(?:nephew|niece|sister|brother|son|daughter|mother|father|aunt|uncle|cousin|friend|colleague|neighbour|neighbor|boss|wife|husband|partner|dog|cat|horse|teacher|doctor)) (?<name>(?:Mr|Mrs|Ms|Dr)\. ${NAME_WORD}|${NAME_WORD}(?: ${NAME_WORD})?)`,
  'gu',
);
/** "GC-4471": letters and digits that stand for one thing. */
const CODE =
  /(?<![\p{L}\p{N}_/#-])(?=[\p{Lu}\p{N}-]*\p{N})(?=[\p{Lu}\p{N}-]*\p{Lu})[\p{Lu}\p{N}]{1,10}(?:-[\p{Lu}\p{N}]{1,10}){1,3}(?![\p{L}\p{N}_/-])/gu;

const OWNED = /^(?<whose>my|our)(?= )/i;
const MOVED = `(?:is |are |was |were |has been |have been )?(?:moves?|moved|changes?|changed|set|raised|lowered|postponed|shifted|extended|delayed)(?: back| forward)?(?: from [^.;]{1,40}?)? to`;
/** "My sister", "the deadline for the launch", up to the verb. */
const ATTRIBUTE = new RegExp(
  String.raw`^(?<noun>(?:[\p{L}\p{N}'’/-]+ ){1,6}?)(?:${MOVED}|is|are|will be|has been|costs?)(?= )\s*(?<not>(?:not|no longer) )?(?<object>.+)$`,
  'su',
);
/** What a thing does as long as it is what it is. */
const TECHNICAL =
  /^(?<noun>(?:[\p{L}\p{N}'’/-]+ ){1,3}?)(?<verb>uses|runs|(?:has been |was |is )?(?:upgraded|updated|migrated)(?= to )|depends|requires|supports|contains|stores|serves|opens|closes|belongs)(?= )\s*(?<object>.+)$/su;
/** A value that says something definite: a number, a name, a quotation. */
const DEFINITE = /\p{N}|["“«`]|[^.!?]\s\p{Lu}|^\p{Lu}/u;
/** "I don't like it any more": when it ended is nothing that is liked. */
const ANY_MORE = / any ?(?:more|longer)\b/;

const slotOf = (...parts: string[]): string => parts.join('|');
const unquoted = (text: string): string => fold(text).replaceAll('’', "'");

/** The end of what was said that was folded to `object`: as many words. */
const asWritten = (said: string, object: string): string =>
  object === '' ? '' : said.split(/\s+/).slice(-object.trim().split(/\s+/).length).join(' ');

function byRules(subject: string, said: string, isNamed: boolean): Matter | null {
  const plain = unquoted(said.trim()).replace(LEADING_ADVERBS, '');
  const negated = NOT.exec(plain);
  const positive = negated
    ? `${defined(negated.groups).be ? `${defined(negated.groups).be} ` : ''}${plain.slice(negated[0].length)}`
    : plain;
  for (const one of RULES) {
    if (isNamed && OF_THEM.includes(one.name)) continue;
    const asSaid = negated && !NEGATIVE.includes(one.name) ? null : one.verb.exec(plain);
    const match = asSaid ?? (negated && !one.isEnd ? one.verb.exec(positive) : null);
    if (!match) continue;
    const whole = defined(defined(match.groups).object);
    const object = whole.replace(ANY_MORE, '');
    const written = asWritten(said, whole);
    const kind = one.kind(written);
    if (kind === null) continue;
    if (one.holds === 'one' && isTemporary(said)) return null;
    return found(subject, one, object, { isDenied: match !== asSaid, written, kind });
  }
  return isNamed ? ofNamed(subject, plain) : null;
}

function found(
  subject: string,
  { name, holds, objectTerms, isEnd }: MatterRule,
  object: string,
  { isDenied, written, kind }: { isDenied: boolean; written: string; kind: string },
): Matter | null {
  if (name === 'is' && (PASSING.test(object) || !/^(?:an? |the |from |\d|vegan|vegetarian)/.test(object))) return null;
  const denies = isEnd ? terms(present(leftBy(written))) : isDenied ? terms(object) : null;
  if (objectTerms > 0) {
    if (PRONOUN_OBJECT.test(object)) return null;
    const about = terms(object).slice(0, objectTerms).sort();
    return about.length === 0 ? null : { slot: slotOf(subject, name, ...about), holds, denies };
  }
  const what = name === 'uses' ? versionedThing(written) : [];
  if (what.length > 0) return { slot: slotOf(subject, name, ...what), holds: 'one', denies };
  if (kind === '') return { slot: slotOf(subject, name), holds, denies };
  return { slot: slotOf(subject, name, kind), holds: kind === 'dwelling' ? 'many' : holds, denies };
}

/** Whatever else is said of somebody. */
function ofNamed(subject: string, plain: string): Matter | null {
  const { verb, object } = DOES.exec(plain)?.groups ?? {};
  if (verb === undefined || SAYS_LITTLE.test(verb) || PRONOUN_OBJECT.test(defined(object))) return null;
  if (/^(?:is|are|was|were)$/.test(verb) && PASSING.test(defined(object))) return null;
  // "Running helps", "Parcels come": hardly anybody's name.
  if (!/[ .]/.test(subject) && /(?:ing|[^s]s)$/.test(subject)) return null;
  return about(subject);
}

const about = (subject: string): Matter => ({ slot: slotOf(subject, 'about'), holds: 'many', denies: null });

/** "The deadline is Friday": one value of a kind for what is named. */
function attribute(owner: string, rest: string, needsDefinite: boolean): Matter | null {
  const groups = ATTRIBUTE.exec(rest)?.groups;
  if (!groups) return null;
  const object = defined(groups.object);
  const folded = fold(object);
  if (PASSING.test(folded) || DONE_TO.test(folded) || (needsDefinite && !DEFINITE.test(object)) || isTemporary(rest)) return null;
  const noun = terms(defined(groups.noun));
  if (noun.length === 0 || noun.length > 4) return null;
  const kind = kindOfValue(object);
  const denies = groups.not ? terms(object) : null;
  return { slot: slotOf(owner, 'of', ...noun, ...(kind ? [kind] : [])), holds: kind ? 'one' : 'many', denies };
}

/** "The billing service uses PostgreSQL". */
function technical(rest: string): Matter | null {
  const { noun, verb, object } = TECHNICAL.exec(rest)?.groups ?? {};
  const subject = noun === undefined ? [] : terms(noun);
  if (subject.length === 0) return null;
  const isUse = /^(?:uses|runs|.*ed)$/.test(defined(verb));
  const what = isUse && !isTemporary(rest) ? versionedThing(defined(object).replace(/^(?:on|to) /, '')) : [];
  if (what.length > 0) return { slot: slotOf('the', ...subject, 'uses', ...what), holds: 'one', denies: null };
  if (defined(verb).endsWith('ed')) return null;
  return { slot: slotOf('the', ...subject, defined(terms(defined(verb))[0])), holds: 'many', denies: null };
}

const subjectOf = (name: string): string =>
  (fold(name.replace(/['’]s$/, '')).match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu) ?? []).join(' ').replace(EPITHET, '');
const isName = (name: string): boolean => !NO_NAMES.has(defined(subjectOf(name).split(/[ '’-]/)[0]));

function main(said: string, speaker: string | null): Matter | null {
  const self = fold(speaker ?? 'i');
  const firstPerson = /^(?:I|We)(?=['’ ])\s*/.exec(said);
  if (firstPerson) return byRules(self, said.slice(firstPerson[0].length), false);
  const owned = OWNED.exec(said);
  // What is ours is the same for all who speak of it.
  if (owned) return attribute(/^my/i.test(owned[0]) ? self : 'the', said.slice(owned[0].length).trim(), false);
  const named = NAME.exec(said);
  const name = named?.groups?.name;
  if (named && name && isName(name)) {
    const subject = subjectOf(name);
    const rest = said.slice(named[0].length).trim();
    if (subject === '') return null;
    return named.groups?.owner !== undefined || /['’]s$/.test(name) ? attribute(subject, rest, false) : byRules(subject, rest, true);
  }
  return /^the /i.test(said) ? (attribute('the', said.slice(4), true) ?? technical(said.slice(4))) : null;
}

/** What a sentence is about, each matter once. `speaker` is who says "I"; null: it is not known. */
export function mattersOf(sentence: string, speaker: string | null): Matter[] {
  const said = sentence.replace(LEAD, '');
  const first = main(said, speaker);
  const names = [...said.matchAll(INTRODUCED)]
    .map(({ groups }) => defined(defined(groups).name))
    .filter(isName)
    .map(subjectOf);
  const codes = [...said.matchAll(CODE)].map(([code]) => ({ slot: slotOf('code', fold(code)), holds: 'many' as const, denies: null }));
  const all = [...(first ? [first] : []), ...names.map(about), ...codes];
  return [...new Map(all.map((one) => [one.slot, one])).values()];
}
