import { defined } from '#lib/base/defined';
import { readWords } from '#lib/base/text/language';
import { plainTerms } from '#lib/base/text/word-forms';
import { remembered, sentencesIn } from '#lib/memory/reflect/rules/sentence-cache';
import { sayingTerms } from '#lib/memory/reflect/rules/verbs';

/** What of a memory or a document stands in an answer, word for word. Pure. */

/** A greeting, a thanks, an exclamation: nothing that answers. */
const TALK =
  /^(?:(?:hey|hi|hello|wow|thanks|thank you|yeah|yep|yes|no|oh|ok|okay|sure|great|awesome|cool|nice|haha|aw+|congrats|congratulations|bye|absolutely|definitely|totally|exactly|true|right)\b[\s,!.]*)+/i;
/** What people say about what the other one said. */
const REACTION =
  /^(?:(?:so|and|but|well|oh|it|that|this|you|they|she|he|what)\b[\s,]*)*(?:(?:that |this |it |they )?(?:sounds?|looks?|seems?|must(?:'ve| have)?)\b|(?:that|this|it|they)(?:['’]s|['’]re| is| are| was)? (?:so |really |super |pretty |such |quite |very |always |totally )*(?:a |an )?(?:great|good|awesome|amazing|cool|nice|lovely|wonderful|fantastic|sweet|adorable|gorgeous|beautiful|impressive|inspiring|interesting|sad|tough|rough|fun|true|funny)\b|(?:so |really |i['’]?m |i am )*(?:glad|sorry|happy|proud|excited|thankful|grateful|appreciate)\b (?:to (?:hear|see|know)|that you|you|your|for you|of you|about that|it)|hope (?:you|it|that|all)|(?:i )?(?:bet|wish|guess) (?:you|they|it|that)|(?:i )?(?:can['’]t|cannot) wait to (?:hear|see)|keep (?:it up|up|me|going|pushing|at it)|go for it|your (?:kind |)?(?:support|words|kindness|encouragement)|you(?:['’]re| are) (?:so |really |totally |absolutely |such )*(?:right|welcome|amazing|awesome|inspiring|a)\b|let me know|take care|good luck|love (?:that|it|this)\b|what a\b|i (?:totally |completely |really )?(?:agree|get it|hear you|feel you)|same here|me too)/i;
const MIN_TERMS = 2;
/** Characters of one unit; what is left out is marked. */
const MAX_QUOTE = 320;
const MODEL_SENTENCES = 3;
const NO_TERMS: ReadonlySet<string> = new Set();

const isBlank = (sentence: string, names: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean => {
  const said = sentence.replace(TALK, '');
  if (REACTION.test(said) || /^\[[^\]]*\]$/.test(said)) return true;
  // What is called out is an exclamation, unless its own words make it more.
  const isCalled = said.endsWith('!');
  // Whose name is asked for is more than who is spoken to.
  const isMore = (term: string): boolean => !names.has(term) || (!isCalled && wanted.has(term));
  const words = plainTerms(said).filter(isMore);
  // What its verbs say counts where its other words are too few.
  const rest = isCalled || words.length >= MIN_TERMS ? words : sayingTerms(said).filter(isMore);
  const isShort = rest.length < MIN_TERMS || (said.trim().split(/\s+/).length <= MIN_TERMS && !hasVerb(said));
  return isShort && !/\d/.test(sentence) && !rest.some((term) => wanted.has(term));
};

/** "Poor Anika." says nothing of her. */
const hasVerb = remembered((text) => readWords(text).words.some(({ pos }) => pos === 'VERB' || pos === 'AUX'));

interface QuoteRange {
  readonly start: number;
  readonly end: number;
}

/** "(Ana, 5 March 2026)", "(2026-03-05)": of what stands before it, in the text of an observation or a document. */
const TOLD = /^\((?:[^()]*, )?(?:\d{4}-\d\d-\d\d|\d{1,2} \p{L}+ \d{4})\)/u;

/** Sentences; who said one when, and is no sentence itself, stands alone behind it and not before the next. */
const saidIn = (text: string): QuoteRange[] =>
  sentencesIn(text).flatMap(({ start, end }) => {
    const told = TOLD.exec(text.slice(start, end))?.[0].length ?? 0;
    const rest = start + told + (/^\s*/.exec(text.slice(start + told, end))?.[0].length ?? 0);
    return told === 0 || rest === end
      ? [{ start, end }]
      : [
          { start, end: start + told },
          { start: rest, end },
        ];
  });

/** What is worth quoting of a unit: no questions, no talk but what holds a `wanted` term. Verbatim; an ellipsis where something was left out in between. */
export function quoteOf(text: string, names: ReadonlySet<string>, wanted: ReadonlySet<string> = NO_TERMS): string {
  const kept: QuoteRange[] = [];
  let last: QuoteRange | null = null;
  for (const { start, end } of saidIn(text)) {
    const sentence = text.slice(start, end);
    const before = last;
    last = { start, end };
    if (TOLD.test(sentence) && before) {
      if (kept.at(-1) === before) kept[kept.length - 1] = { start: before.start, end };
      continue;
    }
    if (/\?["'”’)]*$/.test(sentence) || isBlank(sentence, names, wanted)) continue;
    if (kept.length > 0 && end - defined(kept[0]).start > MAX_QUOTE) break;
    kept.push(last);
  }
  return kept
    .map(({ start, end }, i) => {
      const gap = i === 0 ? '' : /^\s*$/.test(text.slice(defined(kept[i - 1]).end, start)) ? ' ' : ' … ';
      return `${gap}${text.slice(start, end)}`;
    })
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

const ATTRIBUTION = /^\([^()]*\)$/;

/** "(Ana, 5 March 2026)" behind a sentence says who said it, and is none by itself. */
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

/** A line that tells what was before behind what is now: either alone would be told as what holds. */
const STORY = /^(.*(?<!\S)Earlier(?: \([^()]*\))?: .*)$/m;

/** Sentences; a line of a story is one piece. */
const piecesOf = (content: string): string[] =>
  content.split(STORY).flatMap((part, i) => (i % 2 === 1 ? [part] : saidIn(part).map(({ start, end }) => part.slice(start, end))));

/** Of a model's content the sentences that share most with the question and are not told already, in their order. Headings name and prove nothing. */
export function quoteOfModel(
  whole: string,
  coverage: (held: ReadonlySet<string>) => number,
  isTold: (sentence: string) => boolean = () => false,
): string {
  const sentences = withSources(piecesOf(whole.replace(HEADING, '')).map((piece) => piece.replace(/^[#>*\-\s]+/, '').trim())).filter(
    ({ said }) => said !== '' && !said.endsWith('?'),
  );
  const scored = sentences.map(({ said, from }, place) => ({
    sentence: `${said}${from}`,
    place,
    score: coverage(new Set(plainTerms(said))),
  }));
  const kept: typeof scored = [];
  for (const one of [...scored].sort((a, b) => b.score - a.score || a.place - b.place)) {
    if (one.score === 0 || kept.length === MODEL_SENTENCES) break;
    if (!isTold(one.sentence)) kept.push(one);
  }
  kept.sort((a, b) => a.place - b.place);
  return kept.map(({ sentence, place }, i) => `${i > 0 && defined(kept[i - 1]).place + 1 < place ? '… ' : ''}${sentence}`).join(' ');
}
