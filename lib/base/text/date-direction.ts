import { defined } from '#lib/base/defined';
import type { Direction } from '#lib/base/text/date-rules';
import { MONTH, WEEKDAY } from '#lib/base/text/date-words';

/**
 * The direction of an incomplete date ("on 12 September", "on Friday"), from the predicate of its
 * clause. "The wedding is on 12 September, because the chapel was double-booked" is in the future,
 * although the chapel's predicate is in the past. If no clause of the sentence has a predicate with
 * a direction, none is decided.
 */

export interface Outlook {
  readonly direction: Direction;
  /**
   * the words describe a plan or a timetable, not a mere habit: "in 3 days" is then a day and not a
   * duration
   */
  readonly scheduled: boolean;
}

const OPEN: Outlook = { direction: 'either', scheduled: false };
const PAST: Outlook = { direction: 'past', scheduled: false };
const AHEAD: Outlook = { direction: 'future', scheduled: true };

const words = (text: string): string => text.trim().split(/\s+/).join('|');

const ADVERB = `(?:${words('not also still only just both all now then really finally usually already always never even probably definitely hopefully officially currently so very too super quite pretty fully totally recently ever each')})`;
const ADVERBS = `(?:\\s${ADVERB}){0,2}`;
const DETERMINER = `(?:${words('the our my his her their your its this that a an some no any each every another one two three')})`;

const IRREGULAR =
  words(`was were wasn['’]t weren['’]t had hadn['’]t did didn['’]t been couldn['’]t went gone saw seen got came became took taken made met
  began begun gave given found told said bought brought thought felt left lost won ran wrote written drove driven flew flown ate eaten drank drunk
  spent sold sent kept held heard grew grown knew known built broke broken chose chosen taught caught fell fallen born wore worn woke woken
  threw thrown swam sang sung sat stood stole stolen stuck struck swore sworn tore torn understood slept spoke spoken shot shone showed shown
  shook shaken rode ridden rose risen rang paid laid led lent lit meant misread overheard hung hid hidden froze frozen forgot forgotten forgave
  fought fed dealt dug drew drawn dreamt clung crept bit bitten bent blew blown bound bred withdrew undid swept spun sprang sought sank sunk shrank
  slid sewn leapt learnt burnt spilt knelt mistook outgrew overslept rebuilt retook resold slung spat stank strode stung swung wept wound dove snuck`);
/** the same form in the present and in the past */
const UNCHANGED = words('cut put hit set let read quit hurt cost beat bet cast shut split spread burst bid shed upset');
const NO_PARTICIPLE = words(
  'need speed feed bed red indeed hundred seed weed sacred naked breed shed sled proceed succeed exceed bleed greed embed wed fred ted',
);
const REGULAR = `(?!(?:${NO_PARTICIPLE})(?!\\p{L}))\\p{L}{1,20}ed`;
const PARTICIPLE = `(?:${REGULAR}|\\p{L}{2,12}en|${IRREGULAR}|${UNCHANGED}|done|sold|shut|put|set|cut)`;

/** Timetables: nouns for things that begin, end or move. */
const EVENT =
  words(`start begin end open close leave arrive happen expire come go run ship work last pay fly depart return meet play sail land move launch
  release finish continue resume kick fall turn visit travel join host teach drop air premiere retire graduate marry take suit fit stop renew renews visit stay head`);
const third = (verb: string): string =>
  /(?:sh|ch|x|s|go)$/.test(verb) ? `${verb}es` : /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
const EVENT_S = EVENT.split('|').map(third).join('|');

const FUNCTION_WORDS =
  words(`and or but on in at to for of with from by the a an my our your his her their this that these those who which what when where why how
  if because so as than then not never would could might may was were am are is have has had do does did will shall can cannot should must ought i you we they he she it
  guys all both two three four each who'd too am are don't didn't both over under into about around after before since until till like up down off out here there
  ones one other others myself ourselves yourself themselves last next`);

/**
 * "is from 5 May" describes an origin; "is from 5 to 9 May" and "is from 5 May on" describe a
 * duration.
 */
const UP_TO = `(?:to|until|till|through|thru|up\\sto|[-–—])\\s{0,4}(?:the\\s)?(?:\\d|${MONTH}|${WEEKDAY})`;
const ONWARDS = '(?:onwards?|on)(?=\\s{0,4}(?:[.,;:!?)]|$))';
const PICTURE = '(?:photo|picture|pic|selfie|snapshot|video|painting)s?';

/**
 * Each pattern matches one predicate; the first match at a place counts. All are enclosed in
 * `(?<!\p{L})` and `(?!\p{L})`.
 */
const CUES: readonly (readonly [pattern: string, outlook: Outlook])[] = [
  // intentions of the past: their result is unknown
  [
    `(?:was|were|wasn['’]t|weren['’]t)${ADVERBS}\\s(?:going|supposed|meant|about|due|planning|hoping|expected)\\sto(?:\\s(?:be|have|get))?`,
    OPEN,
  ],
  [`(?:wanted|hoped|intended|expected|meant)${ADVERBS}\\sto(?:\\s(?:be|have|get))?`, OPEN],
  [
    `(?:did|didn['’]t|couldn['’]t)(?:\\s(?:I|you|we|they|he|she|it))?${ADVERBS}\\s(?!(?:on|in|at|to|for|by|from|until|since|${DETERMINER})(?!\\p{L}))\\p{L}{2,}`,
    PAST,
  ],
  // promises, requests and arrangements concern the time after them
  [
    `(?:agreed|decided|promised|planned|arranged|asked|told|offered|allowed|volunteered|committed|reminded|urged|begged|ordered|persuaded|convinced|chose|resolved|vowed|swore|scheduled|invited)(?:\\s(?:me|us|him|her|them|you|everyone|everybody|people))?(?:\\snot)?\\sto\\s(?!${DETERMINER}\\s)\\p{L}{2,}`,
    AHEAD,
  ],
  [`(?:re-?scheduled|scheduled|postponed|slated|pencill?ed\\sin)`, AHEAD],
  [`invited(?:\\s\\p{L}+){0,3}\\s(?:to|for|over)`, AHEAD],
  [`(?:bought|got|booked|ordered|reserved|found|won|have|scored|snagged)(?:\\s\\S+){0,4}\\s(?:tickets?|passes)\\s(?:for|to)`, AHEAD],
  [
    `(?:made|got|booked|arranged|confirmed|reserved|received)(?:\\s\\S+){0,3}\\s(?:appointment|reservation|interview|booking|slot|viewing|invitation|invite)`,
    AHEAD,
  ],
  // the future
  [
    `(?:will|won['’]t|shall|gonna|\\p{L}+['’]ll|going\\sto(?!\\s(?:${DETERMINER}|\\p{L}+['’]s)\\s))${ADVERBS}(?:\\s(?:have|be|get|been|being)){0,2}(?:\\s${PARTICIPLE}(?!\\p{L}))?`,
    AHEAD,
  ],
  [
    `let['’]?s|let\\sus|(?:how|what)\\sabout|must|ought\\sto|(?:have|has|need|needs)\\sto|upcoming|deadline|due|remind|see\\sy(?:ou|a)|don['’]t\\sforget|please|can['’]t\\swait|look(?:s|ing)?\\sforward|(?:plan|hop|aim|intend)(?:e|s|es|ning|ing)?\\s(?:to|for|on)|wants?(?:\\s\\p{L}+)?\\sto`,
    AHEAD,
  ],
  [`(?:have|has|\\p{L}+['’](?:ve|s))\\sgot(?!\\s(?:married|engaged|back|home))`, AHEAD],
  // the perfect
  [`(?:have|has|haven['’]t|hasn['’]t|\\p{L}+['’]ve|(?:he|she|it|who|that|there)['’]s)${ADVERBS}\\s(?:been|${REGULAR}|${IRREGULAR})`, PAST],
  [
    `used\\sto|thanks|thank\\syou|congrat(?:s|ulations)|(?:is|are|['’]s)\\s(?:dated|from(?!\\s[^.!?;\\n]{1,24}?(?:${UP_TO}|\\s${ONWARDS})))|${PICTURE}(?:\\s(?:is|are))?\\s(?:of|from|I)`,
    PAST,
  ],
  // the present: "is closed", "am so excited", "get married"
  [
    `(?:is|are|am|isn['’]t|aren['’]t|be|being|get|gets|getting|(?:I|we|you|they)['’](?:m|re)|(?:it|that|he|she|there|who|when|what)['’]s)${ADVERBS}(?:\\s(?:${PARTICIPLE})(?!\\p{L}))?`,
    AHEAD,
  ],
  [`here['’]s`, OPEN],
  [`(?:I|you|we|they|he|she|it)\\smay`, AHEAD],
  [`can|can['’]t|cannot`, { direction: 'future', scheduled: false }],
  [`should|might|would|wouldn['’]t|\\p{L}+['’]d\\s(?:like|love|rather|prefer)|could\\s(?:you|we|I|they|he|she)`, AHEAD],
  [`(?:do|does|don['’]t|doesn['’]t)`, { direction: 'future', scheduled: false }],
  [`(?:have|has|hopes?|hoping|expects?|needs?|wants?|planning)`, AHEAD],
  [`(?:I|we|you|they)${ADVERBS}\\s(?:${UNCHANGED})`, OPEN],
  [`(?:he|she|it)${ADVERBS}\\s(?:${UNCHANGED})`, PAST],
  [`(?:I|we|you|they|he|she|it)['’]d${ADVERBS}\\s(?!(?:better|${REGULAR}|${IRREGULAR})(?!\\p{L}))\\p{L}{2,}`, AHEAD],
  // timetables in the plain present
  [`(?:I|we|you|they|who|people)${ADVERBS}\\s(?:${EVENT})`, AHEAD],
  [`(?:he|she|it|this|that|which|who|everything|every(?:one|body))${ADVERBS}\\s(?:${EVENT_S})`, AHEAD],
  [
    `(?:\\p{L}+s|people|children|and\\s\\p{L}+)\\s(?:${EVENT})(?<!\\s(?:work|play|visit|return|move|end|start|run|turn|drop|release|launch|open|stay|get|take|finish))`,
    AHEAD,
  ],
  [
    `${DETERMINER}(?:\\s(?!(?:of|and|or|in|on|at|to|for|with|from|by|${IRREGULAR}|${REGULAR})(?!\\p{L}))[\\p{L}\\p{N}'’-]+){1,3}\\s(?:${EVENT_S}|has|does)`,
    AHEAD,
  ],
  [
    `(?<=(?:^|[.,;:!?]\\s{0,3}|\\n|and\\s|but\\s|because\\s|so\\s|if\\s|when\\s|that\\s|whether\\s))(?!(?:${DETERMINER})\\s)\\p{L}{2,}\\s(?:${EVENT_S})`,
    AHEAD,
  ],
  [`(?<=(?:and|but|then|,)\\s)(?:start|begin|leave|come|go|pick|fly|arrive|return|meet|bring)`, AHEAD],
  [`(?:starts|begins|ends|arrives|happens|takes\\splace|expires|departs|graduates|retires|resumes)`, AHEAD],
  // the rest of the past
  [`(?<!(?:^|[^\\p{L}])(?:a|an|the|my|our|your|his|her|their|this|that|some|no|any|very|so|too|more)\\s)${REGULAR}|${IRREGULAR}`, PAST],
  [
    `(?:he|she|it|which)${ADVERBS}\\s(?!(?:was|is|has|does|as|us|this|its|his|always|plus|perhaps|sometimes|across|less|unless)(?!\\p{L}))\\p{L}{2,}s`,
    { direction: 'future', scheduled: false },
  ],
  [
    `(?:I|we|you|they)${ADVERBS}\\s(?!(?:${FUNCTION_WORDS}|${UNCHANGED}|${IRREGULAR}|${REGULAR})(?!\\p{L}))\\p{L}{2,}(?!['’\\p{L}])`,
    { direction: 'future', scheduled: false },
  ],
];
const CUE = new RegExp(`(?<!\\p{L})(?:${CUES.map(([pattern], i) => `(?<c${i}>${pattern})`).join('|')})(?!\\p{L})`, 'giu');

/** Requests without a subject, at the start of a clause. */
const REQUEST = new RegExp(
  `^[\\s"'“(*_-]{0,6}(?:(?:and|then|so|just|also)\\s)?(?:${words('call come meet bring remind send book cancel pick buy check ask tell take give keep remember join save finish submit pay return visit order renew review prepare confirm water clean wash fix print email text start stop leave go')})(?!\\p{L}|['’])`,
  'iu',
);

const MOVED =
  /(?<!\p{L})(?:re-?scheduled|scheduled|postponed|moved|pushed|shifted|slipped|slid|delayed|deferred|adjourned|brought|put|extended|changed|switched|booked|reserved|planned|set|fixed|arranged|invited|slated|confirmed|announced|extension|aimed|targeted|pencill?ed)(?!\p{L})/iu;
/** obtained for a future day */
const OBTAINED =
  /(?<!\p{L})(?:rented|hired|bought|got|ordered|packed|prepared|asked|registered|enrolled|applied|signed|found|chosen?|chose)(?!\p{L})/iu;
const RAISED = /(?<!\p{L})(?:raised|increased|lowered|cut|cancelled|canceled|introduced)(?!\p{L})/iu;
const GRANTED =
  /(?<!\p{L})(?:gave|given|granted|extended|allowed|got|postponed|delayed|put|pushed|moved|booked|reserved|paused|suspended)(?!\p{L})/iu;
const WISHED =
  /(?<!\p{L})(?:asked|wanted|promised|needed|told|said|requested|demanded|expected|agreed|offered|gave|ordered|committed|pledged|vowed|guaranteed|hoped|aimed|planned)(?!\p{L})/iu;
const FEAST = /christmas|new year|halloween|valentine/i;
const LEAD =
  /(?<!\p{L})(to|onto|for|until|till|by|no later than|since|from)\s{1,4}(?:(?:about|around|early|late|mid|the|the end of|the start of|the beginning of|the middle of)[\s-]{1,4}){0,2}$/iu;

/** The longest distance between a date and its predicate, in characters. */
const REACH = 240;
const SENTENCE_END = /(?<!(?:^|[^\p{L}])(?:Mr|Mrs|Ms|Dr|St|Prof|vs|no|[ap]\.?m|\p{L}))[.!?…]["'”’)\]*_]{0,3}\s+(?!\p{Ll})|\n/gu;
const CLAUSE_END =
  /[,;:()[\]]|\s[-–—]{1,2}\s|(?<!\p{L})(?:and|but|because|so|that|while|when|if|then|whether|which|who|although|though|unless|plus)(?!\p{L})/giu;
/** parenthetical clauses about a word of the sentence */
const PARENTHESIS = /\([^()]{0,120}\)|,\s{0,3}(?:who|which|whose|where)(?!\p{L})[^,;:]{1,120},/giu;
/** nothing but a lead-in to a date */
const BARE =
  /^(?:\s|["'“(*_-]|(?<!\p{L})(?:and|but|because|so|then|on|in|at|by|from|until|till|for|the|early|late|mid|end|of|start|beginning|next|this|if|when)(?!\p{L})){0,12}$/iu;

interface Cue {
  readonly index: number;
  readonly end: number;
  readonly outlook: Outlook;
}

function cuesIn(sentence: string): Cue[] {
  return [...sentence.matchAll(CUE)].map((match) => {
    const which = CUES.findIndex((_, i) => defined(match.groups)[`c${i}`] !== undefined);
    return { index: match.index, end: match.index + match[0].length, outlook: defined(CUES[which])[1] };
  });
}

const FULL_NAME = /(?<!\p{L})(?:may|(?!(?:sept|tues|thurs?)\.)\p{L}{4,})\.$/iu;

/** The sentence around a place; long ones are cut to the vicinity. */
function sentenceAround(text: string, index: number, end: number): { start: number; stop: number } {
  let start = Math.max(0, index - REACH);
  let stop = Math.min(text.length, end + REACH);
  for (const border of text.slice(start, index).matchAll(SENTENCE_END))
    start = Math.max(start, Math.max(0, index - REACH) + border.index + border[0].length);
  // A name without an abbreviation has no full stop of its own: the full stop that the date
  // consumed ends the sentence.
  const behind = FULL_NAME.test(text.slice(index, end)) ? end - 1 : end;
  const next = text.slice(behind, stop).search(SENTENCE_END);
  if (next >= 0) stop = behind + next + 1;
  return { start, stop };
}

/**
 * The direction from the words directly before the date together with the verb before them; null if
 * the predicate decides.
 */
function byLead(clause: string, date: string, decided: Outlook): Outlook | null {
  const lead = LEAD.exec(clause)?.[1]?.toLowerCase();
  if (lead === undefined) return null;
  if (lead === 'since') return PAST;
  const past = decided.direction === 'past';
  switch (lead) {
    case 'to':
    case 'onto':
      return MOVED.test(clause) ? AHEAD : null;
    case 'for':
      if (MOVED.test(clause)) return AHEAD;
      return OBTAINED.test(clause) ? (FEAST.test(date) ? OPEN : AHEAD) : null;
    case 'until':
    case 'till':
      return !past || GRANTED.test(clause) ? AHEAD : null;
    case 'from':
      if (!past) return decided === OPEN ? AHEAD : decided;
      return MOVED.test(clause) || OBTAINED.test(clause) || RAISED.test(clause) ? AHEAD : null;
    default:
      return !past || WISHED.test(clause) ? AHEAD : null;
  }
}

/** The direction of the date at `index` to `end` of a statement. */
export function outlookAt(text: string, index: number, end: number): Outlook {
  const { start, stop } = sentenceAround(text, index, end);
  const sentence = text.slice(start, stop);
  const at = index - start;
  const after = end - start;
  // "Saturday works" contains the date; words inside the date are not a predicate
  const cues = cuesIn(sentence).filter((cue) => cue.end <= at || cue.end > after);
  let from = 0;
  for (const border of sentence.slice(0, at).matchAll(CLAUSE_END)) from = border.index + border[0].length;
  const next = sentence.slice(after).search(CLAUSE_END);
  const to = next < 0 ? sentence.length : after + next;
  const before = cues.filter((cue) => cue.index < at);
  const behind = cues.filter((cue) => cue.index >= at);
  const own = before.findLast((cue) => cue.end > from) ?? behind.find((cue) => cue.index < to);
  const parentheses = [...sentence.slice(0, at).matchAll(PARENTHESIS)].map((parenthesis) => ({
    from: parenthesis.index,
    to: parenthesis.index + parenthesis[0].length,
  }));
  const main =
    before.findLast((cue) => !parentheses.some((parenthesis) => cue.index >= parenthesis.from && cue.end <= parenthesis.to)) ??
    before.at(-1);
  const leads = BARE.test(sentence.slice(from, at));
  const other = leads ? (behind[0] ?? main) : (main ?? behind[0]);
  const asked = REQUEST.test(sentence.slice(from, at)) || REQUEST.test(sentence.slice(0, at)) ? AHEAD : null;
  const decided = own?.outlook ?? asked ?? other?.outlook ?? OPEN;
  return byLead(sentence.slice(leads ? 0 : from, at), text.slice(index, end), decided) ?? decided;
}
