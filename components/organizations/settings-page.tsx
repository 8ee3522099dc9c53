'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { membersQuery } from '#components/members/queries';
import { whoMay } from '#components/members/words';
import { DeletePanel, UndeletablePanel } from '#components/organizations/delete-panel';
import { NamePanel } from '#components/organizations/name-panel';
import { useConsole } from '#components/shell/console-context';
import { NewOrganization } from '#components/shell/new-organization';
import { homePath } from '#components/shell/paths';
import { organization as t } from '#components/strings/organization';
import { Button } from '#components/ui/button';
import { CopyableId } from '#components/ui/copy';
import { KeyValues, Page, PageHeader, Panel } from '#components/ui/page';
import { Notice } from '#components/ui/states';

export function SettingsPage() {
  const { organization, may } = useConsole();
  const { slug, id, role } = organization;
  const [isNewOpen, openNew] = useState(false);
  const router = useRouter();
  const { data: members } = useQuery(membersQuery(slug));
  const isOwner = may('organization.manage');
  const owners = whoMay(members, 'organization.manage');
  const lock = isOwner ? null : owners ? t.ownersOnly(owners) : t.ownersOnlyAlone;
  return (
    <Page>
      <PageHeader title={t.title} purpose={t.purpose} />
      <div className="grid max-w-[880px] gap-4">
        {!isOwner && <Notice>{t.readOnly(role, owners)}</Notice>}
        <NamePanel key={slug} lock={lock} />
        <Panel title={t.addressTitle}>
          <KeyValues
            items={[
              { key: t.slug, value: <CopyableId id={slug} what={t.slug} head={60} tail={0} /> },
              { key: t.id, value: <CopyableId id={id} what={t.id} head={36} tail={0} /> },
            ]}
          />
          <p className="mt-3 max-w-[72ch] text-12 text-faint">{t.slugWhy}</p>
        </Panel>
        <Panel title={t.otherTitle}>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p className="min-w-0 max-w-[60ch] basis-64 grow text-muted">{t.otherWhy}</p>
            <Button icon={Plus} onClick={() => openNew(true)} className="phone:grow">
              {t.create}
            </Button>
          </div>
        </Panel>
        {slug === 'default' ? <UndeletablePanel /> : <DeletePanel members={members} lock={lock} />}
      </div>
      <NewOrganization isOpen={isNewOpen} onClose={() => openNew(false)} onCreated={({ slug: made }) => router.push(homePath(made))} />
    </Page>
  );
}
