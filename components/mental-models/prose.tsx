import { Fragment, type ReactNode } from 'react';
import { isFromTheRight, numbersApart, wholeNumbers } from '#components/mental-models/directions';
import { cut, linesOf, type Mark, type MarkdownLine, plainLinesOf, type TextRun } from '#components/mental-models/markdown';
import { mentalModel as t } from '#components/strings/mental-model';
import { cx } from '#components/ui/cx';
import { defined } from '#lib/base/defined';

interface ProseProps {
  text: string;
  /** Ranges that differ from another version. */
  marks?: readonly Mark[];
  /** Whether the marked ranges were inserted or deleted. */
  as?: 'new' | 'old';
  /** Renders marked ranges instead of the colors. */
  draw?: Draw | undefined;
  /** Follows the last word, in its line where there is one. */
  tail?: ReactNode;
  /** The text is not Markdown and is shown literally. */
  isPlain?: boolean;
  className?: string;
}

/** Renders a marked range. */
export type Draw = (marked: TextRun) => ReactNode;

/** Renders the Markdown of a block with React elements only. */
export function Prose({ text, marks = [], as = 'new', draw, tail, isPlain = false, className }: ProseProps) {
  const isRight = isFromTheRight(text);
  const groups = groupsOf((isPlain ? plainLinesOf : linesOf)(text));
  const renderRuns = (runs: readonly TextRun[]) => <Runs runs={runs} marks={marks} as={as} draw={draw} isRight={isRight} />;
  return (
    <div className={cx('grid gap-1.5 [overflow-wrap:anywhere]', className)}>
      {groups.map((group, at) => drawn(group, at, renderRuns, at === groups.length - 1 ? tail : null))}
      {groups.length === 0 && tail}
    </div>
  );
}

const groupsOf = (lines: readonly MarkdownLine[]): MarkdownLine[][] => {
  const groups: MarkdownLine[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last?.[0]?.is === line.is && line.is !== 'heading') last.push(line);
    else groups.push([line]);
  }
  return groups;
};

const DEPTHS = ['', 'ms-5', 'ms-10', 'ms-14', 'ms-16'];

/* biome-ignore-start lint/suspicious/noArrayIndexKey: parts of a text have no other name than their place */
function drawn(group: readonly MarkdownLine[], key: number, said: (runs: readonly TextRun[]) => ReactNode, tail: ReactNode): ReactNode {
  const [first] = group;
  switch (defined(first).is) {
    case 'item':
      return (
        <ul key={key} className="grid gap-1">
          {group.map(
            (line, at) =>
              line.is === 'item' && (
                <li key={at} className={cx('grid grid-cols-[1rem_minmax(0,1fr)]', DEPTHS[line.depth])}>
                  <span className="text-faint tabular-nums">{line.marker ?? '•'}</span>
                  <span>
                    {said(line.runs)}
                    {at === group.length - 1 && tail}
                  </span>
                </li>
              ),
          )}
        </ul>
      );
    case 'code':
      return (
        <Fragment key={key}>
          <pre dir="auto" className="overflow-x-auto whitespace-pre-wrap rounded-md border border-line-soft bg-sunken px-3 py-2 text-12">
            {group.map(
              (line, at) =>
                line.is === 'code' && (
                  <Fragment key={at}>
                    {at > 0 && '\n'}
                    {said(line.runs)}
                  </Fragment>
                ),
            )}
          </pre>
          {tail}
        </Fragment>
      );
    case 'row':
      return (
        <div key={key} className="overflow-x-auto [overflow-wrap:break-word]">
          <table className="w-full text-13">
            <tbody>
              {group.map(
                (line, at) =>
                  line.is === 'row' && (
                    <tr key={at} className="border-line-soft border-b align-top">
                      {line.cells.map((cell, column) => (
                        <td key={column} className={cx('py-1 pe-4', at === 0 && 'font-medium')}>
                          {said(cell)}
                        </td>
                      ))}
                    </tr>
                  ),
              )}
            </tbody>
          </table>
          {tail}
        </div>
      );
    case 'quote':
      return (
        <blockquote key={key} className="border-line-strong border-s-2 ps-3 text-muted">
          {group.map(
            (line, at) =>
              'runs' in line && (
                <p key={at}>
                  {said(line.runs)}
                  {at === group.length - 1 && tail}
                </p>
              ),
          )}
        </blockquote>
      );
    default:
      return (
        <p key={key} className={defined(first).is === 'heading' ? 'font-semibold' : undefined}>
          {group.map(
            (line, at) =>
              'runs' in line && (
                <Fragment key={at}>
                  {at > 0 && ' '}
                  {said(line.runs)}
                </Fragment>
              ),
          )}
          {tail}
        </p>
      );
  }
}

/** The text of one line, for an element that derives its direction from its content. */
export const LineText = ({ text }: { text: string }) => <Runs runs={[{ text, at: 0 }]} isRight={isFromTheRight(text)} />;

interface RunsProps extends Pick<ProseProps, 'marks' | 'as' | 'draw'> {
  runs: readonly TextRun[];
  /** The runs are part of right-to-left text. */
  isRight: boolean;
}

/** The runs of one line, with differences marked. */
export function Runs({ runs, marks = [], as = 'new', draw, isRight }: RunsProps) {
  return runs.flatMap((run, at) =>
    cut(run, isRight ? wholeNumbers(run, marks) : marks).map((piece, part) => {
      const key = `${at} ${part}`;
      const styled = isRight ? <Apart key={key} run={piece} /> : <Styled key={key} run={piece} />;
      if (!piece.isMarked) return styled;
      if (draw) return <Fragment key={key}>{draw(piece)}</Fragment>;
      return as === 'new' ? <Came key={key}>{styled}</Came> : <Deleted key={key}>{styled}</Deleted>;
    }),
  );
}

const Apart = ({ run: whole }: { run: TextRun }) =>
  numbersApart(whole).map(({ run, isApart }) =>
    isApart ? (
      <bdi key={run.at}>
        <Styled run={run} />
      </bdi>
    ) : (
      <Styled key={run.at} run={run} />
    ),
  );
/* biome-ignore-end lint/suspicious/noArrayIndexKey: as above */

function Styled({ run }: { run: TextRun }) {
  const text = run.isCode ? (
    <code dir="auto" className="rounded-sm bg-sunken px-1 dark:bg-hover">
      {run.text}
    </code>
  ) : (
    run.text
  );
  const look = cx(run.isBold && 'font-semibold', run.isItalic && 'italic', run.isStruck && 'line-through');
  if (run.href !== undefined)
    return (
      <a href={run.href} rel="noopener noreferrer nofollow" target="_blank" className={cx('link underline', look)}>
        {text}
      </a>
    );
  return look === '' ? text : <span className={look}>{text}</span>;
}

// Text of the page has its own direction; a block derives its direction from its first letter.
const Hidden = ({ children }: { children: string }) => (
  <span className="sr-only" dir="ltr">
    {' '}
    {children}{' '}
  </span>
);

export const Deleted = ({ children }: { children: ReactNode }) => (
  <del className="rounded-sm bg-del-mark box-decoration-clone text-del-text">
    <Hidden>{t.marks.deleted}</Hidden>
    {children}
    <Hidden>{t.marks.ends}</Hidden>
  </del>
);

export const Came = ({ children }: { children: ReactNode }) => (
  <ins className="rounded-sm bg-ins-mark box-decoration-clone text-ins-text no-underline">
    <Hidden>{t.marks.inserted}</Hidden>
    {children}
    <Hidden>{t.marks.ends}</Hidden>
  </ins>
);
