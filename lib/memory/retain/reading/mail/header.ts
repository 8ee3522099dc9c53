import { addressParser, decodeWords } from 'postal-mime';
import { defined } from '#lib/base/defined';
import { MAX_TITLE } from '#lib/memory/retain/reading/headers';
import { isBlank, type Line } from '#lib/memory/retain/reading/lines';
import { stampOfMail } from '#lib/memory/retain/reading/mail/date';
import { fieldIn } from '#lib/memory/retain/reading/mail/field-names';
import { cleanName } from '#lib/memory/retain/reading/speakers';
import type { Stamp } from '#lib/memory/retain/reading/stamps';
import { type Steps, stepMeter } from '#lib/memory/retain/reading/steps';

/** Header fields as RFC 5322 defines them, in any order and case, with folded lines. */

export interface HeaderField {
  /** in lower case */
  readonly name: string;
  /** unfolded, not decoded */
  readonly value: string;
}

/** Maximum length of a value that is read. Longer ones are signatures. */
const MAX_VALUE = 4_000;
/** the most lines of a header, including continuation lines */
const MAX_LINES = 1_000;
const FOLDED = /^[ \t]/;

interface HeaderLines {
  readonly fields: readonly HeaderField[];
  readonly hasUnknown: boolean;
  /** the line after the fields */
  readonly end: number;
}

/** The fields that begin at a line, up to the first line that is not one. */
export function* fieldsFrom(lines: readonly Line[], from: number): Steps<HeaderLines> {
  const fields: { name: string; value: string }[] = [];
  let hasUnknown = false;
  let end = from;
  const isStep = stepMeter();
  for (; end < lines.length && end - from <= MAX_LINES; end++) {
    const line = defined(lines[end]);
    if (isStep(Math.min(line.text.length, MAX_VALUE))) yield;
    if (isBlank(line)) break;
    const last = fields.at(-1);
    if (last && FOLDED.test(line.text)) {
      if (last.value.length < MAX_VALUE) last.value = `${last.value} ${line.text.slice(0, MAX_VALUE).trim()}`;
      continue;
    }
    const field = fieldIn(line.text.slice(0, MAX_VALUE));
    if (!field) break;
    hasUnknown ||= !field.isKnown;
    fields.push({ name: field.name, value: line.text.slice(field.valueAt, field.valueAt + MAX_VALUE).trim() });
  }
  return { fields, hasUnknown, end };
}

export interface MailHeader {
  readonly fields: readonly HeaderField[];
  /** the line after the header */
  readonly end: number;
}

/** Fields that only transported mails have. */
const TRANSPORT =
  /^(?:received|message-id|mime-version|return-path|delivered-to|dkim-signature|content-type|authentication-results|arc-.{1,40})$/;

/** The header of a mail that begins at a line; null if the text is not a mail. */
export function* headerFrom(lines: readonly Line[], from: number): Steps<MailHeader | null> {
  const { fields, hasUnknown, end } = yield* fieldsFrom(lines, from);
  if (fields.length === 0) return null;
  const names = new Set(fields.map(({ name }) => name));
  const isTransported = names.has('from') && fields.some(({ name }) => TRANSPORT.test(name));
  const isAddressed = names.has('from') && names.has('date') && fields.some(({ name, value }) => name === 'from' && value.includes('@'));
  // two lines of a form ("Date: …, Subject: …") are only a mail with a sender or recipient
  const hasSubject = names.has('subject') && (fields.length === 1 || names.has('from') || names.has('to') || names.has('sent'));
  const isMail = isTransported || isAddressed || (!hasUnknown && (hasSubject || (names.has('from') && names.has('to'))));
  const isClosed = end < lines.length && isBlank(defined(lines[end]));
  return isMail && (isClosed || (isTransported && end === lines.length)) ? { fields, end } : null;
}

/** The first value of the first of these fields that has one. */
export function firstValue(fields: readonly HeaderField[], ...names: string[]): string | null {
  for (const name of names) {
    const value = fields.find((field) => field.name === name && field.value !== '')?.value;
    if (value !== undefined) return value;
  }
  return null;
}

/** Who wrote a mail, when and about what, as its header states it. */
export interface MailSource {
  readonly speaker: string | null;
  readonly subject: string | null;
  readonly stamp: Stamp | null;
}

/** "Re:", "AW: WG:", "RE[2]:", "回复：" */
const REPLY =
  /^(?:(?:re|fwd?|aw|wg|antw|sv|vs|vb|tr|rv|rif|i|r|odp|pd|ynt|ilt|enc|res|回复|答复|转发|回覆|轉寄|返信|転送|회신|전달)(?:\s?[[(]\d{1,3}[\])])?\s?[:：]\s{0,3})+/iu;

export function sourceOf(fields: readonly HeaderField[]): MailSource {
  const subject = decoded(firstValue(fields, 'subject') ?? '').replace(REPLY, '');
  return {
    speaker: nameIn(firstValue(fields, 'from', 'sender', 'reply-to')),
    subject: subject.slice(0, MAX_TITLE) || null,
    stamp: stampOfMail(firstValue(fields, 'date', 'sent', 'resent-date') ?? ''),
  };
}

/** Decodes encoded words (RFC 2047). */
export const decoded = (value: string): string => (value.includes('=?') ? decodeWords(value) : value).replace(/[\s\p{Cc}]+/gu, ' ').trim();

const MAX_NAME = 80;
/** The part of a list of addresses that is read. */
const MAX_ADDRESSES = 1_000;
const ADDRESS = /[<([]\s{0,3}(?:mailto:)?[^\s<>()[\]]{1,200}@[^\s<>()[\]]{1,200}\s{0,3}[>)\]]/;

/** "Ann Lee" of `"Ann Lee" <ann@example.com>`; without a name, the address. */
export function nameIn(from: string | null): string | null {
  if (from === null) return null;
  const value = from
    .slice(0, MAX_ADDRESSES)
    .replace(/[*_]{2}/g, '')
    .replace(/\[mailto:([^\]\s]{1,200})\]/gi, '<$1>');
  const [first, second] = addressParser(value);
  if (!first) return null;
  // a surname before a comma that nobody quoted: "Brandt, Ida <ida@example.com>"
  const isSplit = !first.address && first.name !== '' && second?.address !== undefined && !second.group && ADDRESS.test(value);
  const written = isSplit && second ? `${first.name}, ${second.name}` : first.name || first.address || '';
  const name = cleanName(
    decoded(written)
      .replace(ADDRESS, '')
      .replace(/^['"“”\s]{1,3}|['"“”\s;,]{1,3}$/g, ''),
  );
  return name !== '' && name.length <= MAX_NAME ? name : null;
}
