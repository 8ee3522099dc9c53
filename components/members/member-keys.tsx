'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { organizationPath } from '#components/shell/paths';
import { members as t } from '#components/strings/members';
import { KeyStatus } from '#components/ui/badge';
import { Link } from '#components/ui/link';
import { Phrase } from '#components/ui/phrase';
import { Failure, Notice, Skeleton } from '#components/ui/states';
import { RelativeTime } from '#components/ui/time';
import type { MemberKey } from '#lib/access/orgs/contract';

/** Keys created by a member, and what happens to them. */
export function MemberKeys({ keys, org }: { keys: UseQueryResult<MemberKey[]>; org: string }) {
  if (keys.error) return <Failure failed={t.remove.keysFailed} error={keys.error} />;
  if (!keys.data) {
    return (
      <div role="status" aria-label={t.remove.keysLoading} className="grid gap-2 py-1">
        <Skeleton className="w-3/5" />
        <Skeleton className="w-2/5" />
      </div>
    );
  }
  const working = keys.data.filter(({ status }) => status === 'active');
  if (working.length === 0) return <p>{t.remove.noKeys}</p>;
  return (
    <>
      <Notice tone="warn">
        <b>{t.remove.keysStay(working.length)}</b> {t.remove.keysAdvice}
      </Notice>
      <KeyList keys={working} org={org} />
    </>
  );
}

export const KeyList = ({ keys, org }: { keys: readonly MemberKey[]; org: string }) => (
  <ul className="max-h-54 overflow-y-auto rounded-md border border-line">
    {keys.map(({ id, name, prefix, status, last_used_at }) => (
      <li key={id} className="flex min-h-9 items-center gap-3 border-line-soft border-b px-3 py-1 last:border-b-0">
        <span className="min-w-0 grow">
          <Link href={organizationPath(org, 'keys', id)} dir="auto" className="link block truncate text-left font-medium rtl:text-right">
            {name}
          </Link>
          <span className="block truncate font-mono text-12 text-faint">{prefix}…</span>
        </span>
        <span className="shrink-0 text-end text-12">
          <KeyStatus status={status} />
          <span className="block text-faint">
            {last_used_at === null ? (
              t.remove.neverUsed
            ) : (
              <Phrase text={t.remove.lastUsed} time={<RelativeTime toMinute at={last_used_at} />} />
            )}
          </span>
        </span>
      </li>
    ))}
  </ul>
);
