'use client';

import { useQuery } from '@tanstack/react-query';
import { purgeReceiptQuery } from '#components/audit/queries';
import { DeletionCounts } from '#components/deletion/counts';
import { VerifyReceipt } from '#components/deletion/verify-receipt';
import { audit as t } from '#components/strings/audit';
import { CopyableId } from '#components/ui/copy';
import { Read } from '#components/ui/read';
import { SkeletonRows } from '#components/ui/states';
import { useRead } from '#components/ui/use-read';

/** The receipt of a permanent deletion, and its check. */
export function PurgePanel({ org, receiptId }: { org: string; receiptId: string }) {
  const receipt = useRead(useQuery(purgeReceiptQuery(org, receiptId)));
  return (
    <section className="mt-5 grid gap-3" aria-label={t.purge.title}>
      <Read of={receipt} failed={t.purge.failed} loading={<SkeletonRows label={t.loading} />}>
        {(read) => (
          <div className="grid gap-2">
            <CopyableId id={read.id} what={t.purge.title} />
            <DeletionCounts of={read} />
          </div>
        )}
      </Read>
      <VerifyReceipt org={org} receiptId={receiptId} />
    </section>
  );
}
