'use client';

import { DeletionCounts } from '#components/deletion/counts';
import { VerifyReceipt } from '#components/deletion/verify-receipt';
import { useConsole } from '#components/shell/console-context';
import { receiptPath } from '#components/shell/paths';
import { deletion as t } from '#components/strings/deletion';
import { Button, ButtonLink } from '#components/ui/button';
import { CopyableId } from '#components/ui/copy';
import { Dialog } from '#components/ui/dialog';
import type { PurgeReceipt } from '#lib/memory/receipts/contract';

/** The receipt of a purge. Members with the audit log can verify it and open its entry there. */
export function ReceiptDialog({ receipt, onClose }: { receipt: PurgeReceipt; onClose: () => void }) {
  const { organization, may } = useConsole();
  const isAuditor = may('audit.view');
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.done}
      purpose={t.doneText}
      footer={
        <>
          {isAuditor && (
            <ButtonLink look="ghost" href={receiptPath(organization.slug, receipt.id)}>
              {t.inAudit}
            </ButtonLink>
          )}
          <Button look="primary" onClick={onClose}>
            {t.close}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <DeletionCounts of={receipt} />
        <CopyableId id={receipt.id} what={t.receipt} />
        {isAuditor && <VerifyReceipt org={organization.slug} receiptId={receipt.id} />}
      </div>
    </Dialog>
  );
}
