'use client';

import { Bookmark } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { shell as t } from '#components/strings/shell';
import { IconButton } from '#components/ui/button';
import type { ColumnChoice } from '#components/ui/columns';
import { Menu } from '#components/ui/menu';
import { Skeleton } from '#components/ui/states';

const ViewList = lazy(() => import('#components/shell/view-list').then((part) => ({ default: part.ViewList })));
const SaveView = lazy(() => import('#components/shell/view-list').then((part) => ({ default: part.SaveView })));

interface ViewsMenuProps {
  /** Parameters of the URL that a view omits: the open item of the list. */
  open?: readonly string[] | undefined;
  columns?: ColumnChoice | undefined;
}

/** The saved views of a list, and the choice of its columns. */
export function ViewsMenu({ open, columns }: ViewsMenuProps) {
  const [naming, name] = useState<string | null>(null);
  return (
    <>
      <Menu
        label={t.viewsLabel}
        className="w-64"
        trigger={<IconButton icon={Bookmark} look="secondary" label={t.viewsLabel} className="phone:!grow-0" />}
      >
        <Suspense fallback={<Skeleton className="m-3 !w-auto" />}>
          <ViewList open={open} columns={columns} onSave={name} />
        </Suspense>
      </Menu>
      {naming !== null && (
        <Suspense fallback={null}>
          <SaveView search={naming} onClose={() => name(null)} />
        </Suspense>
      )}
    </>
  );
}
