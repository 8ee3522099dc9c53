'use client';

import { useQuery } from '@tanstack/react-query';
import { AllBankChips, isHeldBack } from '#components/keys/bank-chips';
import { FamilyTree } from '#components/keys/family';
import { keyQuery, useRevokeKey } from '#components/keys/queries';
import { keys as t } from '#components/strings/keys';
import { ConfirmDialog } from '#components/ui/dialog';
import { KeyValues } from '#components/ui/page';
import { Phrase } from '#components/ui/phrase';
import { Scroller } from '#components/ui/scroller';
import { messageOf, SkeletonRows } from '#components/ui/states';
import { RelativeTime } from '#components/ui/time';
import { toast } from '#components/ui/toast';
import type { ConsoleKey } from '#lib/access/keys/contract';

export interface RevokeKeyProps {
  org: string;
  keyOf: ConsoleKey;
  /** Why it cannot be revoked. */
  locked: string | null;
  onClose: () => void;
}

/** Shows the current consequences before it accepts the typed name. */
export function RevokeKey({ org, keyOf: key, locked, onClose }: RevokeKeyProps) {
  const detail = useQuery({ ...keyQuery(org, key.id), staleTime: 0, refetchOnMount: 'always' });
  const revoke = useRevokeKey(org);
  const isFresh = detail.isFetchedAfterMount;
  const confirm = (name: string) =>
    revoke.mutate(
      { id: key.id, name },
      {
        onSuccess: ({ revoked }) => {
          toast.done(t.revoked(key.name), { detail: revoked === 0 ? t.revokedBefore : t.revokedCount(revoked) });
          onClose();
        },
      },
    );
  const isMissing = detail.data?.locks.revoke;
  return (
    <ConfirmDialog
      of={revoke}
      onClose={onClose}
      texts={{ title: t.revokeTitle(key.name), action: t.revokeKey, busyLabel: t.revoking, failed: t.revokeFailed }}
      typedName={key.name}
      destructive
      locked={
        locked ??
        (isMissing ? t.locks.revoke[isMissing] : detail.isError && !detail.data ? t.revokeUnread : isFresh ? null : t.revokeReading)
      }
      onConfirm={confirm}
      error={detail.isError && !detail.data && `${t.revokeUnread} ${messageOf(detail.error)}`}
    >
      <p>{t.revokeText}</p>
      {detail.data ? <Consequences detail={detail.data} /> : !detail.isError && <SkeletonRows rows={3} label={t.revokeReading} />}
    </ConfirmDialog>
  );
}

/** `by`: the name of another key that was used. */
const LastUse = ({ at, by }: { at: string; by: string | null }) => {
  const time = <RelativeTime toMinute at={at} prose />;
  return by === null ? time : <Phrase text={t.whenBy} time={time} who={by} />;
};

function Consequences({
  detail,
}: {
  detail: ConsoleKey & {
    children: ConsoleKey[];
    consequences: { keys: number; bank_ids: string[] | null; last_used_at: string | null; last_used_name: string | null };
  };
}) {
  const falling = detail.children.filter(({ status }) => status === 'active');
  const { consequences } = detail;
  return (
    <div className="grid gap-3 rounded-md border border-line bg-bg px-3 py-2.5 text-ink dark:bg-sunken">
      <KeyValues
        items={[
          { key: t.facts.prefix, value: <span className="font-mono text-12">{detail.prefix}…</span> },
          {
            key: t.revokeLast,
            value:
              consequences.last_used_at === null ? (
                t.revokeLastNever
              ) : (
                <LastUse
                  at={consequences.last_used_at}
                  by={consequences.last_used_name === detail.name ? null : consequences.last_used_name}
                />
              ),
          },
          { key: t.revokeBanks, value: <AllBankChips banks={consequences.bank_ids} isForNow={isHeldBack(detail)} /> },
        ]}
      />
      {falling.length > 0 ? (
        <div className="border-line-soft border-t pt-2.5">
          <p className="mb-1 font-medium text-bad-text">{t.revokeDies(falling.length)}</p>
          <Scroller label={t.family} className="max-h-44">
            <FamilyTree parent={detail} members={falling} />
          </Scroller>
        </div>
      ) : (
        <p className="text-12 text-faint">{t.revokeAlone}</p>
      )}
    </div>
  );
}
