import { present } from '#lib/base/defined';
import { FULL_WEEKDAY, MONTH, WEEKDAY } from '#lib/base/text/date-words';
import { queryWindow } from '#lib/base/text/dates';
import { isDenied } from '#lib/base/text/denial';
import { plainTerms } from '#lib/base/text/word-forms';
import { bodyOf } from '#lib/memory/observations/rules/claims';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { type Coverage, coverageOf } from '#lib/memory/reflect/rules/coverage';
import { isPlace, placedIn } from '#lib/memory/reflect/rules/places';
import { isSubjectIn, personIn, plainOf } from '#lib/memory/reflect/rules/plain';
import { pricedIn } from '#lib/memory/reflect/rules/prices';
import { isOpen, subjectOf } from '#lib/memory/reflect/rules/question';
import { asksWhy, isReason } from '#lib/memory/reflect/rules/reasons';
import { repliesTo } from '#lib/memory/reflect/rules/replies';
import { sentencesIn } from '#lib/memory/reflect/rules/sentence-cache';
import { asksAsSelf, knowsUser, SpeakerFilter } from '#lib/memory/reflect/rules/speaker-filter';
import { Talk } from '#lib/memory/reflect/rules/talk';
import { CLAUSE, type FormEvidence, type Plain } from '#lib/memory/reflect/rules/utterances';
import { type AskedVerbs, askedTerms, askedVerbs, type ReadTerms, readerFor } from '#lib/memory/reflect/rules/verbs';

/** Checks which of the found evidence answers a question. Pure. */

const HOURS = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';
/** Minimum share of the question's terms for a statement that answers it. */
const MOST = 0.6;
/** Minimum share of these in the statement's own words. */
const HALF = 0.5;
const TEMPORAL =
  /^\s*(?:when|since when|until when|how long|how often|(?:(?:at|on|in|by|until|since|from) )?(?:what|which) (?:year|month|day|date|time|hour)s?)\b|\b(?:timeline|history|over time|chronolog\w*|in (?:which|what) order|how (?:has|have|did) .{1,60} (?:change|develop|evolve)\w*)\b/i;
const WHEN = /^\s*(?:when\b|(?:(?:at|on|in|by|since|from) )?(?:what|which) (?:year|month|day|date|time|hour)s?\b)/i;
const TIME = new RegExp(
  String.raw`(?<!\p{L})(?:${WEEKDAY}|${FULL_WEEKDAY}s|${MONTH}|\d{1,2}:\d\d|(?:19|20)\d\d|noon|midnight|o'clock|at (?:${HOURS})|half past|tonight|tomorrow|yesterday|today|last|next)(?!\p{L})`,
  'iu',
);
const namesTime = (text: string): boolean => TIME.test(text);
const COUNTING = /^\s*how (?:many|often)\b|\bhow many times\b/i;

/** "How much is it?", "what does it cost?" */
const AMOUNT =
  /^\s*(?:how (?:much|expensive|loud|heavy|high|hot|large|big)\b|what (?:is|are|was|were) the (?:price|cost|fee|rent)\b|what (?:do|does|did) .{1,80} (?:cost|charge)\b)/i;
/** Additional costs are not asked for: "together with the rent that makes 2,719". */
const BESIDES =
  /\b(?:(?:together|along) with|besides|apart from|in addition to|on top of|without)(?:\s(?!(?:that|this|it|we|i|they|he|she|is|are|makes?)\b)[\p{L}-]+){1,3}/giu;
const DATE_OR_HOUR = new RegExp(
  String.raw`\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${MONTH})(?!\p{L})(?: \d{4})?|(?:${MONTH}) \d{1,4}|\d{1,2}:\d\d|(?<![\d.,])(?:19|20)\d\d(?![\d.,]\d)`,
  'giu',
);
const NUMBER =
  /\p{N}|\b(?:free|nothing|half|dozen|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b|\w+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|million)\b/iu;

/** Questions that presuppose a statement: a denial of it is not an answer. */
const GRANTING = /^\s*(?:who|when|(?:(?:at|on|in|by|since|from) )?(?:what|which) (?:year|month|day|date|time|hour)s?)\b/i;
const DENYING = /^(?:not|never|no|nobody|none|cannot|\p{L}+n['’]t)$/iu;
/** Maximum number of words between "not" and the denied word. */
const DENIES_WITHIN = 2;

/** Words for which a number states the price of something else. */
const PRICE_WORDS = new Set(plainTerms('cost price fee charge'));
const isAmount = (text: string): boolean => NUMBER.test(text.replace(DATE_OR_HOUR, ' '));

/** "How much did we save on the floor?": the purpose of the amount. */
const OBJECT = /^\s*how much\b.+\s(?:on|for)\s(?<object>(?:(?!\s(?:on|for)\s).)+)$/i;

type DatedEvidence = Pick<Evidence, 'occurredStart' | 'mentionedAt'>;

/**
 * Whether a turn further down may continue the answer without using words of the question: "So we
 * are at 17,900 for the new one", "It got too expensive".
 */
export const mayContinueElsewhere = (query: string): boolean => asksWhy(query) || pricedIn(query) !== null;

export class ReflectQuestion {
  readonly terms: readonly string[];
  /** weighted by the rarity of the terms in the evidence */
  readonly coverage: Coverage;
  /** the terms of a text that this question considers */
  readonly read: ReadTerms;
  /** asks only for information about the named persons */
  readonly isOnlyWhom: boolean;
  /** asks only for events in a named time, of the named persons */
  readonly isOnlyWhen: boolean;
  readonly isTemporal: boolean;
  readonly isCounting: boolean;
  /** asks for a price, which changes over time */
  readonly asksPrice: boolean;
  /** asks for a location: only a statement of that form answers */
  readonly asksPlace: boolean;
  readonly isPlain: Plain | null;
  /** gives the requested reason or place */
  private readonly isGiven: Plain | null;
  private readonly person: ReturnType<typeof personIn>;
  /** asks for a time: a statement without a time does not answer */
  private readonly asksWhen: boolean;
  /** asks for an amount: a statement without an amount does not answer */
  private readonly asksAmount: boolean;
  /** terms of the purpose of an amount: a statement without any of them does not answer */
  private readonly spentOn: readonly string[];
  /** presupposes a statement */
  private readonly isGranting: boolean;
  /** ids of the replies to the same question in a conversation */
  private readonly replies: ReadonlySet<string>;
  private readonly verbs: AskedVerbs | null;
  private readonly isOpen: boolean;
  private readonly named: ReadonlySet<string>;
  private readonly whose: SpeakerFilter;
  private readonly window: ReturnType<typeof queryWindow>;
  /** the question's terms without names */
  private readonly words: readonly string[];

  /** `all`: also the evidence that is too far from the question to answer it. */
  constructor(query: string, items: readonly Evidence[], now: Date, all: readonly Evidence[] = items) {
    const window = queryWindow(query, now);
    const timeless = window ? query.replace(window.text, ' ') : query;
    const wanted = new Set(plainTerms(query));
    const known = items.flatMap(({ speaker, entities }) => [speaker ?? '', ...entities].flatMap(plainTerms));
    this.named = new Set(asksAsSelf(query) ? [] : known.filter((term) => wanted.has(term)));
    this.isOpen = isOpen(subjectOf(timeless, [...this.named]));
    this.terms = askedTerms(query);
    this.read = readerFor(this.terms);
    this.whose = new SpeakerFilter(query, this.named, items, this.read, knowsUser(all));
    this.window = window;
    const talk = new Talk(items);
    const placed = placedIn(timeless);
    this.isGiven = placed ? this.inItsTime(isPlace(placed)) : asksWhy(query) ? isReason(query, this.terms, talk) : null;
    this.isOnlyWhen = window !== null && this.isOpen && placed === null;
    this.isTemporal = this.isOnlyWhen || TEMPORAL.test(query);
    this.isCounting = COUNTING.test(query);
    this.isPlain = plainOf(query, talk);
    this.asksPrice = pricedIn(query) !== null;
    this.person = personIn(query);
    this.asksPlace = placed !== null;
    this.asksWhen = WHEN.test(query);
    this.asksAmount = AMOUNT.test(query);
    this.spentOn = this.asksPrice ? [] : plainTerms(OBJECT.exec(timeless)?.groups?.object ?? '');
    this.isGranting = GRANTING.test(query) && !isDenied(query);
    this.replies = repliesTo(query, items, talk);
    this.verbs = askedVerbs(query);
    this.isOnlyWhom = this.named.size > 0 && this.isOpen && this.isPlain === null && placed === null && this.verbs === null;
    const termSets = items.map(({ text }) => new Set(this.read(text)));
    this.words = this.terms.filter((term) => !this.named.has(term));
    this.coverage = coverageOf(this.terms, termSets);
  }

  /** Whether the question names somebody and asks something about them. */
  get isOfSomebody(): boolean {
    return this.named.size > 0 && this.words.length > 0;
  }

  /** Restricts a check to the requested time: mentioned or occurred then, or naming that time. */
  private inItsTime(isPlain: Plain): Plain {
    const names = this.window?.text.match(/\p{Lu}\p{L}+|\d{4}/gu) ?? [];
    return (quote, by) => isPlain(quote, by) && (this.window === null || this.isThen(by) || names.some((name) => quote.includes(name)));
  }

  private isThen({ occurredStart = null, occurredEnd = null, mentionedAt = null }: FormEvidence): boolean {
    return [occurredStart, occurredEnd, mentionedAt].some((date) => this.isIn(date));
  }

  /** Whether a quote covers most of the question in its own words, about the named persons. */
  isAnsweredIn(quote: string, by: Evidence): boolean {
    const isWord = (present: ReadonlySet<string>): boolean => this.words.length === 0 || this.words.some((word) => present.has(word));
    if (this.person && (this.person.asks !== 'who' || !isSubjectIn(quote, this.person.whom))) return false;
    if (this.asksPlace) return false;
    if (this.asksWhen && by.occurredStart === null && !this.isTimeIn(quote)) return false;
    if (this.asksAmount && !this.isAmountIn(quote)) return false;
    if (this.spentOn.length > 0 && !this.read(quote).some((term) => this.spentOn.includes(term))) return false;
    if (this.denies(quote)) return false;
    if (this.isCounting || !this.whose.isAboutNamed(quote, by, isWord)) return false;
    // Speaking does not state who a person is.
    const said = this.read(quote);
    if (this.isPlain) return this.coverage(new Set(said)) >= MOST;
    // The context counts only for a statement that covers half of the question by itself.
    const own = [...said, ...this.named];
    return this.coverage(new Set(own)) >= HALF && this.coverage(new Set([...own, ...this.read(`${by.context} ${by.name}`)])) >= MOST;
  }

  /** Whether a statement is about somebody else than the asker, of whom the question asks. */
  isOfOthers(one: Evidence): boolean {
    return this.whose.isOfOthers(bodyOf(one.text, one.speaker), one);
  }

  /** Whether the asker is the subject of the question, and another person that of the evidence. */
  isOfAnother(one: Evidence): boolean {
    return one.kind !== 'mental_model' && this.whose.isOfAnother(one, this.terms);
  }

  /** Whether a clause contains a time and a term of the question. */
  private isTimeIn(quote: string): boolean {
    return quote.split(CLAUSE).some((part) => namesTime(part) && this.read(part).some((term) => this.words.includes(term)));
  }

  /** Whether a clause contains a number other than a date, and a term of the question. */
  private isAmountIn(quote: string): boolean {
    return quote
      .split(CLAUSE)
      .map((part) => part.replace(BESIDES, ' '))
      .some((part) => isAmount(part) && this.read(part).some((term) => this.words.includes(term) && !PRICE_WORDS.has(term)));
  }

  /**
   * Whether a quote denies what the question presupposes: a term of it appears only after a "not".
   */
  denies(quote: string): boolean {
    if (!this.isGranting) return false;
    const words = quote.match(/[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu) ?? [];
    const isDeniedAt = (i: number): boolean => words.slice(Math.max(0, i - 1 - DENIES_WITHIN), i).some((word) => DENYING.test(word));
    return this.words.some((term) => {
      const places = words.flatMap((word, i) => (plainTerms(word).includes(term) ? i : []));
      return places.length > 0 && places.every(isDeniedAt);
    });
  }

  /** The sentences of a text with terms of the question; the whole text if there are none. */
  matterOf(text: string): string {
    const sentences = sentencesIn(text).map(({ start, end }) => text.slice(start, end));
    const asked = sentences.filter((sentence) => this.read(sentence).some((term) => this.words.includes(term)));
    return asked.length > 0 && asked.length < sentences.length ? asked.join(' ') : text;
  }

  /**
   * Whether a quote states the answer explicitly: in its form, with its verb about the named
   * person, or in reply to the same question.
   */
  isPlainIn(quote: string, by: Evidence): boolean {
    if (this.whose.isOfOthers(quote, by)) return this.isReply(quote, by);
    return this.isPlain?.(quote, by) || this.isGiven?.(quote, by) || this.isVerbIn(quote, by) || this.isReply(quote, by);
  }

  private isReply(quote: string, { id, occurredStart }: Evidence): boolean {
    if (!this.replies.has(id)) return false;
    return (!this.asksAmount || isAmount(quote)) && (!this.asksWhen || occurredStart !== null || namesTime(quote));
  }

  private isVerbIn(quote: string, by: Evidence): boolean {
    return this.isOpen && this.verbs !== null && this.whose.isAboutNamed(quote, by, this.verbs.isSaidBy);
  }

  private names({ speaker, text }: Evidence): boolean {
    return this.named.size === 0 || plainTerms(`${speaker ?? ''} ${text}`).some((term) => this.named.has(term));
  }

  /** Whether the evidence is by or about a person that the question names. */
  isOfNamed(one: Evidence): boolean {
    return this.named.size > 0 && this.names(one);
  }

  /**
   * For an open question ("What does Ana like?"), whether the evidence is about a named person, at
   * any distance. false for other questions.
   */
  isAbout(one: Evidence): boolean {
    return this.isOpen && this.isOfNamed(one);
  }

  /**
   * For a question about a time only: the evidence of that time, by or about the named persons;
   * null if there is none.
   */
  inTime<T extends { readonly evidence: Evidence }>(all: readonly T[]): readonly T[] | null {
    const lying = all.filter(({ evidence }) => this.liesIn(evidence) && this.names(evidence));
    return lying.length > 0 ? lying : null;
  }

  /** Whether the question asks who somebody is, and no evidence names the person. */
  isOfNobody(items: readonly Evidence[]): boolean {
    const { person } = this;
    if (person === null) return false;
    return !items.some(({ text, context, name, speaker, entities }) =>
      plainTerms([text, context, name, speaker ?? '', ...entities].join(' ')).some((term) => person.whom.has(term)),
    );
  }

  /**
   * Whether the question asks only for a time, and the evidence begins a conversation of that time.
   */
  isNews(one: Evidence): boolean {
    return (
      this.isOnlyWhen &&
      one.document?.position === 0 &&
      this.liesIn({ occurredStart: null, mentionedAt: one.mentionedAt }) &&
      this.names(one)
    );
  }

  /**
   * The time of occurrence, else of the mention. A mention in the requested time about another time
   * counts by its mention.
   */
  timeOf = ({ occurredStart, mentionedAt }: DatedEvidence): number => {
    const isElsewhere = this.isOnlyWhen && !this.isIn(occurredStart) && this.isIn(mentionedAt);
    return (isElsewhere ? mentionedAt : (occurredStart ?? mentionedAt))?.getTime() ?? 0;
  };

  private isIn(date: Date | null): boolean {
    const { start, end } = present(this.window);
    return date !== null && (start === null || date >= start) && (end === null || date < end);
  }

  private liesIn({ occurredStart, mentionedAt }: DatedEvidence): boolean {
    const { start } = present(this.window);
    return this.isIn(mentionedAt) || (this.isIn(occurredStart) && (mentionedAt === null || start === null || mentionedAt >= start));
  }
}
