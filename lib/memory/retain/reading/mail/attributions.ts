import { defined } from '#lib/base/defined';
import { isBlank } from '#lib/memory/retain/reading/lines';
import type { BodyLine } from '#lib/memory/retain/reading/mail/body-lines';
import { stampOfMail } from '#lib/memory/retain/reading/mail/date';
import { fieldIn } from '#lib/memory/retain/reading/mail/field-names';
import { type HeaderField, type MailSource, nameIn, sourceOf } from '#lib/memory/retain/reading/mail/header';

/**
 * The lines above a quoted or forwarded mail that name its author: "On … wrote:", a rule, or some
 * fields of its header.
 */

export interface Attribution {
  /** its number of lines */
  readonly length: number;
  /** null: the author is not named */
  readonly source: MailSource;
  /**
   * The words after it belong to the quoted mail even if they are not marked as a quotation. A line
   * like "Ann wrote:" may also be a sentence of the sender.
   */
  readonly isRule: boolean;
}

/** maximum length of an attribution or a rule, and of the part of a field that is read */
const MAX_MARK = 400;
/** maximum number of lines above the text of a quoted mail */
const MAX_HEAD = 40;

/** "wrote" in the languages of mail programs, and "quoting" */
const VERBS = [
  'wrote|writes|quoting',
  'schrieb|schreibt|zitat von',
  'a écrit|écrit|écrivait|ecrit',
  'escribió|escribio|escribe',
  'escreveu|escreve|citando',
  'ha scritto|scrisse|scrive|citazione',
  'schreef|schrijft|skrev|skriver|kirjoitti',
  String.raw`napisał(?:\(a\)|a)?|pisze|napsal(?:\(a\)|a)?|píše`,
  'yazdı|yazmış',
  String.raw`пишет|написал(?:\(а\)|а)?|писал(?:\(а\)|а)?|пише|написав`,
].join('|');
const VERB = new RegExp(String.raw`(?<![\p{L}.])(?:${VERBS})(?!\p{L})|写道|寫道|さんは書きました|が書きました|のメール|님이\s작성`, 'iu');
/** How an attribution of more than one line begins. */
const LEAD = /^\s{0,3}(?:on|am|le|el|em|il|op|den|dne|w dniu|v|в|at|bei|\p{L}{2,4}[.,]{1,2}|\d{1,4}[.年/-]|\p{L}[^:]{1,60}<)\s?/iu;
const COLON = /[:：]\s{0,3}$/;
const ADDRESS = /[<(["]{1,2}(?:mailto:)?[^\s<>()[\]"]{1,100}@[^\s<>()[\]"]{1,100}[>)\]"]{1,2}/;
/** Words between the time and the name. */
const FILLING =
  /^(?:\s|[ap]\.?\s?m\.?(?![\p{L}])|uhr|h|г\.?|в|o|um|ore|alle|om|at|à|às|a las|kl\.?|klo|schrieb|schreibt|schreef|skrev|(?:gmt|utc)\b|[+-]\d{4}|[,、;–-])+(?![\p{L}\d])/iu;

/** The trailing words of a text that may be a name. */
function nameBefore(text: string): string {
  const run = /[^,:;\d<>、)）]{0,80}$/u.exec(text)?.[0] ?? '';
  return run
    .replace(FILLING, '')
    .replace(/^\s*(?:schrieb|schreef|skrev|wrote|quoting|zitat von|citando a?|citazione)\s/iu, '')
    .trim();
}

const NO_NAME = /^(?:on|am|le|el|em|il giorno|il|op|den|w dniu|он|она|he|she|they|i|you|we|er|sie|ich|il|elle|je)$/iu;

/** Who wrote a quoted mail, by the line above it; null if the line is not an attribution. */
function attributed(line: string): { readonly source: MailSource; readonly isSure: boolean } | null {
  if (!COLON.test(line)) return null;
  const text = line.trim().replace(COLON, '').trim();
  const verb = VERB.exec(text);
  const address = ADDRESS.exec(text);
  const stamp = stampOfMail(address ? text.replace(address[0], ' ') : text);
  // some mail programs write no verb, but both the time and the address
  if (!verb && !(address && stamp?.day && stamp.clock !== null)) return null;
  const speaker = speakerIn(text, verb, address);
  if (speaker === null && !stamp?.day) return null;
  return {
    source: { speaker, subject: null, stamp: stamp?.day ? stamp : null },
    isSure: speaker !== null && (address !== null || (stamp?.day ?? null) !== null),
  };
}

function speakerIn(text: string, verb: RegExpExecArray | null, address: RegExpExecArray | null): string | null {
  const candidates: string[] = [];
  if (address) candidates.push(nameBefore(text.slice(0, address.index)));
  if (verb) {
    const after = text.slice(verb.index + verb[0].length).replace(ADDRESS, ' ');
    if (!/\d/.test(after)) candidates.push(after.trim());
    candidates.push(nameBefore(text.slice(0, verb.index).replace(ADDRESS, ' ').trimEnd()));
  }
  if (address) candidates.push(address[0].replace(/^[<(["]+(?:mailto:)?|[>)\]"]+$/g, ''));
  for (const candidate of candidates) {
    const name = nameIn(candidate.replace(/^["'“”«]+|["'“”»]+$/g, ''));
    if (name !== null && /\p{L}{2}|\p{Lo}/u.test(name) && !NO_NAME.test(name) && name.split(' ').length <= 6) return name;
  }
  return null;
}

const RULE =
  /^\s{0,3}(?:[-_=*]{2,40}\s?(?:original message|original appointment|forwarded message|forwarded by .{1,100}|ursprüngliche nachricht|weitergeleitete nachricht|original-?nachricht|message d'origine|message original|message initial|message transféré|mensaje original|mensaje reenviado|mensagem original|mensagem encaminhada|messaggio originale|messaggio inoltrato|oorspronkelijk bericht|doorgestuurd bericht|wiadomość oryginalna|přeposlaná zpráva|ursprungligt meddelande|vidarebefordrat meddelande|oprindelig meddelelse|alkuperäinen viesti|özgün ileti|исходное сообщение|пересылаемое сообщение|пересланное сообщение|原始邮件|原始郵件|转发的邮件|转发邮件|元のメッセージ|転送されたメッセージ|원본 메시지)\s?[-_=*]{0,40}|begin forwarded message:|anfang der weitergeleiteten nachricht:|début du message (?:réexpédié|transféré) :?|inicio del mensaje reenviado:|início da mensagem reencaminhada:|inizio messaggio inoltrato:)\s*$/i;
const LINE = /^\s{0,3}[-_]{5,200}\s*$/;

const UNKNOWN: MailSource = { speaker: null, subject: null, stamp: null };

/**
 * The attribution that begins at a line; null if there is none. Fields only count if there are
 * several, with a sender.
 */
export function attributionAt(lines: readonly BodyLine[], at: number): Attribution | null {
  const { text, depth } = defined(lines[at]);
  if (text.length > MAX_MARK || text === '') return null;
  const isRule = RULE.test(text);
  const head = fieldsAt(lines, isRule || LINE.test(text) ? filledFrom(lines, at + 1, depth) : at, at);
  if (head) return head;
  if (isRule) return { length: 1, source: UNKNOWN, isRule: true };
  return wroteAt(lines, at);
}

/** The next line with words, of the next few; blank lines may separate a rule from the fields. */
function filledFrom(lines: readonly BodyLine[], from: number, depth: number): number {
  for (let i = from; i < from + 3; i++) {
    const line = lines[i];
    if (line && (line.depth < depth || !isBlank(line))) return i;
  }
  return from;
}

function fieldsAt(lines: readonly BodyLine[], from: number, at: number): Attribution | null {
  const fields: { name: string; value: string }[] = [];
  let i = from;
  for (; i < from + MAX_HEAD; i++) {
    const line = lines[i];
    if (!line || isBlank(line)) break;
    const text = line.text.slice(0, MAX_MARK);
    const field = fieldIn(text.trimStart());
    const value = field ? text.trimStart().slice(field.valueAt).trim() : text.trim();
    if (field?.isKnown) fields.push({ name: field.name, value });
    else {
      const last = fields.at(-1);
      // a list of recipients may be wrapped
      if (!last || !(/^[ \t]/.test(text) || /[;,]$/.test(last.value))) break;
      last.value = `${last.value} ${text.trim()}`.slice(0, MAX_MARK);
    }
    if (i === from && fields.length === 0) break;
  }
  return isHead(fields) ? { length: i - at, source: sourceOf(fields), isRule: true } : null;
}

const isHead = (fields: readonly HeaderField[]): boolean => {
  const names = new Set(fields.map(({ name }) => name));
  return names.has('from') && ['sent', 'date', 'subject', 'to'].some((name) => names.has(name));
};

/** The most lines over which a mail program wraps an attribution. */
const MAX_WRAPPED = 4;

function wroteAt(lines: readonly BodyLine[], at: number): Attribution | null {
  const { text, depth } = defined(lines[at]);
  const whole = attributed(text);
  if (whole) return accepted(lines, at, 1, whole);
  if (!LEAD.test(text) || !/\d|[<@]/.test(text)) return null;
  let joined = text.trimEnd();
  for (let length = 2; length <= MAX_WRAPPED; length++) {
    const line = lines[at + length - 1];
    // the rest may be wrapped without the sign of the quotation
    if (!line || isBlank(line) || line.depth > depth || joined.length + line.text.length > MAX_MARK) return null;
    joined = `${joined} ${line.text.trim()}`;
    const found = attributed(joined);
    if (found?.isSure) return accepted(lines, at, length, found);
  }
  return null;
}

/** An attribution that might be a sentence counts if a quotation follows it. */
function accepted(
  lines: readonly BodyLine[],
  at: number,
  length: number,
  { source, isSure }: { readonly source: MailSource; readonly isSure: boolean },
): Attribution | null {
  const { depth } = defined(lines[at]);
  const next = lines[filledFrom(lines, at + length, depth)];
  const isQuoted = next !== undefined && next.depth > depth;
  return isQuoted || isSure ? { length, source, isRule: isSure } : null;
}
