'use client';

import { useQuery } from '@tanstack/react-query';
import { LogOut, Plus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ConnectionsPanel } from '#components/account/connections-panel';
import { LanguagePanel } from '#components/account/language-panel';
import { NamePanel } from '#components/account/name-panel';
import { PasswordPanel } from '#components/account/password-panel';
import { SessionsPanel } from '#components/account/sessions-panel';
import { NewOrganization } from '#components/shell/new-organization';
import { nameAmong } from '#components/shell/organization-name';
import { homePath } from '#components/shell/paths';
import { meQuery } from '#components/shell/queries';
import { useSignOut } from '#components/shell/use-sign-out';
import { account as t } from '#components/strings/account';
import { ui } from '#components/strings/ui';
import { Badge } from '#components/ui/badge';
import { Button, ButtonLink } from '#components/ui/button';
import { Page, PageHeader, Panel } from '#components/ui/page';
import { Read } from '#components/ui/read';
import { Empty, SkeletonRows } from '#components/ui/states';
import { toast } from '#components/ui/toast';
import type { Me } from '#lib/access/people/contract';

export function AccountPage() {
  const account = useQuery(meQuery());
  const leave = useSignOut(() => window.location.assign('/login'));
  const out = () => leave.mutate(undefined, { onError: (cause) => toast.failed(t.signOutFailed, cause) });
  return (
    <Page>
      <PageHeader
        title={t.title}
        purpose={t.purpose}
        actions={
          <Button icon={LogOut} busy={leave.isPending || leave.isSuccess} busyLabel={t.signingOut} onClick={out}>
            {t.signOut}
          </Button>
        }
      />
      <Read of={account} failed={t.loadFailed} loading={<SkeletonRows label={t.loading} />}>
        {(me) => (
          <>
            <div className="grid gap-4 lg:grid-cols-2">
              <NamePanel me={me} />
              <PasswordPanel me={me} />
            </div>
            <LanguagePanel me={me} />
            <SessionsPanel />
            <ConnectionsPanel />
            <Organizations me={me} />
          </>
        )}
      </Read>
    </Page>
  );
}

function Organizations({ me }: { me: Me }) {
  const [isNewOpen, openNew] = useState(false);
  const router = useRouter();
  const create = (
    <Button icon={Plus} size="sm" onClick={() => openNew(true)}>
      {t.create}
    </Button>
  );
  return (
    <>
      <Panel title={t.organizations} flush note={me.organizations.length > 0 && create}>
        {me.organizations.length === 0 ? (
          <Empty bead="entity" title={t.noOrganization} action={create}>
            {t.noOrganizationWhy}
          </Empty>
        ) : (
          <ul>
            {me.organizations.map(({ id, slug, name, role }) => (
              <li key={id} className="flex min-h-9 items-center gap-3 border-line-soft border-b px-4 py-1 last:border-b-0 phone:min-h-14">
                <span dir="auto" className="min-w-0 grow truncate text-left font-medium rtl:text-right">
                  {nameAmong({ slug, name }, me.organizations)}
                </span>
                <Badge>{ui.roles[role]}</Badge>
                <ButtonLink href={homePath(slug)} size="sm" aria-label={t.openOf(name)}>
                  {t.open}
                </ButtonLink>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <NewOrganization isOpen={isNewOpen} onClose={() => openNew(false)} onCreated={({ slug }) => router.push(homePath(slug))} />
    </>
  );
}
