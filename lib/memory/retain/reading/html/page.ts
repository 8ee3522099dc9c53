import { defined } from '#lib/base/defined';
import { HeadingOutline, pastHeader } from '#lib/memory/retain/reading/blocks';
import { ComposedTurns } from '#lib/memory/retain/reading/composed-turns';
import { Dating } from '#lib/memory/retain/reading/dating';
import { headerOf, joinTitles } from '#lib/memory/retain/reading/headers';
import { activityTurns } from '#lib/memory/retain/reading/html/activities';
import { htmlBlocks } from '#lib/memory/retain/reading/html/blocks';
import { messageTurns } from '#lib/memory/retain/reading/html/messages';
import type { Stamp } from '#lib/memory/retain/reading/stamps';
import { type Steps, stepMeter } from '#lib/memory/retain/reading/steps';
import type { SenderClock, Turn } from '#lib/memory/retain/reading/turn';

/**
 * Pages and fragments in HTML, as the text that a reader sees. Headings are the context of the text
 * below them. A list item, a table row and a paragraph are one turn each, so that none shares a
 * memory with another. Code stays in the document.
 */

/** Elements with which a page or a part of one begins. */
const BLOCKS =
  'head|body|title|meta|link|style|script|div|p|h[1-6]|ul|ol|li|dl|dt|table|thead|tbody|tr|td|th|section|article|main|header|footer|nav|aside|figure|form|blockquote|pre|center|img|br|hr|details';
const INLINE = 'span|a|b|i|u|em|strong|small|font|code';
const START = /^(?:<!doctype\s+html\b|<html[\s>])/i;
const FIRST = new RegExp(String.raw`^<(?:(${BLOCKS})|(${INLINE}))(?:\s[^<>]{0,2000})?/?>`, 'i');
const TAG = new RegExp(String.raw`</?(?:${BLOCKS}|${INLINE})[\s/>]`, 'i');
const PROLOG = /^(?:\ufeff|\s|<\?xml[^<>]{0,500}\?>|<!--(?:[^-]|-(?!->)){0,2000}-->)*/i;
const MARKDOWN = /^ {0,3}(?:#{1,6} |```)/m;
/** Characters in which the first element is looked for. */
const MAX_PROLOG = 10_000;

/** Whether a line is the first one of a whole page. */
export const isPageStart = (line: string): boolean => START.test(line);

/** Whether a text is HTML. One that only contains a few tags or a stray sign is not. */
export function isHtml(content: string): boolean {
  const head = content.slice(0, MAX_PROLOG);
  if (!/^[\ufeff\s]*</.test(head)) return false;
  const begin = head.slice(PROLOG.exec(head)?.[0].length ?? 0);
  if (START.test(begin)) return true;
  const first = FIRST.exec(begin);
  if (!first || MARKDOWN.test(content)) return false;
  const rest = content.slice(head.length - begin.length + first[0].length);
  return first[1] === undefined ? rest.toLowerCase().includes(`</${defined(first[2]).toLowerCase()}>`) : TAG.test(rest);
}

/** The turns of a text in HTML. */
export function* htmlTurns(content: string, clock: SenderClock): Steps<Turn[]> {
  const blocks = yield* htmlBlocks(content, { hasPlainPre: false });
  const activities = yield* activityTurns(content, blocks, clock);
  if (activities) return activities;
  const messages = yield* messageTurns(content, clock);
  if (messages) return messages;
  const isStep = stepMeter();
  const headers = new Map<number, ReturnType<typeof headerOf>>();
  const stamps: Stamp[] = [];
  for (const [i, { kind, text }] of blocks.entries()) {
    if (isStep(0)) yield;
    const header = kind === 'heading' ? headerOf(text) : null;
    if (!header) continue;
    headers.set(i, header);
    if (header.stamp) stamps.push(header.stamp);
  }
  const dating = yield* Dating.of(clock, stamps);
  const outline = new HeadingOutline(dating);
  const composed = new ComposedTurns(content, 0);
  composed.open('html');
  let page = '';
  let titles: string[] = [];
  for (const [i, { kind, level, text, end }] of blocks.entries()) {
    if (isStep(text.length)) yield;
    if (kind === 'title') {
      page = text.replace(/\s+/g, ' ');
      outline.enter(0, page, null);
    } else if (kind === 'heading') {
      const title = text.replace(/\s+/g, ' ');
      // the title of the page usually repeats its first heading
      if (page.includes(title)) outline.leave();
      page = '';
      outline.enter(level, title, pastHeader(headers.get(i) ?? null, dating));
      titles.push(title);
    } else {
      const title = titles.length > 0 && kind !== 'code' ? joinTitles(titles, '\n') : null;
      const body = kind === 'code' ? '' : text;
      composed.add(end, { speaker: null, body, heading: outline.heading([]), title, ...dating.next(null) });
      if (kind !== 'code') titles = [];
    }
  }
  if (titles.length > 0) {
    const end = defined(blocks.at(-1)).end;
    composed.add(end, { speaker: null, body: titles.join('\n'), heading: outline.heading(titles), title: null, ...dating.next(null) });
  }
  composed.skipTo(content.length);
  return composed.turns;
}
