'use client';

import { ListTodo } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { lazy, Suspense, useState } from 'react';
import { useFollowing } from '#components/operations/follow';
import { useLedger } from '#components/operations/watched';
import { bankOfPath } from '#components/shell/paths';
import { shell as t } from '#components/strings/shell';
import { useAhead } from '#components/ui/ahead';
import { cx } from '#components/ui/cx';
import { Popover } from '#components/ui/popover';
import { Ring } from '#components/ui/ring';
import { Skeleton } from '#components/ui/states';

const load = () => import('#components/operations/tray-list');
const TrayList = lazy(load);

/** The tray in the top bar of every page: running background work, and how it ended. */
export function OperationsTray({ slug }: { slug: string }) {
  const bankId = bankOfPath(usePathname());
  const following = useFollowing(slug, bankId);
  const { ended } = useLedger();
  const [isOpen, setOpen] = useState(false);
  useAhead(load);
  const count = following.open.length + following.more;
  const failed = ended.filter(({ org, status }) => org === slug && status === 'failed').length;
  return (
    <Popover
      label={t.bankPages.operations}
      align="end"
      isOpen={isOpen}
      onOpenChange={setOpen}
      takesFocus
      className="!w-[360px] overflow-hidden"
      trigger={
        <button
          type="button"
          aria-label={t.runningOperations(count, failed)}
          className={cx(
            'relative inline-flex h-7 min-w-7 shrink-0 items-center justify-center gap-1.5 rounded-md px-1.5 text-12 tabular-nums hover:bg-hover hover:text-ink phone:h-11 phone:min-w-11',
            failed > 0 ? 'text-bad-text' : count > 0 ? 'text-info-text' : 'text-muted',
          )}
        >
          {count > 0 ? <Ring size={15} /> : <ListTodo size={16} strokeWidth={1.75} aria-hidden />}
          {count > 0 && <span className="font-medium text-ink">{count}</span>}
          {failed > 0 && <span aria-hidden className="size-1.5 rounded-full bg-bad" />}
        </button>
      }
    >
      <Suspense fallback={<Skeleton className="m-3 !w-auto" />}>
        <TrayList slug={slug} bankId={bankId} following={following} onGo={() => setOpen(false)} />
      </Suspense>
    </Popover>
  );
}
