import { findDate } from '#lib/base/text/dates';
import { dayWords } from '#lib/base/text/day-words';
import { ENGLISH, languageOf } from '#lib/base/text/languages/of';
import { bodyOf } from '#lib/memory/observations/rules/claims';
import type { AnswerClaim } from '#lib/memory/reflect/compose';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { isolated, type ReflectWording, wordingIn } from '#lib/memory/reflect/phrases/wording';
import type { TopicChange } from '#lib/memory/reflect/rules/answer-part';
import { sentencesIn } from '#lib/memory/reflect/rules/sentence-cache';
import type { QuotableStatement } from '#lib/memory/reflect/rules/statements';

/** Formats quotations with their speakers and times, in the language of the question. Pure. */

const joined = (parts: readonly string[], { phrases: { punctuation } }: ReflectWording): string =>
  parts.filter(Boolean).join(punctuation.comma);

/** The speaker and the time of a statement. */
function heading({ kind, name, speaker, mentionedAt, hasEnded }: Evidence, wording: ReflectWording): string {
  const { language, phrases, day } = wording;
  const when = mentionedAt ? day(mentionedAt) : '';
  if (kind === 'mental_model')
    return joined([phrases.from(phrases.quotes.join(isolated(name, language))), when && phrases.asOf(when)], wording);
  const source = joined([speaker === null ? (kind === 'observation' ? phrases.observed : '') : isolated(speaker, language), when], wording);
  if (!hasEnded) return source;
  return source === '' ? phrases.earlier : `${phrases.earlier}${phrases.punctuation.brackets.join(source)}`;
}

/**
 * The time of occurrence, if it differs from the day of the mention and the quote does not name it.
 * A time belongs to the sentence that names it; a quote without that sentence has another time. The
 * evidence of an observation has several times.
 */
function happened({ evidence, quote }: QuotableStatement, { day, span, phrases }: ReflectWording): string {
  const { kind, occurredStart, occurredEnd, mentionedAt, text, speaker } = evidence;
  if (kind === 'mental_model' || kind === 'observation' || occurredStart === null) return '';
  if (
    quote.length < bodyOf(text, speaker).trim().length &&
    !sentencesIn(quote).some(({ start, end }) => findDate(quote.slice(start, end), mentionedAt))
  )
    return '';
  const words = span(occurredStart, occurredEnd);
  const own = wordingIn(languageOf(quote)).span(occurredStart, occurredEnd);
  const isShown = quote.includes(words) || quote.includes(own) || (mentionedAt !== null && words === day(mentionedAt));
  return isShown ? '' : phrases.punctuation.brackets.join(words);
}

/** "Earlier", with the speaker only if it differs from that of the newest statement. */
function earlier({ speaker, mentionedAt }: Evidence, newest: Evidence, wording: ReflectWording): string {
  const { phrases, language, day } = wording;
  const by = joined(
    [speaker === null || speaker === newest.speaker ? '' : isolated(speaker, language), mentionedAt ? day(mentionedAt) : ''],
    wording,
  );
  return by === '' ? phrases.earlier : `${phrases.earlier}${phrases.punctuation.brackets.join(by)}`;
}

const MONTH = 'January|February|March|April|May|June|July|August|September|October|November|December';
const STORED_DAY = String.raw`\d{1,2} (?:${MONTH}) \d{4}|\d{4}-\d{2}-\d{2}`;
/** What consolidation and mental models write between stored sentences. */
const STORED_EARLIER = new RegExp(String.raw`(?<!\S)Earlier(?: \((?:(?<by>[^()]*), )?(?<day>${STORED_DAY})\))?: `, 'g');
const STORED_SOURCE = new RegExp(String.raw` \((?:(?<by>[^()]*), )?(?<day>${STORED_DAY})\)`, 'g');
/** An earlier state in any memory. */
const EARLIER_DAY = /(?<= Earlier \()\d{4}-\d{2}-\d{2}(?=\): )/g;

/** Formats the attributions inside an observation or a document as in the rest of the answer. */
function withAttributions({ evidence: { kind }, quote }: QuotableStatement, wording: ReflectWording): string {
  if (wording.language === ENGLISH) return quote.replace(EARLIER_DAY, (day) => dayWords(new Date(day)));
  if (kind !== 'observation' && kind !== 'mental_model') return quote;
  const { phrases, day } = wording;
  const source = (by: string | undefined, stored: string | undefined): string =>
    stored === undefined ? '' : phrases.punctuation.brackets.join(joined([by ?? '', day(new Date(`${stored} UTC`))], wording));
  return quote
    .replace(STORED_EARLIER, (_, by?: string, stored?: string) => `${phrases.earlier}${source(by, stored)}${phrases.punctuation.colon}`)
    .replace(STORED_SOURCE, (_, by?: string, stored?: string) => source(by, stored));
}

type Statement = Pick<AnswerClaim, 'text' | 'cites'>;

/** The beginnings of earlier states in a line of a stored text. */
const BEFORE_EARLIER = /(?<!\S)(?=Earlier(?: \([^()]*\))?: )/;

/** "Now A. Earlier: B." as "Earlier: B. Later: Now A.", line by line. English. */
export const formerFirst = (quote: string): string =>
  quote
    .split('\n')
    .map((line) => {
      const [current = '', ...former] = line.split(BEFORE_EARLIER);
      if (former.length === 0) return line;
      const [mark = ''] = /^\s*(?:[-*] +)?/.exec(current) ?? [];
      const newest = current.slice(mark.length).trim();
      const states = former.map((state) => state.trim()).join(' ');
      return `${mark}${states}${newest === '' ? '' : ` Later: ${newest}`}`;
    })
    .join('\n');

/**
 * The claims of one utterance, as one list item. `isOfPast`: an English question asks for a former
 * state, which comes before the current one.
 */
export function claimsOfGroup(
  group: readonly QuotableStatement[],
  changes: ReadonlyMap<string, TopicChange>,
  wording: ReflectWording,
  isOfPast = false,
): AnswerClaim[] {
  const { colon } = wording.phrases.punctuation;
  const inOrder = isOfPast ? formerFirst : (text: string): string => text;
  const quoted = (one: QuotableStatement): string => isolated(inOrder(withAttributions(one, wording)), wording.language);
  const claims: Statement[] = [];
  let day = '';
  group.forEach((one, i) => {
    const { evidence } = one;
    const title = heading(evidence, wording);
    const prefix = title === '' || (i > 0 && title === day) ? '' : `${title}${colon}`;
    day = title;
    const claim: Statement = { text: `${prefix}${quoted(one)}${happened(one, wording)}`, cites: [evidence] };
    const change = changes.get(evidence.id);
    const former = (change?.newest === one ? change.earlier : []).map((before) => ({
      text: `${earlier(before.evidence, evidence, wording)}${colon}${isolated(before.quote, wording.language)}`,
      cites: [before.evidence],
    }));
    claims.push(...(isOfPast ? [...former, claim] : [claim, ...former]));
  });
  return claims.map((claim, i) => ({
    cites: claim.cites,
    text: i === 0 ? `- ${claim.text}` : claim.text,
    opens: i === 0 ? 'item' : 'run',
  }));
}
