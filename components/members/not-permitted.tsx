'use client';

import { useQuery } from '@tanstack/react-query';
import { membersQuery } from '#components/members/queries';
import { whoMay } from '#components/members/words';
import { useConsole } from '#components/shell/console-context';
import { members as t } from '#components/strings/members';
import { Page, PageHeader, Panel } from '#components/ui/page';
import { Forbidden } from '#components/ui/states';
import { type Permission, rolesWith } from '#lib/base/roles';

export interface NotPermittedProps {
  title: string;
  purpose: string;
  permission: Permission;
  /** Name of the page at the start of a sentence, if it differs from the title. */
  what?: string;
}

/** Shown in place of a page that the role may not open: who may see it, and who changes roles. */
export function NotPermitted({ title, purpose, permission, what = title }: NotPermittedProps) {
  const { organization } = useConsole();
  const { data: members } = useQuery(membersQuery(organization.slug));
  const who = whoMay(members, permission);
  const changers = whoMay(members, 'admin.manage');
  return (
    <Page>
      <PageHeader title={title} purpose={purpose} />
      <Panel flush>
        <Forbidden title={t.notPermitted.title(what, rolesWith(permission))}>
          {t.notPermitted.text(organization.role, who, rolesWith('admin.manage'), changers)}
        </Forbidden>
      </Panel>
    </Page>
  );
}
