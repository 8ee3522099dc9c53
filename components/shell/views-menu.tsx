'use client';

import { Bookmark, BookmarkPlus, Trash2 } from 'lucide-react';
import { usePathname, useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { useConsole } from '#components/shell/console-context';
import { MAX_VIEW_NAME, readViews, type SavedView, viewOf, withoutView, withView, writeViews } from '#components/shell/saved-views';
import { shell as t } from '#components/strings/shell';
import { IconButton } from '#components/ui/button';
import type { ColumnChoice } from '#components/ui/columns';
import { Field, Input } from '#components/ui/field';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#components/ui/menu';
import { Sheet, SheetActions } from '#components/ui/sheet';
import { toast } from '#components/ui/toast';

interface ViewsMenuProps {
  /** Parameters of the URL that a view omits: the open item of the list. */
  open?: readonly string[] | undefined;
  columns?: ColumnChoice | undefined;
}

/** The saved views of a list, and the choice of its columns. */
export function ViewsMenu({ open, columns }: ViewsMenuProps) {
  const { me } = useConsole();
  const path = usePathname();
  const owner = { userId: me.person.id, path };
  const search = viewOf(new URLSearchParams(useSearchParams().toString()), open);
  const [naming, name] = useState<string | null>(null);
  const store = (views: readonly SavedView[], done: string) => (writeViews(owner, views) ? toast.done(done) : toast.note(t.views.refused));
  return (
    <>
      <Menu
        label={t.views.label}
        className="w-64"
        trigger={<IconButton icon={Bookmark} look="secondary" label={t.views.label} className="phone:!grow-0" />}
      >
        <ViewItems
          views={() => readViews(owner)}
          path={path}
          search={search}
          onSave={() => name(search)}
          onDelete={(views, view) => store(withoutView(views, view.name), t.views.deleted(view.name))}
        />
        {columns && (
          <>
            <MenuSeparator />
            <MenuLabel>{t.views.columns}</MenuLabel>
            {columns.choices.map(({ id, header, isShown }) => (
              <MenuItem key={id} mark="checkbox" checked={isShown} onSelect={() => columns.toggle(id)}>
                {header}
              </MenuItem>
            ))}
          </>
        )}
      </Menu>
      {naming !== null && (
        <NameSheet
          onClose={() => name(null)}
          onName={(text) => {
            store(withView(readViews(owner), { name: text, search: naming }), t.views.saved(text));
            name(null);
          }}
        />
      )}
    </>
  );
}

interface ViewItemsProps {
  /** Reads the stored views when the menu opens. */
  views: () => SavedView[];
  path: string;
  search: string;
  onSave: () => void;
  onDelete: (views: readonly SavedView[], view: SavedView) => void;
}

function ViewItems({ views: read, path, search, onSave, onDelete }: ViewItemsProps) {
  const [views] = useState(read);
  const here = views.find((view) => view.search === search);
  return (
    <>
      <MenuLabel>{t.views.label}</MenuLabel>
      {views.map((view) => (
        <MenuItem key={view.name} href={view.search === '' ? path : `${path}?${view.search}`} checked={view === here}>
          {view.name}
        </MenuItem>
      ))}
      <MenuItem icon={BookmarkPlus} locked={search === '' ? t.views.nothing : null} onSelect={onSave}>
        {t.views.save}
      </MenuItem>
      {here && (
        <MenuItem icon={Trash2} danger onSelect={() => onDelete(views, here)}>
          {t.views.remove(here.name)}
        </MenuItem>
      )}
    </>
  );
}

function NameSheet({ onClose, onName }: { onClose: () => void; onName: (name: string) => void }) {
  const [text, setText] = useState('');
  const name = text.trim();
  return (
    <Sheet
      onClose={onClose}
      title={t.views.saveTitle}
      purpose={t.views.purpose}
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== '') onName(name);
      }}
      isWritten={name !== ''}
      actions={<SheetActions locked={name === '' ? t.views.nameNeeded : null}>{t.views.saveTitle}</SheetActions>}
    >
      <Field label={t.views.name}>
        <Input value={text} maxLength={MAX_VIEW_NAME} autoComplete="off" onChange={(event) => setText(event.target.value)} />
      </Field>
    </Sheet>
  );
}
