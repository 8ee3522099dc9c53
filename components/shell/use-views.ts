'use client';

import { usePathname } from 'next/navigation';
import { useConsole } from '#components/shell/console-context';
import { readViews, type SavedView, writeViews } from '#components/shell/saved-views';
import { listViews as t } from '#components/strings/list-views';
import { toast } from '#components/ui/toast';

/** The saved views of this list: `read`, and `store` with the text that reports the change. */
export function useViews() {
  const { me } = useConsole();
  const path = usePathname();
  const owner = { userId: me.person.id, path };
  return {
    path,
    read: () => readViews(owner),
    store: (views: readonly SavedView[], done: string) => (writeViews(owner, views) ? toast.done(done) : toast.note(t.refused)),
  };
}
