'use client';

import { useQueries, useQueryClient } from '@tanstack/react-query';
import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { openCount } from '#components/operations/poll';
import { EVERYTHING, operationQuery, operationsKey, operationsQuery } from '#components/operations/queries';
import { TRANSFERS } from '#components/operations/transfer-types';
import { isOpen, type OperationView, viewOfItem, viewOfStatus } from '#components/operations/view';
import { forgetBank, forgetWatched, isForTray, useLedger } from '#components/operations/watched';
import { renewContent } from '#components/shell/renew';
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
 * also the ones that began and ended since the former page, and the ids that the page does not
 * contain. `latest`: when the latest operation of the former page was created; null if there was no
 * former page.
 */
export function endsOf(
  page: Pick<OperationPage, 'operations'>,
  waitedFor: Iterable<string>,
  latest: string | null,
): { ended: readonly OperationView[]; missing: readonly string[] } {
  const view = new Map(page.operations.map((item) => [item.id, viewOfItem(item)]));
  const awaited = new Set(waitedFor);
  const ended = [...view.values()].filter(
    (one) => !awaited.has(one.id) && !isOpen(one) && latest !== null && (one.createdAt ?? '') > latest,
  );
  const missing: string[] = [];
  for (const id of awaited) {
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

  const before = useRef(new Map<string, { readonly open: readonly string[]; readonly latest: string }>());
  const answers = banks.map((bankId, at) => ({ bankId, page: lists[at]?.isPlaceholderData ? undefined : lists[at]?.data }));
  const seen = useRef(new WeakSet<object>());
  useEffect(() => {
    for (const { bankId, page } of answers) {
      if (!page || seen.current.has(page)) continue;
      seen.current.add(page);
      const key = `${org}/${bankId}`;
      const waitedFor = [...(before.current.get(key)?.open ?? []), ...watched.filter((each) => each.bankId === bankId).map(({ id }) => id)];
      const { ended, missing } = endsOf(page, waitedFor, before.current.get(key)?.latest ?? null);
      const views = page.operations.map(viewOfItem);
      before.current.set(key, {
        open: views.filter(isOpen).map(({ id }) => id),
        latest: views.reduce((latest, { createdAt }) => (createdAt !== null && createdAt > latest ? createdAt : latest), ''),
      });
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

const loadEnds = () => import('#components/operations/ends');

/**
 * Records the end of an operation and reports it. Invalidates the cached queries of the bank. If
 * the texts cannot be loaded, the next response reports it.
 */
function useSettle(org: string): (bankId: string, view: OperationView) => void {
  const router = useRouter();
  const client = useQueryClient();
  return (bankId, view) => {
    if (isOpen(view)) return;
    void renewContent(client, org, bankId);
    if (TRANSFERS.includes(view.type)) void client.invalidateQueries({ queryKey: ['banks', org] });
    const isOwn = isForTray(view.id);
    void loadEnds().then(
      ({ reportEnd }) => reportEnd({ org, bankId, view, isOwn }, (href) => router.push(href)),
      () => undefined,
    );
  };
}
