'use client';

import type { ReactNode } from 'react';
import type { Names } from '#components/shell/address';
import { IgnoredAddress } from '#components/shell/ignored-address';
import { Workspace } from '#components/ui/drawer';
import { Page, PageHeader, type PageHeaderProps } from '#components/ui/page';

interface ListPageProps extends PageHeaderProps {
  /** The parameters of the address that the page knows. */
  names: Names;
  notice?: ReactNode;
  filters?: ReactNode;
  /** The list in a `ListPanel`, and what follows it. */
  children: ReactNode;
  /** The open item of the list. */
  drawer?: ReactNode;
  dialogs?: ReactNode;
}

/** The frame of every page that lists things: header, notices, filters, list, and the open item beside it. */
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
