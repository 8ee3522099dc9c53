'use client';

import { useQueries, useQueryClient } from '@tanstack/react-query';
import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { changePath, fileOf, subjectPath } from '#components/operations/paths';
import { openCount } from '#components/operations/poll';
import { EVERYTHING, operationQuery, operationsKey, operationsQuery } from '#components/operations/queries';
import { TRANSFERS } from '#components/operations/transfers';
import {
  begunAbout,
  begunFor,
  type FinishedOperation,
  forgetBank,
  forgetWatched,
  isForTray,
  noteEnded,
  useLedger,
} from '#components/operations/watched';
import {
  aboutOf,
  changeText,
  type FinalState,
  isOpen,
  isShort,
  nameOf,
  type OperationView,
  progressText,
  stateOf,
  viewOfItem,
  viewOfStatus,
} from '#components/operations/words';
import { operations as t } from '#components/strings/operations';
import { transfer } from '#components/strings/transfer';
import { cut } from '#components/ui/cut';
import { startDownload } from '#components/ui/save';
import { toast } from '#components/ui/toast';
import { ApiError } from '#lib/api/call';
import type { OperationPage } from '#lib/jobs/operations/contract';

/** An operation of a bank. */
export interface FollowedOperation {
  readonly bankId: string;
  readonly view: OperationView;
}

export interface OpenOperations {
  readonly open: readonly FollowedOperation[];
  /** Open operations beyond the first page of the list. */
  readonly more: number;
  readonly isUnread: boolean;
  /** The operations of the current bank that have ended, of the first page of the list. */
  readonly finished: readonly FollowedOperation[];
}

/**
 * Compares a new page with the operations that were open or started here. Returns those that ended,
 * and the ids that the page does not contain.
 */
export function endsOf(
  page: Pick<OperationPage, 'operations'>,
  waitedFor: Iterable<string>,
): { ended: readonly OperationView[]; missing: readonly string[] } {
  const view = new Map(page.operations.map((item) => [item.id, viewOfItem(item)]));
  const ended: OperationView[] = [];
  const missing: string[] = [];
  for (const id of new Set(waitedFor)) {
    const one = view.get(id);
    if (!one) missing.push(id);
    else if (!isOpen(one)) ended.push(one);
  }
  return { ended, missing };
}

/**
 * Follows the current bank and the banks in which this browser started operations. Each list is
 * polled while it has open operations, and read once when the page becomes visible again. Reports
 * how operations end.
 */
export function useFollowing(org: string, lookedAt: string | null): OpenOperations {
  const ledger = useLedger();
  const client = useQueryClient();
  const watched = ledger.watched.filter((each) => each.org === org);
  const banks = [...new Set([...(lookedAt === null ? [] : [lookedAt]), ...watched.map(({ bankId }) => bankId)])];
  const lists = useQueries({ queries: banks.map((bankId) => operationsQuery(org, bankId, EVERYTHING)) });
  const settle = useSettle(org);

  // A response that was sent before an operation was started does not contain it.
  const begun = watched.map(({ bankId, id }) => `${bankId} ${id}`).join('\n');
  const known = useRef(new Set<string>());
  useEffect(() => {
    for (const line of begun.split('\n').filter(Boolean)) {
      if (known.current.has(line)) continue;
      known.current.add(line);
      void client.invalidateQueries({ queryKey: operationsKey(org, line.slice(0, line.lastIndexOf(' '))) });
    }
  }, [begun, org, client]);

  // The operation was deleted, or another user of this browser started it.
  const unseen = banks.filter((_, at) => isUnseen(lists[at]?.error)).join('\n');
  useEffect(() => {
    for (const bankId of unseen.split('\n').filter(Boolean)) forgetBank(org, bankId);
  }, [unseen, org]);

  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another look
  useEffect(() => {
    if (lookedAt !== null) void client.refetchQueries({ queryKey: [...operationsKey(org, lookedAt), 'list'], type: 'active', stale: true });
  }, [pathname, lookedAt, org, client]);

  const before = useRef(new Map<string, ReadonlySet<string>>());
  const answers = banks.map((bankId, at) => ({ bankId, page: lists[at]?.isPlaceholderData ? undefined : lists[at]?.data }));
  const seen = useRef(new WeakSet<object>());
  useEffect(() => {
    for (const { bankId, page } of answers) {
      if (!page || seen.current.has(page)) continue;
      seen.current.add(page);
      const key = `${org}/${bankId}`;
      const waitedFor = [...(before.current.get(key) ?? []), ...watched.filter((each) => each.bankId === bankId).map(({ id }) => id)];
      const { ended, missing } = endsOf(page, waitedFor);
      before.current.set(
        key,
        new Set(
          page.operations
            .map(viewOfItem)
            .filter(isOpen)
            .map(({ id }) => id),
        ),
      );
      for (const view of ended) settle(bankId, view);
      for (const id of missing) {
        void client.fetchQuery({ ...operationQuery(org, bankId, id), staleTime: 0 }).then(
          (one) => {
            const view = viewOfStatus(one);
            if (!view) forgetWatched(id);
            else if (!isOpen(view)) settle(bankId, view);
          },
          () => undefined,
        );
      }
    }
  });

  const pages = answers.flatMap(({ bankId, page }) => (page ? [{ bankId, page }] : []));
  const followed = pages.flatMap(({ bankId, page }) => page.operations.map((item) => ({ bankId, view: viewOfItem(item) })));
  const open = followed.filter(({ view }) => isOpen(view));
  const finished = followed.filter(({ bankId, view }) => bankId === lookedAt && !isOpen(view));
  const total = pages.reduce((sum, { page }) => sum + openCount(page), 0);
  return { open, more: Math.max(0, total - open.length), isUnread: lists.some(({ isError }) => isError), finished };
}

const isUnseen = (error: unknown): boolean => error instanceof ApiError && (error.status === 403 || error.status === 404);

/** Maximum length of the subject in a short-lived notification, in characters. */
const MOST_ABOUT = 60;
/** Query areas of a bank that background work may have changed. */
const CHANGED = ['documents', 'memories', 'observations', 'entities', 'stats', 'overview'];

/** An operation that has ended, as the tray lists it. */
export function finishedOf(org: string, bankId: string, view: OperationView): FinishedOperation {
  const status = stateOf(view) as FinalState;
  const isIncomplete = isShort(status) || view.unchanged !== null;
  const leadsTo = status === 'completed' ? begunFor(view.id) : null;
  return {
    org,
    bankId,
    id: view.id,
    name: nameOf(view),
    about: begunAbout(view.id) ?? aboutOf(view),
    aboutHref: leadsTo ?? subjectPath(org, bankId, view),
    change: changeText(view),
    status,
    error: isIncomplete ? progressText(view) : status === 'completed' ? null : view.error,
    at: view.updatedAt ?? new Date().toISOString(),
    download: fileOf(org, bankId, view)?.href ?? null,
    href: leadsTo ?? changePath(org, bankId, view),
    see: status !== 'completed' ? t.tray.why : view.unchanged || TRANSFERS.includes(view.type) ? t.tray.openUnchanged : t.tray.see,
  };
}

/**
 * Records the end of an operation and reports it: successes only of own operations, failures
 * always. Invalidates the cached queries of the bank.
 */
function useSettle(org: string): (bankId: string, view: OperationView) => void {
  const router = useRouter();
  const client = useQueryClient();
  return (bankId, view) => {
    if (isOpen(view)) return;
    for (const area of CHANGED) void client.invalidateQueries({ queryKey: [area, org, bankId] });
    if (TRANSFERS.includes(view.type)) void client.invalidateQueries({ queryKey: ['banks', org] });
    const isOwn = isForTray(view.id);
    const one = finishedOf(org, bankId, view);
    noteEnded(one);
    const { name, about, change, status, error, download, href, see } = one;
    const where = about === null ? t.tray.inBank(bankId) : t.tray.aboutInBank(cut(about, MOST_ABOUT), bankId);
    const more = {
      about: view.id,
      detail: (error ?? change) ? t.tray.failedIn(where, error ?? change ?? '') : where,
      action: download
        ? { label: transfer.download, onClick: () => startDownload(download) }
        : { label: see, onClick: () => router.push(href) },
    };
    if (status === 'failed') toast.failed(t.tray.failed(name), null, more);
    else if (isOwn && isShort(status)) toast.note(t.tray.short[status](name), more);
    else if (isOwn && status === 'completed') toast.done(t.tray.done(name), more);
  };
}
