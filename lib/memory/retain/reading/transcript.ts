import { defined, present } from '#lib/base/defined';
import { type Language, languageOf } from '#lib/base/text/languages/of';
import { storable } from '#lib/base/text/storable';
import { blockTurns } from '#lib/memory/retain/reading/blocks';
import { chatFormatOf } from '#lib/memory/retain/reading/chat-formats';
import { bodyWithoutData, withoutData } from '#lib/memory/retain/reading/data/placeholders';
import { Dating } from '#lib/memory/retain/reading/dating';
import { withoutExportParts } from '#lib/memory/retain/reading/exports';
import { type Header, headerOf, joinTitles, partOf, type Text } from '#lib/memory/retain/reading/headers';
import { htmlTurns, isHtml } from '#lib/memory/retain/reading/html/page';
import { cleared, withoutInjected } from '#lib/memory/retain/reading/injected';
import { jsonTurns } from '#lib/memory/retain/reading/json/turns';
import { isBlank, type Line, linesOf, withLineFeeds } from '#lib/memory/retain/reading/lines';
import { mailTurns, threadTurns } from '#lib/memory/retain/reading/mail/turns';
import { isIgnoredRole, markedLines, withoutEnd } from '#lib/memory/retain/reading/markers';
import { mailBelow, pageBelow } from '#lib/memory/retain/reading/mixed-texts';
import { isExportTitle, withoutNotices } from '#lib/memory/retain/reading/notices';
import { signalTurns } from '#lib/memory/retain/reading/signal-text';
import { smsTurns } from '#lib/memory/retain/reading/sms-backup';
import { openingsIn } from '#lib/memory/retain/reading/speakers';
import type { Stamp } from '#lib/memory/retain/reading/stamps';
import { allSteps, filterInSteps, mapInSteps, type Steps, stepMeter } from '#lib/memory/retain/reading/steps';
import { subtitleTurns } from '#lib/memory/retain/reading/subtitles';
import { withoutThreadParts } from '#lib/memory/retain/reading/timed-names';
import { NO_CLOCK, opening, type SenderClock, type Turn } from '#lib/memory/retain/reading/turn';
import type { TurnOpening } from '#lib/memory/retain/reading/turn-opening';

/**
 * Detects the format of a text: a conversation (`Name: text` lines, a messenger's export, a JSON
 * array of turns, JSON lines), subtitles, an e-mail, Markdown, or plain paragraphs. Lossless: the
 * concatenated `raw` slices of the turns are the content. The first format that matches is used.
 * Broken JSON is read as text. Placeholders replace the data in the words of a turn.
 */
export const parseTurns = (content: string, clock: SenderClock = NO_CLOCK): Turn[] => allSteps(parsing(content, clock));

/** `parseTurns` in steps, because a long text would block the process. */
export function* parsing(content: string, clock: SenderClock): Steps<Turn[]> {
  const turns: Turn[] = [];
  const isStep = stepMeter();
  for (const turn of yield* turnsIn(content, clock)) {
    if (isStep(turn.body.length)) yield;
    turns.push(storableTurn(turn.speaker === null ? turn : { ...turn, body: yield* withoutInjected(turn.body) }));
  }
  return turns;
}

const storableOrNull = (text: string | null): string | null => text && storable(text);

/**
 * Escapes of JSON, HTML and mail decode to characters that the text itself does not contain, also
 * to those that the database refuses.
 */
const storableTurn = (turn: Turn): Turn => ({
  ...turn,
  speaker: storableOrNull(turn.speaker),
  body: storable(turn.body),
  heading: storableOrNull(turn.heading),
  title: storableOrNull(turn.title),
});

/**
 * Injected blocks are removed before the turns are cut: a line inside them may look like the
 * beginning of a turn.
 */
function* turnsIn(content: string, clock: SenderClock): Steps<Turn[]> {
  if (content === '') return [];
  const json = yield* jsonIn(content, clock);
  if (json) return yield* withoutDataIn(json);
  const text = yield* withLineFeeds(content);
  const turns = yield* turnsOfText(text, clock);
  return text === content ? turns : yield* withRawsOf(content, turns);
}

/** The turns with slices of a text of the same length. */
function* withRawsOf(content: string, turns: readonly Turn[]): Steps<Turn[]> {
  let at = 0;
  return yield* mapInSteps(turns, (turn) => {
    const start = at;
    at += turn.raw.length;
    return { ...turn, raw: content.slice(start, at) };
  });
}

/** The turns of a text that is no JSON as a whole. */
function* turnsOfText(content: string, clock: SenderClock): Steps<Turn[]> {
  const lines = yield* linesOf(content);
  const clear = yield* cleared(content, lines);
  if (!clear) return yield* textTurns(content, lines, clock);
  if (clear.text === '') return [{ raw: content, speaker: null, body: '', heading: null, title: null, time: null, anchor: null }];
  const clearJson = yield* jsonIn(clear.text, clock);
  const turns = clearJson ? yield* withoutDataIn(clearJson) : yield* textTurns(clear.text, yield* linesOf(clear.text), clock);
  const raws = clear.restored(turns.map(({ raw }) => raw));
  return yield* mapInSteps(turns, (turn, i) => ({ ...turn, raw: defined(raws[i]) }));
}

/** The turns of JSON; null if the content is something else. */
const jsonIn = (content: string, clock: SenderClock): Steps<Turn[] | null> =>
  jsonTurns(content, clock, function* (text) {
    return yield* textTurns(text, yield* linesOf(text), clock);
  });

/** Turns whose words were decoded or joined: only now they show their data. */
function* withoutDataIn(turns: readonly Turn[]): Steps<Turn[]> {
  const clear: Turn[] = [];
  const isStep = stepMeter();
  for (const turn of turns) {
    if (isStep(turn.body.length >> 4)) yield;
    const body = yield* bodyWithoutData(turn.body);
    clear.push(body === turn.body ? turn : { ...turn, body });
  }
  return clear;
}

function* textTurns(content: string, plain: readonly Line[], clock: SenderClock): Steps<Turn[]> {
  const whole =
    (yield* subtitleTurns(content, plain)) ??
    (yield* signalTurns(content, plain, clock)) ??
    (yield* mailTurns(content, plain, clock)) ??
    (yield* smsTurns(content, clock)) ??
    (isHtml(content) ? yield* htmlTurns(content, clock) : null);
  if (whole) return yield* withoutDataIn(whole);
  return (yield* mixedTurns(content, plain, clock)) ?? (yield* plainTurns(content, plain, clock));
}

/** The turns of a text of two formats; null if it has one. */
function* mixedTurns(content: string, plain: readonly Line[], clock: SenderClock): Steps<Turn[] | null> {
  const mail = yield* mailBelow(content, plain);
  if (mail !== null) {
    const headers = yield* mapInSteps(plain, ({ text }) => headerOf(text));
    const above = plain.slice(0, mail);
    const openings = yield* openingsIn(above, headers.slice(0, mail));
    if (openings.length > 0 || above.some(({ text }) => text.startsWith('#'))) {
      // a mail that somebody pasted into a message
      if ((yield* openingsIn(plain, headers)).some(({ line, stamp }) => line > mail && stamp !== null)) return null;
      return yield* joinedTurns(content, plain, mail, clock, function* (text) {
        return yield* mailTurns(text, yield* linesOf(text), clock);
      });
    }
    return yield* withoutDataIn(yield* threadTurns(content, plain, clock));
  }
  const page = yield* pageBelow(content, plain);
  return page === null ? null : yield* joinedTurns(content, plain, page, clock, (text) => htmlTurns(text, clock));
}

/** The turns above a line, and those of the text of another format that begins with it. */
function* joinedTurns(
  content: string,
  plain: readonly Line[],
  at: number,
  clock: SenderClock,
  read: (text: string) => Steps<Turn[] | null>,
): Steps<Turn[] | null> {
  const border = defined(plain[at]).start;
  const below = yield* read(content.slice(border));
  if (!below) return null;
  const above = content.slice(0, border);
  return [...(yield* plainTurns(above, yield* linesOf(above), clock)), ...(yield* withoutDataIn(below))];
}

function* plainTurns(content: string, plain: readonly Line[], clock: SenderClock): Steps<Turn[]> {
  const clear = yield* withoutData(content, plain);
  if (!clear) return yield* lineTurns(content, plain, clock);
  const turns = yield* lineTurns(clear.text, yield* linesOf(clear.text), clock);
  const raws = clear.restored(turns.map(({ raw }) => raw));
  return yield* mapInSteps(turns, (turn, i) => ({ ...turn, raw: defined(raws[i]) }));
}

/** The turns of a text that is neither subtitles, an e-mail nor HTML. */
function* lineTurns(content: string, plain: readonly Line[], clock: SenderClock): Steps<Turn[]> {
  const lines = yield* markedLines(plain);
  const headers = yield* mapInSteps(lines, ({ text }) => headerOf(text));
  const text: Text = { content, lines, headers };
  const openings = yield* openingsIn(lines, headers);
  if (openings.length > 0) return opening(yield* spokenTurns(text, openings, clock), chatFormatOf(lines, openings));
  const dated = yield* filterInSteps(headers, (header) => header !== null && header.stamp !== null);
  return yield* blockTurns(
    text,
    yield* Dating.of(
      clock,
      dated.map((header) => present(present(header).stamp)),
      () => languageOf(content.slice(0, LANGUAGE_SAMPLE)),
    ),
  );
}

/** Characters that show the language of a text. */
const LANGUAGE_SAMPLE = 4_000;

/** Lines before a turn that date or introduce it. */
interface Interlude {
  /** its first line */
  readonly from: number;
  readonly headers: readonly Header[];
  /** it contains no other text */
  readonly bare: boolean;
}

const LABELLED = /^\W{0,4}\p{Lu}[\p{L} ]{1,24}:\s/u;
/** empty, or a whole sentence: the following text need not belong to it */
const ENDED = /^\s*$|[.!?…]["')\]]?\s*$/;
const MAX_LABELLED = 4;

/**
 * Walks back from a turn to the headers above it. A date alone counts if it cannot end a sentence.
 * A title counts even if "Place: …" lines follow it.
 */
function* interludeBefore({ lines, headers: all }: Text, after: number, turn: number): Steps<Interlude> {
  let from = turn;
  const headers: Header[] = [];
  let labelled = 0;
  const isStep = stepMeter();
  for (let i = turn - 1; i > after; i--) {
    const line = defined(lines[i]);
    if (isStep(line.text.length)) yield;
    if (isBlank(line)) continue;
    const header = all[i];
    const counts = header && (labelled === 0 || header.title) && (header.marked || ENDED.test(defined(lines[i - 1]).text));
    if (counts) {
      from = i;
      headers.push(header);
    } else if (LABELLED.test(line.text) && labelled < MAX_LABELLED) labelled++;
    else break;
  }
  return { from, headers: headers.reverse(), bare: yield* isBare(lines, all, from, turn) };
}

/** Whether a range of lines only contains headers and blanks. */
function* isBare(lines: readonly Line[], headers: readonly (Header | null)[], from: number, to: number): Steps<boolean> {
  const isStep = stepMeter();
  for (let i = from; i < to; i++) {
    if (isStep(defined(lines[i]).text.length)) yield;
    if (headers[i] === null && !isBlank(defined(lines[i]))) return false;
  }
  return true;
}

/** The number of messages that show the language of a chat. */
const SAMPLE = 40;

/** The language of the first messages, without their stamps and names. */
const languageOfWords = ({ lines }: Text, openings: readonly TurnOpening[]): Language =>
  languageOf(
    openings
      .slice(0, SAMPLE)
      .map(({ line, bodyAt }) => defined(lines[line]).text.slice(bodyAt, bodyAt + 200))
      .join('\n'),
  );

/** If these roles speak, system and tool messages are ignored. */
const HEARD = /^(?:user|assistant|human|ai)$/i;

/** The words of a turn. `isTalk`: a user or an assistant is among the speakers. */
function bodyOf({ speaker, stamp, isMarked, isExported, form }: TurnOpening, words: string, isTalk: boolean): string {
  if (speaker !== null && (isMarked || isTalk) && isIgnoredRole(speaker)) return '';
  if (form === 'timed') return withoutNotices(withoutThreadParts(words));
  if (isExported) return withoutNotices(withoutExportParts(words));
  if (isMarked) return withoutEnd(words);
  return stamp === null ? words : withoutNotices(words);
}

function* spokenTurns(text: Text, openings: readonly TurnOpening[], clock: SenderClock): Steps<Turn[]> {
  const { content, lines } = text;
  const offsetOf = (line: number): number => lines[line]?.start ?? content.length;
  const first = defined(openings[0]).line;
  const isStep = stepMeter();
  const before: Interlude[] = [];
  for (const [i, { line }] of openings.entries()) {
    if (i > 0) before.push(yield* interludeBefore(text, defined(openings[i - 1]).line, line));
    else {
      const headers = yield* filterInSteps(text.headers, (header, at) => at < first && header !== null);
      before.push({ from: 0, headers: headers.flatMap((header) => header ?? []), bare: yield* isBare(lines, text.headers, 0, first) });
    }
    if (isStep(0)) yield;
  }
  const stamps: Stamp[] = [];
  for (const [i, { stamp }] of openings.entries()) {
    if (isStep(0)) yield;
    for (const header of defined(before[i]).headers) if (header.stamp) stamps.push(header.stamp);
    if (stamp) stamps.push(stamp);
  }
  const dating = yield* Dating.of(clock, stamps, () => languageOfWords(text, openings));
  const turns: Turn[] = [];
  let heading: string | null = null;
  const isTalk = (yield* filterInSteps(openings, ({ speaker }) => speaker !== null && HEARD.test(speaker))).length > 0;
  for (const [i, opening] of openings.entries()) {
    const { line, speaker, bodyAt, stamp } = opening;
    if (isStep(offsetOf(line + 1) - offsetOf(line))) yield;
    const { from, headers, bare } = defined(before[i]);
    const titles = headers.map(({ title }) => title).filter((title) => title !== null);
    if (headers.length > 0) heading = titles.length > 0 ? joinTitles(titles, ' > ') : null;
    const lead = content.slice(offsetOf(from), offsetOf(line));
    const isTitle = i === 0 && stamp !== null && isExportTitle(lead);
    if (!bare && lead !== '')
      for (const { opens: _opens, ...turn } of yield* blockTurns(partOf(text, from, line), dating))
        turns.push(isTitle ? { ...turn, body: '' } : turn);
    // the prose between was already dated by its headers, except for the last one
    for (const header of bare ? headers : headers.slice(-1)) {
      if (header.stamp) dating.next(header.stamp);
      else dating.forget();
    }
    const start = offsetOf(line);
    const end = i + 1 < openings.length ? offsetOf(defined(before[i + 1]).from) : content.length;
    const words = content
      .slice(start + bodyAt, end)
      .trim()
      .replace(/^[\u200e\u200f]+/, '');
    const turn: Turn = {
      raw: (bare ? lead : '') + content.slice(start, end),
      speaker,
      body: bodyOf(opening, words, isTalk),
      heading,
      title: bare && titles.length > 0 ? joinTitles(titles, '\n') : null,
      ...dating.next(stamp),
    };
    turns.push(opening.isRemark ? { ...turn, isRemark: true } : turn);
  }
  return turns;
}
