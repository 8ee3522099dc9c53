import { MARK, termsOf } from '#lib/base/text/index-terms';
import { foldLetters } from '#lib/base/text/languages/letters';
import { nameMentions, type TextSpan } from '#lib/base/text/languages/name-forms';
import type { Language } from '#lib/base/text/languages/of';
import { personWordsOf } from '#lib/base/text/languages/persons';
import { profileOf } from '#lib/base/text/languages/profiles';
import { isUnspaced } from '#lib/base/text/terms';

/** Reads the speakers in a question that is not English: in any case, or in text without blanks. */

export interface NamedSpeakers {
  /** in the order of the given speakers */
  readonly named: readonly string[];
  /** the question without their names */
  readonly stripped: string;
  /** nothing else is asked: "Erzähl mir von Anna" */
  readonly isOnlyNames: boolean;
}

interface Mention extends TextSpan {
  readonly speaker: string;
  /** not another case of the name */
  readonly isExact: boolean;
}

const NAME_WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu;
const SMALL = /^\p{Ll}/u;
const CAPITAL = /^\p{Lu}/u;

/**
 * The places of a speaker's name in a question. A name is capitalized, unless the whole question is
 * in small letters. A name that is also a function word must be capitalized inside the sentence.
 */
function mentionsOf(query: string, speaker: string, language: Language): Mention[] {
  const { stopWords } = profileOf(language);
  const isSmall = query === query.toLowerCase();
  return (speaker.match(NAME_WORD) ?? []).flatMap((word) => {
    const folded = foldLetters(word);
    const isPlain = stopWords.has(folded);
    if (isPlain && (isSmall || !CAPITAL.test(word))) return [];
    return nameMentions(query, word, language).flatMap(({ start, end }) => {
      const text = query.slice(start, end);
      if ((!isSmall && CAPITAL.test(word) && SMALL.test(text)) || (isPlain && start === 0)) return [];
      return [{ speaker, start, end, isExact: foldLetters(text) === folded || isUnspaced(word) }];
    });
  });
}

/** Whether a question contains a speaker's name. `language`: of the question. */
export const namesForeign = (query: string, speaker: string, language: Language): boolean =>
  mentionsOf(query, speaker, language).length > 0;

/** Whether another mention of the same words is a better one: exact, or longer. */
const isBeaten = (mention: Mention, others: readonly Mention[]): boolean =>
  others.some(({ start, end, isExact }) => {
    if (start >= mention.end || mention.start >= end) return false;
    return isExact === mention.isExact ? end - start > mention.end - mention.start : isExact;
  });

function withoutSpans(query: string, spans: readonly TextSpan[]): string {
  let rest = '';
  let from = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start > from) rest += query.slice(from, start);
    rest += ' ';
    from = Math.max(from, end);
  }
  return rest + query.slice(from);
}

/** `people`: the speakers of the bank without roles. */
export function readNamedSpeakers(query: string, people: readonly string[], language: Language): NamedSpeakers {
  const all = people.flatMap((speaker) => mentionsOf(query, speaker, language));
  const mentions = all.filter((mention) => !isBeaten(mention, all));
  const named = people.filter((speaker) => mentions.some((mention) => mention.speaker === speaker));
  const stripped = withoutSpans(query, mentions);
  const { anything } = personWordsOf(language);
  const isOnlyNames = named.length > 0 && termsOf(stripped, language).every((term) => anything.has(term.slice(MARK.length)));
  return { named, stripped, isOnlyNames };
}
