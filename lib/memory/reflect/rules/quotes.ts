import { defined } from '#lib/base/defined';
import { readWords } from '#lib/base/text/language';
import { plainTerms } from '#lib/base/text/word-forms';
import { cachedByText, sentencesIn } from '#lib/memory/reflect/rules/sentence-cache';
import { sayingTerms } from '#lib/memory/reflect/rules/verbs';

/** The quotes of a memory or a document, verbatim. Pure. */

/** Greetings, thanks and exclamations, which answer nothing. */
const TALK =
  /^(?:(?:hey|hi|hello|wow|thanks|thank you|yeah|yep|yes|no|oh|ok|okay|sure|great|awesome|cool|nice|haha|aw+|congrats|congratulations|bye|absolutely|definitely|totally|exactly|true|right)\b[\s,!.]*)+/i;
/** Reactions to another speaker. */
const REACTION =
  /^(?:(?:so|and|but|well|oh|it|that|this|you|they|she|he|what)\b[\s,]*)*(?:(?:that |this |it |they )?(?:sounds?|looks?|seems?|must(?:'ve| have)?)\b|(?:that|this|it|they)(?:['’]s|['’]re| is| are| was)? (?:so |really |super |pretty |such |quite |very |always |totally )*(?:a |an )?(?:great|good|awesome|amazing|cool|nice|lovely|wonderful|fantastic|sweet|adorable|gorgeous|beautiful|impressive|inspiring|interesting|sad|tough|rough|fun|true|funny)\b|(?:so |really |i['’]?m |i am )*(?:glad|sorry|happy|proud|excited|thankful|grateful|appreciate)\b (?:to (?:hear|see|know)|that you|you|your|for you|of you|about that|it)|hope (?:you|it|that|all)|(?:i )?(?:bet|wish|guess) (?:you|they|it|that)|(?:i )?(?:can['’]t|cannot) wait to (?:hear|see)|keep (?:it up|up|me|going|pushing|at it)|go for it|your (?:kind |)?(?:support|words|kindness|encouragement)|you(?:['’]re| are) (?:so |really |totally |absolutely |such )*(?:right|welcome|amazing|awesome|inspiring|a)\b|let me know|take care|good luck|love (?:that|it|this)\b|what a\b|i (?:totally |completely |really )?(?:agree|get it|hear you|feel you)|same here|me too)/i;
const MIN_TERMS = 2;
/** In characters of one unit; omissions are marked. */
const MAX_QUOTE = 320;
const MODEL_SENTENCES = 3;
const NO_TERMS: ReadonlySet<string> = new Set();

const isBlank = (sentence: string, names: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean => {
  const said = sentence.replace(TALK, '');
  if (REACTION.test(said) || /^\[[^\]]*\]$/.test(said)) return true;
  // A sentence with an exclamation mark counts only by its own words.
  const isCalled = said.endsWith('!');
  // A name that is asked for counts as more than a form of address.
  const isMore = (term: string): boolean => !names.has(term) || (!isCalled && wanted.has(term));
  const words = plainTerms(said).filter(isMore);
  // The words of verbs count if other words are too few.
  const rest = isCalled || words.length >= MIN_TERMS ? words : sayingTerms(said).filter(isMore);
  const isShort = rest.length < MIN_TERMS || (said.trim().split(/\s+/).length <= MIN_TERMS && !hasVerb(said));
  return isShort && !/\d/.test(sentence) && !rest.some((term) => wanted.has(term));
};

/** "Poor Anika." says nothing about her. */
const hasVerb = cachedByText((text) => readWords(text).words.some(({ pos }) => pos === 'VERB' || pos === 'AUX'));

interface QuoteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * "(Ana, 5 March 2026)", "(2026-03-05)": the attribution of the preceding sentence, in an
 * observation or a document.
 */
const ATTRIBUTED = /^\((?:[^()]*, )?(?:\d{4}-\d\d-\d\d|\d{1,2} \p{L}+ \d{4})\)/u;

/** Sentences, with each attribution as a separate range after the sentence that it belongs to. */
const rangesIn = (text: string): QuoteRange[] =>
  sentencesIn(text).flatMap(({ start, end }) => {
    const attribution = ATTRIBUTED.exec(text.slice(start, end))?.[0].length ?? 0;
    const rest = start + attribution + (/^\s*/.exec(text.slice(start + attribution, end))?.[0].length ?? 0);
    return attribution === 0 || rest === end
      ? [{ start, end }]
      : [
          { start, end: start + attribution },
          { start: rest, end },
        ];
  });

/**
 * The sentences of a unit up to `MAX_QUOTE`, verbatim, with an ellipsis for omissions between
 * sentences. `gapOf`: what separates two neighbors, given the text between them.
 */
function quoteSentences(text: string, isOmitted: (sentence: string) => boolean, gapOf: (between: string) => string): string {
  const chosen: QuoteRange[] = [];
  let last: QuoteRange | null = null;
  for (const { start, end } of rangesIn(text)) {
    const sentence = text.slice(start, end);
    const before = last;
    last = { start, end };
    if (ATTRIBUTED.test(sentence) && before) {
      if (chosen.at(-1) === before) chosen[chosen.length - 1] = { start: before.start, end };
      continue;
    }
    if (isOmitted(sentence)) continue;
    if (chosen.length > 0 && end - defined(chosen[0]).start > MAX_QUOTE) break;
    chosen.push(last);
  }
  return chosen
    .map(({ start, end }, i) => `${i === 0 ? '' : gapOf(text.slice(defined(chosen[i - 1]).end, start))}${text.slice(start, end)}`)
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * The quotable sentences of an English unit: no questions, and no small talk without a `wanted`
 * term.
 */
export const quoteOf = (text: string, names: ReadonlySet<string>, wanted: ReadonlySet<string> = NO_TERMS): string =>
  quoteSentences(
    text,
    (sentence) => /\?["'”’)]*$/.test(sentence) || isBlank(sentence, names, wanted),
    (between) => (/^\s*$/.test(between) ? ' ' : ' … '),
  );

/** The question marks of other scripts; Greek writes a semicolon. */
const OTHER_QUESTION = /[？؟՞፧\u037e]["'”’»“」』）)\]]*$|\p{sc=Greek};["'”’»)]*$/u;
const isQuestion = (sentence: string): boolean => /\?["'”’»“)\]]*$/.test(sentence) || OTHER_QUESTION.test(sentence);
/** Scripts without blanks between sentences. */
const UNSPACED_END = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}。！？]["'”’」』）)]*$/u;

/** The sentences of a unit in any language, except questions. */
export const quoteWhole = (text: string): string => {
  const ellipsis = UNSPACED_END.test(text.trim()) ? '……' : ' … ';
  return quoteSentences(text, isQuestion, (between) => (/\S/.test(between) ? ellipsis : between));
};

const ATTRIBUTION = /^\([^()]*\)$/;

/** Attaches attributions such as "(Ana, 5 March 2026)" to the sentences before them. */
function withSources(sentences: readonly string[]): { said: string; from: string }[] {
  const read: { said: string; from: string }[] = [];
  for (const sentence of sentences) {
    const before = read.at(-1);
    if (before && ATTRIBUTION.test(sentence)) before.from += ` ${sentence}`;
    else read.push({ said: sentence, from: '' });
  }
  return read;
}

const HEADING = /^ {0,3}#{1,6}(?: .*)?$/gm;

/** A line with a current and an earlier state: quoted alone, either would appear to be current. */
const CHANGE_LINE = /^(.*(?<!\S)Earlier(?: \([^()]*\))?: .*)$/m;

/** Sentences; a line with an earlier state is one piece. */
const piecesOf = (content: string): string[] =>
  content.split(CHANGE_LINE).flatMap((part, i) => (i % 2 === 1 ? [part] : rangesIn(part).map(({ start, end }) => part.slice(start, end))));

/**
 * The sentences of a mental model that cover most of the question and are not quoted already, in
 * their order. Headings are omitted, because they name things without stating anything.
 */
export function quoteOfModel(
  whole: string,
  coverage: (sentence: string) => number,
  isQuoted: (sentence: string) => boolean = () => false,
): string {
  const sentences = withSources(piecesOf(whole.replace(HEADING, '')).map((piece) => piece.replace(/^[#>*\-\s]+/, '').trim())).filter(
    ({ said }) => said !== '' && !said.endsWith('?') && !OTHER_QUESTION.test(said),
  );
  const scored = sentences.map(({ said, from }, place) => ({
    sentence: `${said}${from}`,
    place,
    score: coverage(said),
  }));
  const chosen: typeof scored = [];
  for (const one of [...scored].sort((a, b) => b.score - a.score || a.place - b.place)) {
    if (one.score === 0 || chosen.length === MODEL_SENTENCES) break;
    if (!isQuoted(one.sentence)) chosen.push(one);
  }
  chosen.sort((a, b) => a.place - b.place);
  return chosen
    .map(({ sentence, place }, i) => {
      const before = chosen[i - 1];
      if (before === undefined) return sentence;
      return `${UNSPACED_END.test(before.sentence) ? '' : ' '}${before.place + 1 < place ? '… ' : ''}${sentence}`;
    })
    .join('');
}
