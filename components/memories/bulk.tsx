'use client';

import { useQuery } from '@tanstack/react-query';
import { Ban, Ellipsis, RotateCcw } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { filterOf, type MemoryFilters } from '#components/memories/ask';
import { ExtendAllDialog, ExtendItem } from '#components/memories/extend';
import { bulkCountQuery, useBulk } from '#components/memories/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { bankPath } from '#components/shell/paths';
import { memories as t } from '#components/strings/memories';
import { ui } from '#components/strings/ui';
import { IconButton } from '#components/ui/button';
import { ConfirmDialog } from '#components/ui/dialog';
import { Field, Textarea } from '#components/ui/field';
import { Menu, MenuItem, MenuLabel } from '#components/ui/menu';
import { messageOf } from '#components/ui/states';
import { toast } from '#components/ui/toast';
import { ApiError } from '#lib/api/call';

/** Invalidates or reverts all listed memories, or extends their expiry, after counting them. */
export function BulkMenu({ filters, total }: { filters: MemoryFilters; total: number }) {
  const [open, show] = useState<'state' | 'expiry' | null>(null);
  return (
    <>
      <Menu label={t.bulk} trigger={<IconButton icon={Ellipsis} size="sm" label={t.bulk} />}>
        <BulkItem filters={filters} total={total} onSelect={() => show('state')} />
        {filters.state === 'valid' && <ExtendItem filters={filters} onSelect={() => show('expiry')} />}
      </Menu>
      {open === 'state' && <BulkDialog filters={filters} total={total} onClose={() => show(null)} />}
      {open === 'expiry' && <ExtendAllDialog filters={filters} onClose={() => show(null)} />}
    </>
  );
}

/** Shows the number of affected memories once counted. Observations are listed but not affected. */
function BulkItem({ filters, total, onSelect }: { filters: MemoryFilters; total: number; onSelect: () => void }) {
  const { organization, lockedBy } = useConsole();
  const bankId = useBank();
  const isValid = filters.state === 'valid';
  const locked = lockedBy('bank.delete');
  const count = bulkCountQuery(organization.slug, bankId, isValid ? 'invalidated' : 'valid', filterOf(filters));
  const matched = useQuery({ ...count, enabled: locked === null }).data?.matched;
  const rest = isValid && matched !== undefined && matched > 0 ? total - matched : 0;
  return (
    <>
      <MenuItem icon={isValid ? Ban : RotateCcw} locked={locked ?? (matched === 0 ? t.bulkNone : null)} onSelect={onSelect}>
        {isValid ? t.bulkInvalidate(matched) : t.bulkRevert(matched)}
      </MenuItem>
      {rest > 0 && <MenuLabel>{t.bulkObservations(rest)}</MenuLabel>}
    </>
  );
}

function BulkDialog({ filters, total, onClose }: { filters: MemoryFilters; total: number; onClose: () => void }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const router = useRouter();
  const to = filters.state === 'valid' ? 'invalidated' : 'valid';
  // The filter at the time of opening, even if the URL changes behind the dialog.
  const [filter] = useState(() => filterOf(filters));
  const [reason, setReason] = useState('');
  const count = useQuery(bulkCountQuery(organization.slug, bankId, to, filter));
  const bulk = useBulk(organization.slug, bankId, to);
  const matched = count.data?.matched;
  const rest = matched === undefined ? 0 : total - matched;
  const isOther = bulk.error instanceof ApiError && bulk.error.status === 409;
  const confirm = () => {
    if (matched === undefined) return void count.refetch();
    bulk.mutate(
      { filter, reason: reason.trim(), expected: matched },
      {
        onSuccess: ({ changed }) => {
          const shown = `${bankPath(organization.slug, bankId, 'memories')}?${new URLSearchParams({ ...(to === 'invalidated' && { state: to }) })}`;
          toast.done(t.bulkDone[to](changed), { action: { label: ui.show, onClick: () => router.push(shown) } });
          onClose();
        },
        onError: () => void count.refetch(),
      },
    );
  };
  const failure = count.error ?? (isOther ? null : bulk.error);
  // Background work may trigger refetches. The button only waits if the count is missing or known
  // to be outdated, because clicks must not be lost. The server rejects an outdated number.
  const isCounting = count.isFetching && (matched === undefined || isOther);
  return (
    <ConfirmDialog
      onClose={() => !bulk.isPending && onClose()}
      texts={{ title: t.bulkTitle[to], action: t.bulkAction[to](matched ?? 0), busyLabel: t.bulkBusy[to] }}
      busy={bulk.isPending || isCounting}
      locked={matched === 0 ? t.bulkNone : null}
      destructive={to === 'invalidated'}
      onConfirm={confirm}
      error={isOther ? t.bulkConflict : failure && messageOf(failure)}
    >
      {matched === undefined ? <p>{t.bulkCounting}</p> : <p className="text-ink">{matched === 0 ? t.bulkNone : t.bulkText[to](matched)}</p>}
      {rest > 0 && to === 'invalidated' && <p>{t.bulkObservations(rest)}</p>}
      {Object.keys(filter).length === 0 && <p>{t.bulkEverything}</p>}
      <Field label={<span className="text-ink">{t.reason}</span>} optional help={t.reasonHelp}>
        <Textarea dir="auto" rows={2} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </ConfirmDialog>
  );
}
