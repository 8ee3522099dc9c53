import { z } from 'zod';
import { defined } from '#lib/base/defined';
import { DATE_GRAINS, type DateGrain } from '#lib/base/literals';
import { daySpan, MINUTE, monthSpan, type TimeSpan, yearSpan } from '#lib/base/text/calendar';
import { findDate } from '#lib/base/text/dates';
import { distinct, ENTITY_KINDS } from '#lib/base/text/entities';
import { languageOf } from '#lib/base/text/languages/of';
import type { NamedEntity } from '#lib/base/text/named-entity';
import { parseTimestamp } from '#lib/base/timestamps';
import type { ExtractionSettings, ExtractionTurn, FactFindings, LlmFact } from '#lib/memory/retain/model/extract-contract';

/** Validates the answer of a language model. Nothing in it is used unchecked. Pure. */

const findings = {
  fact_type: z.enum(['world', 'experience']),
  when: z.string().nullable(),
  occurred_start: z.string().nullable(),
  occurred_end: z.string().nullable(),
  entities: z.array(z.object({ name: z.string(), kind: z.enum(ENTITY_KINDS) })),
  caused_by: z.array(z.number()),
  labels: z.array(z.object({ key: z.string(), value: z.string() })),
};
export const extractedFacts = z.object({ facts: z.array(z.object({ turn: z.number(), text: z.string(), ...findings })) });
export const annotations = z.object({ statements: z.array(z.object({ statement: z.number(), ...findings })) });
type ExtractedFact = z.output<typeof extractedFacts>['facts'][number];
type Annotation = z.output<typeof annotations>['statements'][number];

const MAX_FACT = 4000;
const MAX_ENTITY = 120;
const MAX_LABEL = 128;
const MAX_CAUSES = 4;
const HAS_WORD = /[\p{L}\p{N}]/u;
/** Words that a model writes instead of omitting a value. */
const NOTHING = /^(?:n\/?a|none|null|unknown|unspecified|-)$/i;

const cleaned = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
const meaningful = (text: string | null): string | null => {
  const words = text === null ? '' : cleaned(text);
  return words === '' || NOTHING.test(words) ? null : words;
};

interface DatedPeriod {
  readonly start: Date;
  /** inclusive */
  readonly end: Date;
  readonly grain: DateGrain;
}

const PARTIAL = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;
const CLOCK = /^(\d{4}-\d{2}-\d{2})[T ]00:00(?::00(?:\.0+)?)?$/;
const ZONED = /(?:z|[+-]\d{2}:?\d{2})$/i;

const spanned = ({ start, end }: TimeSpan, grain: DateGrain): DatedPeriod => ({ start: new Date(start), end: new Date(end - 1), grain });

/**
 * A date is as precise as it is written. A time without a zone is in the speaker's time zone.
 * Exactly midnight means a day.
 */
function isoDate(text: string | null, offsetMinutes: number): DatedPeriod | null {
  if (text === null) return null;
  const partial = PARTIAL.exec(CLOCK.exec(text)?.[1] ?? text);
  if (partial) {
    const [year, month, day] = partial.slice(1).map((part) => (part === undefined ? null : Number(part)));
    if (!year) return null;
    if (month == null) return spanned(yearSpan(year), 'year');
    if (month < 1 || month > 12) return null;
    if (day == null) return spanned(monthSpan(year, month - 1), 'month');
    const span = daySpan(year, month - 1, day);
    return span && spanned(span, 'day');
  }
  const at = parseTimestamp(text);
  if (!at) return null;
  const moment = ZONED.test(text) ? at : new Date(at.getTime() - offsetMinutes * MINUTE);
  return { start: moment, end: moment, grain: 'instant' };
}

const coarser = (a: DateGrain, b: DateGrain): DateGrain => (DATE_GRAINS.indexOf(a) >= DATE_GRAINS.indexOf(b) ? a : b);

/**
 * "In March" alone means the nearest March; the statement decides whether it is past or future. The
 * statement may only choose the year: another date in it is not the one that the words name.
 */
function ownDate(words: string, statement: string, reference: Date | null, offsetMinutes: number): DatedPeriod | null {
  // a few words alone do not show their language
  const options = { offsetMinutes, language: languageOf(statement) };
  const alone = findDate(words, reference, options);
  if (!alone || !statement.toLowerCase().includes(words.toLowerCase())) return alone;
  const inContext = findDate(statement, reference, options);
  const dayOfYear = (date: Date): string => date.toISOString().slice(5, 10);
  return inContext?.grain === alone.grain && dayOfYear(inContext.start) === dayOfYear(alone.start) ? inContext : alone;
}

const plainly = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim();
/** Whether the words that a model cites occur in the text. */
const occursIn = (words: string, body: string): boolean => ` ${plainly(body)} `.includes(` ${plainly(words)} `);

/**
 * Models calculate badly. If our own grammar can read the words that name the time, it decides, and
 * the model's date can only make it more precise.
 */
function dateOf(given: Pick<ExtractedFact, 'when' | 'occurred_start' | 'occurred_end'>, turn: ExtractionTurn): DatedPeriod | null {
  const { offsetMinutes } = turn.item;
  const words = meaningful(given.when);
  const own =
    words === null || !occursIn(words, turn.body) ? null : ownDate(words, turn.body, turn.saidAt ?? turn.item.saidAt, offsetMinutes);
  const start = isoDate(meaningful(given.occurred_start), offsetMinutes);
  const until = start && isoDate(meaningful(given.occurred_end), offsetMinutes);
  const theirs =
    start && until && until.end > start.end ? { start: start.start, end: until.end, grain: coarser(start.grain, until.grain) } : start;
  if (!own) return theirs;
  return theirs && theirs.start >= own.start && theirs.end <= own.end ? theirs : own;
}

function entitiesOf(given: ExtractedFact['entities']): NamedEntity[] {
  const named = given.flatMap(({ name, kind }) => {
    const clean = cleaned(name);
    return HAS_WORD.test(clean) && clean.length <= MAX_ENTITY && !NOTHING.test(clean) ? [{ name: clean, kind }] : [];
  });
  return distinct(named);
}

interface LabelRule {
  readonly values: ReadonlyMap<string, string> | null;
  readonly isSingle: boolean;
  readonly isTag: boolean;
}

/**
 * The labels of the vocabulary by key. Values are compared case-insensitively and written as in the
 * bank's settings.
 */
function rulesOf(labels: ExtractionSettings['labels']): Map<string, LabelRule> {
  const rules = new Map<string, LabelRule>();
  for (const { key, type, values, fields, tag } of labels) {
    const parts =
      type === 'map' ? Object.entries(fields).map(([name, field]) => ({ ...field, key: `${key}.${name}` })) : [{ key, type, values }];
    for (const part of parts)
      rules.set(part.key.toLowerCase(), {
        values: part.type === 'text' ? null : new Map(part.values.map(({ value }) => [value.toLowerCase(), `${part.key}:${value}`])),
        isSingle: part.type !== 'multi-values',
        isTag: tag,
      });
  }
  return rules;
}

export type LabelReader = (given: ExtractedFact['labels']) => { labels: string[]; tags: string[] };

export function labelReader(settings: ExtractionSettings): LabelReader {
  const rules = rulesOf(settings.labels);
  const spelled = new Map(
    settings.labels.flatMap(({ key, type, fields }) =>
      type === 'map'
        ? Object.keys(fields).map((name) => [`${key}.${name}`.toLowerCase(), `${key}.${name}`] as const)
        : [[key.toLowerCase(), key] as const],
    ),
  );
  return (given) => {
    const labels = new Set<string>();
    const tags = new Set<string>();
    const used = new Set<string>();
    for (const one of given) {
      const key = cleaned(one.key).toLowerCase();
      const value = meaningful(one.value);
      const rule = rules.get(key);
      if (!rule || value === null || (rule.isSingle && used.has(key))) continue;
      const label = rule.values === null ? `${spelled.get(key)}:${value}` : rule.values.get(value.toLowerCase());
      if (label === undefined || label.length > MAX_LABEL) continue;
      used.add(key);
      labels.add(label);
      if (rule.isTag) tags.add(label);
    }
    return { labels: [...labels], tags: [...tags] };
  };
}

/**
 * `caused_by` counts from 1 and must refer to an existing fact. Of two facts at most one is the
 * cause of the other.
 */
function causesOf(lists: readonly (readonly number[])[], isUsed: (position: number) => boolean): number[][] {
  const known = new Set<string>();
  return lists.map((list, own) => {
    const causes: number[] = [];
    for (const number of new Set(list)) {
      const cause = number - 1;
      const exists = Number.isInteger(cause) && cause >= 0 && cause < lists.length && isUsed(cause);
      if (!exists || cause === own || causes.length === MAX_CAUSES || known.has(`${cause} ${own}`)) continue;
      known.add(`${own} ${cause}`);
      causes.push(cause);
    }
    return causes;
  });
}

function findingsOf(
  given: ExtractedFact | Annotation,
  turn: ExtractionTurn,
  settings: ExtractionSettings,
  read: LabelReader,
): Omit<FactFindings, 'causes'> {
  const date = dateOf(given, turn);
  return {
    factType: given.fact_type,
    occurredStart: date?.start ?? null,
    occurredEnd: date?.end ?? null,
    precision: date?.grain ?? null,
    entities: settings.freeForm ? entitiesOf(given.entities) : [],
    ...read(given.labels),
  };
}

export interface CheckedExtraction {
  /** in the order of the turns */
  readonly facts: readonly LlmFact[];
  /** rejected facts: they cite a missing turn, or exceed the maximum length of a statement */
  readonly rejected: number;
}

export function checkFacts(
  given: readonly ExtractedFact[],
  turns: readonly ExtractionTurn[],
  settings: ExtractionSettings,
): CheckedExtraction {
  const read = labelReader(settings);
  const texts = given.map(({ text }) => cleaned(text));
  const hasContent = (i: number): boolean => HAS_WORD.test(defined(texts[i])) && !NOTHING.test(defined(texts[i]));
  const turnOf = (i: number): ExtractionTurn | undefined => turns[defined(given[i]).turn - 1];
  const isUsed = (i: number): boolean => hasContent(i) && defined(texts[i]).length <= MAX_FACT && (turnOf(i)?.body.trim() ?? '') !== '';
  const causes = settings.causalLinks
    ? causesOf(
        given.map(({ caused_by }) => caused_by),
        isUsed,
      )
    : given.map(() => []);
  const order = given
    .map((_, i) => i)
    .filter(isUsed)
    .sort((a, b) => defined(given[a]).turn - defined(given[b]).turn || a - b);
  const place = new Map(order.map((i, position) => [i, position]));
  return {
    facts: order.map((i) => ({
      text: defined(texts[i]),
      turn: defined(given[i]).turn - 1,
      ...findingsOf(defined(given[i]), defined(turnOf(i)), settings, read),
      causes: defined(causes[i]).map((cause) => defined(place.get(cause))),
    })),
    rejected: given.filter((_, i) => hasContent(i) && !isUsed(i)).length,
  };
}

export interface CheckedAnnotations {
  /** by the position of the statement; null if the model omitted it */
  readonly findings: readonly (FactFindings | null)[];
}

/**
 * If a statement has several annotations, the first one counts. Annotations of missing statements
 * are ignored.
 */
export function checkAnnotations(
  given: readonly Annotation[],
  turnOf: readonly ExtractionTurn[],
  settings: ExtractionSettings,
): CheckedAnnotations {
  const read = labelReader(settings);
  const first = new Map<number, Annotation>();
  for (const one of given) if (!first.has(one.statement - 1)) first.set(one.statement - 1, one);
  const causes = causesOf(
    turnOf.map((_, i) => (settings.causalLinks ? (first.get(i)?.caused_by ?? []) : [])),
    () => true,
  );
  return {
    findings: turnOf.map((turn, i) => {
      const one = first.get(i);
      return one ? { ...findingsOf(one, turn, settings, read), causes: defined(causes[i]) } : null;
    }),
  };
}
