'use client';

import { BookmarkPlus, Trash2 } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { viewOf, withoutView } from '#components/shell/saved-views';
import { useViews } from '#components/shell/use-views';
import { listViews as t } from '#components/strings/list-views';
import { shell } from '#components/strings/shell';
import type { ColumnChoice } from '#components/ui/columns';
import { MenuItem, MenuLabel, MenuSeparator } from '#components/ui/menu';

interface ViewListProps {
  open: readonly string[] | undefined;
  columns: ColumnChoice | undefined;
  /** Asks for the name of a view of this part of the URL. */
  onSave: (search: string) => void;
}

/** The items of the menu, which reads the stored views when it opens. */
export function ViewList({ open, columns, onSave }: ViewListProps) {
  const { path, read, store } = useViews();
  const [views] = useState(read);
  const search = viewOf(new URLSearchParams(useSearchParams().toString()), open);
  const here = views.find((view) => view.search === search);
  return (
    <>
      <MenuLabel>{shell.viewsLabel}</MenuLabel>
      {views.map((view) => (
        <MenuItem key={view.name} href={view.search === '' ? path : `${path}?${view.search}`} checked={view === here}>
          {view.name}
        </MenuItem>
      ))}
      <MenuItem icon={BookmarkPlus} locked={search === '' ? t.nothing : null} onSelect={() => onSave(search)}>
        {t.save}
      </MenuItem>
      {here && (
        <MenuItem icon={Trash2} danger onSelect={() => store(withoutView(views, here.name), t.deleted(here.name))}>
          {t.remove(here.name)}
        </MenuItem>
      )}
      {columns && (
        <>
          <MenuSeparator />
          <MenuLabel>{t.columns}</MenuLabel>
          {columns.choices.map(({ id, header, isShown }) => (
            <MenuItem key={id} mark="checkbox" checked={isShown} onSelect={() => columns.toggle(id)}>
              {header}
            </MenuItem>
          ))}
        </>
      )}
    </>
  );
}
