import { defined } from '#lib/base/defined';
import { ASSISTANT, askedWordsOf } from '#lib/memory/retain/reading/asked-titles';
import { ComposedTurns } from '#lib/memory/retain/reading/composed-turns';
import { Dating } from '#lib/memory/retain/reading/dating';
import type { HtmlBlock } from '#lib/memory/retain/reading/html/blocks';
import { readWholeStamp } from '#lib/memory/retain/reading/phone-stamps';
import { plain } from '#lib/memory/retain/reading/plain';
import { readStamp, type Stamp } from '#lib/memory/retain/reading/stamps';
import { type Steps, stepMeter } from '#lib/memory/retain/reading/steps';
import type { SenderClock, Turn } from '#lib/memory/retain/reading/turn';

/**
 * The history of an account as a page: for each activity the name of the product, what the person
 * asked, the time, the answer, and why it was saved.
 */

/** Classes of every activity on such a page. */
const CLASSES = ['outer-cell', 'mdl-typography--title'];
const MAX_PRODUCT = 40;
const MAX_TIME = 60;
/** What may remain of a time besides the date and the clock: the name of a zone. */
const ZONE = /^[\s,.()]{0,6}[\p{L}\d+:-]{0,12}[\s,.()]{0,6}$/u;

interface Activity {
  readonly title: string;
  readonly stamp: Stamp;
  readonly answer: string;
  /** offsets after the title and after the answer */
  readonly titleEnd: number;
  readonly answerEnd: number;
}

/** The date and the time of day in a line that has nothing else; otherwise null. */
export function timeOf(line: string): Stamp | null {
  if (line.length > MAX_TIME || !/\d/.test(line)) return null;
  const whole = readWholeStamp(line);
  const read = whole === null ? readStamp(plain(line)) : null;
  const stamp = whole ?? (read && ZONE.test(read.rest) ? read.stamp : null);
  return stamp?.day != null && stamp.clock !== null ? stamp : null;
}

const isProduct = ({ kind, text }: HtmlBlock): boolean =>
  kind !== 'code' && text.length <= MAX_PRODUCT && !text.includes('\n') && ASSISTANT.test(text);

/** Of the page: what is read now. */
type PagePart = 'product' | 'answer' | 'caption';

function* activitiesIn(blocks: readonly HtmlBlock[]): Steps<Activity[]> {
  const activities: Activity[] = [];
  let part: PagePart = 'caption';
  let product = '';
  const isStep = stepMeter();
  for (const block of blocks) {
    if (isStep(block.text.length)) yield;
    const lines = block.text.split('\n');
    const last = activities.at(-1);
    if (isProduct(block)) {
      product = block.text.trim();
      part = 'product';
    } else if (part === 'product') {
      const at = lines.findIndex((line) => timeOf(line.trim()) !== null);
      const stamp = at < 1 ? null : timeOf(defined(lines[at]).trim());
      part = stamp === null ? 'caption' : 'answer';
      if (stamp === null) continue;
      const title = lines.slice(0, at).join('\n').trim();
      const answer = lines
        .slice(at + 1)
        .join('\n')
        .trim();
      activities.push({ title, stamp, answer, titleEnd: block.end, answerEnd: block.end });
    } else if (part === 'answer' && last) {
      if (lines[1]?.trim() === product) part = 'caption';
      else if (block.kind !== 'code')
        activities[activities.length - 1] = { ...last, answer: `${last.answer}\n\n${block.text}`, answerEnd: block.end };
    }
  }
  return activities;
}

/** The turns of the history of an assistant; null if a page is something else. */
export function* activityTurns(content: string, blocks: readonly HtmlBlock[], clock: SenderClock): Steps<Turn[] | null> {
  if (!CLASSES.every((name) => content.includes(name))) return null;
  const activities = yield* activitiesIn(blocks);
  if (activities.length === 0) return null;
  const wordsOf = askedWordsOf(activities.flatMap(({ title, answer }) => (answer === '' ? [] : [title])));
  const dating = yield* Dating.of(
    clock,
    activities.map(({ stamp }) => stamp),
  );
  const composed = new ComposedTurns(content, 0);
  composed.open('gemini');
  const isStep = stepMeter();
  for (const { title, stamp, answer, titleEnd, answerEnd } of activities) {
    if (isStep(answer.length)) yield;
    const about = { heading: null, title: null, ...dating.next(stamp) };
    const asked = wordsOf(title, answer !== '');
    composed.add(titleEnd, { speaker: 'user', body: asked ?? '', ...about });
    if (asked !== null && answer !== '') composed.add(answerEnd, { speaker: 'assistant', body: answer.trim(), ...about });
  }
  composed.skipTo(content.length);
  return composed.turns;
}
