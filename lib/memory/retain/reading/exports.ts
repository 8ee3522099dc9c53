import { defined } from '#lib/base/defined';
import { type Lead, leadOf } from '#lib/memory/retain/reading/leads';
import { isChatRemark } from '#lib/memory/retain/reading/notices';
import { exportedName, nameColon } from '#lib/memory/retain/reading/speaker-names';
import type { Stamp } from '#lib/memory/retain/reading/stamps';

/** The lines of exports in which the form alone shows who speaks. */

/** How a line names its speaker. */
export type ExportForm = 'boxed name' | 'tabbed' | 'addressed' | 'named';

export interface ExportedLine {
  /** null: a remark of the chat, or a name that cannot be read */
  readonly speaker: string | null;
  /** offset of the words */
  readonly bodyAt: number;
  readonly stamp: Stamp;
  readonly form: ExportForm;
}

const MAX_NAME = 64;
/** Words of a name that may as well be a remark: "Ann changed the description: …". */
const LONG_NAME = 4;

/** `[Ann] [6:00 PM] hi`, as KakaoTalk writes it on computers. */
function boxedNameLine(text: string): ExportedLine | null {
  if (text.charCodeAt(0) !== 91) return null;
  const close = text.indexOf('] [');
  if (close < 2 || close > MAX_NAME) return null;
  const name = exportedName(text.slice(1, close));
  const lead = name === null ? null : leadOf(text.slice(close + 2, close + 80));
  if (lead?.stamp == null || lead.stamp.clock === null) return null;
  return { speaker: name, bodyAt: close + 2 + lead.end, stamp: lead.stamp, form: 'boxed name' };
}

/** `18:00\tAnn\thi`, as LINE writes it. A line without a second tab is a remark. */
function tabbedLine(text: string, lead: Lead, stamp: Stamp): ExportedLine {
  const tab = text.indexOf('\t', lead.end);
  const name = tab < 0 || tab - lead.end > MAX_NAME ? null : exportedName(text.slice(lead.end, tab).replace(/[:：]$/, ''));
  if (name !== null) return { speaker: name, bodyAt: tab + 1, stamp, form: 'tabbed' };
  return namedLine(text, lead, stamp) ?? { speaker: null, bodyAt: lead.end, stamp, form: 'tabbed' };
}

const SENDER = /^\s{0,3}(?:From|Von|De|Da|Desde|Van|Od|От|Від|Fra|Från|Dari|来自|來自|从|從|发件人|寄件者)\s{1,4}/u;
const RECIPIENT = /\s(?:to|an|à|a|para|naar|do|для|до|til|till|kepada|到|至|给|給|收件人|收件者)\s/u;

/** `18:00:12 From Ann to Everyone: hi`, as Zoom writes it. */
function addressedLine(text: string, lead: Lead, stamp: Stamp): ExportedLine | null {
  const sender = SENDER.exec(text.slice(lead.end, lead.end + 24));
  if (!sender) return null;
  const colon = nameColon(text, lead.end);
  if (colon < 0) return null;
  const people = text.slice(lead.end + sender[0].length, colon);
  const name = exportedName(defined(people.split(RECIPIENT)[0]));
  return name === null ? null : { speaker: name, bodyAt: colon + 1, stamp, form: 'addressed' };
}

/** `18:00 - Ann: hi` */
function namedLine(text: string, lead: Lead, stamp: Stamp): ExportedLine | null {
  const colon = nameColon(text, lead.end);
  const name = colon < 0 ? null : exportedName(text.slice(lead.end, colon));
  if (name === null || (name.split(' ').length >= LONG_NAME && isChatRemark(name))) return null;
  const isBold = text.charCodeAt(colon + 1) === 42 || text.charCodeAt(colon + 1) === 95;
  return { speaker: name, bodyAt: colon + (isBold ? 3 : 1), stamp, form: 'named' };
}

/**
 * A line of an export: with a date and a time, or with a time in a form that only exports have.
 * Null for any other line.
 */
export function exportedLine(text: string, lead: Lead | null): ExportedLine | null {
  const stamp = lead?.stamp ?? null;
  if (lead === null || stamp === null) return boxedNameLine(text);
  if (stamp.clock === null) return null;
  const addressed = addressedLine(text, lead, stamp);
  if (addressed) return addressed;
  if (lead.hasTab) return tabbedLine(text, lead, stamp);
  if (stamp.day === null) return null;
  return namedLine(text, lead, stamp) ?? { speaker: null, bodyAt: lead.end, stamp, form: 'named' };
}

/** `Ann(123456)` · `Ann<ann@example.org>`, as QQ writes names */
const ACCOUNT = /[(（<][\w.@+-]{4,48}[)）>]\s{0,2}$/;

/** The name of a line that is only a lead and a name: the words follow below it. */
export function nameAlone(text: string, lead: Lead | null): string | null {
  if (lead?.stamp == null || lead.stamp.clock === null) return null;
  if (!lead.isBoxed && (lead.stamp.day === null || !ACCOUNT.test(text))) return null;
  if (text.length - lead.end > MAX_NAME || text.length === lead.end) return null;
  const words = text
    .slice(lead.end)
    .replace(/\s\((?:pinned|edited|bot|app)\)\s?$/i, '')
    .replace(ACCOUNT, '');
  return /[.!?…:,;]\s?$|\p{Extended_Pictographic}$/u.test(words) ? null : exportedName(words);
}

/** The first lines of DiscordChatExporter's text. */
export const isExportBanner = (text: string): boolean => /^(?:Guild|Server|Channel): /.test(text);

const PARTS = /^\{(?:Attachments|Embed|Reactions|Stickers|Forwarded Message|Invite|Poll)\}\s*$/m;
const END = /^={8,}\s*$/m;

/** Removes what an exporter adds below the words of a message. */
export function withoutExportParts(body: string): string {
  const at = [body.search(PARTS), body.search(END)].filter((offset) => offset >= 0);
  return at.length === 0 ? body : body.slice(0, Math.min(...at)).trimEnd();
}
