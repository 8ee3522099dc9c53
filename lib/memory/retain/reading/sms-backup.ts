import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { defined } from '#lib/base/defined';
import { ComposedTurns } from '#lib/memory/retain/reading/composed-turns';
import { Dating } from '#lib/memory/retain/reading/dating';
import { readTime } from '#lib/memory/retain/reading/json/values';
import { type Steps, stepMeter } from '#lib/memory/retain/reading/steps';
import type { SenderClock, Turn } from '#lib/memory/retain/reading/turn';

/**
 * Backups of text messages in XML: `<smses>` with an element `<sms>` or `<mms>` for each message,
 * whose words are an attribute.
 */

const START = /^(?:\ufeff|\s|<\?[^<>]{0,500}\?>|<!--(?:[^-]|-(?!->)){0,2000}-->){0,20}<(?:smses|sms|mms)[\s>]/;
const PIECE = 8_192;
const MAX_VALUE = 200_000;
/** The speaker of the owner's messages, as in JSON. */
const OWNER = 'user';
/** `type` of a draft, and kinds of messages that the owner wrote: sent, outbox, failed, queued */
const DRAFT = '3';
const OWN = new Set(['2', '4', '5', '6']);
/** `type` of an address that wrote a message */
const SENDER = '137';
const UNKNOWN = /^(?:null|\(unknown\))?$/i;
const TEXTS = new Set(['text/plain', 'text/x-vcard-note']);

const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Backups write an emoji as the two halves of its pair, which a parser of HTML does not accept. */
const decoded = (raw: string): string =>
  raw.replace(ENTITY, (whole, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0xffff ? (code > 0x10ffff ? '' : String.fromCodePoint(code)) : String.fromCharCode(code);
  });

/** A message as the elements describe it. */
interface TextMessage {
  readonly speaker: string | null;
  readonly body: string;
  readonly date: string;
  readonly end: number;
}

const READ_ATTRIBUTES = new Set('type msg_box address contact_name body date text ct'.split(' '));

class BackupReader implements TokenizerCallbacks {
  private readonly xml: string;
  private found: TextMessage[] = [];
  private tag = '';
  private attribute = '';
  /** the range of the value of the attribute; negative if it is empty */
  private from = -1;
  private to = -1;
  private values = new Map<string, string>();
  /** the open message of several parts */
  private mms: ReadonlyMap<string, string> | null = null;
  private parts: string[] = [];
  private sender: string | null = null;

  constructor(xml: string) {
    this.xml = xml;
  }

  take(): TextMessage[] {
    const { found } = this;
    this.found = [];
    return found;
  }

  onopentagname(start: number, end: number): void {
    this.tag = this.xml.slice(start, Math.min(end, start + 20));
    this.values = new Map();
  }

  onattribname(start: number, end: number): void {
    this.attribute = this.xml.slice(start, Math.min(end, start + 20));
    this.from = -1;
  }

  onattribdata(start: number, end: number): void {
    if (this.from < 0) this.from = start;
    this.to = end;
  }

  onattribentity(): void {}

  onattribend(): void {
    if (this.from < 0 || !READ_ATTRIBUTES.has(this.attribute)) return;
    this.values.set(this.attribute, decoded(this.xml.slice(this.from, Math.min(this.to, this.from + MAX_VALUE))));
  }

  onopentagend(end: number): void {
    this.open(end + 1);
  }

  onselfclosingtag(end: number): void {
    this.open(end + 1);
    if (this.tag === 'mms') this.closeMms(end + 1);
  }

  onclosetag(start: number, end: number): void {
    if (this.xml.slice(start, Math.min(end, start + 20)) === 'mms') this.closeMms(this.xml.indexOf('>', end) + 1 || end);
  }

  ontext(): void {}
  ontextentity(): void {}
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  private valueOf(name: string, values: ReadonlyMap<string, string> = this.values): string {
    const value = (values.get(name) ?? '').trim();
    return UNKNOWN.test(value) ? '' : value;
  }

  private otherIn(values: ReadonlyMap<string, string>): string | null {
    return this.valueOf('contact_name', values) || this.valueOf('address', values) || null;
  }

  private open(end: number): void {
    if (this.tag === 'sms') {
      const type = this.valueOf('type');
      const speaker = OWN.has(type) ? OWNER : this.otherIn(this.values);
      this.found.push({ speaker, body: type === DRAFT ? '' : this.valueOf('body'), date: this.valueOf('date'), end });
    } else if (this.tag === 'mms') {
      this.mms = this.values;
      this.parts = [];
      this.sender = null;
    } else if (this.tag === 'part' && this.mms && TEXTS.has(this.valueOf('ct'))) this.parts.push(this.valueOf('text'));
    else if (this.tag === 'addr' && this.valueOf('type') === SENDER) this.sender = this.valueOf('address') || null;
  }

  private closeMms(end: number): void {
    const { mms } = this;
    if (mms === null) return;
    const isGroup = this.valueOf('address', mms).includes('~');
    const other = isGroup ? (this.sender ?? null) : this.otherIn(mms);
    const speaker = OWN.has(this.valueOf('msg_box', mms)) ? OWNER : other;
    const body = this.valueOf('msg_box', mms) === DRAFT ? '' : this.parts.filter((part) => part !== '').join('\n');
    this.found.push({ speaker, body, date: this.valueOf('date', mms), end });
    this.mms = null;
  }
}

/** The turns of a backup of text messages; null if a text is something else. */
export function* smsTurns(content: string, clock: SenderClock): Steps<Turn[] | null> {
  if (!START.test(content.slice(0, 4_000))) return null;
  const reader = new BackupReader(content);
  const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: false }, reader);
  const dating = yield* Dating.of(clock, []);
  const composed = new ComposedTurns(content, 0);
  composed.open('sms');
  const isStep = stepMeter();
  for (let from = 0; from < content.length; from += PIECE) {
    if (isStep(PIECE)) yield;
    tokenizer.write(content.slice(from, from + PIECE));
    for (const { speaker, body, date, end } of reader.take()) {
      const time = readTime(date);
      const dated = typeof time === 'number' ? dating.instant(time) : { time: null, anchor: null };
      composed.add(end, { speaker, body: body.trim(), heading: null, title: null, ...dated });
    }
  }
  tokenizer.end();
  composed.skipTo(content.length);
  return defined(composed.turns[0]) ? composed.turns : null;
}
