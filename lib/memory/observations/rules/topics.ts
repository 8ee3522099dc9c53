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
 * The lasting matters of a sentence, by rules of English: subject and predicate, which together
 * form the slot. A sentence without a matching rule is no claim; rules never guess by similarity.
 * Pure.
 */
export interface Matter {
  /** equal for the same matter */
  readonly slot: string;
  /**
   * `one`: the newest value replaces the earlier ones. `many`: values coexist, each with its day.
   */
  readonly cardinality: 'one' | 'many';
  /**
   * terms of the value that is denied ("no longer works at Acme"); null: the sentence asserts a
   * value
   */
  readonly denies: readonly string[] | null;
}

/** Words that may appear between subject and verb. */
const ADVERBS =
  '(?:(?:also|still|now|currently|really|always|usually|just|recently|actually|absolutely|definitely|finally|only|often|both|all) )*';
const LEADING_ADVERBS = new RegExp(`^${ADVERBS}`);
/** Introductions of a statement. */
const LEAD =
  /^(?:(?:and|but|so|well|yes|yeah|yep|no|oh|ok|okay|actually|also|now|currently|btw|by the way|update|note|fyi|remember|in fact|as of (?:now|today)|these days|(?:everybody|everyone|all|team|folks)(?=:))\b[,:!.\s–—-]*)+/i;
/** Capitalized words at the start of a sentence that are not names. */
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
/** Momentary feelings and places, which are irrelevant a week later. */
const PASSING =
  /^(?:\w+ing|(?:so|very|really|too|pretty|quite|super|a (?:bit|little|lot|huge|big|great|good|true|real)|the (?:best|one|same|only)|here|there|back|home|happy|glad|excited|sorry|sure|proud|ready|right|great|good|fine|ok|okay|tired|busy|late|able|going|done|well|nice|cool|lucky|thrilled|grateful|thankful|curious|afraid|asleep|awake|stoked|looking|still|just|not sure|all)(?:$|[^\w]))/;
/**
 * An action done to a thing is not a value of it: "the rye is made with Olga" does not contradict
 * "the rye is 5.40".
 */
const DONE_TO =
  /^(?:made|baked|built|written|painted|cooked|grown|produced|served|stored|kept|done|used|held) (?:with|by|from|of|in|at|on|for)(?=[^\w])/;
const PRONOUN_OBJECT =
  /^(?:it|that|this|them|those|these|you|your|how|when|what|to (?:hear|see|know|say|think)|the (?:way|idea|fact))(?:$|[^\w])/;
interface MatterRule {
  readonly name: string;
  readonly cardinality: Matter['cardinality'];
  /** matches after subject and adverbs, folded; `object` is the statement */
  readonly verb: RegExp;
  /** the number of terms of the object that belong to the slot */
  readonly objectTerms: number;
  /** the kind of the verbatim object ('': the usual kind); null: the rule does not apply */
  readonly kind: (written: string) => string | null;
  /** the object is the value that ends */
  readonly isEnd: boolean;
}

const rule = (name: string, cardinality: Matter['cardinality'], verb: string, more: Partial<MatterRule> = {}): MatterRule => ({
  name,
  cardinality,
  verb: new RegExp(`^(?:${verb})(?=[^\\w]|$)\\s*(?<object>.*)$`, 's'),
  objectTerms: 0,
  kind: () => '',
  isEnd: false,
  ...more,
});

/** The first match counts. */
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
/** Rules whose statements include their negation. */
const NEGATIVE = ['diet', 'taste'];
/** Rules whose statements about a named person are merged with all others about the person. */
const OF_THEM = ['is', 'has'];

/** "No longer lives", "does not live", "is not": the rest is the denied statement. */
const NOT =
  /^(?:(?:no longer|never) |(?:do|does)(?:n't| not)(?: longer)? |(?<be>am|is|are|'m|'s|'re|has|have|was|will be)(?:n't| not(?: any (?:more|longer))?| no longer) )/;

/** "Builds", "retired", "will come": actions of a named subject. */
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
/** "Is called Ms. Feld", "my nephew Kacper": the introduction of a person. */
const INTRODUCED = new RegExp(
  String.raw`(?<!\p{L})(?:called|named|hired|met|found|(?:${OWNER}|My|Our|His|Her|Their) (?:\p{Ll}+ )?(?:nephew|niece|sister|brother|son|daughter|mother|father|aunt|uncle|cousin|friend|colleague|neighbour|neighbor|boss|wife|husband|partner|dog|cat|horse|teacher|doctor)) (?<name>(?:Mr|Mrs|Ms|Dr)\. ${NAME_WORD}|${NAME_WORD}(?: ${NAME_WORD})?)`,
  'gu',
);
/** "GC-4471": letters and digits that identify one thing. */
const CODE =
  /(?<![\p{L}\p{N}_/#-])(?=[\p{Lu}\p{N}-]*\p{N})(?=[\p{Lu}\p{N}-]*\p{Lu})[\p{Lu}\p{N}]{1,10}(?:-[\p{Lu}\p{N}]{1,10}){1,3}(?![\p{L}\p{N}_/-])/gu;

const OWNED = /^(?<whose>my|our)(?= )/i;
const MOVED = `(?:is |are |was |were |has been |have been )?(?:moves?|moved|changes?|changed|set|raised|lowered|postponed|shifted|extended|delayed)(?: back| forward)?(?: from [^.;]{1,40}?)? to`;
/** "My sister", "the deadline for the launch", up to the verb. */
const ATTRIBUTE = new RegExp(
  String.raw`^(?<noun>(?:[\p{L}\p{N}'’/-]+ ){1,6}?)(?:${MOVED}|is|are|will be|has been|costs?)(?= )\s*(?<not>(?:not|no longer) )?(?<object>.+)$`,
  'su',
);
/** Lasting properties of a thing. */
const TECHNICAL =
  /^(?<noun>(?:[\p{L}\p{N}'’/-]+ ){1,3}?)(?<verb>uses|runs|(?:has been |was |is )?(?:upgraded|updated|migrated)(?= to )|depends|requires|supports|contains|stores|serves|opens|closes|belongs)(?= )\s*(?<object>.+)$/su;
/** A definite value: a number, a name, a quotation. */
const DEFINITE = /\p{N}|["“«`]|[^.!?]\s\p{Lu}|^\p{Lu}/u;
/** "I don't like it any more": the time of the end is not the object. */
const ANY_MORE = / any ?(?:more|longer)\b/;

const slotOf = (...parts: string[]): string => parts.join('|');
const unquoted = (text: string): string => fold(text).replaceAll('’', "'");

/** The verbatim end of the sentence that was folded to `object`: the same number of words. */
const asWritten = (sentence: string, object: string): string =>
  object === '' ? '' : sentence.split(/\s+/).slice(-object.trim().split(/\s+/).length).join(' ');

function byRules(subject: string, sentence: string, isNamed: boolean): Matter | null {
  const plain = unquoted(sentence.trim()).replace(LEADING_ADVERBS, '');
  const negated = NOT.exec(plain);
  const positive = negated
    ? `${defined(negated.groups).be ? `${defined(negated.groups).be} ` : ''}${plain.slice(negated[0].length)}`
    : plain;
  for (const one of RULES) {
    if (isNamed && OF_THEM.includes(one.name)) continue;
    const asserted = negated && !NEGATIVE.includes(one.name) ? null : one.verb.exec(plain);
    const match = asserted ?? (negated && !one.isEnd ? one.verb.exec(positive) : null);
    if (!match) continue;
    const whole = defined(defined(match.groups).object);
    const object = whole.replace(ANY_MORE, '');
    const written = asWritten(sentence, whole);
    const kind = one.kind(written);
    if (kind === null) continue;
    if (one.cardinality === 'one' && isTemporary(sentence)) return null;
    return matterOf(subject, one, object, { isDenied: match !== asserted, written, kind });
  }
  return isNamed ? ofNamed(subject, plain) : null;
}

function matterOf(
  subject: string,
  { name, cardinality, objectTerms, isEnd }: MatterRule,
  object: string,
  { isDenied, written, kind }: { isDenied: boolean; written: string; kind: string },
): Matter | null {
  if (name === 'is' && (PASSING.test(object) || !/^(?:an? |the |from |\d|vegan|vegetarian)/.test(object))) return null;
  const denies = isEnd ? terms(present(leftBy(written))) : isDenied ? terms(object) : null;
  if (objectTerms > 0) {
    if (PRONOUN_OBJECT.test(object)) return null;
    const about = terms(object).slice(0, objectTerms).sort();
    return about.length === 0 ? null : { slot: slotOf(subject, name, ...about), cardinality, denies };
  }
  const what = name === 'uses' ? versionedThing(written) : [];
  if (what.length > 0) return { slot: slotOf(subject, name, ...what), cardinality: 'one', denies };
  if (kind === '') return { slot: slotOf(subject, name), cardinality, denies };
  return { slot: slotOf(subject, name, kind), cardinality: kind === 'dwelling' ? 'many' : cardinality, denies };
}

/** Any other statement about a named subject. */
function ofNamed(subject: string, plain: string): Matter | null {
  const { verb, object } = DOES.exec(plain)?.groups ?? {};
  if (verb === undefined || SAYS_LITTLE.test(verb) || PRONOUN_OBJECT.test(defined(object))) return null;
  if (/^(?:is|are|was|were)$/.test(verb) && PASSING.test(defined(object))) return null;
  // "Running helps", "Parcels come": hardly ever a name.
  if (!/[ .]/.test(subject) && /(?:ing|[^s]s)$/.test(subject)) return null;
  return about(subject);
}

const about = (subject: string): Matter => ({ slot: slotOf(subject, 'about'), cardinality: 'many', denies: null });

/** "The deadline is Friday": one value of a kind for a named attribute. */
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
  return { slot: slotOf(owner, 'of', ...noun, ...(kind ? [kind] : [])), cardinality: kind ? 'one' : 'many', denies };
}

/** "The billing service uses PostgreSQL". */
function technical(rest: string): Matter | null {
  const { noun, verb, object } = TECHNICAL.exec(rest)?.groups ?? {};
  const subject = noun === undefined ? [] : terms(noun);
  if (subject.length === 0) return null;
  const isUse = /^(?:uses|runs|.*ed)$/.test(defined(verb));
  const what = isUse && !isTemporary(rest) ? versionedThing(defined(object).replace(/^(?:on|to) /, '')) : [];
  if (what.length > 0) return { slot: slotOf('the', ...subject, 'uses', ...what), cardinality: 'one', denies: null };
  if (defined(verb).endsWith('ed')) return null;
  return { slot: slotOf('the', ...subject, defined(terms(defined(verb))[0])), cardinality: 'many', denies: null };
}

const subjectOf = (name: string): string =>
  (fold(name.replace(/['’]s$/, '')).match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu) ?? []).join(' ').replace(EPITHET, '');
const isName = (name: string): boolean => !NO_NAMES.has(defined(subjectOf(name).split(/[ '’-]/)[0]));

function main(sentence: string, speaker: string | null): Matter | null {
  const self = fold(speaker ?? 'i');
  const firstPerson = /^(?:I|We)(?=['’ ])\s*/.exec(sentence);
  if (firstPerson) return byRules(self, sentence.slice(firstPerson[0].length), false);
  const owned = OWNED.exec(sentence);
  // "Our" refers to the same thing for every speaker.
  if (owned) return attribute(/^my/i.test(owned[0]) ? self : 'the', sentence.slice(owned[0].length).trim(), false);
  const named = NAME.exec(sentence);
  const name = named?.groups?.name;
  if (named && name && isName(name)) {
    const subject = subjectOf(name);
    const rest = sentence.slice(named[0].length).trim();
    if (subject === '') return null;
    return named.groups?.owner !== undefined || /['’]s$/.test(name) ? attribute(subject, rest, false) : byRules(subject, rest, true);
  }
  return /^the /i.test(sentence) ? (attribute('the', sentence.slice(4), true) ?? technical(sentence.slice(4))) : null;
}

/** The matters of a sentence, each once. `speaker` is the person who says "I"; null: unknown. */
export function mattersOf(statement: string, speaker: string | null): Matter[] {
  const sentence = statement.replace(LEAD, '');
  const first = main(sentence, speaker);
  const names = [...sentence.matchAll(INTRODUCED)]
    .map(({ groups }) => defined(defined(groups).name))
    .filter(isName)
    .map(subjectOf);
  const codes = [...sentence.matchAll(CODE)].map(([code]) => ({
    slot: slotOf('code', fold(code)),
    cardinality: 'many' as const,
    denies: null,
  }));
  const all = [...(first ? [first] : []), ...names.map(about), ...codes];
  return [...new Map(all.map((one) => [one.slot, one])).values()];
}
