import { defined } from '#lib/base/defined';
import { findDate } from '#lib/base/text/dates';
import { dayWords, spanWords } from '#lib/base/text/day-words';
import { countTokens } from '#lib/base/text/tokens';
import { bodyOf } from '#lib/memory/observations/rules/claims';
import { type AnswerClaim, compose, fitting } from '#lib/memory/reflect/compose';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { partsOf } from '#lib/memory/reflect/parts';
import { earlierInWords, earlierWords } from '#lib/memory/reflect/rules/bullets';
import { canChange, lastChangerOf } from '#lib/memory/reflect/rules/changes';
import { placedIn } from '#lib/memory/reflect/rules/places';
import { FLOOR } from '#lib/memory/reflect/rules/question';
import { ReflectQuestion } from '#lib/memory/reflect/rules/reflect-question';
import { sentencesIn } from '#lib/memory/reflect/rules/sentence-cache';
import { choose, type QuotableStatement, statementsOf, withoutEchoes, withoutRepeated } from '#lib/memory/reflect/rules/statements';
import { listed, unmentionedNames } from '#lib/memory/reflect/rules/unmentioned-names';

/**
 * An answer without a model: sentences that are stored, word for word, and templates that name who said them and when. Nothing is inferred,
 * joined or reworded; who reads it draws the conclusion. The same evidence always gives the same answer.
 */

export interface ExtractiveAnswer {
  /** a template; empty where one statement stands by itself */
  readonly lead: string;
  /** empty: nothing stored answers */
  readonly claims: readonly AnswerClaim[];
  /** whom and what the question names, and nothing that was found does */
  readonly unheard: readonly string[];
}

export interface ExtractiveSettings {
  readonly maxTokens: number;
  /** statements at most */
  readonly limit: number;
  /** what "March" is reckoned from */
  readonly now?: Date;
}

/** Of the nearest one's score: what lies under it, half of what is found, is about something else, whatever word of the question it holds. */
const FAR = 0.2;
/** Of the nearest one's score: what a talk of the time that is asked about begins with, is its news, also where it speaks of another time. */
const NEWS = 1.3;
/** Beside the best one a statement must be worth so much of it. */
const RELATIVE_FLOOR = 0.5;
/** And so much where something else says what is asked, and it does not, or less than this share of it. */
const UNSAID_FLOOR = 0.8;
/** When somebody wants to know a time, what is near to the matter has times of its own and would mislead. */
const TEMPORAL_FLOOR = 0.6;
/** Units of one document this near to one another were said in one breath. */
const NEAR = 3;

/** In the order in which it was said, also in one talk. */
const saidFirst = (a: Evidence, b: Evidence): number =>
  (a.mentionedAt?.getTime() ?? 0) - (b.mentionedAt?.getTime() ?? 0) || (a.document?.position ?? 0) - (b.document?.position ?? 0);

/** What happens at one time, in the order in which it was said. */
const earliestFirst =
  ({ timeOf }: ReflectQuestion) =>
  (a: Evidence, b: Evidence): number =>
    timeOf(a) - timeOf(b) || saidFirst(a, b);

/** Said in one breath: same document, same speaker, a few units apart. Groups in the order of their best, inside in the order of the text. */
function grouped(chosen: readonly QuotableStatement[]): QuotableStatement[][] {
  const groups: QuotableStatement[][] = [];
  for (const one of chosen) {
    const home = groups.find((group) => group.some((other) => isBeside(one.evidence, other.evidence)));
    if (home) home.push(one);
    else groups.push([one]);
  }
  for (const group of groups) group.sort((a, b) => (a.evidence.document?.position ?? 0) - (b.evidence.document?.position ?? 0));
  return groups;
}

const isBeside = (a: Evidence, b: Evidence): boolean =>
  a.document !== null &&
  a.document.id === b.document?.id &&
  a.speaker === b.speaker &&
  Math.abs(a.document.position - b.document.position) <= NEAR;

/** Who said it when. */
function heading({ kind, name, speaker, mentionedAt }: Evidence): string {
  const when = mentionedAt ? dayWords(mentionedAt) : '';
  if (kind === 'mental_model') return [`From “${name}”`, when && `as of ${when}`].filter(Boolean).join(', ');
  const who = speaker ?? (kind === 'observation' ? 'Observed' : '');
  return [who, when].filter(Boolean).join(', ');
}

/**
 * When it happened, where that is another day than the one on which it was said, and the quote does not say it itself. A time belongs to the sentence that names it: what is told
 * without that happened at another. What an observation rests on happened at several.
 */
function happened({ evidence, quote }: QuotableStatement): string {
  const { kind, occurredStart, occurredEnd, mentionedAt, text, speaker } = evidence;
  if (kind === 'mental_model' || kind === 'observation' || occurredStart === null) return '';
  if (
    quote.length < bodyOf(text, speaker).trim().length &&
    !sentencesIn(quote).some(({ start, end }) => findDate(quote.slice(start, end), mentionedAt))
  )
    return '';
  const words = spanWords(occurredStart, occurredEnd);
  const isTold = quote.includes(words) || (mentionedAt !== null && words === dayWords(mentionedAt));
  return isTold ? '' : ` (${words})`;
}

/** What was said before about a matter that has changed since: shown behind the newest, which goes first. */
interface TopicChange {
  readonly newest: QuotableStatement;
  readonly earlier: readonly QuotableStatement[];
}
const MOST_EARLIER = 2;

/**
 * Of what has changed the last word. What says it last is told with what it changes. What else stands beside what is asked may have changed
 * without changing that.
 */
function changesIn(statements: readonly QuotableStatement[], asked: ReflectQuestion): Map<string, TopicChange> {
  const byEvidence = new Map(
    statements.filter(({ evidence: { kind } }) => kind !== 'mental_model' && kind !== 'observation').map((one) => [one.evidence, one]),
  );
  const all = [...byEvidence.keys()];
  const changers = all.filter(canChange);
  const earlier = new Map<Evidence, Evidence[]>();
  for (const one of all) {
    const body = bodyOf(one.text, one.speaker);
    const text = asked.matterOf(body);
    const newest = lastChangerOf(text === body ? one : { ...one, text }, changers);
    if (newest.id !== one.id) earlier.set(newest, [...(earlier.get(newest) ?? []), one]);
  }
  const changes = new Map<string, TopicChange>();
  for (const [one, before] of earlier) {
    const told = before.sort((a, b) => asked.timeOf(b) - asked.timeOf(a)).map((each) => defined(byEvidence.get(each)));
    const change = { newest: defined(byEvidence.get(one)), earlier: told.slice(0, MOST_EARLIER) };
    for (const each of [one, ...before]) changes.set(each.id, change);
  }
  return changes;
}

function claimsOfGroup(group: readonly QuotableStatement[], changes: ReadonlyMap<string, TopicChange>): AnswerClaim[] {
  const claims: AnswerClaim[] = [];
  let day = '';
  group.forEach((one, i) => {
    const { evidence, quote } = one;
    const title = heading(evidence);
    const prefix = i === 0 ? `- ${title}${title ? ': ' : ''}` : title === day ? '' : `${title}: `;
    day = title;
    claims.push({ text: `${prefix}${earlierInWords(quote)}${happened(one)}`, cites: [evidence], opens: i === 0 ? 'item' : 'run' });
    const change = changes.get(evidence.id);
    if (change?.newest !== one) return;
    for (const before of change.earlier) {
      claims.push({ text: `${earlierWords(before.evidence, evidence)}: ${before.quote}`, cites: [before.evidence], opens: 'run' });
    }
  });
  return claims;
}

/** What is replaced by something newer is told with it. */
function withNewest(chosen: readonly QuotableStatement[], changes: ReadonlyMap<string, TopicChange>): QuotableStatement[] {
  const told = chosen.map((one) => changes.get(one.evidence.id)?.newest ?? one);
  return [...new Set(told)];
}

/** What is told for one part of a question. */
interface AnswerPart {
  readonly asked: ReflectQuestion;
  /** the most valuable first */
  readonly chosen: readonly QuotableStatement[];
  readonly changes: ReadonlyMap<string, TopicChange>;
  /** ids of what says it, of all that was found */
  readonly saying: ReadonlySet<string>;
}

function partOf(query: string, found: readonly Evidence[], now: Date, limit: number): AnswerPart {
  const nearest = found.reduce((most, { kind, score }) => (kind === 'mental_model' ? most : Math.max(most, score)), 0);
  // Where somebody is, is said in passing, and about something else.
  const least = placedIn(query) ? 0 : nearest * FAR;
  const isFar = ({ kind, score }: Evidence): boolean => kind !== 'mental_model' && score < least;
  const near = found.filter((one) => !isFar(one));
  const asked = new ReflectQuestion(query, near, now);
  const items = asked.isOnlyWhen
    ? found.flatMap((one) => (asked.isNews(one) ? { ...one, score: nearest * NEWS } : isFar(one) ? [] : one))
    : near;
  const statements = asked.isOfNobody(items) ? [] : statementsOf(items, asked);
  const isNear = statements.some(({ evidence: { kind, score } }) => kind === 'mental_model' || score >= FLOOR);
  const all = withoutEchoes(withoutRepeated(statements, asked));
  const telling = isNear ? all : all.filter(({ evidence, isHeld }) => isHeld || asked.isAbout(evidence));
  const floor = asked.isOnlyWhen ? 0 : asked.isTemporal ? TEMPORAL_FLOOR : RELATIVE_FLOOR;
  const changes = changesIn(telling, asked);
  const timely = asked.isOnlyWhen ? asked.inTime(telling) : telling;
  // What was at another time does not say what was at this one.
  const saying = new Set((timely ?? []).flatMap(({ isSaid, evidence }) => (isSaid ? evidence.id : [])));
  // "I moved to Lisbon" says where she lives, as "I live in Porto" did.
  for (const [id, { newest }] of changes) if (saying.has(id)) saying.add(newest.evidence.id);
  const worth = worthTelling(aboutTime(asked, timely ?? telling), floor, asked.asksPrice || asked.asksPlace);
  return { asked, chosen: withNewest(choose(worth, limit, asked.isOnlyWhen ? talkOf : undefined), changes), changes, saying };
}

const talkOf = ({ evidence: { id, document } }: QuotableStatement): string => document?.id ?? id;

/**
 * By their value beside the best; where something says what is asked, what does not has to be worth nearly as much. What only holds the words says no
 * price and no place where something says one in that form.
 */
function worthTelling(all: readonly QuotableStatement[], floor: number, isOfForm: boolean): QuotableStatement[] {
  const best = all.reduce((most, { value }) => Math.max(most, value), 0);
  const most = all.reduce((share, one) => (one.isHeld ? Math.max(share, one.share) : share), 0);
  const says = ({ isHeld, share }: QuotableStatement): boolean => most === 0 || (isHeld && share >= most * UNSAID_FLOOR);
  if (isOfForm && all.some(({ isPlain }) => isPlain)) return all.filter(({ isPlain }) => isPlain);
  return all.filter((one) => one.value >= best * (says(one) ? floor : Math.max(floor, UNSAID_FLOOR)));
}

/** Where something says what is asked, what holds no word of a question for a time has times of something else. */
const aboutTime = (asked: ReflectQuestion, all: readonly QuotableStatement[]): readonly QuotableStatement[] =>
  asked.isTemporal && !asked.isOnlyWhen && !asked.isOnlyWhom && all.some(({ isSaid }) => isSaid) ? all.filter(({ isNear }) => isNear) : all;

/** Each part asks of the same evidence, by how well that answers it. */
function partsOfQuestion(query: string, items: readonly Evidence[], now: Date, limit: number): AnswerPart[] {
  const parts = partsOf(query);
  if (parts.length === 1) return [partOf(query, items, now, limit)];
  const own = (part: number): Evidence[] => items.map((one) => ({ ...one, score: one.scores?.[part] ?? one.score }));
  const known = (part: string, i: number): Evidence[] => (unmentionedNames(part, items).isAll ? [] : own(i));
  return parts.map((part, i) => partOf(part, known(part, i), now, Math.ceil(limit / parts.length)));
}

interface AnsweredPart {
  readonly part: AnswerPart;
  readonly groups: readonly QuotableStatement[][];
  readonly isSaid: boolean;
}

/** Of each part so many statements; what two of them would tell is told once, by the first. */
function tell(parts: readonly AnswerPart[], count: number): AnsweredPart[] {
  const ids = new Set<string>();
  const own = parts.map(({ chosen }) => {
    const fresh = chosen.slice(0, count).filter(({ evidence }) => !ids.has(evidence.id));
    for (const { evidence } of fresh) ids.add(evidence.id);
    return fresh;
  });
  return parts.map((part, i) => {
    const groups = grouped(defined(own[i]));
    if (part.asked.isTemporal) groups.sort((a, b) => earliestFirst(part.asked)(defined(a[0]).evidence, defined(b[0]).evidence));
    else if (isPriced(part)) groups.sort((a, b) => saidFirst(defined(b[0]).evidence, defined(a[0]).evidence));
    return { part, groups, isSaid: [...part.saying].some((id) => ids.has(id)) };
  });
}

/** It says what something costs, which changes. */
const isPriced = ({ asked, chosen }: AnswerPart): boolean => asked.asksPrice && chosen.some(({ isPlain }) => isPlain);

function leadOf(told: readonly AnsweredPart[], unheard: readonly string[], groups: number): string {
  if (unheard.length > 0) return `Nothing that is stored names ${listed(unheard)}. What is nearest to the question:`;
  const isUncounted = told.some((one) => one.part.asked.isCounting && (one.groups.length > 1 || !one.isSaid));
  if (isUncounted) return 'Nothing is counted here; nearest to this:';
  const [{ part }] = told as readonly [AnsweredPart];
  const order =
    told.length > 1 ? ', part by part' : part.asked.isTemporal ? ', in the order of time' : isPriced(part) ? ', the latest first' : '';
  if (!told.some(({ isSaid }) => isSaid)) return `Nearest to this${groups > 1 ? order : ''}, though it may not answer:`;
  if (!told.every(({ isSaid }) => isSaid)) return 'Nearest to this, though it may not answer all of it:';
  return groups === 1 ? '' : `What is stored about this${order || ', the nearest first'}:`;
}

/** Items as `gather` gives them. */
export function answerExtractive(
  query: string,
  items: readonly Evidence[],
  { maxTokens, limit, now = new Date() }: ExtractiveSettings,
): ExtractiveAnswer {
  const { names: unheard, isAll } = unmentionedNames(query, items);
  const nothing: ExtractiveAnswer = { lead: '', claims: [], unheard };
  if (isAll) return nothing;
  const parts = partsOfQuestion(query, items, now, limit);
  const most = Math.max(...parts.map(({ chosen }) => chosen.length));
  for (let count = most; count > 0; count--) {
    const told = tell(parts, count);
    const claims = told.flatMap(({ part, groups }) => groups.flatMap((group) => claimsOfGroup(group, part.changes)));
    const groups = told.reduce((sum, one) => sum + one.groups.length, 0);
    const lead = leadOf(told, unheard, groups);
    const shown = groups === 1 && unheard.length === 0 ? alone(claims) : claims;
    if (countTokens(compose(shown, lead).text) <= maxTokens) return { lead, claims: shown, unheard };
    if (count === 1) return { lead, claims: fitting(shown, maxTokens, lead), unheard };
  }
  return nothing;
}

/** One item is no list. */
const alone = ([first, ...rest]: readonly AnswerClaim[]): AnswerClaim[] => [
  { ...defined(first), text: defined(first).text.replace(/^- /, ''), opens: 'paragraph' },
  ...rest,
];
