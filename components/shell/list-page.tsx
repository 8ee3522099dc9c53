'use client';

import type { ReactNode } from 'react';
import type { Names } from '#components/shell/address';
import { IgnoredAddress } from '#components/shell/ignored-address';
import { Workspace } from '#components/ui/drawer';
import { Page, PageHeader, type PageHeaderProps } from '#components/ui/page';

interface ListPageProps extends PageHeaderProps {
  /** The known parameters of the URL. */
  names: Names;
  notice?: ReactNode;
  filters?: ReactNode;
  /** The list in a `ListPanel`, and content after it. */
  children: ReactNode;
  /** The open item of the list. */
  drawer?: ReactNode;
  dialogs?: ReactNode;
}

/** The layout of list pages: header, notices, filters, list, and the open item next to it. */
export const ListPage = ({ names, notice, filters, children, drawer = null, dialogs, ...header }: ListPageProps) => (
  <Workspace drawer={drawer}>
    <Page>
      <PageHeader {...header} />
      <IgnoredAddress names={names} />
      {notice}
      {filters}
      {children}
    </Page>
    {dialogs}
  </Workspace>
);
