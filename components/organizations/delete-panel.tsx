'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Database, KeyRound, type LucideIcon, ScrollText, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { sizeQuery } from '#components/organizations/queries';
import { useConsole } from '#components/shell/console-context';
import { organizationPath } from '#components/shell/paths';
import { organization as t } from '#components/strings/organization';
import { Button, ButtonLink } from '#components/ui/button';
import { ConfirmDialog } from '#components/ui/dialog';
import { Panel } from '#components/ui/page';
import { Phrase } from '#components/ui/phrase';
import { Failure, Notice, Skeleton } from '#components/ui/states';
import type { Member } from '#lib/access/orgs/contract';
import { call } from '#lib/api/call';
import { deleteOrganization } from '#lib/api/calls';

/** Explains that the first organization cannot be deleted. */
export function UndeletablePanel() {
  return (
    <Panel title={t.deleteTitle}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 max-w-[60ch] grow basis-64 text-muted">{t.deleteDefault}</p>
        <Button look="danger" icon={Trash2} locked={t.deleteDefault} className="phone:grow">
          {t.action}
        </Button>
      </div>
    </Panel>
  );
}

/** Lists what is deleted with the organization. `lock`: why this user cannot delete it. */
export function DeletePanel({ members, lock }: { members: readonly Member[] | undefined; lock: string | null }) {
  const { organization, may } = useConsole();
  const [isAsking, ask] = useState(false);
  const size = useQuery({ ...sizeQuery(organization.slug), staleTime: 0 });
  const counting = <Skeleton className="w-24" />;
  return (
    <Panel title={t.deleteTitle}>
      <p className="text-muted">{t.deleteWhy}</p>
      <h3 className="mt-4 mb-2 font-medium">{t.willDelete}</h3>
      {size.error ? (
        <Failure failed={t.countFailed} error={size.error} />
      ) : (
        <ul className="grid gap-2">
          <Contents icon={Database}>
            {size.data ? <Phrase text={t.lines.banks(size.data.banks)} count={<Counted>{t.banks(size.data.banks)}</Counted>} /> : counting}
          </Contents>
          <Contents icon={KeyRound}>
            {size.data ? <Phrase text={t.lines.keys(size.data.keys)} count={<Counted>{t.keys(size.data.keys)}</Counted>} /> : counting}
          </Contents>
          <Contents icon={Users}>
            {members ? <Phrase text={t.lines.members(members.length)} count={<Counted>{t.members(members.length)}</Counted>} /> : counting}
          </Contents>
          <Contents icon={ScrollText}>
            <Phrase text={t.lines.log} log={<Counted>{t.log}</Counted>} />
          </Contents>
        </ul>
      )}
      <div className="mt-4 flex flex-wrap items-center justify-end gap-2">
        {lock && <p className="min-w-0 grow basis-48 text-12 text-faint">{lock}</p>}
        {may('audit.view') && (
          <ButtonLink look="ghost" href={organizationPath(organization.slug, 'audit')} className="phone:grow">
            {t.exportLog}
          </ButtonLink>
        )}
        <Button look="danger" icon={Trash2} locked={lock} onClick={() => ask(true)} className="phone:grow">
          {t.action}
        </Button>
      </div>
      {isAsking && <DeleteDialog banks={size.data?.banks} keys={size.data?.keys} members={members?.length} onClose={() => ask(false)} />}
    </Panel>
  );
}

const Contents = ({ icon: Icon, children }: { icon: LucideIcon; children: React.ReactNode }) => (
  <li className="flex gap-2.5">
    <Icon size={15} strokeWidth={1.75} aria-hidden className="mt-[3px] shrink-0 text-faint" />
    <span className="min-w-0 text-muted">{children}</span>
  </li>
);

const Counted = ({ children }: { children: string }) => <span className="font-medium text-ink tabular-nums">{children}</span>;

interface DeleteDialogProps {
  banks: number | undefined;
  keys: number | undefined;
  members: number | undefined;
  onClose: () => void;
}

function DeleteDialog({ banks = 0, keys = 0, members = 0, onClose }: DeleteDialogProps) {
  const { organization } = useConsole();
  const cache = useQueryClient();
  const remove = useMutation({
    mutationFn: (name: string) => call(deleteOrganization, { org: organization.slug, query: { name } }),
    onSuccess: () => {
      cache.clear();
      // Loads a new document, so that no deleted data stays in memory.
      window.location.assign('/');
    },
  });
  return (
    <ConfirmDialog
      of={remove}
      onClose={onClose}
      texts={{ title: t.confirmTitle(organization.name), action: t.action, busyLabel: t.deleting }}
      destructive
      typedName={organization.name}
      busy={remove.isSuccess}
      onConfirm={(typed) => remove.mutate(typed)}
    >
      <Notice tone="bad">
        <Phrase text={t.confirmText(banks, keys, members)} final={<b>{t.confirmFinal}</b>} />
      </Notice>
    </ConfirmDialog>
  );
}
