'use client';

import { KeyRound } from 'lucide-react';
import { keys as t } from '#components/strings/keys';
import { KeyStatus } from '#components/ui/badge';
import { cx } from '#components/ui/cx';
import { Link } from '#components/ui/link';
import { RelativeTime } from '#components/ui/time';
import type { ConsoleKey } from '#lib/access/keys/contract';

/** A parent key with its child keys on a thread. */
export function FamilyTree({
  parent,
  members,
  hrefOf,
  className,
}: {
  parent: Pick<ConsoleKey, 'name'>;
  members: readonly ConsoleKey[];
  /** The link of a child key. None in a dialog. */
  hrefOf?: (key: ConsoleKey) => string;
  className?: string;
}) {
  return (
    <div className={cx('text-13', className)}>
      <div className="relative flex items-center gap-2 py-1">
        <KeyRound size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
        <span dir="auto" className="truncate font-medium">
          {parent.name}
        </span>
        <span aria-hidden className="-bottom-1 absolute top-6 start-[7px] w-px bg-thread" />
      </div>
      <ul aria-label={t.family}>
        {members.map((child, at) => (
          <li key={child.id} className="relative flex min-h-8 items-center gap-2 ps-8 phone:min-h-11">
            <span aria-hidden className={cx('absolute top-0 start-[7px] w-px bg-thread', at === members.length - 1 ? 'h-1/2' : 'h-full')} />
            <span aria-hidden className="absolute top-1/2 start-[7px] h-px w-4 bg-thread" />
            <KeyRound size={13} strokeWidth={1.75} aria-hidden className="-ms-1 shrink-0 text-faint" />
            {hrefOf ? (
              <Link href={hrefOf(child)} dir="auto" className="link min-w-0 truncate">
                {child.name}
              </Link>
            ) : (
              <span dir="auto" className="min-w-0 truncate text-ink">
                {child.name}
              </span>
            )}
            <span className="ms-auto flex shrink-0 items-center gap-3 text-12">
              {child.status === 'active' ? (
                <RelativeTime toMinute at={child.last_used_at} none={t.neverUsed} className="text-faint" />
              ) : (
                <KeyStatus status={child.status} />
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
