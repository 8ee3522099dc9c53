'use client';

import { queryOptions, useQuery } from '@tanstack/react-query';
import { Check, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useConsole } from '#components/shell/console-context';
import { bankPath } from '#components/shell/paths';
import { shell } from '#components/strings/shell';
import { status as t } from '#components/strings/status';
import { cx } from '#components/ui/cx';
import { Link } from '#components/ui/link';
import { Panel } from '#components/ui/page';
import { Read } from '#components/ui/read';
import { useRead } from '#components/ui/use-read';
import { type AnswerOf, call } from '#lib/api/call';
import { getBankCache } from '#lib/api/calls';

const EVERY_MS = 15_000;

const cacheQuery = (org: string) =>
  queryOptions({
    queryKey: ['status', org, 'bank-cache'],
    queryFn: ({ signal }) => call(getBankCache, { org, signal }),
    refetchInterval: EVERY_MS,
  });

type BankCache = AnswerOf<typeof getBankCache>;
type CachedBank = BankCache['banks'][number];

const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);

/** The banks that recall wanted in the cache of the server, with the state of each. */
export function BankCachePanel() {
  const { organization } = useConsole();
  const read = useRead(useQuery(cacheQuery(organization.slug)));
  const { data } = read;
  const note = data && data.max_bytes > 0 && t.cacheUse(megabytes(data.used_bytes), megabytes(data.max_bytes));
  return (
    <Panel
      title={t.cache}
      note={note && <span className="text-12 text-faint tabular-nums">{note}</span>}
      footer={data?.banks.some(({ state }) => state === 'no_room') && <span>{t.cacheHelp}</span>}
      flush
    >
      <Read of={read} failed={t.cacheFailed}>
        {({ banks, total, max_bytes }) =>
          banks.length === 0 ? (
            <p className="p-4 text-muted">{max_bytes === 0 ? t.cacheOff : t.cacheEmpty}</p>
          ) : (
            <ul>
              {banks.map((bank) => (
                <li key={bank.bank_id} className="flex min-h-9 items-center gap-3 border-line-soft border-b px-4 py-1.5 last:border-b-0">
                  <Link href={bankPath(organization.slug, bank.bank_id)} title={bank.name} className="min-w-0 truncate" dir="auto">
                    {bank.name}
                  </Link>
                  <span className="shrink-0 text-12 text-faint tabular-nums phone:hidden">{shell.units(bank.memories)}</span>
                  <CacheState bank={bank} />
                </li>
              ))}
              {total > banks.length && <li className="px-4 py-2 text-12 text-faint">{t.cacheMore(total - banks.length)}</li>}
            </ul>
          )
        }
      </Read>
    </Panel>
  );
}

const ICONS = { cached: Check, reading: LoaderCircle, no_room: TriangleAlert };
const COLORS = { cached: 'text-ok-text', reading: 'text-muted', no_room: 'text-bad-text' };

function CacheState({ bank: { state, progress } }: { bank: CachedBank }) {
  const Icon = ICONS[state];
  return (
    <span className={cx('ms-auto inline-flex shrink-0 items-center gap-1.5 text-12 tabular-nums', COLORS[state])}>
      <Icon size={14} aria-hidden />
      {state === 'reading' ? t.cacheReading(Math.floor(100 * progress)) : t.cacheStates[state]}
    </span>
  );
}
