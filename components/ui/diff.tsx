import { type Change, diffArrays, wordsWithSpaceDiff } from 'diff';
import { ui as t } from '#components/strings/ui';
import { cx } from '#components/ui/cx';

/** Time limit in milliseconds. Beyond it, both texts are shown as a whole. */
const PATIENCE_MS = 200;

/** Splits into words, whitespace and punctuation; a date is one piece. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let end = 0;
  for (const { 0: date, index } of text.matchAll(/\b\d{4}-\d{2}-\d{2}\b/g)) {
    pieces.push(...wordsWithSpaceDiff.tokenize(text.slice(end, index)), date);
    end = index + date.length;
  }
  return [...pieces, ...wordsWithSpaceDiff.tokenize(text.slice(end))];
}

export const wordChanges = (before: string, after: string): Change[] => {
  const whole: Change[] = [
    { value: before, removed: true, added: false, count: 1 },
    { value: after, added: true, removed: false, count: 1 },
  ];
  const changes = diffArrays(piecesOf(before), piecesOf(after), { timeout: PATIENCE_MS });
  return changes?.map((change) => ({ ...change, value: change.value.join('') })) ?? whole;
};

/**
 * The changes between two texts by word: removed words struck through and tinted, added words
 * tinted. Screen readers hear both marks.
 */
export function WordDiff({ before, after, className }: { before: string; after: string; className?: string }) {
  return (
    <p dir="auto" className={cx('whitespace-pre-wrap break-words', className)}>
      {wordChanges(before, after).map(({ value, added, removed }, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other name than their place
        if (removed) return <Deleted key={at}>{value}</Deleted>;
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        if (added) return <Came key={at}>{value}</Came>;
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        return <span key={at}>{value}</span>;
      })}
    </p>
  );
}

const Deleted = ({ children }: { children: string }) => (
  <del className="rounded-sm bg-del-mark box-decoration-clone px-0.5 text-del-text">
    <span className="sr-only"> {t.deletedMark} </span>
    {children}
    <span className="sr-only"> {t.changeEnds} </span>
  </del>
);

const Came = ({ children }: { children: string }) => (
  <ins className="rounded-sm bg-ins-mark box-decoration-clone px-0.5 text-ins-text no-underline">
    <span className="sr-only"> {t.insertedMark} </span>
    {children}
    <span className="sr-only"> {t.changeEnds} </span>
  </ins>
);
