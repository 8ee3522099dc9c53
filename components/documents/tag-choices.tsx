'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import { documents as t } from '#components/strings/documents';
import { Chip } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { Segment } from '#components/ui/choice';
import { Popover } from '#components/ui/popover';
import { SkeletonRows } from '#components/ui/states';

interface ChoicesProps<Match extends string> {
  tag: readonly string[];
  match: Match;
  set: (next: { tag?: string[] | null; match?: Match; offset: null }) => void;
  /** Reads the existing tags, while the popover is open. */
  useTags: () => Pick<UseQueryResult<{ items: readonly { tag: string }[] }>, 'data' | 'isError'>;
  matches: readonly Match[];
  texts: { matches: Readonly<Record<Match, string>>; matchMeans: Readonly<Record<Match, string>> };
  /** Shown if there are no tags. */
  none: string;
}

interface TagFilterProps<Match extends string> extends ChoicesProps<Match> {
  /** Texts about the filter. */
  texts: ChoicesProps<Match>['texts'] & { tag: string; takeOff: (tag: string) => string };
}

/** A filter by tags: a popover, and a chip for each chosen tag. */
export function TagFilter<Match extends string>(props: TagFilterProps<Match>) {
  const { tag, set, texts } = props;
  return (
    <>
      <Popover
        label={texts.tag}
        trigger={
          <Button look="ghost" icon={ListFilter}>
            {texts.tag}
          </Button>
        }
      >
        <TagChoices {...props} />
      </Popover>
      {tag.map((each) => (
        <Chip key={each} onRemove={() => set(tagsTo(tag.filter((other) => other !== each)))} removeLabel={texts.takeOff(each)}>
          #{each}
        </Chip>
      ))}
    </>
  );
}

const tagsTo = (tags: string[]) => ({ tag: tags.length > 0 ? tags : null, offset: null });

/** The popover of a tag filter. A selected tag stays listed even if nothing has it any more. */
function TagChoices<Match extends string>({ tag: chosen, match, set, useTags, matches, texts, none }: ChoicesProps<Match>) {
  const { data, isError } = useTags();
  const choose = (tags: string[]) => set(tagsTo(tags));
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
              onChange={(event) => choose(event.target.checked ? [...chosen, each] : chosen.filter((other) => other !== each))}
            />
          </li>
        ))}
      </ul>
      <div className="grid gap-1.5 border-line-soft border-t px-3 py-2.5">
        <Segment
          label={t.match}
          value={match}
          onChange={(next) => set({ match: next, offset: null })}
          choices={matches.map((value) => ({ value, label: texts.matches[value] }))}
        />
        <p className="text-12 text-faint">{texts.matchMeans[match]}</p>
      </div>
    </>
  );
}
