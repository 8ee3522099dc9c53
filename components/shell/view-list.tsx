'use client';

import { BookmarkPlus, Trash2 } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { MAX_VIEW_NAME, viewOf, withoutView, withView } from '#components/shell/saved-views';
import { useViews } from '#components/shell/use-views';
import { listViews as t } from '#components/strings/list-views';
import { shell } from '#components/strings/shell';
import type { ColumnChoice } from '#components/ui/columns';
import { Field, Input } from '#components/ui/field';
import { MenuItem, MenuLabel, MenuSeparator } from '#components/ui/menu';
import { Sheet, SheetActions } from '#components/ui/sheet';

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

/** Asks for the name of a view and stores it. `search`: the part of the URL that it saves. */
export function SaveView({ search, onClose }: { search: string; onClose: () => void }) {
  const { read, store } = useViews();
  const [text, setText] = useState('');
  const name = text.trim();
  return (
    <Sheet
      onClose={onClose}
      title={t.saveTitle}
      purpose={t.purpose}
      onSubmit={(event) => {
        event.preventDefault();
        if (name === '') return;
        store(withView(read(), { name, search }), t.saved(name));
        onClose();
      }}
      isWritten={name !== ''}
      actions={<SheetActions locked={name === '' ? t.nameNeeded : null}>{t.saveTitle}</SheetActions>}
    >
      <Field label={t.name}>
        <Input value={text} maxLength={MAX_VIEW_NAME} autoComplete="off" onChange={(event) => setText(event.target.value)} />
      </Field>
    </Sheet>
  );
}
