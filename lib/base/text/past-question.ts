import { FULL_WEEKDAY, MONTH, WEEKDAY } from '#lib/base/text/date-words';

/**
 * Decides whether a question asks for a former state: "where did Kavi live until April?", but not
 * "where does Kavi live before the move?". English only; in another language, it does not.
 *
 * Only the clause with the question counts. Its first finite verb is its tense. In the past tense
 * it asks for a state by its verb or by a time, otherwise for an event. In the present tense it
 * asks for a former value only if that is named. Pure.
 */
export function asksForPast(query: string): boolean {
  const clause = questionIn(query.slice(0, LONGEST));
  if (NOW.test(clause.replace(LATER_CLAUSE, ''))) return false;
  if (isHabit(clause)) return true;
  const tense = tenseOf(clause);
  if (ENDED.test(clause)) return tense === 'present' ? SUBJECT_QUESTION.test(clause) : true;
  if (tense === 'past') return isStateIn(clause);
  if (tense === 'perfect') return SUBJECT_QUESTION.test(clause) && isBefore(clause);
  return FORMER_VALUE.test(clause) || OLD_VALUE.test(clause) || (tense === null && (ADVERB.test(clause) || isBefore(clause)));
}

/** Characters of a question that are considered. */
const LONGEST = 1000;

const words = (list: string): string => list.trim().split(/\s+/).join('|');
const word = (list: string): RegExp => new RegExp(String.raw`\b(?:${words(list)})\b`, 'i');

const LEAD =
  /^(?:(?:and|but|so|then|well|ok|okay|please|hey|also)\b[, ]*)*(?:(?:(?:can|could|would|will) you (?:please )?)?(?:tell|remind|show) me(?: again)? |(?:do|did) you (?:still )?(?:know|remember|recall) |i(?:'d| would)? (?:like|want|need|have|forgot|wonder)(?: to know)? |i wonder )?/i;
const QUESTION =
  /^(?:(?:at|by|for|from|in|of|on|since|until|to|with) )?(?:what|which|where|who|whom|whose|when|why|how|is|are|am|was|were|do|does|did|has|have|had|will|can|could|should|would)\b/i;

/** The last clause that is a question; without one, the whole text. */
function questionIn(query: string): string {
  const clauses = query
    .replace(/’/g, "'")
    .split(/[,;:.!?\n]+(?=\s|$)/)
    .map((clause) => clause.trim().replace(LEAD, ''))
    .filter((clause) => clause !== '');
  return clauses.findLast((clause) => QUESTION.test(clause)) ?? clauses.join(', ');
}

/** What came afterwards: "before the move to the current flat". */
const LATER_CLAUSE = /\b(?:before|until|till|up to)\b.*$/i;
/** The present state is asked for. */
const NOW =
  /\b(?:now|nowadays|currently|(?:the|'s|my|his|her|their|our|your) current|these days|at the moment|at present|right now|today)\b/i;

const USED_TO = /\bused to\b/i;
/** "Is used to", "got used to": a habit of now, or a purpose. */
const ACCUSTOMED =
  /^(?:am|is|are|was|were)\b.{1,100}\bused to\b|\b(?:am|is|are|was|were|be|been|being|get|gets|got|getting|become|became|'s|'re|'m)(?: not| never| \w+ly)? used to\b/i;
/** "What is the brush used to clean?" */
const PURPOSE = /^(?:what|which|how)\b.{0,80}\b(?:is|are)\b.{1,80}\bused to\b/i;
const isHabit = (clause: string): boolean =>
  (USED_TO.test(clause) && !ACCUSTOMED.test(clause) && !PURPOSE.test(clause)) || /\bdid(?:n't)?\b.{0,200}\buse to\b/i.test(clause);

const PRESENT_VERB =
  "(?:what|where|who|how|when|which|it|that|he|she)'s|is|are|am|do|does|will|can|could|should|would|may|must|isn't|aren't|don't|doesn't|lives|works|has to";
/** Past forms of verbs that describe a state. */
const STATE_FORMS = words(
  'lived worked had owned drove used played liked loved hated preferred wanted needed knew cost costed weighed studied taught spoke belonged rented wore ate drank smoked trained managed led ran headed hosted earned paid charged supported stayed slept dated resided served held kept',
);
const STATE_VERBS = words(
  'live work have own drive use play like love hate prefer want need know cost weigh study teach speak belong rent wear eat drink smoke train manage lead run head host earn pay charge support stay sleep date reside serve hold keep look go take report sit',
);
const FIRST_VERB = new RegExp(
  String.raw`\b(?:(?<present>${PRESENT_VERB})|(?<perfect>has|have|hasn't|haven't|'ve)|(?<past>did|didn't|was|were|wasn't|weren't|hadn't|${STATE_FORMS}))\b`,
  'i',
);

function tenseOf(clause: string): 'present' | 'perfect' | 'past' | null {
  const { present, perfect, past } = FIRST_VERB.exec(clause)?.groups ?? {};
  if (present !== undefined) return 'present';
  if (perfect !== undefined) return 'perfect';
  return past === undefined ? null : 'past';
}

/** "What does Ana no longer eat?" asks for the past; "does Ana no longer eat fish?" does not. */
const ENDED = /\bno longer\b|(?:\bnot|n't)\b.{0,200}\b(?:any ?more|any longer)\b/i;
const SUBJECT_QUESTION = /^(?:what|which|where|who|whom|whose)\b/i;

const DID_STATE = new RegExp(String.raw`\bdid(?:n't)?\b.{1,200}\b(?:${STATE_VERBS})\b`, 'i');
const STATE_FORM = new RegExp(String.raw`^(?:(?:what|which|where|who|whom|whose)\b.{0,200})?\b(?:${STATE_FORMS})\b`, 'i');
/** "Where was Kavi living?", "who was the CEO?" */
const WAS_STATE =
  /\b(?:was|were)\b.{1,200}\b(?!(?:during|morning|evening|meeting|wedding|building|king|ring|thing|being|going)\b)\p{L}{2,}ing\b|^(?:who|whose)\b.{0,100}\b(?:was|were)\b(?! (?:born|told|invited|there|hired|promoted|elected)\b)|\bwas\b.{1,200}\b(?:called|named)\b/iu;
/** The end of a state: its former value is the answer. */
const DID_END =
  /\bdid(?:n't)?\b.{1,200}\b(?:replace|succeed|take over from|(?:move|switch|come|change|relocate|migrate)(?: \p{L}+)? from|leave|quit|give up)\b|\b(?:was|were)\b.{0,200}\breplaced by\b/iu;
const WHEN = /^(?:when|since when|how long ago|what time|why)\b/i;

const ADVERB = word('formerly previously');
const PERIOD =
  /\b(?:in the past|back then|back in|in those days|at the time|at that time|at first|initially|originally|ago|yesterday|last (?:year|month|week|winter|spring|summer|autumn|fall|night|january|february|march|april|may|june|july|august|september|october|november|december)|as of)\b/i;
const DATE = new RegExp(
  String.raw`\b(?:in|during|around|by|on|until|till|up to|throughout|through|to)\s(?:early |late |mid-?)?(?:(?:19|20)\d\d|(?:the )?(?:winter|spring|summer|autumn|fall)|${MONTH})\b`,
  'i',
);
const UNTIL = /\b(?:until|till|prior to)\b/i;

const FORMER = '(?:former|previous|prior|ex|erstwhile|original|past)';
/** Nouns that "previous" orders in time: it says nothing about a value. */
const OCCASIONS = words(
  'meeting meetings week weeks month months year years day days message messages call calls conversation conversations chat chats email emails mail session sessions time times step steps chapter page question questions answer answers discussion note notes result results report experience one ones',
);
const FORMER_VALUE = new RegExp(
  String.raw`(?<!\b(?:not|than|from|unlike|without|after|replaces?|besides|(?:instead|ahead) of)(?: the| a| an| my| his| her| our| their| your)? )\b${FORMER}[ -](?!(?:${OCCASIONS})\b)\p{L}`,
  'iu',
);
const OLD_NOUNS = words(
  'address password passcode pin code number phone email e-mail name nickname price fee rent room desk seat job role title boss manager employer company team office flat apartment house home place car bike van plan version value setting key token url domain deadline date time slot schedule school gym doctor dentist bank provider server host database wifi wi-fi logo colou?r',
);
const OLD_VALUE = new RegExp(
  String.raw`(?<!\b(?:not|than|from|unlike|without|after|instead of) (?:the |my |his |her |our |their |your )?)(?:\b(?:the|my|your|his|her|our|their|its)|'s?) (?:old|earlier) (?:\p{L}+ ){0,2}(?:${OLD_NOUNS})\b`,
  'iu',
);

const TIME_AHEAD = String.raw`(?:(?:the )?(?:next|end of|start of|beginning of)\b|the (?:meeting|weekend|holidays|deadline|trip|flight|call|launch|release|exam|appointment|interview|party|demo)\b|tomorrow|tonight|noon|midnight|lunch|dinner|breakfast|bed|work|christmas|easter|\d|${WEEKDAY}|${FULL_WEEKDAY}s?|${MONTH}|i|we|you|it)`;
/** "Before" alone, or before a person or a thing: not before an appointment. */
const BEFORE = new RegExp(String.raw`\bbefore(?:\s+(?!${TIME_AHEAD})\S|\s*(?:that|this|then|now)?$)`, 'i');
/** "Earlier" as an adverb at the end. */
const EARLIER = /\b(?:before|earlier|previously|formerly|in the past|before that|before now)$/i;
const isBefore = (clause: string): boolean =>
  BEFORE.test(clause) || EARLIER.test(clause) || ADVERB.test(clause) || /\bin the past\b/i.test(clause);

/** "What did I ask you earlier?" */
const CONVERSATION = /\bdid (?:i|we|you) (?:tell|say|ask|mention|write|send)\b/i;

/** A clause in the past tense that asks for a state, or for what ended. */
function isStateIn(clause: string): boolean {
  if (CONVERSATION.test(clause)) return false;
  if (DID_END.test(clause) && !WHEN.test(clause)) return true;
  if (FORMER_VALUE.test(clause) || OLD_VALUE.test(clause) || ADVERB.test(clause) || EARLIER.test(clause)) return true;
  if (DID_STATE.test(clause) || STATE_FORM.test(clause) || WAS_STATE.test(clause)) return true;
  // Without a verb of an event, a time makes it a state: "what was the password in February?"
  return (
    !WHEN.test(clause) &&
    !/\bdid(?:n't)?\b/i.test(clause) &&
    (PERIOD.test(clause) || DATE.test(clause) || UNTIL.test(clause) || BEFORE.test(clause))
  );
}
