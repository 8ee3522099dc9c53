import { type FactSource, searchedOf } from '#lib/memory/observations/plan';
import { bodyOf, sameWords, sentencesOf } from '#lib/memory/observations/rules/claims';

/** The text of an observation: statements with their days, one in each line. Pure. */

/** A statement of one memory, with its speaker. */
export interface DatedStatement {
  readonly sentence: string;
  readonly source: FactSource;
}

const inBrackets = (date: Date | null): string => (date ? ` (${date.toISOString().slice(0, 10)})` : '');

/**
 * The statements without sentences that one before them contains, apart from case, punctuation and
 * filler words. A statement of which nothing remains is omitted.
 */
export function withoutRepeats<Statement extends DatedStatement>(statements: readonly Statement[]): Statement[] {
  const shown = new Set<string>();
  return statements.flatMap((statement): Statement[] => {
    const body = bodyOf(statement.sentence, statement.source.speaker);
    const prefix = statement.sentence.slice(0, statement.sentence.length - body.length);
    const sentences = sentencesOf(body);
    const remaining = sentences.filter((sentence) => {
      const words = sameWords(sentence);
      if (words !== '' && shown.has(words)) return false;
      shown.add(words);
      return true;
    });
    if (remaining.length === sentences.length) return [statement];
    return remaining.length === 0 ? [] : [{ ...statement, sentence: `${prefix}${remaining.join(' ')}` }];
  });
}

/** A single statement has no day: it is the time of the observation. */
const dayIn = ({ source }: DatedStatement, statements: readonly DatedStatement[]): string =>
  statements.length === 1 ? '' : inBrackets(source.mentionedAt);

/** The newest first. The speaker is named where the speaker changes. */
export const linesOf = (newestFirst: readonly DatedStatement[]): string =>
  newestFirst
    .map((one, i) => {
      const { speaker } = one.source;
      const isSame = speaker !== null && newestFirst[i - 1]?.source.speaker === speaker;
      return `${isSame ? searchedOf(one.sentence, speaker) : one.sentence}${dayIn(one, newestFirst)}`;
    })
    .join('\n');

/** The newest statement and those that it replaced, which begin with "Earlier". */
export const linesOfChange = (newest: DatedStatement, earlier: readonly DatedStatement[]): string =>
  [
    `${newest.sentence}${dayIn(newest, [newest, ...earlier])}`,
    ...earlier.map(({ sentence, source }) => `Earlier${inBrackets(source.mentionedAt)}: ${searchedOf(sentence, newest.source.speaker)}`),
  ].join('\n');

const DAY_AT_END = / \(\d{4}-\d{2}-\d{2}\)$/;

/**
 * The text of an observation in one line, for a quotation that has the time of the observation.
 * Days are omitted if all lines have the same one, and so is that of a statement before "Earlier".
 */
export function inOneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const days = lines.map((line) => DAY_AT_END.exec(line)?.[0]);
  const isOfOneDay = lines.length > 1 && days[0] !== undefined && days.every((day) => day === days[0]);
  return lines.map((line, i) => (isOfOneDay || lines[i + 1]?.startsWith('Earlier') ? line.replace(DAY_AT_END, '') : line)).join(' ');
}
