'use client';

import type { ReactNode } from 'react';
import type { Names } from '#components/shell/address';
import { IgnoredAddress } from '#components/shell/ignored-address';
import { ViewsMenu } from '#components/shell/views-menu';
import type { ColumnChoice } from '#components/ui/columns';
import { Workspace } from '#components/ui/drawer';
import { Page, PageHeader, type PageHeaderProps } from '#components/ui/page';

interface ListPageProps extends PageHeaderProps {
  /** The known parameters of the URL. */
  names: Names;
  /** Parameters of the URL that are no part of a saved view: the open item of the list. */
  openNames?: readonly string[];
  columns?: ColumnChoice | undefined;
  notice?: ReactNode;
  filters?: ReactNode;
  /** The list in a `ListPanel`, and content after it. */
  children: ReactNode;
  /** The open item of the list. */
  drawer?: ReactNode;
  dialogs?: ReactNode;
}

/** The layout of list pages: header, notices, filters, list, and the open item next to it. */
export const ListPage = ({
  names,
  openNames,
  columns,
  notice,
  filters,
  children,
  drawer = null,
  dialogs,
  actions,
  ...header
}: ListPageProps) => (
  <Workspace drawer={drawer}>
    <Page>
      <PageHeader
        {...header}
        actions={
          <>
            <ViewsMenu open={openNames} columns={columns} />
            {actions}
          </>
        }
      />
      <IgnoredAddress names={names} />
      {notice}
      {filters}
      {children}
    </Page>
    {dialogs}
  </Workspace>
);
