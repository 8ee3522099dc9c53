'use client';

import { useState } from 'react';
import { MAX_VIEW_NAME, withView } from '#components/shell/saved-views';
import { useViews } from '#components/shell/use-views';
import { listViews as t } from '#components/strings/list-views';
import { Field, Input } from '#components/ui/field';
import { Sheet, SheetActions } from '#components/ui/sheet';

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
