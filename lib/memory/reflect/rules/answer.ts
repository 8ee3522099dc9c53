import { defined } from '#lib/base/defined';
import { queryWindow } from '#lib/base/text/dates';
import { ENGLISH, type Language } from '#lib/base/text/languages/of';
import { asksForPast } from '#lib/base/text/past-question';
import { countTokens } from '#lib/base/text/tokens';
import { bodyOf } from '#lib/memory/observations/rules/claims';
import { type AnswerClaim, compose, fitting } from '#lib/memory/reflect/compose';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { partsOf } from '#lib/memory/reflect/parts';
import { ENGLISH_RULES } from '#lib/memory/reflect/phrases/en';
import { languageOfQuestion, type ReflectWording, wordingIn } from '#lib/memory/reflect/phrases/wording';
import {
  type AnswerPart,
  FAR,
  nearestOf,
  RELATIVE_FLOOR,
  type TopicChange,
  talkOf,
  worthQuoting,
} from '#lib/memory/reflect/rules/answer-part';
import { canChange, lastChangerOf } from '#lib/memory/reflect/rules/changes';
import { claimsOfGroup } from '#lib/memory/reflect/rules/claims';
import { partIn } from '#lib/memory/reflect/rules/other-languages';
import { wasTrueIn } from '#lib/memory/reflect/rules/past-time';
import { placedIn } from '#lib/memory/reflect/rules/places';
import { FILTERED_FLOOR, FLOOR } from '#lib/memory/reflect/rules/question';
import { ReflectQuestion } from '#lib/memory/reflect/rules/reflect-question';
import { choose, type QuotableStatement, statementsOf, withoutEchoes, withoutRepeated } from '#lib/memory/reflect/rules/statements';
import { unmentionedNames } from '#lib/memory/reflect/rules/unmentioned-names';
import { withoutImplied } from '#lib/memory/reflect/rules/verbs';

/**
 * An answer without a language model: stored sentences, verbatim, with templates that name speaker
 * and time in the language of the question. Nothing is inferred, joined or reworded. The same
 * evidence always gives the same answer.
 */

export interface ExtractiveAnswer {
  /** a template; empty for a single statement */
  readonly lead: string;
  /** empty: no stored memory answers */
  readonly claims: readonly AnswerClaim[];
  /** names in the question that no evidence mentions */
  readonly unmentioned: readonly string[];
}

export interface ExtractiveSettings {
  readonly maxTokens: number;
  /** maximum number of statements */
  readonly limit: number;
  /** reference time for dates such as "March" */
  readonly now?: Date;
  /** the evidence is only what a tag filter lets pass: less of it is about something else */
  readonly isFiltered?: boolean;
}

/**
 * Share of the best score for the first statement of a conversation in the requested time: it is
 * news, even about another time.
 */
const NEWS = 1.3;
/** Higher for questions about a time, because times of related matters would mislead. */
const TEMPORAL_FLOOR = 0.6;
/** Units of one document within this distance belong to one utterance. */
const NEAR = 3;

interface PartSettings {
  readonly now: Date;
  readonly limit: number;
  /** least score of a statement that is about the subject of the question */
  readonly floor: number;
}

/** Ordered by mention, also within one conversation. */
const saidFirst = (a: Evidence, b: Evidence): number =>
  (a.mentionedAt?.getTime() ?? 0) - (b.mentionedAt?.getTime() ?? 0) || (a.document?.position ?? 0) - (b.document?.position ?? 0);

/** Ordered by occurrence, then by mention. */
const earliestFirst =
  ({ timeOf }: AnswerPart) =>
  (a: Evidence, b: Evidence): number =>
    timeOf(a) - timeOf(b) || saidFirst(a, b);

/**
 * Groups statements of one utterance: same document and speaker, a few units apart. Groups are
 * ordered by their best statement, and statements by position.
 */
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

const MOST_EARLIER = 2;

/**
 * Finds the latest statement of each changed matter, with the statements that it changes. Other
 * sentences of a statement may have changed without affecting the matter of the question.
 */
function changesIn(statements: readonly QuotableStatement[], question: ReflectQuestion): Map<string, TopicChange> {
  const byEvidence = new Map(
    statements
      .filter(({ evidence: { kind }, isEnglish }) => isEnglish && kind !== 'mental_model' && kind !== 'observation')
      .map((one) => [one.evidence, one]),
  );
  const all = [...byEvidence.keys()];
  const byId = new Map(all.map((one) => [one.id, one]));
  const changers = all.filter(canChange);
  const earlier = new Map<Evidence, Evidence[]>();
  for (const one of all) {
    const body = bodyOf(one.text, one.speaker);
    const text = question.matterOf(body);
    // What is stored is about the whole memory.
    const newest =
      text === body ? lastChangerOf(one, changers, (each) => byId.get(each.supersededBy ?? '')) : lastChangerOf({ ...one, text }, changers);
    if (newest.id !== one.id) earlier.set(newest, [...(earlier.get(newest) ?? []), one]);
  }
  const changes = new Map<string, TopicChange>();
  for (const [one, before] of earlier) {
    const ordered = before.sort((a, b) => question.timeOf(b) - question.timeOf(a)).map((each) => defined(byEvidence.get(each)));
    const change = { newest: defined(byEvidence.get(one)), earlier: ordered.slice(0, MOST_EARLIER) };
    for (const each of [one, ...before]) changes.set(each.id, change);
  }
  return changes;
}

/** Replaces a statement by the newest one about its matter. */
function withNewest(chosen: readonly QuotableStatement[], changes: ReadonlyMap<string, TopicChange>): QuotableStatement[] {
  const newest = chosen.map((one) => changes.get(one.evidence.id)?.newest ?? one);
  return [...new Set(newest)];
}

function partOf(query: string, found: readonly Evidence[], { now, limit, floor: leastScore }: PartSettings): AnswerPart {
  const nearest = nearestOf(found);
  // Locations are mentioned in passing, in statements about something else.
  const least = placedIn(query) ? 0 : nearest * FAR;
  const isFar = ({ kind, score }: Evidence): boolean => kind !== 'mental_model' && score < least;
  const near = found.filter((one) => !isFar(one));
  const asked = withoutImplied(query);
  const whole = new ReflectQuestion(asked, near, now, found);
  // The former state itself does not name the time: "where did Ana live in February?"
  const past = whole.isOnlyWhen || whole.isTemporal || whole.asksPlace || !asksForPast(query) ? null : queryWindow(asked, now);
  const question = past ? new ReflectQuestion(asked.replace(past.text, ' '), near, now, found) : whole;
  const items = question.isOnlyWhen
    ? found.flatMap((one) => (question.isNews(one) ? { ...one, score: nearest * NEWS } : isFar(one) ? [] : one))
    : near;
  const statements = question.isOfNobody(items) ? [] : withoutEnded(statementsOf(items, question));
  const isNear = statements.some(({ evidence: { kind, score } }) => kind === 'mental_model' || score >= leastScore);
  const all = withoutEchoes(withoutRepeated(statements, question));
  // The words of a question answer nothing in another language, so a name has to do.
  const isAbout = ({ evidence, isEnglish }: QuotableStatement): boolean =>
    isEnglish ? question.isAbout(evidence) : question.isOfNamed(evidence);
  const isForeignOfNamed = ({ evidence, isEnglish }: QuotableStatement): boolean => !isEnglish && question.isOfNamed(evidence);
  // Whether a statement in another language is about the named person shows only by their name.
  const isOther = (one: QuotableStatement): boolean => !one.isEnglish && !isForeignOfNamed(one);
  const ofNamed = all.some(isForeignOfNamed) ? all.filter((one) => one.isAnswer || !isOther(one)) : all;
  const relevant = withoutOthers(question, isNear ? ofNamed : all.filter((one) => one.isAnswer || isAbout(one)));
  const floor = question.isOnlyWhen ? 0 : question.isTemporal ? TEMPORAL_FLOOR : RELATIVE_FLOOR;
  // What replaced a statement may have none of the words of the question.
  const changes = changesIn(all, question);
  const timely = question.isOnlyWhen ? question.inTime(relevant) : relevant;
  // A statement about another time does not answer for this one.
  const isThen = (one: QuotableStatement): boolean => past === null || wasTrueIn(past, one, changes.get(one.evidence.id));
  const answering = new Set((timely ?? []).flatMap((one) => (one.isRelevant && isThen(one) ? one.evidence.id : [])));
  // "I moved to Lisbon" answers where she lives, as "I live in Porto" did.
  for (const [id, { newest }] of changes) if (answering.has(id)) answering.add(newest.evidence.id);
  const worth = worthQuoting(aboutTime(question, timely ?? relevant), floor, question.asksPrice || question.asksPlace);
  const chosen = withNewest(choose(worth, limit, question.isOnlyWhen ? talkOf : undefined), changes);
  const isPriced = question.asksPrice && chosen.some(({ isPlain }) => isPlain);
  return {
    asks: lineOf(query),
    order: question.isTemporal ? 'time' : isPriced ? 'latest' : 'nearest',
    isCounting: question.isCounting,
    timeOf: question.timeOf,
    chosen,
    changes,
    answering,
  };
}

/** Something that has ended answers only if nothing in force does. */
const withoutEnded = (all: readonly QuotableStatement[]): readonly QuotableStatement[] =>
  all.some(({ isRelevant, evidence }) => isRelevant && !evidence.hasEnded) ? all.filter(({ evidence }) => !evidence.hasEnded) : all;

/** A question without the paragraphs below it. */
const lineOf = (query: string): string => (query.split('\n\n', 1)[0] ?? '').replace(/\s+/g, ' ').trim();

/**
 * Of a question about the asker, statements whose subject is another person are dropped; if a
 * statement answers it, all that are not about the asker.
 */
function withoutOthers(question: ReflectQuestion, all: readonly QuotableStatement[]): readonly QuotableStatement[] {
  const isOwn = ({ evidence }: QuotableStatement): boolean => !question.isOfOthers(evidence);
  if (all.some((one) => one.isRelevant && isOwn(one))) return all.filter(isOwn);
  return all.filter(({ evidence }) => !question.isOfAnother(evidence));
}

/**
 * If a statement answers a question about a time, statements without its words have times of other
 * matters and are dropped.
 */
const aboutTime = (question: ReflectQuestion, all: readonly QuotableStatement[]): readonly QuotableStatement[] =>
  question.isTemporal && !question.isOnlyWhen && !question.isOnlyWhom && all.some(({ isRelevant }) => isRelevant)
    ? all.filter(({ isNear }) => isNear)
    : all;

/** Each part uses the same evidence, with its own scores. */
function partsOfQuestion(query: string, items: readonly Evidence[], settings: PartSettings): AnswerPart[] {
  const parts = partsOf(query);
  if (parts.length === 1) return [partOf(query, items, settings)];
  const own = (part: number): Evidence[] => items.map((one) => ({ ...one, score: one.scores?.[part] ?? one.score }));
  const known = (part: string, i: number): Evidence[] => (unmentionedNames(part, items).isAll ? [] : own(i));
  const limit = Math.ceil(settings.limit / parts.length);
  return parts.map((part, i) => partOf(part, known(part, i), { ...settings, limit }));
}

interface AnsweredPart {
  readonly part: AnswerPart;
  readonly groups: readonly QuotableStatement[][];
  readonly isRelevant: boolean;
}

/** Takes `count` statements per part; a statement that fits two parts appears in the first only. */
function selectStatements(parts: readonly AnswerPart[], count: number): AnsweredPart[] {
  const ids = new Set<string>();
  const own = parts.map(({ chosen }) => {
    const fresh = chosen.slice(0, count).filter(({ evidence }) => !ids.has(evidence.id));
    for (const { evidence } of fresh) ids.add(evidence.id);
    return fresh;
  });
  return parts.map((part, i) => {
    const groups = grouped(defined(own[i]));
    if (part.order === 'time') groups.sort((a, b) => earliestFirst(part)(defined(a[0]).evidence, defined(b[0]).evidence));
    else if (part.order === 'latest') groups.sort((a, b) => saidFirst(defined(b[0]).evidence, defined(a[0]).evidence));
    return { part, groups, isRelevant: [...part.answering].some((id) => ids.has(id)) };
  });
}

/** The sentence before the quotations; empty for a single one that answers. */
function leadOf(selected: readonly AnsweredPart[], unmentioned: readonly string[], groups: number, wording: ReflectWording): string {
  const { phrases } = wording;
  if (unmentioned.length > 0) return phrases.nothingNames(wording.anyOf(unmentioned));
  const isUncounted = selected.some((one) => one.part.isCounting && (one.groups.length > 1 || !one.isRelevant));
  if (isUncounted) return ENGLISH_RULES.uncounted;
  const [{ part }] = selected as readonly [AnsweredPart];
  const order = selected.length > 1 ? 'parts' : part.order;
  const stored = { ...phrases.stored, ...ENGLISH_RULES.stored };
  const mayNotAnswer = { ...phrases.mayNotAnswer, ...ENGLISH_RULES.mayNotAnswer };
  if (!selected.some(({ isRelevant }) => isRelevant)) return mayNotAnswer[groups > 1 ? order : 'nearest'];
  const open = selected.flatMap(({ isRelevant, part }) => (isRelevant ? [] : part.asks));
  if (open.length > 0) return ENGLISH_RULES.mayNotAnswerSome(open.map((asks) => phrases.quotes.join(asks)).join(' or '));
  return groups === 1 ? '' : stored[order];
}

/** The parts of an English question; a question in another language is one part. */
function partsIn(language: Language, query: string, items: readonly Evidence[], settings: PartSettings): readonly AnswerPart[] {
  return language === ENGLISH ? partsOfQuestion(query, items, settings) : [partIn(language, query, items, settings)];
}

/** `items` as `gather` returns them. */
export function answerExtractive(
  query: string,
  items: readonly Evidence[],
  { maxTokens, limit, now = new Date(), isFiltered = false }: ExtractiveSettings,
): ExtractiveAnswer {
  const language = languageOfQuestion(query, items);
  const wording = wordingIn(language);
  const isOfPast = language === ENGLISH && asksForPast(query);
  const { names: unmentioned, isAll } = unmentionedNames(query, items, language);
  const nothing: ExtractiveAnswer = { lead: '', claims: [], unmentioned };
  if (isAll) return nothing;
  const parts = partsIn(language, query, items, { now, limit, floor: isFiltered ? FILTERED_FLOOR : FLOOR });
  const most = Math.max(...parts.map(({ chosen }) => chosen.length));
  for (let count = most; count > 0; count--) {
    const selected = selectStatements(parts, count);
    const claims = selected.flatMap(({ part, groups }) => groups.flatMap((group) => claimsOfGroup(group, part.changes, wording, isOfPast)));
    const groups = selected.reduce((sum, one) => sum + one.groups.length, 0);
    const lead = leadOf(selected, unmentioned, groups, wording);
    const shown = groups === 1 && unmentioned.length === 0 ? alone(claims) : claims;
    if (countTokens(compose(shown, lead).text) <= maxTokens) return { lead, claims: shown, unmentioned };
    if (count === 1) return { lead, claims: fitting(shown, maxTokens, lead), unmentioned };
  }
  return nothing;
}

/** A single item is not formatted as a list. */
const alone = ([first, ...rest]: readonly AnswerClaim[]): AnswerClaim[] => [
  { ...defined(first), text: defined(first).text.replace(/^- /, ''), opens: 'paragraph' },
  ...rest,
];
