import { defined } from '#lib/base/defined';
import { Dating } from '#lib/memory/retain/reading/dating';
import { firstFilled, isBlank, type Line } from '#lib/memory/retain/reading/lines';
import { withoutNotices } from '#lib/memory/retain/reading/notices';
import { exportedName } from '#lib/memory/retain/reading/speaker-names';
import { readStamp, type Stamp } from '#lib/memory/retain/reading/stamps';
import { type Steps, stepMeter } from '#lib/memory/retain/reading/steps';
import { opening, type SenderClock, type Turn } from '#lib/memory/retain/reading/turn';

/**
 * Exports of Signal as text: each message is a header ("From: Jon (+49…)", "Type: incoming",
 * "Sent: Sun, 04 May 2025 10:01:12 +0200"), a blank line, and its words.
 */

const FROM = /^From: (.{1,120})$/;
const TYPE = /^Type: (incoming|outgoing)\b/;
const SENT = /^Sent: (.{1,60})$/;
const FIELD = /^[A-Z][A-Za-z ]{1,24}:(?: |$)/;
const CONVERSATION = /^Conversation: ./;
const NUMBER = /\s\(\+?[\d ()-]{4,24}\)\s{0,2}$/;
/** Fields between the sender and the words of a message. */
const MAX_FIELDS = 60;
/** The speaker of the owner's messages, as in JSON. */
const OWNER = 'user';

/** The header of a message. */
interface SignalHeader {
  readonly line: number;
  readonly speaker: string | null;
  readonly stamp: Stamp | null;
  /** the line after its last field */
  readonly end: number;
}

function headerAt(lines: readonly Line[], line: number): SignalHeader | null {
  const name = FROM.exec(defined(lines[line]).text)?.[1];
  const type = name === undefined ? null : TYPE.exec(lines[line + 1]?.text ?? '');
  if (name === undefined || !type) return null;
  let end = line + 2;
  let stamp: Stamp | null = null;
  for (; end < lines.length && end < line + MAX_FIELDS; end++) {
    const { text } = defined(lines[end]);
    if (!FIELD.test(text)) break;
    const sent = SENT.exec(text)?.[1];
    if (sent !== undefined) stamp = readStamp(sent)?.stamp ?? null;
  }
  if (end < lines.length && !isBlank(defined(lines[end]))) return null;
  const isOwner = type[1] === 'outgoing' && /^you$/i.test(name.replace(NUMBER, ''));
  return { line, speaker: isOwner ? OWNER : exportedName(name.replace(NUMBER, '') || name), stamp, end };
}

/** The words of a message, without the message that it quotes. */
function wordsOf(text: string): string {
  const rows = text.trim().split('\n');
  const first = rows.findIndex((row) => !row.startsWith('>'));
  return withoutNotices(first < 0 ? '' : rows.slice(first).join('\n').trim());
}

/** The turns of a text of Signal; null if a text is something else. */
export function* signalTurns(content: string, lines: readonly Line[], clock: SenderClock): Steps<Turn[] | null> {
  const first = yield* firstFilled(lines);
  if (first < 0) return null;
  const isTitled = CONVERSATION.test(defined(lines[first]).text);
  const start = isTitled ? yield* firstFilled(lines, first + 1) : first;
  if (start < 0 || headerAt(lines, start) === null) return null;
  const headers: SignalHeader[] = [];
  const isStep = stepMeter();
  for (let i = start; i < lines.length; i++) {
    if (isStep(0)) yield;
    const header = headerAt(lines, i);
    if (header) headers.push(header);
  }
  const dating = yield* Dating.of(
    clock,
    headers.flatMap(({ stamp }) => stamp ?? []),
  );
  const silent = { speaker: null, body: '', heading: null, title: null, time: null, anchor: null };
  const from = defined(lines[start]).start;
  const turns: Turn[] = from > 0 ? [{ raw: content.slice(0, from), ...silent }] : [];
  for (const [i, { line, speaker, stamp, end }] of headers.entries()) {
    if (isStep(0)) yield;
    const next = headers[i + 1];
    const to = next ? defined(lines[next.line]).start : content.length;
    const raw = content.slice(defined(lines[line]).start, to);
    const body = end < lines.length ? wordsOf(content.slice(defined(lines[end]).start, to)) : '';
    turns.push({ raw, speaker, body, heading: null, title: null, ...dating.next(stamp) });
  }
  return opening(turns, 'chat_export');
}
