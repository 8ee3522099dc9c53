'use client';

import { useMutation } from '@tanstack/react-query';
import { countsText } from '#components/deletion/counts';
import { audit as t } from '#components/strings/audit';
import { ui } from '#components/strings/ui';
import { Button } from '#components/ui/button';
import { messageOf, Notice } from '#components/ui/states';
import { call } from '#lib/api/call';
import { verifyPurge } from '#lib/api/calls';
import type { PurgeCheck } from '#lib/memory/receipts/contract';

/** A button that looks for remains of a deletion, and the result. Requires `audit.view`. */
export function VerifyReceipt({ org, receiptId }: { org: string; receiptId: string }) {
  const verify = useMutation({ mutationFn: () => call(verifyPurge, { org, params: { receipt_id: receiptId } }) });
  return (
    <>
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
    </>
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
