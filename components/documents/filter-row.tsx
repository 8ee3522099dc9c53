'use client';

import { useQuery } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import { type DocumentFilters, type SetDocumentFilters, TAG_CHOICES } from '#components/documents/filters';
import { tagsQuery } from '#components/documents/queries';
import { TagChoices } from '#components/documents/tag-choices';
import { useBank, useConsole } from '#components/shell/console-context';
import { documents as t } from '#components/strings/documents';
import { Chip } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { FilterRow } from '#components/ui/page';
import { Popover } from '#components/ui/popover';
import { SearchInput } from '#components/ui/search-input';

interface DocumentFilterRowProps {
  filters: DocumentFilters;
  set: SetDocumentFilters;
}

export function DocumentFilterRow({ filters, set }: DocumentFilterRowProps) {
  const { q, tag } = filters;
  const choose = (tags: string[]) => void set({ tag: tags.length > 0 ? tags : null, offset: null });
  return (
    <FilterRow
      label={t.filters}
      search={
        <SearchInput label={t.search} value={q} onChange={(next) => void set({ q: next.trim() || null, offset: null })} className="w-64" />
      }
    >
      <Popover
        label={t.tag}
        trigger={
          <Button look="ghost" icon={ListFilter}>
            {t.tag}
          </Button>
        }
      >
        <Tags filters={filters} set={set} choose={choose} />
      </Popover>
      {tag.map((each) => (
        <Chip key={each} onRemove={() => choose(tag.filter((other) => other !== each))} removeLabel={t.takeOff(each)}>
          #{each}
        </Chip>
      ))}
    </FilterRow>
  );
}

function Tags({ filters: { tag, match }, set, choose }: DocumentFilterRowProps & { choose: (tags: string[]) => void }) {
  const { organization } = useConsole();
  const read = useQuery(tagsQuery(organization.slug, useBank()));
  return (
    <TagChoices
      read={read}
      chosen={tag}
      onChoose={choose}
      match={match}
      onMatch={(next) => void set({ match: next, offset: null })}
      matches={TAG_CHOICES.map((value) => ({ value, label: t.matches[value] }))}
      meaning={t.matchMeans[match]}
      none={t.noTags}
    />
  );
}
