'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type DocumentFilters, type SetDocumentFilters, TAG_CHOICES } from '#components/documents/filters';
import { tagsQuery } from '#components/documents/queries';
import { TagFilter } from '#components/documents/tag-choices';
import { useBank, useConsole } from '#components/shell/console-context';
import { documents as t } from '#components/strings/documents';
import { FilterRow } from '#components/ui/page';
import { SearchInput } from '#components/ui/search-input';

interface DocumentFilterRowProps {
  filters: DocumentFilters;
  set: SetDocumentFilters;
  sort: ReactNode;
}

function useTags() {
  const { organization } = useConsole();
  return useQuery(tagsQuery(organization.slug, useBank()));
}

export const DocumentFilterRow = ({ filters: { q, tag, match }, set, sort }: DocumentFilterRowProps) => (
  <FilterRow
    label={t.filters}
    sort={sort}
    search={
      <SearchInput label={t.search} value={q} onChange={(next) => void set({ q: next.trim() || null, offset: null })} className="w-64" />
    }
  >
    <TagFilter tag={tag} match={match} set={(next) => void set(next)} useTags={useTags} matches={TAG_CHOICES} texts={t} none={t.noTags} />
  </FilterRow>
);
