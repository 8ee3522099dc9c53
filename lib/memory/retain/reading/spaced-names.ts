import { defined } from '#lib/base/defined';
import type { Lead } from '#lib/memory/retain/reading/leads';
import type { Line } from '#lib/memory/retain/reading/lines';
import { isChatRemark } from '#lib/memory/retain/reading/notices';
import { exportedName } from '#lib/memory/retain/reading/speaker-names';
import { type Steps, stepMeter } from '#lib/memory/retain/reading/steps';
import type { TurnOpening } from '#lib/memory/retain/reading/turn-opening';

/**
 * Messages with a time, a name and words, and only blanks between them, as LINE writes them on
 * computers. What recurs behind the times is a name.
 */

/** `2026.05.02 Saturday` */
const DAY = /^\ufeff?\d{4}\.\d{2}\.\d{2} \S{1,20}\s?$/;
/** Words of a name. */
const MAX_WORDS = 4;
const MAX_NAME = 60;
/** A name of several words must recur this often; otherwise the words behind it may as well. */
const LEAST = 3;
/** `[LINE] Chat history with Ann Lee` */
const TITLE = /^\ufeff?\[LINE\]\s?(?:Chat(?: history)? with\s)?(.{1,60}?)(?:とのトーク(?:履歴)?|的聊天記錄|的聊天记录)?\s{0,3}$/u;

/** The beginnings of the words behind a time, from one word to four. */
function prefixesOf(words: string): string[] {
  const prefixes: string[] = [];
  for (let at = words.indexOf(' '); at > 0 && at <= MAX_NAME && prefixes.length < MAX_WORDS; at = words.indexOf(' ', at + 1))
    prefixes.push(words.slice(0, at));
  return prefixes;
}

/** The name at the beginning of the words; null if there is none. */
function nameOf(words: string, counts: ReadonlyMap<string, number>, title: string | null): string | null {
  if (title !== null && words.startsWith(`${title} `)) return title;
  const [first, ...longer] = prefixesOf(words);
  if (first === undefined) return null;
  const count = counts.get(first) ?? 0;
  let name = first;
  if (count >= LEAST)
    for (const prefix of longer) {
      if (counts.get(prefix) !== count) break;
      name = prefix;
    }
  return exportedName(name);
}

/** The messages of a text in which lines with a time follow lines with a day; empty otherwise. */
export function* spacedOpenings(lines: readonly Line[], open: readonly boolean[], leads: readonly (Lead | null)[]): Steps<TurnOpening[]> {
  const isStep = stepMeter();
  const counts = new Map<string, number>();
  const heads: { readonly line: number; readonly lead: Lead; readonly words: string }[] = [];
  let hasDay = false;
  let title: string | null = null;
  for (const [i, { text }] of lines.entries()) {
    if (isStep(0)) yield;
    hasDay ||= DAY.test(text.slice(0, 40));
    if (!hasDay && title === null) title = TITLE.exec(text.slice(0, 100))?.[1] ?? null;
    const lead = leads[i];
    if (!hasDay || !open[i] || lead?.stamp == null || lead.stamp.clock === null || lead.stamp.day !== null) continue;
    // a day without messages in between, a tab or a bracket is another format
    if (lead.isBoxed || lead.hasTab) return [];
    const words = text.slice(lead.end, lead.end + 200);
    heads.push({ line: i, lead, words });
    for (const prefix of prefixesOf(words)) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  const openings: TurnOpening[] = [];
  let recurring = 0;
  for (const { line, lead, words } of heads) {
    // comparing the words with remarks of a chat costs as much as reading these characters
    if (isStep(1_000)) yield;
    const stamp = lead.stamp;
    const isRemark = isChatRemark(defined(lines[line]).text.slice(lead.end));
    const name = isRemark ? null : nameOf(words, counts, title);
    if (name === null) openings.push({ line, speaker: null, bodyAt: lead.end, stamp, isRemark: true, form: 'spaced' });
    else {
      if ((counts.get(name) ?? 0) > 1 || name === title) recurring++;
      openings.push({ line, speaker: name, bodyAt: lead.end + name.length, stamp, form: 'spaced' });
    }
  }
  return recurring > 1 && recurring * 2 >= heads.length ? openings : [];
}
