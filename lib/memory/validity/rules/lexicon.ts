import { MONTH, WEEKDAY } from '#lib/base/text/date-words';
import { stemOf } from '#lib/memory/validity/rules/words';

/**
 * Words that sharpen the rules about changes. They never carry a rule alone: a change also needs
 * the subject, and the value or the attribute, of the earlier memory.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/[\s|]+/).filter(Boolean));
/** Stems, the verb of "give-up" by itself. */
const stems = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => [stemOf(word.split('-')[0] ?? word), ...word.split('-').slice(1)].join('-')),
  );

/** Assumed, wished, planned or reported, not stated. */
export const HEDGED =
  /\b(?:would|could|should|might|must|shall|will|won['’]t|['’]ll|can|cannot|can['’]t|going to|gonna|about to|wants?|wanted|wish(?:es|ed)?|hop(?:e|es|ed|ing)|plan(?:ned|ning) (?:to|on)\b|plans? (?:to (?!the\b|an?\b)|on )|intend(?:s|ed|ing)?|consider(?:s|ed|ing)?|think(?:s|ing)?|thought|believe[sd]?|guess(?:es|ed)?|suppose[sd]?|dream(?:s|ed|t|ing)?|imagine[sd]?|try|tries|tried|trying|thinking|almost|nearly|if|unless|whether|maybe|perhaps|probably|possibly|apparently|supposedly|allegedly|reportedly|according to|rumou?rs?|heard|says?|said|tells?|told|claim(?:s|ed)?|ask(?:s|ed)?|suggest(?:s|ed)?|propose[sd]?|recommend(?:s|ed)?|pretend(?:s|ed)?|joking|kidding|tomorrow|next (?:week|month|year|spring|summer|autumn|winter|semester))\b/iu;
/** The auxiliary verb, not the month. */
export const HEDGED_MAY = /\bmay\b/;
/** "In 2019", "when I was": about an earlier time. */
export const PAST =
  /\b(?:in (?:19|20)\d\d|(?:years?|months|decades?) ago|when (?:i|we|he|she|they) (?:was|were)|as a (?:child|kid|teenager|student)|back then|originally|at the time|in the past)\b/i;
/** A state that is temporary, occasional or secondary, and replaces nothing. */
export const TEMPORARY =
  /\b(?:for (?:(?:an?|the|about|some|another|one|two|three|four|five|six|seven|eight|nine|ten|\d+|few|couple|of|next|last|whole) )+(?:nights?|days?|weekends?|weeks?|fortnight|months?|summer|winter|spring|autumn|holidays?|while|moment|meantime|time being)|for now|temporarily|part[- ]time|sometimes|occasionally|often|mostly|usually|volunteer\w*|(?:on|at|every|during) (?:the )?(?:weekends?|evenings?|nights?)|on the side|on (?:holiday|vacation)|this (?:summer|winter|spring|autumn|week|month)|today|tonight|yesterday)\b/i;
/** When a past event was: no duration. */
export const DAY_OF_EVENT = /\b(?:this (?:summer|winter|spring|autumn|week|month)|today|tonight|yesterday)\b/giu;
/** Within an event, or for it. */
export const MOMENTARY =
  /\b(?:during|for) (?:(?:the|an?|one|his|her|their|our|my|this|that) )(?:\p{L}+ )?(?:calls?|meetings?|talks?|interviews?|demos?|conference|sessions?|workshops?|class|lessons?|lecture|trips?|visits?|tours?|dinner|lunch|match|games?|songs?|shows?|concert|tests?|exams?|conversation|coffee|break|day|night|hour|evening|morning|afternoon|weekend|week|guests?)\b/iu;
/** Stated beside what was stated before. */
export const ADDITIONAL = /\b(?:also|too|as well|another|second|additional(?:ly)?|besides|both|still|either)\b/i;

/** Words after which a value is the current one. */
export const NOW = words('now currently nowadays new instead meanwhile since recently lately finally');

/** Prepositions that introduce the value which a new one takes the place of. */
export const IN_PLACE_OF = /^(?:instead of|rather than|in place of)(?= )/i;

export const BE = words("am is are was were be been being 'm 're 's");
export const BE_NOW = words("am is are 'm 're 's been");
export const HAVE = words("have has had having 've");
export const DO = words('do does did');
export const NEGATIONS = words("not never n't cannot");
export const PARTICLES = words('up down over off out back away forward');
export const CONJUNCTIONS = words('and but or so yet because although though');
/** A clause after one of these may describe another time or a condition. */
export const SUBORDINATORS = words('when whenever while until till if unless that which who whom whose where before');
/** A clause after one of these states a fact, too. */
export const FOLLOWING = words('after since because');
export const PRONOUNS = words('i|we|he|she|it|they|you');
export const THIRD_PERSON = words('he|she|it|they');
export const POSSESSIVES = words('my|our|his|her|its|their|your');
export const DETERMINERS = words(
  'all both most many a an the this that these those some any my our his her its their your new current present',
);
export const TIME_DETERMINERS = words('every each last next this per');
export const PREPOSITIONS = words(
  'in at on under behind beside near above below over inside outside opposite by to from for with as into onto at about since until of',
);
/** Where a thing is. */
export const LOCATIVE = words('in at on under behind beside near above below inside outside opposite by');

/** Verbs of change: with "to" and a value, something has that value afterwards. */
export const CHANGE = stems(
  `move change switch transfer migrate relocate shift postpone delay extend push put reschedule raise lower increase decrease reduce rise drop cut
   go upgrade downgrade update promote convert bring bump double set adjust turn reassign rename slip slide defer adjourn`,
);
/** Verbs after which the value that they name is no longer so. */
export const CESSATION = stems(
  'sell leave quit stop cancel divorce abandon ditch drop lose resign end finish retire return unsubscribe uninstall remove dump terminate discontinue',
);
/** With a particle: "gave up", "broke up", "got rid of". */
export const CESSATION_WITH = stems(
  'give-up give-away throw-away break-up split-up break-off call-off get-rid come-off go-off part-with cut-out sign-off',
);
/** The end of what two share. */
export const PARTING = stems('break-up split-up break-off divorce separate split part');
/** A journey: the traveler stays what they were. */
export const TRIP = stems(
  'drive walk run fly travel ride cycle sail commute hike trip journey return come fall jump climb swim march race rush head step look see read',
);
/** "Handed over from Nora to Viktor". */
export const HANDOVER = stems('hand pass transfer take give switch move go reassign delegate');
/** Who takes over a role: "Petra succeeded Nils as treasurer". */
export const SUCCESSION = stems('replace succeed take-over');
/** What somebody is responsible for: one person at a time, if the thing is named. */
export const IN_CHARGE = stems('own maintain lead head manage chair captain coach direct coordinate supervise moderate edit');
export const RESPONSIBLE = stems('responsible accountable');
/** Nouns of such verbs: "the owner of the parser". */
export const CHARGES: ReadonlyMap<string, string> = new Map(
  `owner own, maintainer maintain, leader lead, lead lead, head head, manager manage, chair chair, chairman chair, chairwoman chair, chairperson chair,
   captain captain, coach coach, director direct, coordinator coordinate, supervisor supervise, moderator moderate, editor edit`
    .split(',')
    .map((pair) => pair.trim().split(' ').map(stemOf))
    .map(([noun = '', verb = '']) => [noun, verb]),
);
/** Gives a role to a person: "was appointed treasurer". */
export const APPOINTMENT = stems('appoint elect name promote choose');
/** For how long a thing is stored. */
export const KEEPING = stems('keep store retain archive cache preserve');
export const EMPLOYER = stems('job employer company workplace firm');
export const HOME = stems('home house address city town country place');
/** "The Falcon project" is Falcon. */
export const GROUPS = stems('project team group company department plan app service club class course school band choir car bike');
export const SPOUSE = stems('husband wife spouse partner boyfriend girlfriend');
export const NAMING = stems('call name title');
export const RENAMING = stems('rename rebrand retitle');
/** "Ownership of the parser passed from Nora to Viktor". */
export const CHARGE = stems('ownership maintenance responsibility leadership management control custody chairmanship');
/** Puts a thing in a place. */
export const PLACING = stems('put move place store hang lay stash hide');
/** Puts a note, not a thing. */
export const LISTS = stems('list agenda calendar map schedule record hold');
export const PAINTING = stems('paint repaint dye color respray varnish stain');
/** Somebody has it afterwards. */
export const ACQUIRING = stems('get buy acquire purchase receive');
export const BEGINNING = stems('begin start take find accept');
export const COLORS = stems(
  'red orange yellow green blue purple violet pink brown black white gray grey beige cream turquoise silver gold',
);
/** Conditions of a thing of which one excludes the others. */
export const SCALES: readonly ReadonlySet<string>[] = [
  COLORS,
  ...`open close shut reopen|enable disable activate deactivate active inactive|break fix repair work broken|full empty|online offline|alive dead|
   available unavailable|public private|clean dirty|hot cold warm|cheap expensive|high low|big small large|fast slow|healthy sick ill|lock unlock|
   long short|wet dry|loud quiet|strong weak|light dark|rich poor|thick thin|draft publish|pending approve reject|vacant fill occupy|single marry engage divorce separate widow`
    .split('|')
    .map((scale) => stems(scale.trim())),
];
/** Events of a life, and what they end: a verb with its object, and a state. */
export const CONCLUSIONS: readonly { readonly event: string; readonly object: string; readonly ends: readonly string[] }[] = [
  ['give', 'birth', 'pregnant'],
  ['have', 'baby', 'pregnant'],
  ['retire', '', 'work'],
  ['graduate', '', 'student study attend'],
  ['marry', '', 'single engaged divorced'],
  ['get', 'married', 'single engaged divorced'],
  ['get', 'divorced', 'married'],
  ['divorce', '', 'married'],
].map(([event = '', object = '', ends = '']) => ({
  event: stemOf(event),
  object: object && stemOf(object),
  ends: ends.split(' ').map(stemOf),
}));
export const CARRYING = stems('bring carry take');
/** A copy leaves the original as it was. */
export const COPY = stems(
  'export import copy send translate forward download upload bring carry deliver ship post mail call write fax mirror link connect stretch range vary',
);
/** One thing in the place of another. */
export const SWAP = stems('replace swap exchange trade substitute succeed');

/** Relations with several values at a time, also with "now". */
export const MANY = stems(
  'have own get know speak play like love enjoy eat drink buy visit read watch learn see meet follow support contain include want need order sell make collect attend teach hire bring take',
);
/** What somebody feels about a thing survives every change of it. */
export const ATTITUDE = stems('like love hate enjoy prefer know remember miss visit dislike adore recommend mention describe see meet');
/** What somebody can do, also while they do something else. */
export const SKILL = stems('speak know read write');
export const LIKING = stems('like love enjoy adore prefer');
export const DISLIKING = stems('hate dislike loathe detest despise');
/** What somebody does in one place. */
export const ONE_PLACE = stems('work live sleep sit park stay study base serve train');
export const MOVING = stems('move relocate');
/** At one time, for one price. */
export const SCHEDULED = stems('start end open close begin cost weigh');
/** Residence: one at a time. */
export const RESIDENCE = stems('live reside base dwell');
/** Verbs of change that name the attribute as their object: "the password was changed to". */
export const RESETTING = stems('change switch set update rename reset');

/** Nouns of which somebody has one at a time. */
export const UNIQUE = stems(
  'manager boss supervisor lead husband wife spouse boyfriend girlfriend landlord address name birthday password owner hometown headquarters capital ceo president title username postcode',
);
/** Nouns of which somebody may have several. */
export const PLURAL = stems(
  'friend sister brother cousin uncle aunt colleague neighbour neighbor son daughter child pet cat dog horse hobby student client customer tip idea reason goal task advantage problem',
);
/** Words for the number in a value: "the dose was raised" is about "takes 20 mg". */
export const MEASURES = stems(
  'dose dosage price cost rent fee salary wage amount number size weight limit quota budget rate speed capacity target temperature height length level count',
);

export const DIETS = stems('vegetarian vegan pescatarian pescetarian omnivore flexitarian carnivore');
/** What a diet excludes. */
export const ANIMAL_FOOD = stems('meat fish dairy egg eggs cheese beef pork chicken');
export const STATUSES = stems('single married engaged divorced separated widowed');

export const WEEKDAYS = new RegExp(`^(?:${WEEKDAY}|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?)$`, 'i');
export const MONTHS = new RegExp(`^(?:${MONTH})$`, 'i');
