import { defined, present } from '#lib/base/defined';
import { dayPeriodAt } from '#lib/memory/retain/reading/day-periods';
import { exportedLine, isExportBanner, nameAlone } from '#lib/memory/retain/reading/exports';
import type { Header } from '#lib/memory/retain/reading/headers';
import { type Lead, leadsIn } from '#lib/memory/retain/reading/leads';
import { fenced, firstFilled, isBlank, type Line } from '#lib/memory/retain/reading/lines';
import { markersIn } from '#lib/memory/retain/reading/markers';
import { FIRST_PERSON } from '#lib/memory/retain/reading/notices';
import { mayBegin, readWholeStamp, wholeStamp } from '#lib/memory/retain/reading/phone-stamps';
import { plain } from '#lib/memory/retain/reading/plain';
import { spacedOpenings } from '#lib/memory/retain/reading/spaced-names';
import {
  exportedName,
  MEMBER,
  type NameKind,
  NUMBERED,
  nameColon,
  nameKind,
  PERSONS,
  type SignedName,
  signedName,
} from '#lib/memory/retain/reading/speaker-names';
import { CLOCK, readStamp, type Stamp } from '#lib/memory/retain/reading/stamps';
import { filterInSteps, mapInSteps, type Steps, stepMeter } from '#lib/memory/retain/reading/steps';
import { timedOpenings } from '#lib/memory/retain/reading/timed-names';
import type { TurnOpening } from '#lib/memory/retain/reading/turn-opening';

/** Finds the speakers of a conversation written as lines. */

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
  const timed = yield* timedOpenings(lines, code, yield* firstFilled(lines));
  if (timed.length > 0) return timed;
  const first = yield* firstWords(lines, headers);
  const { leads, hasAny } = yield* leadsIn(lines, open);
  const relayed = yield* relayedOpenings(lines, open, first, leads);
  if (relayed.length > 0) return relayed;
  const spaced = hasAny ? yield* spacedOpenings(lines, open, leads) : [];
  if (spaced.length > 0) return spaced;
  const candidates = yield* candidatesIn(lines, open, leads);
  const stamped = hasAny ? yield* stampedOpenings(lines, open, leads) : [];
  const named = yield* filterInSteps(stamped, ({ speaker }) => speaker !== null);
  const isExport = stamped[0]?.line === first || named.length > 1;
  const unstamped = yield* filterInSteps(candidates, ({ stamp }) => stamp === null);
  if (named.length > 0 && isExport && named.length >= unstamped.length) return yield* withOthers(stamped, candidates);
  const titled = hasAny ? yield* titledOpenings(lines, open, leads) : [];
  if (titled.length > 0 && titled.length >= unstamped.length) return titled;
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

/** Whether a message begins here, although the time in front of it may be unreadable. */
const isLed = ({ stamp, isLed }: SpeakerCandidate): boolean => stamp !== null || isLed;

/** The stamped openings and the candidates with a stamp on other lines; both are in order. */
function* withOthers(stamped: readonly TurnOpening[], candidates: readonly SpeakerCandidate[]): Steps<TurnOpening[]> {
  const merged: TurnOpening[] = [];
  const isStep = stepMeter();
  let at = 0;
  for (const opening of stamped) {
    for (; at < candidates.length && defined(candidates[at]).line <= opening.line; at++) {
      if (isStep(0)) yield;
      const candidate = defined(candidates[at]);
      if (isLed(candidate) && candidate.line < opening.line) merged.push(openingOf(candidate));
    }
    if (isStep(0)) yield;
    merged.push(opening);
  }
  const rest = yield* filterInSteps(candidates, (candidate, i) => i >= at && isLed(candidate));
  return merged.concat(yield* mapInSteps(rest, openingOf));
}

const openingOf = ({ line, name, bodyAt, stamp }: SpeakerCandidate): TurnOpening => ({
  line,
  speaker: name === '' ? null : name,
  bodyAt,
  stamp,
});

// --- names ---------------------------------------------------------------------------------------

export const cleanName = (name: string): string => name.trim().replace(/\s+/g, ' ');

// --- a name before a colon -----------------------------------------------------------------------

/** `Ann: hi` · `**Ann**: hi` · `Ann (10:30): hi` */
const NAMED =
  /^[ \t]{0,3}(?:\*\*|__)?(\p{L}[\p{L}\p{M}\p{N}.'’_ -]{0,39}?)(?:[ \t]?[([]([^)\]]{1,40})[)\]])?(?::(?:\*\*|__)|(?:\*\*|__)?:)(?=\s|$)/u;
/** `**Ann** (10:30): hi` */
const BOLD = /^\*\*(\p{L}[\p{L}\p{M}\p{N}.'’_ -]{0,39}?)\*\*[ \t]?[([]([^)\]]{1,40})[)\]]:(?=\s|$)/u;

interface SpeakerCandidate {
  readonly line: number;
  /** empty: somebody whose name cannot be read */
  readonly name: string;
  readonly key: string;
  readonly kind: NameKind;
  readonly bodyAt: number;
  readonly stamp: Stamp | null;
  /** text in brackets, if not a stamp, precedes the name */
  readonly isLed: boolean;
  readonly sign?: SignedName['sign'];
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

function* candidatesIn(lines: readonly Line[], open: readonly boolean[], leads: readonly (Lead | null)[]): Steps<SpeakerCandidate[]> {
  const found: SpeakerCandidate[] = [];
  const isStep = stepMeter();
  for (let i = 0; i < lines.length; i++) {
    if (isStep(0)) yield;
    const candidate = open[i] ? candidateAt(defined(lines[i]).text, i, defined(leads[i])) : null;
    if (candidate) found.push(candidate);
  }
  return yield* withoutSeries(found);
}

function candidateAt(text: string, line: number, lead: Lead | null): SpeakerCandidate | null {
  const from = lead?.end ?? 0;
  const colon = nameColon(text, from);
  if (colon <= from) return null;
  const head = text.slice(from, colon + 4);
  const match =
    head.includes('[') && MEMBER.test(head.slice(0, colon - from))
      ? null
      : (NAMED.exec(head) ?? (head.startsWith('**') ? BOLD.exec(head) : null));
  if (match) {
    const name = cleanName(defined(match[1]));
    const kind = nameKind(name);
    const stamp = lead?.stamp ?? (match[2] ? readWholeStamp(match[2]) : null);
    return kind && { line, name, key: name.toLowerCase(), kind, bodyAt: from + match[0].length, stamp, isLed: lead !== null };
  }
  const signed = signedName(text.slice(from, colon));
  if (!signed || (text.startsWith('"') && !LETTER.test(text.slice(colon + 1, colon + 3)))) return null;
  const { name, kind, sign } = signed;
  const key = name === '' ? `#${line}` : name.toLowerCase();
  return { line, name, key, kind, bodyAt: colon + 1, stamp: lead?.stamp ?? null, isLed: lead !== null, ...(sign && { sign }) };
}
const LETTER = /\p{L}/u;

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

/** Lines that begin with a date and a time, as messengers export them. */
function* stampedOpenings(lines: readonly Line[], open: readonly boolean[], leads: readonly (Lead | null)[]): Steps<TurnOpening[]> {
  const found: TurnOpening[] = [];
  const isStep = stepMeter();
  for (let i = 0; i < lines.length; i++) {
    if (isStep(0)) yield;
    const line = open[i] ? exportedLine(defined(lines[i]).text, defined(leads[i])) : null;
    if (line) found.push({ line: i, ...line, ...(line.speaker === null ? { isRemark: true } : {}) });
  }
  return found;
}

/**
 * Messages whose first line is only a time in brackets and a name, as Teams and exports of Discord
 * write them. Names must recur, or look like names.
 */
function* titledOpenings(lines: readonly Line[], open: readonly boolean[], leads: readonly (Lead | null)[]): Steps<TurnOpening[]> {
  const names = yield* mapInSteps(lines, ({ text }, i) => (open[i] ? nameAlone(text, defined(leads[i])) : null));
  const isHead = (i: number): boolean => names[i] !== null && i + 1 < lines.length && leads[i + 1]?.stamp == null;
  const found: TurnOpening[] = [];
  let others = 0;
  let hasBanner = false;
  const people = new Set<string>();
  const isStep = stepMeter();
  for (const [i, { text, end, start }] of lines.entries()) {
    if (isStep(0)) yield;
    hasBanner ||= found.length === 0 && isExportBanner(text);
    const lead = leads[i];
    if (!open[i] || lead?.stamp == null || lead.stamp.clock === null) continue;
    if (!isHead(i)) {
      others++;
      continue;
    }
    const speaker = defined(names[i]);
    people.add(String(speaker));
    found.push({ line: i, speaker, bodyAt: end - start, stamp: lead.stamp, isExported: true, form: 'titled' });
  }
  if (found.length === 0 || others * 4 > found.length) return [];
  const isPeople = [...people].every((name) => nameKind(name) === 'name');
  const recurs = people.size < found.length;
  return hasBanner || recurs || (isPeople && found.every(({ stamp }) => stamp?.day != null)) ? found : [];
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
  if (roles.length === 1 && defined(roles[0]).line === first)
    return (yield* isChatWithRole(lines, candidates, filled)) ? candidates : roles;
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
  // if few lines are without a name, which continue the turn, a name that occurs once is a speaker
  const few = candidates.length * 5 >= filled * 3;
  const speaks = ({ line, bodyAt, stamp }: SpeakerCandidate) => {
    const words = defined(lines[line]).text.slice(bodyAt);
    return stamp !== null || isUtterance(words) || (words.trimEnd().endsWith(':') && CONTINUES.test(lines[line + 1]?.text ?? ''));
  };
  /** A line in the form of a turn whose speaker may be another one than that of the turn before. */
  const isUnsure = (one: SpeakerCandidate): boolean => {
    const isTurn = one.sign !== undefined || one.name === '' || (few && !ASIDES.has(one.key));
    return isTurn && speaks(one);
  };
  if (repeated.length > 0 && (leads || repeated.length * 2 >= filled)) {
    if (candidates.length === filled) return candidates;
    const spoken = yield* filterInSteps(candidates, (one) => defined(counts.get(one.key)) > 1 || (few && speaks(one)) || isUnsure(one));
    return yield* mapInSteps(spoken, (one) => (few || defined(counts.get(one.key)) > 1 ? one : unsure(one)));
  }
  if (!leads) return [];
  if (yield* isChatOfHandles(lines, candidates, filled, speaks)) return candidates;
  const named = yield* filterInSteps(candidates, ({ kind }) => kind === 'name');
  if (named[0]?.line !== first) return [];
  const spoken = yield* filterInSteps(named, speaks);
  const whole = named.length === filled && spoken.length * 2 >= named.length;
  if (named.length > 1 && !whole && (spoken.length < named.length || named.length * 5 < filled * 3)) return [];
  const turns = yield* filterInSteps(candidates, (one) => one.kind === 'name' || isUnsure(one));
  return yield* mapInSteps(turns, (one) => (one.kind === 'name' ? one : unsure(one)));
}

/**
 * Whether every line after a role is an utterance of one person with a proper name, in the first
 * person: "User: I like rye." / "Eszter Nagy: I like oats." Several names may be a list of the
 * role.
 */
function* isChatWithRole(lines: readonly Line[], candidates: readonly SpeakerCandidate[], filled: number): Steps<boolean> {
  if (candidates.length !== filled || filled < 2) return false;
  const person = defined(candidates[1]).key;
  const others = yield* filterInSteps(candidates, ({ kind, key, line, bodyAt }) => {
    const words = defined(lines[line]).text.slice(bodyAt);
    const speaks = kind === 'name' && key === person && isUtterance(words) && FIRST_PERSON.test(words.slice(0, 400));
    return kind !== 'role' && !speaks;
  });
  return others.length === 0;
}

/** Words before a colon that begin a remark of the same person. */
const ASIDES = new Set(
  'btw fyi imo imho afaik tbh iirc lol ok okay yes no yep nope well so wow hmm oh ah yeah plus and but or e.g. i.e. p.s.'.split(' '),
);

/**
 * A turn whose name occurs once: an address is its speaker; a mention or a word may be part of the
 * words, so that they have no speaker.
 */
const unsure = (one: SpeakerCandidate): SpeakerCandidate =>
  one.sign === 'address' || one.stamp !== null ? one : { ...one, name: '', bodyAt: one.name === '' ? one.bodyAt : 0 };

/**
 * Whether every line is an utterance after another name that is no proper name: accounts, or words
 * in small letters of which one at least speaks in the first person, unlike a glossary.
 */
function* isChatOfHandles(
  lines: readonly Line[],
  candidates: readonly SpeakerCandidate[],
  filled: number,
  speaks: (one: SpeakerCandidate) => boolean,
): Steps<boolean> {
  if (candidates.length !== filled || filled < 2) return false;
  const others = yield* filterInSteps(candidates, (one) => one.name === '' || ASIDES.has(one.key) || !speaks(one));
  if (others.length > 0) return false;
  // among proper names, a mention may address somebody
  const mentions = yield* filterInSteps(candidates, ({ sign }) => sign === 'mention');
  const names = yield* filterInSteps(candidates, ({ kind }) => kind === 'name');
  if (mentions.length > 0 && names.length > 0) return false;
  const unsigned = yield* filterInSteps(candidates, ({ kind, sign }) => kind !== 'name' && sign === undefined);
  if (unsigned.length === 0) return true;
  const persons = yield* filterInSteps(unsigned, ({ line, bodyAt }) =>
    FIRST_PERSON.test(defined(lines[line]).text.slice(bodyAt, bodyAt + 400)),
  );
  return persons.length > 0;
}

// --- a name in angle brackets --------------------------------------------------------------------

/** `<ann> hi` · `<@ann> hi` · `* ann waves`, as in logs of chats that are relayed line by line */
const RELAYED = /^(?:<[@+%&~ ]?([^\s<>]{1,40})>|\*\s([^\s*<>]{1,40}))(?=\s|$)/u;

/** `10:01 -!- ann has joined #makers` */
const REMARK_MARK = '-!- ';

const NO_LEAD = { end: 0, stamp: null } as const;

/**
 * Such a log has a time before each line, or only such lines. A line with a time but no name is a
 * remark of the chat.
 */
function* relayedOpenings(
  lines: readonly Line[],
  open: readonly boolean[],
  first: number,
  leads: readonly (Lead | null)[],
): Steps<TurnOpening[]> {
  const opening = first < 0 ? null : relayedAt(lines, first, leads);
  if (!opening || (opening.speaker === null && !defined(lines[first]).text.startsWith(REMARK_MARK, opening.bodyAt))) return [];
  const found: TurnOpening[] = [];
  let filled = 0;
  let hasMarkup = false;
  const isStep = stepMeter();
  for (let i = 0; i < lines.length; i++) {
    if (isStep(defined(lines[i]).text.length)) yield;
    hasMarkup ||= defined(lines[i]).text.includes('</');
    if (!open[i]) continue;
    if (!isBlank(defined(lines[i]))) filled++;
    const one = relayedAt(lines, i, leads);
    if (one && (one.stamp !== null || one.speaker !== null)) found.push(one);
  }
  return opening.stamp !== null || (found.length === filled && found.length > 1 && !hasMarkup) ? found : [];
}

function relayedAt(lines: readonly Line[], line: number, leads: readonly (Lead | null)[]): TurnOpening | null {
  const { text } = defined(lines[line]);
  const { end, stamp } = leads[line] ?? NO_LEAD;
  const match = RELAYED.exec(text.slice(end));
  // a list item is not an action of a person
  if (!match || (match[2] !== undefined && stamp === null))
    return stamp === null ? null : { line, speaker: null, bodyAt: end, stamp, isRemark: true, form: 'relayed' };
  return { line, speaker: match[1] ?? defined(match[2]), bodyAt: end + match[0].length, stamp, form: 'relayed' };
}

// --- a name and a time on a line of their own ----------------------------------------------------

/** chats put direction marks before a line */
const START = String.raw`^[\u200e\u200f\ufeff \t]{0,3}`;
const DATE = String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{1,4}`;
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
      openings.push({ line: i, speaker, bodyAt: defined(lines[head.to]).end - start, stamp: head.stamp, form: 'headed' });
      continue;
    }
    const further = open[i] && speaker !== null && i > read ? FURTHER.exec(text) : null;
    if (further) openings.push({ line: i, speaker, bodyAt: further[0].length, stamp: readWholeStamp(defined(further[1] ?? further[2])) });
  }
  return openings;
}

const NAME_ALONE = new RegExp(String.raw`${START}\p{L}[\p{L}\p{M}\p{N}.'’_ -]{0,39}$`, 'iu');
/** Longer lines are no heads, and nothing else is looked at in them. */
const MAX_HEAD = 120;
const MAX_TIME_LINE = 40;
/** A time at the end of a line has a digit among these last signs. */
const TIME_END = 12;
/** More than a space between a name and a time. */
const PARTED = /^(.{1,64}?)(?:,?\t|,?\s{2,8}|\s[—–|·•-]\s)(.{3,56})$/u;

function headAt(lines: readonly Line[], i: number): SpeakerHead | null {
  const { text } = defined(lines[i]);
  if (text.length > MAX_HEAD || text.length < 2) return null;
  return (hasDigitAtEnd(text) ? headIn(text, i) : null) ?? headAbove(text, i, lines[i + 1]?.text ?? '');
}

function hasDigitAtEnd(text: string): boolean {
  for (let i = Math.max(0, text.length - TIME_END); i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) return true;
  }
  return false;
}

/** A head in one line. */
function headIn(text: string, line: number): SpeakerHead | null {
  const match = HEAD.exec(text);
  const name = match && cleanName(defined(match[1]));
  if (match && name && !endsInDayPeriod(name)) {
    const stamp = readStamp(defined(match[3]))?.stamp;
    if (stamp && nameKind(name) !== null) return { name, stamp, to: line, clear: match[2] !== ' ' || /^[[(]/.test(defined(match[3])) };
  }
  const parted = boxedEnd(text) ?? PARTED.exec(text)?.slice(1) ?? (match && endsInDayPeriod(name ?? '') ? periodEnd(text) : null);
  if (!parted) return null;
  const stamp = readWholeStamp(defined(parted[1]));
  const speaker = stamp?.clock == null ? null : exportedName(defined(parted[0]).replace(/[,:]?\s?$/, ''));
  const isName = speaker !== null && (nameKind(speaker) ?? signedName(speaker)) !== null;
  return stamp && isName ? { name: speaker, stamp, to: line, clear: true } : null;
}

/** "小林 下午": the last word belongs to the time behind it. */
function endsInDayPeriod(name: string): boolean {
  const at = name.lastIndexOf(' ') + 1;
  return at > 0 && dayPeriodAt(name, at)?.end === name.length;
}

/** `小林 下午 6:00`: the parts before and from the word for the part of the day. */
function periodEnd(text: string): readonly [string, string] {
  const words = text.trimEnd().split(' ');
  return [words.slice(0, -2).join(' '), words.slice(-2).join(' ')];
}

/** `Ann, [2.5.2026 18:00]`: the parts before and in the brackets. */
function boxedEnd(text: string): readonly [string, string] | null {
  const bare = text.replace(/\s?:?\s?$/, '');
  const close = bare.slice(-1);
  if (close !== ']' && close !== ')') return null;
  const open = bare.lastIndexOf(close === ']' ? '[' : '(');
  return open > 1 ? [bare.slice(0, open), bare.slice(open + 1, -1)] : null;
}

/** A name, with its time alone in the next line. */
function headAbove(text: string, line: number, next: string): SpeakerHead | null {
  if (next.length > MAX_TIME_LINE) return null;
  const at = next.length - next.trimStart().length;
  if (at === next.length || !mayBegin(next, at) || !NAME_ALONE.test(text)) return null;
  const name = cleanName(text);
  const stamp = nameKind(name) === null ? null : wholeStamp(plain(next));
  const isTime = stamp !== null && stamp.clock !== null && (stamp.day !== null || stamp.halfDay);
  return isTime ? { name, stamp, to: line + 1, clear: false } : null;
}
