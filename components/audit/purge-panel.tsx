'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { purgeReceiptQuery } from '#components/audit/queries';
import { audit as t } from '#components/strings/audit';
import { number } from '#components/strings/counted';
import { ui } from '#components/strings/ui';
import { Button } from '#components/ui/button';
import { CopyableId } from '#components/ui/copy';
import { KeyValues } from '#components/ui/page';
import { Read } from '#components/ui/read';
import { messageOf, Notice, SkeletonRows } from '#components/ui/states';
import { useCached } from '#components/ui/use-cached';
import { call } from '#lib/api/call';
import { verifyPurge } from '#lib/api/calls';
import type { PurgeCheck, PurgeReceipt } from '#lib/memory/receipts/contract';

/** The receipt of a permanent deletion, and its check. */
export function PurgePanel({ org, receiptId }: { org: string; receiptId: string }) {
  const receipt = useCached(useQuery(purgeReceiptQuery(org, receiptId)), `${org}/${receiptId}`);
  const verify = useMutation({ mutationFn: () => call(verifyPurge, { org, params: { receipt_id: receiptId } }) });
  return (
    <section className="mt-5 grid gap-3" aria-label={t.purge.title}>
      <Read of={receipt} failed={t.purge.failed} loading={<SkeletonRows label={t.loading} />}>
        {(read) => <Receipt receipt={read} />}
      </Read>
      <Button
        size="sm"
        className="justify-self-start"
        busy={verify.isPending}
        busyLabel={t.purge.verifying}
        onClick={() => verify.mutate()}
      >
        {t.purge.verify}
      </Button>
      {verify.error && (
        <Notice tone="bad">
          <b>{ui.asSentence(t.purge.failed)}</b> {messageOf(verify.error)}
        </Notice>
      )}
      {verify.data && <Check check={verify.data} />}
    </section>
  );
}

const countsText = (counts: readonly { readonly place: string; readonly count: number }[]): string =>
  counts.length === 0 ? t.purge.nothing : ui.series(counts.map(({ place, count }) => `${place.replaceAll('_', ' ')} ${number(count)}`));

const recordText = (counts: PurgeReceipt['removed']): string =>
  countsText(Object.entries(counts).map(([place, count]) => ({ place, count })));

function Receipt({ receipt }: { receipt: PurgeReceipt }) {
  return (
    <KeyValues
      items={[
        { key: t.purge.title, value: <CopyableId id={receipt.id} what={t.purge.title} /> },
        { key: t.purge.removed, value: recordText(receipt.removed) },
        { key: t.purge.copies, value: recordText(receipt.copies) },
        { key: t.purge.remaining, value: recordText(receipt.remaining) },
      ]}
    />
  );
}

function Check({ check }: { check: PurgeCheck }) {
  const isGood = check.is_clean && check.is_chained;
  return (
    <Notice tone={isGood ? 'info' : 'bad'}>
      <span className="grid gap-1">
        <b>{check.is_clean ? t.purge.clean : t.purge.unclean}</b>
        <span>{check.is_chained ? t.purge.chained : t.purge.unchained}</span>
        {check.found.length > 0 && <span>{ui.labeled(t.purge.found, countsText(check.found))}</span>}
        {check.same_text.length > 0 && <span>{ui.labeled(t.purge.same, countsText(check.same_text))}</span>}
      </span>
    </Notice>
  );
}
