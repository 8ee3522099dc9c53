import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { ComposedTurns } from '#lib/memory/retain/reading/composed-turns';
import { Dating } from '#lib/memory/retain/reading/dating';
import { timeOf } from '#lib/memory/retain/reading/html/activities';
import type { Stamp } from '#lib/memory/retain/reading/stamps';
import { type Steps, stepMeter } from '#lib/memory/retain/reading/steps';
import type { SenderClock, Turn } from '#lib/memory/retain/reading/turn';

/**
 * A conversation that a messenger exports as a page. The classes of the elements show its parts:
 * those of one class are times, those of another are names, and those of a third are the words.
 */

/** A text below the nearest element with a class. */
interface ClassedText {
  readonly className: string;
  /** what the element shows as a hint, such as the whole time */
  readonly hint: string;
  readonly text: string;
  readonly end: number;
}

interface OpenElement {
  readonly tag: string;
  readonly className: string;
  readonly hint: string;
  /** of the element with the class */
  readonly key: number;
}

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const HIDDEN = new Set('script style template title svg noscript'.split(' '));
const INLINE = new Set('a b i u s em strong code span mark small'.split(' '));
const LINES = /^(?:p|div|li|tr|ul|ol|table|blockquote|h[1-6])$/;
const MAX_VALUE = 200;
const MAX_DEPTH = 500;
const PIECE = 8_192;

class ClassReader implements TokenizerCallbacks {
  readonly texts: ClassedText[] = [];
  private readonly html: string;
  private readonly stack: OpenElement[] = [];
  private tag = '';
  private attribute = '';
  private className = '';
  private hint = '';
  private hidden = '';
  private elements = 0;
  private parts: string[] = [];
  private key = -1;
  private of: OpenElement | undefined;
  private end = 0;

  constructor(html: string) {
    this.html = html;
  }

  ontext(start: number, end: number): void {
    this.add(this.html.slice(start, end).replace(/[ \t\r\n\f]+/g, ' '), end);
  }
  ontextentity(code: number, end: number): void {
    this.add(String.fromCodePoint(code), end);
  }
  onopentagname(start: number, end: number): void {
    this.tag = this.html.slice(start, Math.min(end, start + 40)).toLowerCase();
    this.className = '';
    this.hint = '';
  }
  onattribname(start: number, end: number): void {
    this.attribute = this.html.slice(start, Math.min(end, start + 40)).toLowerCase();
  }
  onattribdata(start: number, end: number): void {
    const value = this.html.slice(start, Math.min(end, start + MAX_VALUE));
    if (this.attribute === 'class' && this.className.length < MAX_VALUE) this.className += value;
    else if (this.attribute === 'title' && this.hint.length < MAX_VALUE) this.hint += value;
  }
  onattribentity(): void {}
  onattribend(): void {}
  onopentagend(): void {
    this.open();
  }
  onselfclosingtag(): void {
    this.break();
  }
  onclosetag(start: number, end: number): void {
    const name = this.html.slice(start, Math.min(end, start + 40)).toLowerCase();
    if (this.hidden !== '') {
      if (this.hidden === name) this.hidden = '';
      return;
    }
    if (LINES.test(name)) this.break();
    // an end tag without its element is ignored
    let at = this.stack.length - 1;
    while (at >= 0 && at > this.stack.length - 20 && this.stack[at]?.tag !== name) at--;
    if (this.stack[at]?.tag === name) this.stack.length = at;
  }
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  /** Ends the text that is open. */
  finish(): void {
    const text = this.parts
      .join('')
      .replace(/\n[ \n]{1,20}/g, '\n')
      .trim();
    if (text !== '' && this.of) this.texts.push({ className: this.of.className, hint: this.of.hint, text, end: this.end });
    this.parts = [];
  }

  private open(): void {
    if (this.hidden !== '') return;
    if (HIDDEN.has(this.tag)) {
      this.hidden = this.tag;
      return;
    }
    if (this.tag === 'br' || LINES.test(this.tag)) this.break();
    if (VOID.has(this.tag) || this.stack.length >= MAX_DEPTH) return;
    const outer = this.stack.at(-1);
    const own = this.className.trim();
    // marked words are part of their text
    const isInline = INLINE.has(this.tag) && this.hint === '';
    if ((own === '' || isInline) && outer) this.stack.push({ ...outer, tag: this.tag });
    else this.stack.push({ tag: this.tag, className: own, hint: this.hint, key: ++this.elements });
  }

  private break(): void {
    if (this.parts.length > 0) this.parts.push('\n');
  }

  private add(text: string, end: number): void {
    if (this.hidden !== '') return;
    const element = this.stack.at(-1);
    if (element && element.key !== this.key && text.trim() !== '') {
      this.finish();
      this.key = element.key;
      this.of = element;
    }
    this.parts.push(text);
    if (text.trim() !== '') this.end = end;
  }
}

function* classedTexts(html: string): Steps<readonly ClassedText[]> {
  const reader = new ClassReader(html);
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, reader);
  const isStep = stepMeter();
  for (let from = 0; from < html.length; from += PIECE) {
    if (isStep(PIECE)) yield;
    tokenizer.write(html.slice(from, from + PIECE));
  }
  tokenizer.end();
  reader.finish();
  return reader.texts;
}

/** The texts of one class. */
interface ClassUse {
  readonly className: string;
  count: number;
  characters: number;
  stamps: number;
  names: number;
  readonly distinct: Set<string>;
}

const MAX_NAME = 60;
/** The least number of messages that show which classes they have. */
const LEAST = 2;
const stampOf = ({ text, hint }: ClassedText): Stamp | null => timeOf(hint) ?? timeOf(text);
const isName = (text: string): boolean => text.length > 1 && text.length <= MAX_NAME && /\p{L}/u.test(text) && !/[\n.!?]$|\n/u.test(text);
const SENDER = /name|author|sender|from|user/i;

/** The classes of a conversation. */
interface MessageClasses {
  readonly times: ReadonlySet<string>;
  readonly names: string;
  readonly words: string;
}

function* classesOf(texts: readonly ClassedText[]): Steps<MessageClasses | null> {
  const uses = new Map<string, ClassUse>();
  const isStep = stepMeter();
  let total = 0;
  for (const one of texts) {
    if (isStep(one.text.length)) yield;
    const { className, text } = one;
    const use = uses.get(className) ?? { className, count: 0, characters: 0, stamps: 0, names: 0, distinct: new Set<string>() };
    uses.set(className, use);
    use.count++;
    use.characters += text.length;
    total += text.length;
    if (stampOf(one)) use.stamps++;
    if (isName(text)) use.names++;
    if (use.distinct.size < LEAST * 500) use.distinct.add(text);
  }
  const all = [...uses.values()];
  const times = all.filter(({ count, stamps }) => stamps >= LEAST && stamps * 10 >= count * 9);
  const [words] = all.filter((use) => !times.includes(use)).sort((a, b) => b.characters - a.characters);
  const most = Math.max(0, ...times.map(({ count }) => count));
  if (!words || words.count < LEAST || words.count > most * 2) return null;
  const people = all.filter(
    (use) => use !== words && !times.includes(use) && use.count >= LEAST && use.count <= most && use.names * 10 >= use.count * 9,
  );
  const rank = ({ className, characters, count, distinct }: ClassUse): number =>
    (SENDER.test(className) ? 1_000 : 0) + characters / count - distinct.size / count;
  const [names] = people.sort((a, b) => rank(b) - rank(a));
  const known = [words, ...(names ? [names] : []), ...times].reduce((sum, { characters }) => sum + characters, 0);
  // other texts, such as an article above its comments, are the text of a page
  if (!names || known * 10 < total * 7) return null;
  return { times: new Set(times.map(({ className }) => className)), names: names.className, words: words.className };
}

/** A message while its parts are read. */
interface PageMessage {
  speaker: string | null;
  stamp: Stamp | null;
  text: string;
  end: number;
}

function* messagesIn(texts: readonly ClassedText[], { times, names, words }: MessageClasses): Steps<PageMessage[]> {
  const messages: PageMessage[] = [];
  const isStep = stepMeter();
  // the first part of a message begins the next one
  const first = texts.find(({ className }) => className === names || times.has(className));
  let open: PageMessage | null = null;
  let speaker: string | null = null;
  const begin = (): PageMessage => {
    const message: PageMessage = { speaker: null, stamp: null, text: '', end: 0 };
    messages.push(message);
    return message;
  };
  for (const one of texts) {
    if (isStep(one.text.length)) yield;
    const { className, text, end } = one;
    const stamp = times.has(className) ? stampOf(one) : null;
    const isFirst = first !== undefined && (times.has(first.className) ? stamp !== null : className === names);
    if (stamp) {
      if (open === null || isFirst || open.stamp !== null) open = begin();
      open.stamp = stamp;
    } else if (className === names) {
      if (open === null || isFirst || open.speaker !== null || open.text !== '') open = begin();
      open.speaker = text;
      speaker = text;
    } else if (className === words && open) {
      open.speaker ??= speaker;
      open.text = open.text === '' ? text : `${open.text}\n${text}`;
    } else continue;
    open.end = end;
  }
  return messages;
}

/** The turns of a conversation that was exported as a page; null if a page is something else. */
export function* messageTurns(content: string, clock: SenderClock): Steps<Turn[] | null> {
  if (!content.includes('class=')) return null;
  const texts = yield* classedTexts(content);
  const classes = yield* classesOf(texts);
  if (!classes) return null;
  const messages = (yield* messagesIn(texts, classes)).filter(({ text }) => text !== '');
  if (messages.length < LEAST || messages.some(({ speaker }) => speaker === null)) return null;
  const dating = yield* Dating.of(
    clock,
    messages.flatMap(({ stamp }) => stamp ?? []),
  );
  const composed = new ComposedTurns(content, 0);
  composed.open('chat_export');
  const isStep = stepMeter();
  for (const { speaker, stamp, text, end } of messages) {
    if (isStep(text.length)) yield;
    composed.add(end, { speaker, body: text, heading: null, title: null, ...dating.next(stamp) });
  }
  composed.skipTo(content.length);
  return composed.turns;
}
