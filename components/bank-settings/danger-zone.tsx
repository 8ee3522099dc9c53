'use client';

import { useQuery } from '@tanstack/react-query';
import { Eraser, RotateCcw, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { sizeQuery } from '#components/bank-settings/queries';
import { ResetDialog } from '#components/bank-settings/reset-dialog';
import { ownOf } from '#components/bank-settings/settings';
import { useDeleteBank } from '#components/banks/queries';
import { useClearObservations } from '#components/observations/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { organizationPath } from '#components/shell/paths';
import { bankSettings as t } from '#components/strings/bank-settings';
import { Button } from '#components/ui/button';
import { ConfirmDialog } from '#components/ui/dialog';
import { Panel } from '#components/ui/page';
import { Notice } from '#components/ui/states';
import { toast } from '#components/ui/toast';
import type { BankConfigResponse } from '#lib/memory/settings/contract';

type OpenDialog = 'reset' | 'clear' | 'delete';

export function DangerZone({ config }: { config: BankConfigResponse }) {
  const { lockedBy } = useConsole();
  const [asking, ask] = useState<OpenDialog | null>(null);
  const own = ownOf(config).length;
  const close = () => ask(null);
  const configureLock = lockedBy('bank.configure') ?? (own === 0 ? t.resetAllText(0) : null);
  return (
    <Panel flush>
      <h2 className="sr-only">{t.tabs.danger}</h2>
      <ul>
        <Danger title={t.resetAll} text={`${t.resetAllText(own)} ${t.resetKeeps}`}>
          <Button look="danger" icon={RotateCcw} locked={configureLock} onClick={() => ask('reset')}>
            {t.resetAction}
          </Button>
        </Danger>
        <Danger title={t.clearTitle} text={t.clearText}>
          <Button look="danger" icon={Eraser} locked={lockedBy('bank.delete')} onClick={() => ask('clear')}>
            {t.clear}
          </Button>
        </Danger>
        <Danger title={t.deleteTitle} text={t.deleteText}>
          <Button look="danger" icon={Trash2} locked={lockedBy('bank.delete')} onClick={() => ask('delete')}>
            {t.deleteAction}
          </Button>
        </Danger>
      </ul>
      {asking === 'reset' && <ResetDialog config={config} name={null} onClose={close} />}
      {asking === 'clear' && <ClearDialog onClose={close} />}
      {asking === 'delete' && <DeleteDialog onClose={close} />}
    </Panel>
  );
}

const Danger = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-line-soft border-b px-4 py-4 last:border-b-0">
    <div className="min-w-0 max-w-[64ch] grow basis-72">
      <h3 className="font-medium">{title}</h3>
      <p className="text-muted">{text}</p>
    </div>
    <div className="phone:w-full phone:[&>button]:w-full">{children}</div>
  </li>
);

function ClearDialog({ onClose }: { onClose: () => void }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const clear = useClearObservations(organization.slug, bankId);
  const act = () =>
    clear.mutate(undefined, {
      onSuccess: ({ deleted_count }) => {
        toast.done(t.cleared, { detail: t.clearedDetail(deleted_count ?? 0) });
        onClose();
      },
    });
  return (
    <ConfirmDialog
      of={clear}
      onClose={onClose}
      texts={{ title: t.clearAsk, action: t.clear, busyLabel: t.clearing }}
      destructive
      onConfirm={act}
    >
      <p>{t.clearText}</p>
    </ConfirmDialog>
  );
}

function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const router = useRouter();
  const { data: size } = useQuery(sizeQuery(organization.slug, bankId));
  const remove = useDeleteBank(organization.slug);
  const act = () =>
    remove.mutate(bankId, {
      onSuccess: () => {
        toast.done(t.deleted(bankId));
        router.push(organizationPath(organization.slug, 'banks'));
      },
    });
  return (
    <ConfirmDialog
      of={remove}
      onClose={onClose}
      texts={{ title: t.deleteAsk(bankId), action: t.deleteAction, busyLabel: t.deleting }}
      busy={remove.isSuccess}
      destructive
      typedName={bankId}
      onConfirm={act}
    >
      <Notice tone="bad">
        {size && <b>{t.deleteContents(size.total_nodes, size.total_documents, size.total_entities)} </b>}
        {t.deleteText}
      </Notice>
      <p>{t.deleteKeys}</p>
    </ConfirmDialog>
  );
}
