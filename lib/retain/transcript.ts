import { blockTurns } from '#lib/retain/blocks';
import { Dating } from '#lib/retain/dating';
import { type Header, headerOf, partOf, type Text } from '#lib/retain/headers';
import { jsonTurns } from '#lib/retain/json-turns';
import { isBlank, linesOf } from '#lib/retain/lines';
import { mailTurns } from '#lib/retain/mail';
import { type Opening, openingsIn } from '#lib/retain/speakers';
import type { Stamp } from '#lib/retain/stamps';
import { allSteps, isStep, mapInSteps, type Steps } from '#lib/retain/steps';
import { subtitleTurns } from '#lib/retain/subtitles';
import { NO_CLOCK, type SenderClock, type Turn } from '#lib/retain/turn';

/**
 * Reads a text as what it is: a conversation (`Name: text` lines, a messenger's export, a JSON array of turns, JSON lines), subtitles, an e-mail,
 * Markdown, or plain paragraphs. Nothing is lost: the `raw` slices of the turns, one after the other, are the content. All formats in one call; the first
 * that fits wins. Content that looks like JSON but is broken is read as text.
 */
export const parseTurns = (content: string, clock: SenderClock = NO_CLOCK): Turn[] => allSteps(parsing(content, clock));

/** `parseTurns` in steps: a long text would hold everybody up. */
export function* parsing(content: string, clock: SenderClock): Steps<Turn[]> {
  if (content === '') return [];
  const start = content.search(/\S/);
  const opening = start < 0 ? '' : content[start]!;
  if (opening === '[' || opening === '{') {
    const turns = jsonTurns(content, start, clock);
    if (turns) return turns;
  }
  const lines = linesOf(content);
  yield;
  const whole = subtitleTurns(content, lines) ?? mailTurns(content, lines, clock);
  if (whole) return whole;
  const headers = yield* mapInSteps(lines, ({ text }) => headerOf(text));
  const text: Text = { content, lines, headers };
  const openings = yield* openingsIn(lines, headers);
  if (openings.length > 0) return yield* spokenTurns(text, openings, clock);
  const stamps = headers.flatMap((header) => header?.stamp ?? []);
  return yield* blockTurns(text, new Dating(clock, stamps));
}

/** Between two turns, before the next one begins: lines that say when or what follows. */
interface Interlude {
  /** its first line */
  readonly from: number;
  readonly headers: readonly Header[];
  /** nothing else stands there */
  readonly bare: boolean;
}

const LABELLED = /^\W{0,4}\p{Lu}[\p{L} ]{1,24}:\s/u;
/** nothing, or a whole sentence: what follows need not belong to it */
const ENDED = /^\s*$|[.!?…]["')\]]?\s*$/;
const MAX_LABELLED = 4;

/** Walks back from a turn to the headers above it. A date alone counts where it cannot end a sentence, a title even where "Place: …" lines follow it. */
function interludeBefore({ lines, headers: all }: Text, after: number, turn: number): Interlude {
  let from = turn;
  let headers: Header[] = [];
  let labelled = 0;
  for (let i = turn - 1; i > after; i--) {
    const line = lines[i]!;
    if (isBlank(line)) continue;
    const header = all[i];
    const counts = header && (labelled === 0 || header.title) && (header.marked || ENDED.test(lines[i - 1]!.text));
    if (counts) {
      from = i;
      headers = [header, ...headers];
    } else if (LABELLED.test(line.text) && labelled < MAX_LABELLED) labelled++;
    else break;
  }
  return { from, headers, bare: lines.slice(from, turn).every((line, at) => isBlank(line) || all[from + at] !== null) };
}

function* spokenTurns(text: Text, openings: readonly Opening[], clock: SenderClock): Steps<Turn[]> {
  const { content, lines } = text;
  const offsetOf = (line: number): number => lines[line]?.start ?? content.length;
  const first = openings[0]!.line;
  const before = yield* mapInSteps(openings, ({ line }, i): Interlude => {
    if (i > 0) return interludeBefore(text, openings[i - 1]!.line, line);
    const opening = text.headers.slice(0, first);
    return {
      from: 0,
      headers: opening.filter((header) => header !== null),
      bare: opening.every((header, at) => header !== null || isBlank(lines[at]!)),
    };
  });
  const stamps = openings.flatMap(({ stamp }, i) => [...before[i]!.headers.map((header) => header.stamp), stamp]);
  const dating = new Dating(
    clock,
    stamps.filter((stamp): stamp is Stamp => stamp !== null),
  );
  const turns: Turn[] = [];
  let heading: string | null = null;
  for (const [i, { line, speaker, bodyAt, stamp }] of openings.entries()) {
    if (isStep(i)) yield;
    const { from, headers, bare } = before[i]!;
    const titles = headers.map(({ title }) => title).filter((title) => title !== null);
    if (headers.length > 0) heading = titles.length > 0 ? titles.join(' > ') : null;
    const lead = content.slice(offsetOf(from), offsetOf(line));
    if (!bare && lead !== '') for (const turn of yield* blockTurns(partOf(text, from, line), dating)) turns.push(turn);
    // prose between has followed its headers itself, up to the last
    for (const header of bare ? headers : headers.slice(-1)) {
      if (header.stamp) dating.next(header.stamp);
      else dating.forget();
    }
    const start = offsetOf(line);
    const end = i + 1 < openings.length ? offsetOf(before[i + 1]!.from) : content.length;
    turns.push({
      raw: (bare ? lead : '') + content.slice(start, end),
      speaker,
      body: content
        .slice(start + bodyAt, end)
        .trim()
        .replace(/^[\u200e\u200f]+/, ''),
      heading,
      title: bare && titles.length > 0 ? titles.join('\n') : null,
      ...dating.next(stamp),
    });
  }
  return turns;
}
