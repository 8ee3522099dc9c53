'use client';

import { useQueries, useQueryClient } from '@tanstack/react-query';
import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { changePath } from '#components/operations/paths';
import { openCount } from '#components/operations/poll';
import { EVERYTHING, operationQuery, operationsKey, operationsQuery } from '#components/operations/queries';
import { begunAbout, forgetBank, forgetWatched, isToBeTold, noteEnded, useLedger } from '#components/operations/watched';
import {
  aboutOf,
  type End,
  isOpen,
  isShort,
  nameOf,
  progressText,
  stateOf,
  type Told,
  toldOfItem,
  toldOfStatus,
} from '#components/operations/words';
import { operations as t } from '#components/strings/operations';
import { cut } from '#components/ui/cut';
import { toast } from '#components/ui/toast';
import { ApiError } from '#lib/api/call';
import type { OperationPage } from '#lib/jobs/operations/contract';

/** An operation of some bank that has not ended. */
export interface Followed {
  readonly bankId: string;
  readonly told: Told;
}

export interface Following {
  readonly open: readonly Followed[];
  /** open ones that stand further down the list than was read */
  readonly more: number;
  readonly isUnread: boolean;
}

/** Of a new answer: which of those that were open (or that were begun here) have ended, and which it does not mention. */
export function endsOf(
  page: Pick<OperationPage, 'operations'>,
  waitedFor: Iterable<string>,
): { ended: readonly Told[]; missing: readonly string[] } {
  const told = new Map(page.operations.map((item) => [item.id, toldOfItem(item)]));
  const ended: Told[] = [];
  const missing: string[] = [];
  for (const id of new Set(waitedFor)) {
    const one = told.get(id);
    if (!one) missing.push(id);
    else if (!isOpen(one)) ended.push(one);
  }
  return { ended, missing };
}

/**
 * Follows the bank that is looked at and those in which something was begun here: one list each, asked for while something is open
 * there, and once when the page is looked at again. Says how things end.
 */
export function useFollowing(org: string, lookedAt: string | null): Following {
  const ledger = useLedger();
  const client = useQueryClient();
  const watched = ledger.watched.filter((each) => each.org === org);
  const banks = [...new Set([...(lookedAt === null ? [] : [lookedAt]), ...watched.map(({ bankId }) => bankId)])];
  const lists = useQueries({ queries: banks.map((bankId) => operationsQuery(org, bankId, EVERYTHING)) });
  const settle = useSettle(org);

  // What was begun a moment ago is not in an answer from before.
  const begun = watched.map(({ bankId, id }) => `${bankId} ${id}`).join('\n');
  const known = useRef(new Set<string>());
  useEffect(() => {
    for (const line of begun.split('\n').filter(Boolean)) {
      if (known.current.has(line)) continue;
      known.current.add(line);
      void client.invalidateQueries({ queryKey: operationsKey(org, line.slice(0, line.lastIndexOf(' '))) });
    }
  }, [begun, org, client]);

  // Deleted since, or of somebody who used this browser before.
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
            .map(toldOfItem)
            .filter(isOpen)
            .map(({ id }) => id),
        ),
      );
      for (const told of ended) settle(bankId, told);
      for (const id of missing) {
        void client.fetchQuery({ ...operationQuery(org, bankId, id), staleTime: 0 }).then(
          (one) => {
            const told = toldOfStatus(one);
            if (!told) forgetWatched(id);
            else if (!isOpen(told)) settle(bankId, told);
          },
          () => undefined,
        );
      }
    }
  });

  const pages = answers.flatMap(({ bankId, page }) => (page ? [{ bankId, page }] : []));
  const open = pages.flatMap(({ bankId, page }) =>
    page.operations
      .map(toldOfItem)
      .filter(isOpen)
      .map((told) => ({ bankId, told })),
  );
  const total = pages.reduce((sum, { page }) => sum + openCount(page), 0);
  return { open, more: Math.max(0, total - open.length), isUnread: lists.some(({ isError }) => isError) };
}

const isUnseen = (error: unknown): boolean => error instanceof ApiError && (error.status === 403 || error.status === 404);

/** Characters of what it is about, in a sentence that is soon gone. */
const MOST_ABOUT = 60;
/** What work in the background may have changed of a bank. */
const CHANGED = ['documents', 'memories', 'observations', 'entities', 'stats', 'overview'];

/** Keeps an end and says it: what went well only of one's own, a failure always. What was read of its bank before is read anew. */
function useSettle(org: string): (bankId: string, told: Told) => void {
  const router = useRouter();
  const client = useQueryClient();
  return (bankId, told) => {
    if (isOpen(told)) return;
    for (const area of CHANGED) void client.invalidateQueries({ queryKey: [area, org, bankId] });
    const isOwn = isToBeTold(told.id);
    const name = nameOf(told);
    const about = begunAbout(told.id) ?? aboutOf(told);
    const href = changePath(org, bankId, told);
    const status = stateOf(told) as End;
    const isTold = isShort(status) || told.kept !== null;
    const error = isTold ? progressText(told) : status === 'completed' ? null : told.error;
    const see = status !== 'completed' ? t.tray.why : told.kept ? t.tray.openUnchanged : t.tray.see;
    noteEnded({ org, bankId, id: told.id, name, about, status, error, at: told.updatedAt ?? new Date().toISOString(), href, see });
    const where = [about !== null && cut(about, MOST_ABOUT), t.tray.inBank(bankId)].filter(Boolean).join(' ');
    const more = { detail: [where, error].filter(Boolean).join(': '), action: { label: see, onClick: () => router.push(href) } };
    if (status === 'failed') toast.failed(t.tray.failed(name), null, more);
    else if (isOwn && isShort(status)) toast.note(t.tray.short[status](name), more);
    else if (isOwn && status === 'completed') toast.done(t.tray.done(name), more);
  };
}
