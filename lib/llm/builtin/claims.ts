import { fold, terms } from '#lib/text/terms';

/**
 * What a statement says that lasts, read by rules: who (subject) and what about (predicate), which together are its slot. Statements of
 * one slot belong together: they repeat, complete or replace one another. Whatever no rule knows is no claim; rules never guess from likeness.
 */
export interface Claim {
  /** same slot, same matter */
  readonly slot: string;
  /** `one`: the newest value holds and replaces the earlier ones. `many`: values stand beside one another. */
  readonly holds: 'one' | 'many';
  /** verbatim, behind its speaker */
  readonly sentence: string;
  /** equal where two sentences say the same but for case, signs and filling words, or name the same place as home */
  readonly words: string;
}

/** A longer sentence states more than one thing. */
const MAX_SENTENCE = 280;
const MIN_WORDS = 3;

const FILLERS = new Set(
  'a an the really very just also too currently now still actually quite so well oh yeah yes absolutely definitely certainly recently finally'.split(
    ' ',
  ),
);
/** Words that may stand between subject and verb. */
const ADVERBS =
  '(?:(?:also|still|now|currently|really|always|usually|just|recently|actually|absolutely|definitely|finally|only|often|never|both|all) )*';
/** What a statement is introduced with. */
const LEAD =
  /^(?:(?:and|but|so|well|yes|yeah|yep|no|oh|ok|okay|actually|also|now|currently|btw|by the way|update|note|fyi|remember|in fact|as of (?:now|today)|these days)\b[,:!.\s–—-]*)+/i;
/** Words that begin a sentence with a capital and name nobody. */
const NO_NAMES = new Set(
  `i it its he she they we you this that these those there here what who which when where why how if then a an the
  my our your his her their mine ours yours hers theirs some any all most many much few both each every several other another such same
  no not nobody nothing none everyone everybody everything everywhere someone somebody something anyone anybody anything
  and but or so because since while although though unless until as with without from in into on onto at by for of off to up down out over under
  about after before during between around through like
  yes yeah well oh wow hey hi hello thanks thank please let sorry sure maybe perhaps also speaking sounds looks seems feels guess hope wish
  good great nice bad fun only
  one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
  twenty thirty forty fifty sixty seventy eighty ninety hundred thousand half
  today tomorrow yesterday tonight monday tuesday wednesday thursday friday saturday sunday
  mondays tuesdays wednesdays thursdays fridays saturdays sundays`.split(/\s+/),
);
/** Feelings and places of a moment, which no one remembers a week later. */
const PASSING =
  /^(?:\w+ing|(?:so|very|really|too|pretty|quite|super|a (?:bit|little|lot|huge|big|great|good|true|real)|the (?:best|one|same|only)|here|there|back|home|happy|glad|excited|sorry|sure|proud|ready|right|great|good|fine|ok|okay|tired|busy|late|able|going|done|well|nice|cool|lucky|thrilled|grateful|thankful|curious|afraid|stoked|looking|still|just|not sure|all)(?:$|[^\w]))/;
/** What is done to a thing is no value of it: "the rye is made with Olga" says nothing against "the rye is 5.40". */
const DONE_TO =
  /^(?:made|baked|built|written|painted|cooked|grown|produced|served|stored|kept|done|used|held) (?:with|by|from|of|in|at|on|for)(?=[^\w])/;
const PRONOUN_OBJECT =
  /^(?:it|that|this|them|those|these|you|your|how|when|what|to (?:hear|see|know|say|think)|the (?:way|idea|fact))(?:$|[^\w])/;

interface Rule {
  readonly name: string;
  readonly holds: Claim['holds'];
  /** behind subject and adverbs, folded; `object` is what is said */
  readonly verb: RegExp;
  /** how many terms of the object belong to the slot */
  readonly objectTerms: number;
}

const rule = (name: string, holds: Claim['holds'], verb: string, objectTerms = 0): Rule => ({
  name,
  holds,
  verb: new RegExp(`^(?:${verb})(?=[^\\w]|$)\\s*(?<object>.*)$`, 's'),
  objectTerms,
});

/** The first that fits counts. */
const RULES: readonly Rule[] = [
  rule(
    'home',
    'one',
    "(?:liv(?:e|es|ed|ing)|(?:am|is|are|'m|'s|'re) (?:living|based|staying)|based|resides?|(?:have |has |'ve |'s )?(?:moved|relocated)(?: back)?) (?:in|to|at|near)",
  ),
  rule(
    'work',
    'one',
    "(?:works?|worked|(?:am|is|'m|'s|have been|has been) working) (?:at|for|as|with)|(?:joined|left|quit)(?= [a-z])(?! (?:the|a|an|my|our|his|her|it|us|them) (?:group|club|class|party|call|meeting|room|house))|(?:have|has|got|gets|took|started|starts|accepted) (?:a|an|the|my|his|her) (?:new )?(?:job|position|role)",
  ),
  rule(
    'relationship',
    'one',
    "(?:am|is|are|'m|'s|'re|got|gets|have been|has been) (?:now )?(?:married|engaged|divorced|single|separated|widowed|dating)",
  ),
  rule('role', 'one', "(?:became|becomes|(?:was|were|got|am|is|'m|'s) (?:promoted|appointed|elected|hired|named)) (?:to|as|into)?"),
  rule('age', 'one', String.raw`(?:am|is|'m|'s|turned|turns)(?= \d{1,3}(?:\.?$| years?))`),
  rule(
    'diet',
    'many',
    "(?:am|is|are|'m|'s|'re) (?:allergic|intolerant)|(?:can't|cannot|don't|doesn't|do not|does not|never) (?:eat|eats|drink|drinks|tolerate)",
  ),
  rule(
    'taste',
    'one',
    "(?:do(?:es)? not |don't |doesn't |can't |cannot )?(?:likes?|loves?|enjoys?|adores?|prefers?|hates?|dislikes?|stand|(?:am|is|'m|'s) (?:a )?(?:big |huge )?(?:fan of|into|fond of))",
    2,
  ),
  rule('favourite', 'one', 'favou?rite', 2),
  rule('speaks', 'many', 'speaks?(?! (?:to|with|about|at|of|up|for))'),
  rule('plays', 'many', 'plays?(?! (?:with|a role))'),
  rule(
    'has',
    'many',
    String.raw`(?:have|has|owns?|'ve got|have got|has got)(?= (?:a|an|two|three|four|five|six|\d+|no|my own|his own|her own) )(?! (?:a|an|no) (?:lot|few|great|good|bit|way|hard|tough|new|idea|feeling|chance|blast|ton|really|question|favou?r)(?:$|[^\w]))`,
  ),
  rule('studies', 'many', "stud(?:y|ies)|(?:am|is|'m|'s) (?:studying|learning|majoring)|learns?"),
  rule('uses', 'many', 'uses?|runs? on|depends? on|requires?|supports?|needs?(?= (?:a|an|at least|[0-9]))'),
  rule(
    'plan',
    'many',
    String.raw`(?:(?:plans?|hopes?|intends?|(?:am|is|are|'m|'s|'re) (?:planning|hoping)) (?:to|on)(?! (?:hear|see|know|say|tell|ask|talk|share|thank|help|do|get)(?:$|[^\w]))|wants? to (?=(?:become|be|buy|visit|learn|move|start|open|build|study|travel|go|write|run)(?:$|[^\w])))`,
  ),
  rule('is', 'many', "(?:am|is|are|'m|'s|'re)"),
];

/** "Builds", "sells": the present of somebody named. */
const PRESENT = /^(?<verb>[a-z]{2,}?)(?:e?s)(?=[^\w])\s*(?<object>.+)$/s;
const NO_PRESENT = new Set(
  'i ha wa doe say look seem sound feel mean make get go come thank know think give take keep let thing time thi alway perhap it hi her'.split(
    ' ',
  ),
);

const NAME =
  /^(?<name>\p{Lu}[\p{L}\p{N}.&'’-]*(?: (?:(?:of|the|de|van|von|da|di|la) )?\p{Lu}[\p{L}\p{N}.&'’-]*){0,3})(?<owner>['’]s)?(?= )/u;
const OWNED = /^(?:my|our)(?= )/i;
/** "My sister", "the deadline for the launch", up to the verb. */
const ATTRIBUTE =
  /^(?<noun>(?:[\p{L}\p{N}'’/-]+ ){1,6}?)(?:is|are|will be|has been|was (?:moved|changed|set|raised|lowered|postponed|extended) to|moved to|changed to|costs?)(?= )\s*(?<object>.+)$/su;
/** What a thing does as long as it is what it is. */
const TECHNICAL =
  /^(?<noun>(?:[\p{L}\p{N}'’/-]+ ){1,3}?)(?<verb>uses|runs|depends|requires|supports|contains|stores|serves|opens|closes|costs|belongs)(?= )/su;
/** A value that says something definite: a number, a name, a quotation. */
const DEFINITE = /\p{N}|["“«`]|[^.!?]\s\p{Lu}|^\p{Lu}/u;

const wordsOf = (sentence: string): string[] =>
  (fold(sentence).match(/[\p{L}\p{N}]+(?:[.,:'’-][\p{L}\p{N}]+)*/gu) ?? [])
    .map((word) => word.replaceAll('’', "'"))
    .filter((word) => !FILLERS.has(word));

/** Equal for two texts that say the same words in the same order; numbers and negation count. */
export const sameWords = (text: string): string => wordsOf(text).join(' ');

/** A memory's text without the speaker in front. */
export function bodyOf(text: string, speaker: string | null): string {
  const prefix = speaker === null ? null : `${speaker}: `;
  return prefix !== null && text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

/** Where a sentence ends; a title before a name does not end one. */
const BORDER = /(?<=[.!?…]["'”’)\]]{0,2})(?<!\b(?:Mr|Mrs|Ms|Dr|St|vs|No|Prof|e\.g|i\.e|etc)\.)\s+|\s*\n\s*/u;

const slotOf = (...parts: string[]): string => parts.join('|');

function byRules(subject: string, said: string, isNamed: boolean): Pick<Claim, 'slot' | 'holds'> | null {
  const words = fold(said)
    .replaceAll('’', "'")
    .replace(new RegExp(`^${ADVERBS}`), '');
  for (const { name, holds, verb, objectTerms } of RULES) {
    const object = verb.exec(words)?.groups?.object;
    if (object === undefined) continue;
    if (name === 'is' && (PASSING.test(object) || (!isNamed && !/^(?:an? |the |from |\d|vegan|vegetarian)/.test(object)))) return null;
    if (objectTerms === 0) return { slot: slotOf(subject, name), holds };
    if (PRONOUN_OBJECT.test(object)) return null;
    const about = terms(object).slice(0, objectTerms).sort();
    return about.length === 0 ? null : { slot: slotOf(subject, name, ...about), holds };
  }
  const present = isNamed && !/(?:ing|[^s]s)$/.test(subject) ? PRESENT.exec(words)?.groups : undefined;
  if (!present || NO_PRESENT.has(present.verb!) || PRONOUN_OBJECT.test(present.object!)) return null;
  return { slot: slotOf(subject, present.verb!), holds: 'many' };
}

/** "The deadline is Friday": one value for what is named. */
function attribute(owner: string, rest: string, needsDefinite: boolean): Pick<Claim, 'slot' | 'holds'> | null {
  const found = ATTRIBUTE.exec(rest)?.groups;
  const object = fold(found?.object ?? '');
  if (!found || PASSING.test(object) || DONE_TO.test(object) || (needsDefinite && !DEFINITE.test(found.object!))) return null;
  const noun = terms(found.noun!);
  return noun.length === 0 || noun.length > 4 ? null : { slot: slotOf(owner, 'of', ...noun), holds: 'one' };
}

function read(sentence: string, speaker: string | null): Pick<Claim, 'slot' | 'holds'> | null {
  const said = sentence.replace(LEAD, '');
  const self = fold(speaker ?? 'i');
  const firstPerson = /^(?:I|We)(?=['’ ])\s*/.exec(said);
  if (firstPerson) return byRules(self, said.slice(firstPerson[0].length), false);
  const owned = OWNED.exec(said);
  if (owned) return attribute(self, said.slice(owned[0].length).trim(), false);
  const named = NAME.exec(said);
  const name = named?.groups?.name;
  if (named && name && !NO_NAMES.has(fold(name.split(/[ '’-]/)[0]!))) {
    const subject = wordsOf(name.replace(/['’]s$/, '')).join(' ');
    const rest = said.slice(named[0].length).trim();
    const isOwner = named.groups?.owner !== undefined || /['’]s$/.test(name);
    if (subject === '') return null;
    return isOwner ? attribute(subject, rest, false) : byRules(subject, rest, true);
  }
  return /^the /i.test(said) ? (attribute('the', said.slice(4), true) ?? technical(said.slice(4))) : null;
}

/** "The billing service uses PostgreSQL". */
function technical(rest: string): Pick<Claim, 'slot' | 'holds'> | null {
  const { noun, verb } = TECHNICAL.exec(rest)?.groups ?? {};
  const about = noun === undefined ? [] : terms(noun);
  return about.length === 0 ? null : { slot: slotOf('the', ...about, terms(verb!)[0]!), holds: 'many' };
}

/** "I live in Porto" and "I moved to Porto for the studio": the place, as it is written. What was is no value that holds. */
const PLACE =
  /\b(?<verb>\p{L}+)(?: back)? (?:in|to|at|near) (?<place>\p{Lu}[\p{L}\p{N}'’.-]*(?:(?:, | (?:(?:de|da|do|di|la|of|the|am|upon) )?)\p{Lu}[\p{L}\p{N}'’.-]*)*)/u;

function placeOf(sentence: string, slot: string): string | null {
  if (!slot.endsWith('|home')) return null;
  const { verb, place } = PLACE.exec(sentence)?.groups ?? {};
  return place === undefined || fold(verb!) === 'lived' ? null : fold(place).replace(/[.’']+$/, '');
}

/** What a memory claims, sentence by sentence; questions, conditions and what is said of a moment claim nothing. */
export function claimsOf(text: string, speaker: string | null): Claim[] {
  const body = bodyOf(text, speaker);
  const prefix = text.slice(0, text.length - body.length);
  const claims: Claim[] = [];
  for (const part of body.split(BORDER)) {
    const sentence = part.trim();
    if (sentence.length > MAX_SENTENCE || sentence.endsWith('?') || /^(?:if|when|unless|maybe|perhaps)\b/i.test(sentence)) continue;
    const words = wordsOf(sentence);
    if (words.length < MIN_WORDS) continue;
    const found = read(sentence, speaker);
    if (found) claims.push({ ...found, sentence: `${prefix}${sentence}`, words: placeOf(sentence, found.slot) ?? words.join(' ') });
  }
  return claims;
}
