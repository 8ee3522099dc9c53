import { present } from '#lib/base/defined';
import { FULL_WEEKDAY, MONTH, WEEKDAY } from '#lib/base/text/date-words';
import { queryWindow } from '#lib/base/text/dates';
import { isDenied } from '#lib/base/text/denial';
import { plainTerms } from '#lib/base/text/word-forms';
import { inverseFrequency } from '#lib/memory/recall/retrieval/parameters';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { isPlace, placedIn } from '#lib/memory/reflect/rules/places';
import { isSubjectIn, personIn, plainOf } from '#lib/memory/reflect/rules/plain';
import { pricedIn } from '#lib/memory/reflect/rules/prices';
import { isOpen, subjectOf } from '#lib/memory/reflect/rules/question';
import { asksWhy, isReason } from '#lib/memory/reflect/rules/reasons';
import { repliesTo } from '#lib/memory/reflect/rules/replies';
import { sentencesIn } from '#lib/memory/reflect/rules/sentence-cache';
import { SpeakerFilter } from '#lib/memory/reflect/rules/speaker-filter';
import { Talk } from '#lib/memory/reflect/rules/talk';
import { CLAUSE, type FormEvidence, type Plain } from '#lib/memory/reflect/rules/utterances';
import { type AskedVerbs, askedTerms, askedVerbs, type ReadTerms, readerFor } from '#lib/memory/reflect/rules/verbs';

/** What a question asks of what was found for it. Pure. */

const HOURS = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';
/** Share of a question's words from which on a statement is about what is asked. */
const MOST = 0.6;
/** And what of it its own words have to hold. */
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
/** Not of what is asked is what it makes with something else: "together with the rent that makes 2,719". */
const BESIDES =
  /\b(?:(?:together|along) with|besides|apart from|in addition to|on top of|without)(?:\s(?!(?:that|this|it|we|i|they|he|she|is|are|makes?)\b)[\p{L}-]+){1,3}/giu;
const DATE_OR_HOUR = new RegExp(
  String.raw`\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${MONTH})(?!\p{L})(?: \d{4})?|(?:${MONTH}) \d{1,4}|\d{1,2}:\d\d|(?<![\d.,])(?:19|20)\d\d(?![\d.,]\d)`,
  'giu',
);
const NUMBER =
  /\p{N}|\b(?:free|nothing|half|dozen|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b|\w+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|million)\b/iu;

/** A question that takes it for granted that something is so: what denies it says no answer. */
const GRANTING = /^\s*(?:who|when|(?:(?:at|on|in|by|since|from) )?(?:what|which) (?:year|month|day|date|time|hour)s?)\b/i;
const DENYING = /^(?:not|never|no|nobody|none|cannot|\p{L}+n['’]t)$/iu;
/** Words between "not" and what it denies. */
const DENIES_WITHIN = 2;

/** Of what costs something else they say no price. */
const PRICE_WORDS = new Set(plainTerms('cost price fee charge'));
const isAmount = (text: string): boolean => NUMBER.test(text.replace(DATE_OR_HOUR, ' '));

/** "How much did we save on the floor?": what it is spent or saved on. */
const OBJECT = /^\s*how much\b.+\s(?:on|for)\s(?<object>(?:(?!\s(?:on|for)\s).)+)$/i;

type DatedEvidence = Pick<Evidence, 'occurredStart' | 'mentionedAt'>;

/** Whether what answers may stand some places behind what is found, in other words: "So we are at 17,900 for the new one", "It got too expensive". */
export const mayContinueElsewhere = (query: string): boolean => asksWhy(query) || pricedIn(query) !== null;

export class ReflectQuestion {
  readonly terms: readonly string[];
  /** the terms of a text, as far as this question is about them */
  readonly read: ReadTerms;
  /** nothing is asked but what there is about whom it names */
  readonly isOnlyWhom: boolean;
  /** nothing is asked but what was at a time that it names, of whom it names */
  readonly isOnlyWhen: boolean;
  readonly isTemporal: boolean;
  readonly isCounting: boolean;
  /** what something costs is asked, and that changes */
  readonly asksPrice: boolean;
  /** where somebody or something is, is asked: nothing but a statement of that form says it */
  readonly asksPlace: boolean;
  readonly isPlain: Plain | null;
  /** gives the reason, or names the place, that is asked for */
  private readonly isGiven: Plain | null;
  private readonly person: ReturnType<typeof personIn>;
  /** a time is asked for, and what names none does not say it */
  private readonly asksWhen: boolean;
  /** an amount is asked for, and what names none of it does not say it */
  private readonly asksAmount: boolean;
  /** terms of what an amount is spent or saved on; what names none of them does not say it */
  private readonly spentOn: readonly string[];
  /** it is taken for granted that something is so */
  private readonly isGranting: boolean;
  /** ids of what answered when the same was asked in a talk */
  private readonly replies: ReadonlySet<string>;
  private readonly verbs: AskedVerbs | null;
  private readonly isOpen: boolean;
  private readonly named: ReadonlySet<string>;
  private readonly whose: SpeakerFilter;
  private readonly window: ReturnType<typeof queryWindow>;
  private readonly weights: ReadonlyMap<string, number>;
  private readonly all: number;
  /** what is asked of whom */
  private readonly words: readonly string[];

  constructor(query: string, items: readonly Evidence[], now: Date) {
    const window = queryWindow(query, now);
    const timeless = window ? query.replace(window.text, ' ') : query;
    const wanted = new Set(plainTerms(query));
    const known = items.flatMap(({ speaker, entities }) => [speaker ?? '', ...entities].flatMap(plainTerms));
    this.named = new Set(known.filter((term) => wanted.has(term)));
    this.isOpen = isOpen(subjectOf(timeless, [...this.named]));
    this.terms = askedTerms(query);
    this.read = readerFor(this.terms);
    this.whose = new SpeakerFilter(query, this.named, items, this.read);
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
    const holders = items.map(({ text }) => new Set(this.read(text)));
    this.words = this.terms.filter((term) => !this.named.has(term));
    this.weights = new Map(
      this.terms.map((term) => [term, inverseFrequency(items.length, holders.filter((held) => held.has(term)).length)]),
    );
    this.all = [...this.weights.values()].reduce((sum, weight) => sum + weight, 0);
  }

  /** Somebody is named, and something asked of them. */
  get isOfSomebody(): boolean {
    return this.named.size > 0 && this.words.length > 0;
  }

  /** Where a time is asked for too: told or happened then, or naming that time. */
  private inItsTime(isPlain: Plain): Plain {
    const names = this.window?.text.match(/\p{Lu}\p{L}+|\d{4}/gu) ?? [];
    return (quote, by) => isPlain(quote, by) && (this.window === null || this.isThen(by) || names.some((name) => quote.includes(name)));
  }

  private isThen({ occurredStart = null, occurredEnd = null, mentionedAt = null }: FormEvidence): boolean {
    return [occurredStart, occurredEnd, mentionedAt].some((date) => this.isIn(date));
  }

  /** Share of the question's words, by their rarity in what was found, that a text holds. */
  coverage = (held: ReadonlySet<string>): number => {
    let sum = 0;
    for (const [term, weight] of this.weights) if (held.has(term)) sum += weight;
    return this.all > 0 ? sum / this.all : 0;
  };

  /** Whether it says, in the words of the question, most of what it asks, of whom it names. */
  isHeldIn(quote: string, by: Evidence): boolean {
    const isWord = (held: ReadonlySet<string>): boolean => this.words.length === 0 || this.words.some((word) => held.has(word));
    if (this.person && (this.person.asks !== 'who' || !isSubjectIn(quote, this.person.whom))) return false;
    if (this.asksPlace) return false;
    if (this.asksWhen && by.occurredStart === null && !this.isTimeIn(quote)) return false;
    if (this.asksAmount && !this.isAmountIn(quote)) return false;
    if (this.spentOn.length > 0 && !this.read(quote).some((term) => this.spentOn.includes(term))) return false;
    if (this.denies(quote)) return false;
    if (this.isCounting || !this.whose.isToldIn(quote, by, isWord)) return false;
    // Who somebody is who is asked after by name, is not told by their speaking.
    const said = this.read(quote);
    if (this.isPlain) return this.coverage(new Set(said)) >= MOST;
    // What it was said about helps who says most of it, and no one else.
    const own = [...said, ...this.named];
    return this.coverage(new Set(own)) >= HALF && this.coverage(new Set([...own, ...this.read(`${by.context} ${by.name}`)])) >= MOST;
  }

  /** A time, in one breath with what is asked. */
  private isTimeIn(quote: string): boolean {
    return quote.split(CLAUSE).some((part) => namesTime(part) && this.read(part).some((term) => this.words.includes(term)));
  }

  /** A number that is no date, in one breath with what is asked. */
  private isAmountIn(quote: string): boolean {
    return quote
      .split(CLAUSE)
      .map((part) => part.replace(BESIDES, ' '))
      .some((part) => isAmount(part) && this.read(part).some((term) => this.words.includes(term) && !PRICE_WORDS.has(term)));
  }

  /** What the question takes for granted it denies: a word of it stands behind a "not", and nowhere else. */
  denies(quote: string): boolean {
    if (!this.isGranting) return false;
    const words = quote.match(/[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu) ?? [];
    const isDeniedAt = (i: number): boolean => words.slice(Math.max(0, i - 1 - DENIES_WITHIN), i).some((word) => DENYING.test(word));
    return this.words.some((term) => {
      const places = words.flatMap((word, i) => (plainTerms(word).includes(term) ? i : []));
      return places.length > 0 && places.every(isDeniedAt);
    });
  }

  /** The sentences of a text that hold words of the question; all of it where none of them does. */
  matterOf(text: string): string {
    const sentences = sentencesIn(text).map(({ start, end }) => text.slice(start, end));
    const asked = sentences.filter((sentence) => this.read(sentence).some((term) => this.words.includes(term)));
    return asked.length > 0 && asked.length < sentences.length ? asked.join(' ') : text;
  }

  /** Whether it says in plain words what is asked: in its form, with its verb about whom it names, or in reply to the same question. */
  isPlainIn(quote: string, by: Evidence): boolean {
    return this.isPlain?.(quote, by) || this.isGiven?.(quote, by) || this.isVerbIn(quote, by) || this.isReply(quote, by);
  }

  private isReply(quote: string, { id, occurredStart }: Evidence): boolean {
    if (!this.replies.has(id)) return false;
    return (!this.asksAmount || isAmount(quote)) && (!this.asksWhen || occurredStart !== null || namesTime(quote));
  }

  private isVerbIn(quote: string, by: Evidence): boolean {
    return this.isOpen && this.verbs !== null && this.whose.isToldIn(quote, by, this.verbs.isSaidBy);
  }

  private names({ speaker, text }: Evidence): boolean {
    return this.named.size === 0 || plainTerms(`${speaker ?? ''} ${text}`).some((term) => this.named.has(term));
  }

  /** What there is about those whom an open question names ("What does Ana like?"), however far its few words are; of any other question nothing. */
  isAbout(one: Evidence): boolean {
    return this.named.size > 0 && this.isOpen && this.names(one);
  }

  /** Where nothing but a time is asked for, what was told in it, or after it began of it, by or about whom it names; null where nothing was. */
  inTime<T extends { readonly evidence: Evidence }>(all: readonly T[]): readonly T[] | null {
    const lying = all.filter(({ evidence }) => this.liesIn(evidence) && this.names(evidence));
    return lying.length > 0 ? lying : null;
  }

  /** Who, how old or called what somebody is, is asked, and nothing that was found names them. */
  isOfNobody(items: readonly Evidence[]): boolean {
    const { person } = this;
    if (person === null) return false;
    return !items.some(({ text, context, name, speaker, entities }) =>
      plainTerms([text, context, name, speaker ?? '', ...entities].join(' ')).some((term) => person.whom.has(term)),
    );
  }

  /** Nothing but a time is asked for, and a talk of then begins with it. */
  isNews(one: Evidence): boolean {
    return (
      this.isOnlyWhen &&
      one.document?.position === 0 &&
      this.liesIn({ occurredStart: null, mentionedAt: one.mentionedAt }) &&
      this.names(one)
    );
  }

  /** When it happened, else when it was told; of what was told in the time that is asked for and happens at another, when it was told. */
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
