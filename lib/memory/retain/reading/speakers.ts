import { defined, present } from '#lib/base/defined';
import type { Header } from '#lib/memory/retain/reading/headers';
import { FOREIGN_LABELS } from '#lib/memory/retain/reading/labels';
import { fenced, isBlank, type Line } from '#lib/memory/retain/reading/lines';
import { markersIn } from '#lib/memory/retain/reading/markers';
import { CLOCK, readStamp, readWholeStamp, type Stamp } from '#lib/memory/retain/reading/stamps';
import { filterInSteps, mapInSteps, type Steps, stepMeter } from '#lib/memory/retain/reading/steps';

/** Finds the speakers of a conversation written as lines. */

/** Where a turn begins. */
export interface TurnOpening {
  readonly line: number;
  /** null: a remark of the chat itself ("Ann left the group") */
  readonly speaker: string | null;
  /** offset of the words in the line */
  readonly bodyAt: number;
  readonly stamp: Stamp | null;
  /** by a role marker, which may have an end marker */
  readonly isMarked?: true;
}

/**
 * The beginnings of all turns, in order; empty if the text is not a conversation. `found`: the
 * header of each line.
 */
export function* openingsIn(lines: readonly Line[], found: readonly (Header | null)[]): Steps<TurnOpening[]> {
  const code = yield* fenced(lines);
  const marked = yield* markersIn(lines, yield* mapInSteps(lines, (_, i) => !code[i]));
  if (marked.length > 0) return marked.map((marker) => ({ ...marker, stamp: null, isMarked: true }));
  const headers = yield* mapInSteps(found, (header, i) => !code[i] && header !== null);
  const open = yield* mapInSteps(lines, (_, i) => !code[i] && !headers[i]);
  const first = yield* firstWords(lines, headers);
  const relayed = yield* relayedOpenings(lines, open, first);
  if (relayed.length > 0) return relayed;
  const candidates = yield* candidatesIn(lines, open);
  const stamped = yield* stampedOpenings(lines, open);
  const named = yield* filterInSteps(stamped, ({ speaker }) => speaker !== null);
  const leads = stamped[0]?.line === first || named.length > 1;
  const unstamped = yield* filterInSteps(candidates, ({ stamp }) => stamp === null);
  if (named.length > 0 && leads && named.length >= unstamped.length) return yield* withOthers(stamped, candidates);
  const headed = yield* headedOpenings(lines, open, first);
  if (headed.length > 0 && headed.length >= candidates.length) return headed;
  const begin = candidates[0]?.line ?? 0;
  const filled = yield* filterInSteps(lines, (line, i) => i >= begin && !headers[i] && !isBlank(line) && !CONTINUES.test(line.text));
  return yield* mapInSteps(yield* speakersIn(lines, candidates, first, filled.length), openingOf);
}

/** The first line that is neither blank nor a header; -1 if there is none. */
function* firstWords(lines: readonly Line[], headers: readonly boolean[]): Steps<number> {
  const isStep = stepMeter();
  for (let i = 0; i < lines.length; i++) {
    if (isStep(defined(lines[i]).text.length)) yield;
    if (!isBlank(defined(lines[i])) && !headers[i]) return i;
  }
  return -1;
}

/** The stamped openings and the candidates with a stamp on other lines; both are in order. */
function* withOthers(stamped: readonly TurnOpening[], candidates: readonly SpeakerCandidate[]): Steps<TurnOpening[]> {
  const merged: TurnOpening[] = [];
  const isStep = stepMeter();
  let at = 0;
  for (const opening of stamped) {
    for (; at < candidates.length && defined(candidates[at]).line <= opening.line; at++) {
      if (isStep(0)) yield;
      const candidate = defined(candidates[at]);
      if (candidate.stamp !== null && candidate.line < opening.line) merged.push(openingOf(candidate));
    }
    if (isStep(0)) yield;
    merged.push(opening);
  }
  const rest = yield* filterInSteps(candidates, ({ stamp }, i) => i >= at && stamp !== null);
  return merged.concat(yield* mapInSteps(rest, openingOf));
}

const openingOf = ({ line, name, bodyAt, stamp }: SpeakerCandidate): TurnOpening => ({ line, speaker: name, bodyAt, stamp });

// --- names ---------------------------------------------------------------------------------------

const ROLES = new Set(
  'user assistant system human ai bot chatbot agent customer client model tool toolresult tool_result interviewer interviewee caller operator moderator narrator host guest'.split(
    ' ',
  ),
);
/** Words before a colon that are not people. */
const LABELS = new Set(
  `note notes nb warning caution danger todo fixme hack tip tips hint info information important update updates edit error errors exception example examples eg ie
  question questions answer answers summary tldr title subtitle subject from to cc bcc date dates time times when where who what why how name names age gender re fw fwd ps
  step steps chapter section part page result results output outputs input inputs usage source sources reference references link links url urls http https ftp mailto file
  files path folder version status state type types category categories tag tags keyword keywords author authors description details context background goal goals objective
  objectives agenda location place address phone email mail website price cost total subtotal budget ingredients instructions directions method methods pros cons problem
  problems solution solutions conclusion conclusions overview introduction intro features feature requirements requirement definition definitions formula hypothesis figure
  table appendix disclaimer reminder reminders action actions decision decisions task tasks deadline priority owner assignee attendees participants topic topics day days week
  month year monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december morning afternoon
  evening breakfast lunch dinner snack dessert hours duration distance size weight height color colour quantity amount count number id key value default optional required
  return returns parameters params arguments args request response headers body code command commands environment python javascript java bash sql json xml yaml html css test
  tests rule rules point points item items list lists idea ideas option options choice choices benefit benefits advantage advantages disadvantages challenge challenges
  strategy strategies plan plans schedule timeline milestone milestones phase phases stage stages level levels score rating review reviews comment comments message messages
  fact facts quote quotes highlights takeaways takeaway observation observations remark remarks attachment attachments signature regards sincerely thanks p.s spoiler bonus
  debug trace fatal warn
  meeting meetings call calls standup sync retro event events project projects session sessions agreed tl;dr
  paragraph paragraphs article clause verse scene lesson module unit exercise slide round sprint
  first second third fourth next finally lastly also however therefore alternatively additionally meanwhile overall remember please`.split(
    /\s+/,
  ),
);
const PARTICLES = new Set(['de', 'da', 'del', 'der', 'di', 'du', 'la', 'le', 'van', 'von', 'bin', 'ibn', 'al', 'el', 'y']);

/** Word stems that are numbered to identify people. */
const PERSONS = new Set([
  ...ROLES,
  ...'speaker participant person respondent voice student player patient witness panelist member unknown'.split(' '),
]);
/** "Step 1", "Team #2" */
const NUMBERED = /^(.*\p{L}.*?)[ #.-]{1,3}(\d{1,6})$/u;

type NameKind = 'role' | 'name' | 'weak';

export const cleanName = (name: string): string => name.trim().replace(/\s+/g, ' ');

/** With or without a number: "Chapter", "Chapter 3". */
function isLabel(name: string): boolean {
  const lower = name.toLowerCase().replace(/\.$/, '');
  return [lower, NUMBERED.exec(lower)?.[1] ?? ''].some((label) => LABELS.has(label) || FOREIGN_LABELS.has(label));
}

function nameKind(name: string): NameKind | null {
  const lower = name.toLowerCase();
  if (ROLES.has(lower)) return 'role';
  const words = name.split(' ');
  if (words.length > 4 || isLabel(lower) || (words.length > 1 && LABELS.has(defined(words[words.length - 1]).toLowerCase()))) return null;
  const proper = words.every((word) => /^(?:\p{Lu}|\p{Lo}|\p{N})/u.test(word) || PARTICLES.has(word));
  if (proper) return name.length > 1 && !(words.length === 1 && /^\p{Lu}{4,}$/u.test(name)) ? 'name' : 'weak';
  return words.length === 1 ? 'weak' : null;
}

// --- a name before a colon -----------------------------------------------------------------------

const DATE = String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{1,4}`;
/** chats put direction marks before a line */
const START = String.raw`^[\u200e\u200f\ufeff \t]{0,3}`;
/** `[2024-05-06 10:30] ` · `06/05/2024, 10:30 - ` · `10:30 ` */
const LEAD = new RegExp(
  String.raw`${START}(?:\[(?<boxed>[^\]]{3,40})\]|(?<plain>(?:${DATE}(?:,\s?|\s|T))?${CLOCK}))(?:[ \t]{0,2}[-–—])?[ \t]{1,3}`,
  'iu',
);
/** `Ann: hi` · `**Ann**: hi` · `Ann (10:30): hi` */
const NAMED =
  /^[ \t]{0,3}(?:\*\*|__)?(\p{L}[\p{L}\p{M}\p{N}.'’_ -]{0,39}?)(?:[ \t]?[([]([^)\]]{1,40})[)\]])?(?::(?:\*\*|__)|(?:\*\*|__)?:)(?=\s|$)/u;
const SIGNS = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}\u200d\ufe0f]{0,6}`;
/** `🌸Ann🌸: hi` · `@ann: hi` · `ann@example.org: hi` · `小林：你好` */
const SIGNED = new RegExp(
  String.raw`^[ \t]{0,3}${SIGNS}@?(\p{L}[\p{L}\p{M}\p{N}.'’_ -]{0,39}?(?:@[\w-]{1,40}(?:\.[\w-]{1,40}){1,4})?)${SIGNS}()(?::(?=\s|$)|：[ \t]?)`,
  'u',
);

interface SpeakerCandidate {
  readonly line: number;
  readonly name: string;
  readonly key: string;
  readonly kind: NameKind;
  readonly bodyAt: number;
  readonly stamp: Stamp | null;
}

const MAY_NAME = /.[:：]/;

const NO_LEAD = { end: 0, stamp: null } as const;
/** How a lead begins. Most lines have none, and this test is faster. */
const MAY_LEAD = /^[\u200e\u200f\ufeff \t]{0,3}[[\d]/;

/** The text before the name; brackets may contain anything. */
function leadOf(text: string): { end: number; stamp: Stamp | null } {
  if (!MAY_LEAD.test(text)) return NO_LEAD;
  const match = LEAD.exec(text);
  if (!match) return NO_LEAD;
  return { end: match[0].length, stamp: readWholeStamp(defined(defined(match.groups).boxed ?? defined(match.groups).plain)) };
}

/**
 * The name before a colon at the start of a line, if it can be a person's, and the offset of the
 * following words.
 */
export function namedLine(text: string): { name: string; bodyAt: number } | null {
  const match = NAMED.exec(text);
  const name = match && cleanName(defined(match[1]));
  return name && nameKind(name) === 'name' ? { name, bodyAt: match[0].length } : null;
}

/**
 * Whether a line begins with a role before a colon ("user: …") or is a heading that names one ("##
 * User").
 */
export function isRoleLine(text: string): boolean {
  const match = NAMED.exec(text);
  return match ? nameKind(cleanName(defined(match[1]))) === 'role' : ROLE_HEADING.test(text);
}
const ROLE_HEADING = /^ {0,3}#{1,6}[ \t]{1,3}(?:user|assistant|system|human|ai)[ \t#:]{0,8}$/i;

function* candidatesIn(lines: readonly Line[], open: readonly boolean[]): Steps<SpeakerCandidate[]> {
  const found: SpeakerCandidate[] = [];
  const isStep = stepMeter();
  for (let i = 0; i < lines.length; i++) {
    const { text } = defined(lines[i]);
    if (isStep(text.length)) yield;
    if (!open[i] || !MAY_NAME.test(text)) continue;
    const lead = leadOf(text);
    const rest = text.slice(lead.end);
    // A messenger's export writes names exactly, with all of their signs.
    const match = NAMED.exec(rest) ?? (lead.end === 0 ? SIGNED.exec(rest) : null);
    if (!match) continue;
    const name = cleanName(defined(match[1]));
    const kind = nameKind(name);
    const stamp = lead.stamp ?? (match[2] ? readWholeStamp(match[2]) : null);
    if (kind) found.push({ line: i, name, key: name.toLowerCase(), kind, bodyAt: lead.end + match[0].length, stamp });
  }
  return yield* withoutSeries(found);
}

/** Names of one stem, in the order of the text. */
interface Series {
  count: number;
  last: number;
  rises: boolean;
}

/**
 * "Team 1: …", "Team 2: …": increasing numbers of one stem are parts of a text, unless the stem
 * numbers people.
 */
function* withoutSeries(candidates: readonly SpeakerCandidate[]): Steps<SpeakerCandidate[]> {
  const series = new Map<string, Series>();
  const stems = yield* mapInSteps(candidates, ({ key }) => {
    const found = NUMBERED.exec(key);
    if (!found) return null;
    const number = Number(found[2]);
    const own = series.get(defined(found[1]));
    series.set(defined(found[1]), {
      count: (own?.count ?? 0) + 1,
      last: number,
      rises: own === undefined || (own.rises && number > own.last),
    });
    return defined(found[1]);
  });
  const isPart = (stem: string | null): boolean => {
    const own = stem === null || PERSONS.has(stem) ? undefined : series.get(stem);
    return own?.rises === true && own.count > 1;
  };
  return yield* filterInSteps(candidates, (_, i) => !isPart(defined(stems[i])));
}

/**
 * After a date and a time, any text may be a name: phone numbers, names with emoji. Quotes and
 * periods indicate remarks of the chat.
 */
const ANYBODY = /^[\u200e\u200f~ ]{0,3}([^\s:"“”[\]?!;][^:"“”[\]?!;\n]{0,59}?):(?=\s|$)/u;

/** Lines that begin with a date and a time, as messengers export them. */
function* stampedOpenings(lines: readonly Line[], open: readonly boolean[]): Steps<TurnOpening[]> {
  const found: TurnOpening[] = [];
  const isStep = stepMeter();
  for (let i = 0; i < lines.length; i++) {
    const { text } = defined(lines[i]);
    if (isStep(0)) yield;
    if (!open[i]) continue;
    const { end, stamp } = leadOf(text);
    if (!stamp || stamp.day === null || stamp.clock === null) continue;
    const match = NAMED.exec(text.slice(end)) ?? ANYBODY.exec(text.slice(end));
    const name = match ? cleanName(defined(match[1])) : '';
    const speaks = match !== null && name.split(' ').length <= 5 && (nameKind(name) !== null || !isLabel(name));
    found.push({ line: i, speaker: speaks ? name : null, bodyAt: speaks ? end + match[0].length : end, stamp });
  }
  return found;
}

/** List items, table rows, quotes and addresses continue the turn. */
const CONTINUES = /^\s{0,8}(?:[-*+•–]\s|\d{1,3}[.)]\s|[|>]|(?:\p{L}{1,12}:\s{0,2})?<?https?:\/\/)/u;
/** Four characters of a script without blanks are about two words. */
const DENSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]{4}/u;
/** it ends like a sentence, or has four words, or is in a script without blanks */
const isUtterance = (words: string): boolean =>
  /[.!?…。！？।؟۔]["')\]」』”]?$/.test(words.trimEnd().slice(-2)) || /^\s*(?:\S+\s+){3}\S/.test(words) || DENSE.test(words);

/** Selects the candidates that begin a turn; none if the text is not a conversation. */
function* speakersIn(
  lines: readonly Line[],
  candidates: readonly SpeakerCandidate[],
  first: number,
  filled: number,
): Steps<readonly SpeakerCandidate[]> {
  if (candidates.length === 0) return [];
  const roles = yield* filterInSteps(candidates, (candidate) => candidate.kind === 'role');
  const counts = new Map<string, number>();
  yield* mapInSteps(candidates, ({ key }) => counts.set(key, (counts.get(key) ?? 0) + 1));
  // a role that only occurs at the beginning owns the whole text: "Pros:" and "Monday:" below it
  // are its lists
  if (roles.length === 1 && defined(roles[0]).line === first) return roles;
  // one role next to people who begin or recur ("Ann: … Assistant: …") is one more speaker
  const isPerson = ({ kind, key, line }: SpeakerCandidate): boolean => kind === 'name' && (line === first || defined(counts.get(key)) > 1);
  const isOneRole = roles.length > 0 && (yield* filterInSteps(roles, ({ key }) => key !== defined(roles[0]).key)).length === 0;
  if (isOneRole) {
    const speakers = yield* filterInSteps(candidates, (candidate) => candidate.kind === 'role' || isPerson(candidate));
    if (speakers.length > roles.length) return speakers;
  }
  // if several roles speak, other names before a colon are part of their words
  if (roles.length > 1) return roles;

  const repeated = yield* filterInSteps(candidates, ({ key }) => defined(counts.get(key)) > 1);
  const leads = defined(candidates[0]).line === first;
  const speaks = ({ line, bodyAt, stamp }: SpeakerCandidate) => {
    const words = defined(lines[line]).text.slice(bodyAt);
    return stamp !== null || isUtterance(words) || (words.trimEnd().endsWith(':') && CONTINUES.test(lines[line + 1]?.text ?? ''));
  };
  if (repeated.length > 0 && (leads || repeated.length * 2 >= filled)) {
    if (candidates.length === filled) return candidates;
    // lines without a name continue the turn; if there are few, a name that occurs once is also a
    // speaker
    const few = candidates.length * 5 >= filled * 3;
    return yield* filterInSteps(candidates, (one) => defined(counts.get(one.key)) > 1 || (few && one.kind === 'name' && speaks(one)));
  }
  const named = yield* filterInSteps(candidates, ({ kind }) => kind === 'name');
  if (!leads || named[0]?.line !== first) return [];
  if (named.length === 1) return named;
  const spoken = yield* filterInSteps(named, speaks);
  const whole = named.length === filled && spoken.length * 2 >= named.length;
  return whole || (spoken.length === named.length && named.length * 5 >= filled * 3) ? named : [];
}

// --- a name in angle brackets --------------------------------------------------------------------

/** `<ann> hi` · `<@ann> hi` · `* ann waves`, as in logs of chats that are relayed line by line */
const RELAYED = /^(?:<[@+%&~ ]?([^\s<>]{1,40})>|\*\s([^\s*<>]{1,40}))(?=\s|$)/u;

/**
 * Such a log has a time before each line, or only such lines. A line with a time but no name is a
 * remark of the chat.
 */
function* relayedOpenings(lines: readonly Line[], open: readonly boolean[], first: number): Steps<TurnOpening[]> {
  const opening = first < 0 ? null : relayedAt(lines, first);
  if (!opening || opening.speaker === null) return [];
  const found: TurnOpening[] = [];
  let filled = 0;
  let hasMarkup = false;
  const isStep = stepMeter();
  for (let i = 0; i < lines.length; i++) {
    if (isStep(defined(lines[i]).text.length)) yield;
    hasMarkup ||= defined(lines[i]).text.includes('</');
    if (!open[i]) continue;
    if (!isBlank(defined(lines[i]))) filled++;
    const one = relayedAt(lines, i);
    if (one && (one.stamp !== null || one.speaker !== null)) found.push(one);
  }
  return opening.stamp !== null || (found.length === filled && found.length > 1 && !hasMarkup) ? found : [];
}

function relayedAt(lines: readonly Line[], line: number): TurnOpening | null {
  const { text } = defined(lines[line]);
  const { end, stamp } = leadOf(text);
  const match = RELAYED.exec(text.slice(end));
  // a list item is not an action of a person
  if (!match || (match[2] !== undefined && stamp === null)) return stamp === null ? null : { line, speaker: null, bodyAt: end, stamp };
  return { line, speaker: match[1] ?? defined(match[2]), bodyAt: end + match[0].length, stamp };
}

// --- a name and a time on a line of their own ----------------------------------------------------

const HEAD_TIME = String.raw`(?:(?:today|yesterday|${DATE})(?:,|\sat)?\s{1,2})?${CLOCK}`;
/**
 * `Ann Lee  [2:03 PM]` · `ann  14:03` · `Ann — Today at 14:03` · `Ann Lee, [25.05.2023 14:03]`; or
 * the time below the name
 */
const HEAD = new RegExp(
  String.raw`${START}(?:\*\*)?(\p{L}[\p{L}\p{M}\p{N}.'’_ -]{0,39}?)(?:\*\*)?(,?[ \t]{1,8}|[ \t]{1,3}[—–|·•-][ \t]{1,3})(\[(?:${HEAD_TIME})\]|\((?:${HEAD_TIME})\)|${HEAD_TIME})[ \t]{0,3}$`,
  'iu',
);
/** `[2:05 PM] and more`, a further message of the same person */
const FURTHER = new RegExp(String.raw`${START}(?:\[(${CLOCK})\](?:[ \t]{1,3}|$)|(${CLOCK})$)`, 'iu');

interface SpeakerHead {
  readonly name: string;
  readonly stamp: Stamp;
  /** its last line */
  readonly to: number;
  /** more than a space separates the name from the time */
  readonly clear: boolean;
}

/**
 * Heads are only messages if words follow each of them. In addition, names must recur, or more than
 * a space must separate name and time (unlike "Lunch 12:30").
 */
function* headedOpenings(lines: readonly Line[], open: readonly boolean[], first: number): Steps<TurnOpening[]> {
  const heads = yield* mapInSteps(lines, (_, i) => (open[i] ? headAt(lines, i) : null));
  const isMessage = (head: SpeakerHead | null): boolean => {
    const next = head && lines[head.to + 1];
    return next != null && !isBlank(next) && !heads[present(head).to + 1];
  };
  const names = new Set<string>();
  const found = yield* filterInSteps(heads, (head) => isMessage(head) && names.add(present(head).name.toLowerCase()) !== undefined);
  if (found.length === 0 || (found.length === 1 && heads[first] !== found[0])) return [];
  const unclear = yield* filterInSteps(found, (head) => !present(head).clear);
  if (unclear.length > 0 && names.size === found.length) return [];
  const openings: TurnOpening[] = [];
  let speaker: string | null = null;
  let read = -1;
  const isStep = stepMeter();
  for (let i = 0; i < lines.length; i++) {
    if (isStep(0)) yield;
    const { text, start } = defined(lines[i]);
    const head = heads[i] ?? null;
    if (head && isMessage(head)) {
      speaker = head.name;
      read = head.to;
      openings.push({ line: i, speaker, bodyAt: defined(lines[head.to]).end - start, stamp: head.stamp });
      continue;
    }
    const further = open[i] && speaker !== null && i > read ? FURTHER.exec(text) : null;
    if (further) openings.push({ line: i, speaker, bodyAt: further[0].length, stamp: readWholeStamp(defined(further[1] ?? further[2])) });
  }
  return openings;
}

const NAME_ALONE = new RegExp(String.raw`${START}\p{L}[\p{L}\p{M}\p{N}.'’_ -]{0,39}$`, 'iu');
const HOUR_ALONE = /^[ \t]{0,8}\d{1,2}:\d{2}\s?[ap]m[ \t]{0,3}$/i;

function headAt(lines: readonly Line[], i: number): SpeakerHead | null {
  const { text } = defined(lines[i]);
  const match = HEAD.exec(text);
  if (match) {
    const name = cleanName(defined(match[1]));
    const stamp = readStamp(defined(match[3]))?.stamp;
    return stamp && nameKind(name) !== null ? { name, stamp, to: i, clear: match[2] !== ' ' || /^[[(]/.test(defined(match[3])) } : null;
  }
  const next = lines[i + 1]?.text ?? '';
  if (!HOUR_ALONE.test(next) || !NAME_ALONE.test(text) || nameKind(cleanName(text)) === null) return null;
  return { name: cleanName(text), stamp: present(readWholeStamp(next)), to: i + 1, clear: false };
}
