import { decodeHTML } from 'entities';

/** The markup of team chats: `<@U01>`, `<https://example.com|the page>`, `&amp;`, HTML. */

const TAG =
  /<(?:(@)([\w.-]{1,40})|(#)([\w.-]{1,40})|(!)([\w^.-]{1,60})|((?:https?:\/\/|mailto:|tel:)[^<>|\s]{1,2000}))(?:\|([^<>\n]{1,400}))?>/g;
/** `<@!123>` and `<:smile:123>` */
const CHAT_TAG = /<(?:@[!&]?(\d{5,25})|a?(:\w{1,40}:)\d{5,25})>/g;
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i;
const BARE_SIGN = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});)/i;
const HTML = /^\s{0,20}<(?:p|div|span|html|body|b|i|strong|em|a|ul|ol|br|blockquote|attachment|at)(?:\s[^<>]{0,500})?\/?>/i;
const ANY_TAG = /<(\/?)([a-z][a-z\d]{0,40})(?![a-z\d])[^<>]{0,2000}>/gi;
/** Elements that begin and end a line. */
const BLOCK = /^(?:p|div|li|tr|h[1-6]|blockquote|table|pre)$/i;
const LINE_END = /\n[ \t]{0,8}$/;

/** Longer texts are not chat messages, and stay as they are. */
const MAX_MESSAGE = 100_000;

/** The ids of people that a text mentions. */
export function mentionsIn(text: string): string[] {
  if (text.length > MAX_MESSAGE || !text.includes('<@')) return [];
  return [...text.matchAll(/<@[!&]?([\w.-]{1,40})[|>]/g)].flatMap(([, id]) => id ?? []);
}

/**
 * The text of a fragment of HTML. `isSpoken`: somebody says it, so what it quotes, as an answer in
 * a team chat does, are the words of somebody else.
 */
function textOfHtml(html: string, isSpoken: boolean): string {
  let parts: string[] = [];
  /** before the open quotation */
  let own: string[] = [];
  let quotes = 0;
  let from = 0;
  let isLineStart = true;
  const add = (text: string): void => {
    if (text === '') return;
    parts.push(text);
    if (text.trim() !== '' || text.includes('\n')) isLineStart = LINE_END.test(text.slice(-10));
  };
  for (const { 0: tag, 1: slash, 2: name = '', index } of html.matchAll(ANY_TAG)) {
    add(html.slice(from, index));
    from = index + tag.length;
    const isEnd = slash === '/';
    const isQuote = isSpoken && name.toLowerCase() === 'blockquote';
    if (isQuote && isEnd && quotes > 0 && --quotes === 0) parts = own;
    if (isEnd ? BLOCK.test(name) : /^br$/i.test(name) || (!isLineStart && BLOCK.test(name))) add('\n');
    if (isQuote && !isEnd && ++quotes === 1) {
      own = parts;
      parts = [];
    }
  }
  add(html.slice(from));
  // a quotation without an end is none
  return (quotes > 0 ? own.concat(parts) : parts).join('');
}

/**
 * The words of a message as readers see them. `nameOf`: the name of an id, if it is known.
 * `isEscaped`: the maker of the file writes `&`, `<` and `>` as entities. `isSpoken`: it has a
 * speaker, who does not say what it quotes.
 */
export function withoutMarkup(text: string, nameOf: (id: string) => string | undefined, isEscaped: boolean, isSpoken = false): string {
  if (text.length > MAX_MESSAGE) return text;
  const isHtml = HTML.test(text);
  let words = text;
  if (words.includes('<')) {
    words = words
      .replace(CHAT_TAG, (tag, id: string | undefined, emoji: string | undefined) => emoji ?? nameOf(id ?? '') ?? tag)
      .replace(TAG, (tag, at, id, hash, channel, _sign, command, address, label) => {
        if (at) return nameOf(id) ?? label ?? tag;
        if (hash) return `#${label ?? channel}`;
        if (address) return label ?? address.replace(/^(?:mailto|tel):/, '');
        return command ? (label ?? `@${command.replace(/\^.*$/, '')}`) : tag;
      });
    if (isHtml) words = textOfHtml(words, isSpoken);
  }
  const isDecoded = (isHtml || isEscaped) && ENTITY.test(words) && (isHtml || !BARE_SIGN.test(words));
  return isDecoded ? decodeHTML(words).replaceAll('\u00a0', ' ') : words;
}

const BYTE_PAIR = /[\u00c2-\u00f4][\u0080-\u00bf]/;
const NOT_BYTE = /[\u0100-\uffff]/;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Repairs text that an exporter wrote as the bytes of its UTF-8 form, one character each. */
export function repaired(text: string): string {
  if (text.length > MAX_MESSAGE || !BYTE_PAIR.test(text) || NOT_BYTE.test(text)) return text;
  try {
    return utf8.decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}
