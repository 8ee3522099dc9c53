'use client';

import { useQuery } from '@tanstack/react-query';
import { Timer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Filter, filterOf, type MemoryFilters } from '#components/memories/ask';
import { expiryAfter, extending, NEVER, type Period } from '#components/memories/extension';
import { extendCountQuery, useExtendAll, useUpdateMemory } from '#components/memories/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { memories as t } from '#components/strings/memories';
import { Button } from '#components/ui/button';
import { Segment } from '#components/ui/choice';
import { ConfirmDialog } from '#components/ui/dialog';
import { MenuItem } from '#components/ui/menu';
import { Phrase } from '#components/ui/phrase';
import { messageOf } from '#components/ui/states';
import { dayText } from '#components/ui/time';
import { toast } from '#components/ui/toast';
import { ApiError } from '#lib/api/call';
import type { MemoryResponse } from '#lib/memory/memories/contract';

/** A button that extends the expiry of a memory, beside the time at which it expires. */
export function ExtendMemory({ memory }: { memory: MemoryResponse }) {
  const { lockedBy } = useConsole();
  const [isOpen, open] = useState(false);
  return (
    <>
      <Button size="sm" icon={Timer} locked={lockedBy('bank.write')} onClick={() => open(true)}>
        {t.extend.action}
      </Button>
      {isOpen && <ExtendDialog memory={memory} onClose={() => open(false)} />}
    </>
  );
}

function ExtendDialog({ memory, onClose }: { memory: MemoryResponse; onClose: () => void }) {
  const { organization } = useConsole();
  const update = useUpdateMemory(organization.slug, useBank(), memory.id);
  // The time at which the dialog was opened: the offered days must not change while it is read.
  const [now] = useState(Date.now);
  const periods = extending(memory.expires_at, now);
  const [period, choose] = useState<Period>(periods[0] ?? 'never');
  const expires_at = expiryAfter(period, now);
  const confirm = () =>
    update.mutate(
      { expires_at, if_revision: memory.revision },
      {
        onSuccess: () => {
          toast.done(t.extend.done);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      of={update}
      onClose={onClose}
      texts={{ title: t.extend.title, action: t.extend.action, busyLabel: t.extend.busy, failed: t.extend.failed }}
      onConfirm={confirm}
    >
      <p>{t.extend.text}</p>
      <PeriodChoice periods={periods} value={period} onChange={choose} expiresAt={expires_at} />
    </ConfirmDialog>
  );
}

interface PeriodChoiceProps {
  periods: readonly Period[];
  value: Period;
  onChange: (period: Period) => void;
  expiresAt: string;
}

const PeriodChoice = ({ periods, value, onChange, expiresAt }: PeriodChoiceProps): ReactNode => (
  <div className="grid gap-1.5 text-ink">
    <span className="font-medium">{t.extend.period}</span>
    <Segment
      label={t.extend.period}
      value={value}
      onChange={onChange}
      choices={periods.map((period) => ({ value: period, label: t.extend.periods[period] }))}
    />
    <span className="text-muted" role="status">
      {expiresAt === NEVER ? t.extend.never : <Phrase text={t.extend.until} day={dayText(expiresAt)} />}
    </span>
  </div>
);

/** A menu item that shows how many listed memories expire. */
export function ExtendItem({ filters, onSelect }: { filters: MemoryFilters; onSelect: () => void }) {
  const { organization, lockedBy } = useConsole();
  const locked = lockedBy('bank.write');
  const count = extendCountQuery(organization.slug, useBank(), filterOf(filters), NEVER);
  const matched = useQuery({ ...count, enabled: locked === null }).data?.matched;
  return (
    <MenuItem icon={Timer} locked={locked ?? (matched === 0 ? t.extend.none : null)} onSelect={onSelect}>
      {t.extend.all(matched)}
    </MenuItem>
  );
}

/** Extends the expiry of all listed memories that expire earlier, after counting them. */
export function ExtendAllDialog({ filters, onClose }: { filters: MemoryFilters; onClose: () => void }) {
  const { organization } = useConsole();
  const bankId = useBank();
  // The filter at the time of opening, even if the URL changes behind the dialog.
  const [filter] = useState<Filter>(() => filterOf(filters));
  const [now] = useState(Date.now);
  const [period, choose] = useState<Period>('month');
  const expires_at = expiryAfter(period, now);
  const count = useQuery(extendCountQuery(organization.slug, bankId, filter, expires_at));
  const extend = useExtendAll(organization.slug, bankId);
  const matched = count.data?.matched;
  const isOther = extend.error instanceof ApiError && extend.error.status === 409;
  const confirm = () => {
    if (matched === undefined) return void count.refetch();
    extend.mutate(
      { filter, expires_at, expected: matched },
      {
        onSuccess: ({ changed }) => {
          toast.done(t.extend.allDone(changed));
          onClose();
        },
        onError: () => void count.refetch(),
      },
    );
  };
  const failure = count.error ?? (isOther ? null : extend.error);
  return (
    <ConfirmDialog
      onClose={() => !extend.isPending && onClose()}
      texts={{ title: t.extend.allTitle, action: t.extend.allAction(matched ?? 0), busyLabel: t.extend.busy }}
      busy={extend.isPending || (count.isFetching && (matched === undefined || isOther))}
      locked={matched === 0 ? t.extend.none : null}
      onConfirm={confirm}
      error={isOther ? t.bulkConflict : failure && messageOf(failure)}
    >
      <PeriodChoice periods={extending(null, now)} value={period} onChange={choose} expiresAt={expires_at} />
      <p className="text-ink">{matched === undefined ? t.bulkCounting : matched === 0 ? t.extend.none : t.extend.allText(matched)}</p>
    </ConfirmDialog>
  );
}
