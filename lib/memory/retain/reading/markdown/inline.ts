import { htmlBlocks } from '#lib/memory/retain/reading/html/blocks';
import { allSteps } from '#lib/memory/retain/reading/steps';

/** The words of a text in Markdown, without the marks in its lines. */

/** Longer texts are data. The patterns look back and forth, but only within limits. */
const MAX_TEXT = 20_000;

const LINK =
  /!?\[([^[\]\n]{0,500})\](?:\((?:<[^<>\n]{0,1000}>|[^()\s]{0,1000}(?:\([^()\s]{0,200}\)[^()\s]{0,200})?)(?:\s{1,3}["'(][^"'()\n]{0,300}["')])?\)|\[[^[\]\n]{0,100}\])/g;
const FOOTNOTE = /\[\^[^\]\s]{1,40}\]:?/g;
const AUTOLINK = /<(https?:\/\/[^\s<>]{1,1000}|[^\s<>@]{1,100}@[^\s<>@]{1,100})>/g;
const CODE = /(`{1,3})([^`\n]{1,500})\1(?!`)/g;
const STRONG =
  /(?<!\*)\*{2,3}(?=[^\s*])([^*\n]{1,500}?)(?<=[^\s*])\*{2,3}|(?<![\p{L}\p{N}_])_{2,3}(?=[^\s_])([^\n]{1,500}?)(?<=[^\s_])_{2,3}(?![\p{L}\p{N}_])/gu;
const EMPHASIS =
  /(?<![\p{L}\p{N}*\\])\*(?=[^\s*])([^*\n]{1,500}?)(?<=[^\s*])\*(?![\p{L}\p{N}*])|(?<![\p{L}\p{N}_\\])_(?=[^\s_])([^_\n]{1,500}?)(?<=[^\s_])_(?![\p{L}\p{N}_])/gu;
const STRUCK = /~~(?=\S)([^~\n]{1,500}?)(?<=\S)~~/g;
const ESCAPE = /\\([!-/:-@[-`{-~])/g;

const TAGS =
  'a|abbr|b|big|blockquote|br|caption|center|cite|code|dd|del|details|div|dl|dt|em|font|h[1-6]|hr|i|iframe|img|input|ins|kbd|li|mark|ol|p|picture|pre|q|s|samp|script|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|tfoot|th|thead|tr|u|ul|var|video';
const HTML = new RegExp(String.raw`</?(?:${TAGS})(?:\s[^<>]{0,1000})?/?>|<!--|&(?:[a-z]{2,10}|#\d{1,6}|#x[\da-f]{1,6});`, 'i');
/** A sign that is no tag: "a < b", `List<String>` */
const STRAY = new RegExp(String.raw`<(?!/?(?:${TAGS})(?:[\s/>])|!--)`, 'gi');

/** Takes tags and comments out of a text, and decodes its entities. */
function withoutHtml(text: string): string {
  if (!HTML.test(text)) return text;
  const lines = allSteps(htmlBlocks(text.replace(STRAY, '&lt;').replaceAll('\n', '<br>'), { hasPlainPre: false }));
  return lines.flatMap(({ kind, text: words }) => (kind === 'code' ? [] : [words])).join('\n');
}

export function wordsOfMarkdown(text: string): string {
  if (text.length > MAX_TEXT) return text;
  const codes: string[] = [];
  // code in a line does not change
  const masked = text.replace(CODE, (_, _ticks, code: string) => `\u0000${codes.push(code.trim()) - 1}\u0000`);
  return withoutHtml(masked.replace(AUTOLINK, '$1'))
    .replace(FOOTNOTE, '')
    .replace(LINK, '$1')
    .replace(LINK, '$1')
    .replace(STRONG, '$1$2')
    .replace(EMPHASIS, '$1$2')
    .replace(STRUCK, '$1')
    .replace(ESCAPE, '$1')
    .split('\u0000')
    .map((part, i) => (i % 2 === 1 ? (codes[Number(part)] ?? part) : part))
    .join('')
    .trim();
}
