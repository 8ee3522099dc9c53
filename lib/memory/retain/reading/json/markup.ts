import { decodeHTML } from 'entities';

/** The markup of team chats: `<@U01>`, `<https://example.com|the page>`, `&amp;`, HTML. */

const TAG =
  /<(?:(@)([\w.-]{1,40})|(#)([\w.-]{1,40})|(!)([\w^.-]{1,60})|((?:https?:\/\/|mailto:|tel:)[^<>|\s]{1,2000}))(?:\|([^<>\n]{1,400}))?>/g;
/** `<@!123>` and `<:smile:123>` */
const CHAT_TAG = /<(?:@[!&]?(\d{5,25})|a?(:\w{1,40}:)\d{5,25})>/g;
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i;
const BARE_SIGN = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});)/i;
const HTML = /^\s{0,20}<(?:p|div|span|html|body|b|i|strong|em|a|ul|ol|br|blockquote|attachment|at)(?:\s[^<>]{0,500})?\/?>/i;
const BREAK = /<(?:br|\/p|\/div|\/li|\/tr|\/h[1-6]|\/blockquote)\s{0,3}\/?>/gi;
const ANY_TAG = /<\/?[a-z][^<>]{0,2000}>/gi;

/** Longer texts are not chat messages, and stay as they are. */
const MAX_MESSAGE = 100_000;

/** The ids of people that a text mentions. */
export function mentionsIn(text: string): string[] {
  if (text.length > MAX_MESSAGE || !text.includes('<@')) return [];
  return [...text.matchAll(/<@[!&]?([\w.-]{1,40})[|>]/g)].flatMap(([, id]) => id ?? []);
}

/**
 * The words of a message as readers see them. `nameOf`: the name of an id, if it is known.
 * `isEscaped`: the maker of the file writes `&`, `<` and `>` as entities.
 */
export function withoutMarkup(text: string, nameOf: (id: string) => string | undefined, isEscaped: boolean): string {
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
    if (isHtml) words = words.replace(BREAK, '\n').replace(ANY_TAG, '');
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
