import { defined } from '#lib/base/defined';
import type { TextFormat } from '#lib/memory/retain/literals';
import { isExportBanner } from '#lib/memory/retain/reading/exports';
import type { Line } from '#lib/memory/retain/reading/lines';
import { plain } from '#lib/memory/retain/reading/plain';
import type { ChatForm, TurnOpening } from '#lib/memory/retain/reading/turn-opening';

/** The program that wrote a conversation, by the form of its lines. */

/** The number of messages that show it. */
const SAMPLE = 40;
/** Lines before the first message in which the banner of an exporter is looked for. */
const MAX_BANNER = 20;

/** `02/03/25, 18:00 - Ann:` */
const ON_ANDROID = /^\s{0,4}\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{1,4}\.?[^\d]{1,20}\d{1,2}[:.]\d{2}(?![:.]?\d)[^\d-]{0,16}\s-\s/;
/** `[02.03.25, 18:00:12] Ann:` */
const ON_IPHONE = /^\s{0,4}\[\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{1,4}\.?,?\s/;
const ISO = /^\s{0,4}\[\d{4}-\d{2}-\d{2}[ T]/;
/** `2026년 5월 2일 오후 6:00, 민수 :` */
const OF_KAKAOTALK = /\d일\s.{1,20},\s.{1,64}\s:\s?$/;
/** `Ann Lee, [02.05.2026 18:00]` */
const OF_TELEGRAM = /,\s\[\d{1,2}\.\d{1,2}\.\d{2,4}\s.{4,12}\]\s{0,2}$/;

/** The first messages with a speaker. */
function sampleOf(openings: readonly TurnOpening[]): TurnOpening[] {
  const sample: TurnOpening[] = [];
  for (const opening of openings) {
    if (opening.speaker !== null) sample.push(opening);
    if (sample.length === SAMPLE) break;
  }
  return sample;
}

/** The form of most messages. */
function formOf(sample: readonly TurnOpening[]): ChatForm | undefined {
  const counts = new Map<ChatForm | undefined, number>();
  for (const { form } of sample) counts.set(form, (counts.get(form) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

const MINUTE = 60_000;

/** A message with a date, a time and a name in one line. */
function namedFormat(heads: readonly string[], hasSeconds: boolean): TextFormat {
  const isMost = (is: (head: string) => boolean): boolean => heads.filter(is).length * 2 > heads.length;
  if (isMost((head) => OF_KAKAOTALK.test(head))) return 'kakaotalk';
  const isWhatsApp = (head: string): boolean => ON_ANDROID.test(head) || (hasSeconds && ON_IPHONE.test(head) && !ISO.test(head));
  return isMost(isWhatsApp) ? 'whatsapp' : 'chat_export';
}

/** The format of a conversation in lines. `openings`: the beginnings of its turns. */
export function chatFormatOf(lines: readonly Line[], openings: readonly TurnOpening[]): TextFormat {
  const sample = sampleOf(openings);
  const heads = sample.map(({ line, bodyAt }) => plain(defined(lines[line]).text.slice(0, Math.min(bodyAt, 200))));
  switch (formOf(sample)) {
    case 'boxed name':
      return 'kakaotalk';
    case 'tabbed':
    case 'spaced':
      return 'line';
    case 'timed':
      return 'imessage';
    case 'addressed':
      return 'zoom';
    case 'relayed':
      return 'chat_log';
    case 'titled': {
      const first = Math.min(defined(openings[0]).line, MAX_BANNER);
      return lines.slice(0, first).some(({ text }) => isExportBanner(text)) ? 'discord' : 'chat_export';
    }
    case 'headed':
      return heads.some((head) => OF_TELEGRAM.test(head)) ? 'telegram' : 'chat_export';
    case 'named':
      return namedFormat(
        heads,
        sample.some(({ stamp }) => (stamp?.clock ?? 0) % MINUTE !== 0),
      );
    default:
      return 'transcript';
  }
}
