import type { TextFormat } from '#lib/memory/retain/literals';
import type { ChunkTurn } from '#lib/memory/retain/reading/chunk';
import { isChatNotice } from '#lib/memory/retain/reading/extract';
import { isIgnoredRole } from '#lib/memory/retain/reading/markers';
import { type Steps, stepMeter } from '#lib/memory/retain/reading/steps';

/** What the readers recognized in a text. */
export interface Recognition {
  /** the format of most of the text */
  readonly format: TextFormat;
  /** the number of conversations, or of mails in a mailbox; at least 1 */
  readonly conversations: number;
  /** the number of messages, mails or facts, or of passages of another text */
  readonly messages: number;
  /** the number of messages that give no memories, such as notices of a messenger or tool output */
  readonly omitted: number;
  readonly speakerCount: number;
  /** the names of those who speak most, at most ten */
  readonly speakers: readonly string[];
  /** the times of the first and the last message, if the text has times */
  readonly first: Date | null;
  readonly last: Date | null;
}

const MOST_SPEAKERS = 10;
/** Formats in which everything is part of the text. */
const TEXTS: ReadonlySet<TextFormat> = new Set<TextFormat>([
  'plain_text',
  'markdown',
  'html',
  'captions_vtt',
  'captions_srt',
  'captions_sbv',
  'email',
  'mailbox',
  'json_facts',
  'json',
]);
const MAILS: ReadonlySet<TextFormat> = new Set<TextFormat>(['email', 'mailbox']);

/** Of one format in a text. */
interface FormatCounts {
  conversations: number;
  messages: number;
  omitted: number;
}

const keyOf = ({ speaker, time }: ChunkTurn, conversation: number): string => `${conversation}\n${speaker ?? ''}\n${time?.getTime() ?? ''}`;

/** Summarizes the turns of a text, in their order; null if there are none. */
export function* recognizedIn(turns: readonly ChunkTurn[]): Steps<Recognition | null> {
  const formats = new Map<TextFormat, FormatCounts>();
  const speakers = new Map<string, number>();
  const mails = new Set<string>();
  let format = turns.find(({ opens }) => opens !== undefined)?.opens ?? 'plain_text';
  let conversation = 0;
  let first: Date | null = null;
  let last: Date | null = null;
  const isStep = stepMeter();
  for (const turn of turns) {
    if (isStep(turn.body.length + NOTICE_WORK)) yield;
    if (turn.continued) continue;
    if (turn.opens !== undefined) {
      format = turn.opens;
      conversation++;
    }
    const counts = formats.get(format) ?? { conversations: 0, messages: 0, omitted: 0 };
    formats.set(format, counts);
    if (turn.opens !== undefined) counts.conversations++;
    const { speaker, body, time } = turn;
    const isText = TEXTS.has(format);
    if (body === '' || (!isText && isChatNotice(turn)) || (speaker !== null && isIgnoredRole(speaker))) {
      if (!isText && (speaker !== null || turn.isRemark)) counts.omitted++;
      continue;
    }
    if (!MAILS.has(format)) counts.messages++;
    else if (!mails.has(keyOf(turn, conversation))) {
      // the paragraphs of a mail are turns of its author
      mails.add(keyOf(turn, conversation));
      counts.messages++;
    }
    if (speaker !== null) speakers.set(speaker, (speakers.get(speaker) ?? 0) + 1);
    if (time !== null && (first === null || time < first)) first = time;
    if (time !== null && (last === null || time > last)) last = time;
  }
  const [most] = [...formats].sort(([, a], [, b]) => b.messages + b.omitted - (a.messages + a.omitted));
  if (!most) return null;
  const [name, { conversations, messages, omitted }] = most;
  const bySize = [...speakers].sort(([, a], [, b]) => b - a).map(([speaker]) => speaker);
  return {
    format: name,
    conversations: Math.max(1, conversations),
    messages,
    omitted,
    speakerCount: speakers.size,
    speakers: bySize.slice(0, MOST_SPEAKERS),
    first,
    last,
  };
}
/** Comparing a message with the notices of messengers costs as much as reading these characters. */
const NOTICE_WORK = 1_000;
