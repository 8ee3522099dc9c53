'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { documents as t } from '#components/strings/documents';
import { Checkbox } from '#components/ui/checkbox';
import { type Choice, Segment } from '#components/ui/choice';
import { SkeletonRows } from '#components/ui/states';

interface TagChoicesProps<Match extends string> {
  /** The existing tags, from `listTags`. */
  read: Pick<UseQueryResult<{ items: readonly { tag: string }[] }>, 'data' | 'isError'>;
  chosen: readonly string[];
  onChoose: (tags: string[]) => void;
  match: Match;
  onMatch: (match: Match) => void;
  matches: readonly Choice<Match>[];
  /** Explains the selected match mode. */
  meaning: string;
  /** Shown if there are no tags. */
  none: string;
}

/** The popover of a tag filter. A selected tag stays listed even if nothing has it any more. */
export function TagChoices<Match extends string>({
  read: { data, isError },
  chosen,
  onChoose,
  match,
  onMatch,
  matches,
  meaning,
  none,
}: TagChoicesProps<Match>) {
  if (isError) return <p className="p-3 text-bad-text">{t.tagsFailed}</p>;
  if (!data) return <SkeletonRows rows={3} />;
  const known = data.items.map(({ tag }) => tag);
  const lines = [...chosen.filter((each) => !known.includes(each)), ...known];
  if (lines.length === 0) return <p className="p-3 text-muted">{none}</p>;
  return (
    <>
      <ul className="max-h-64 overflow-y-auto py-1">
        {lines.map((each) => (
          <li key={each} className="px-3 hover:bg-hover">
            <Checkbox
              className="min-w-0 py-1.5 [&>span:last-child]:truncate"
              label={`#${each}`}
              checked={chosen.includes(each)}
              onChange={(event) => onChoose(event.target.checked ? [...chosen, each] : chosen.filter((other) => other !== each))}
            />
          </li>
        ))}
      </ul>
      <div className="grid gap-1.5 border-line-soft border-t px-3 py-2.5">
        <Segment label={t.match} value={match} onChange={onMatch} choices={matches} />
        <p className="text-12 text-faint">{meaning}</p>
      </div>
    </>
  );
}
