'use client';

import { Plus } from 'lucide-react';
import type { KeyFilters } from '#components/keys/filters';
import { useConsole } from '#components/shell/console-context';
import { keys as t } from '#components/strings/keys';
import { Button } from '#components/ui/button';
import { Empty } from '#components/ui/states';
import type { KeyStatus } from '#lib/access/keys/literals';

interface NoKeysProps {
  filters: KeyFilters;
  counts: Record<KeyStatus, number> | undefined;
  onClear: () => void;
  onCreate: () => void;
}

/** Explains why the list is empty: filters, status, or no keys yet. */
export function NoKeys({ filters, counts, onClear, onCreate }: NoKeysProps) {
  const { lockedBy } = useConsole();
  const locked = lockedBy('key.manage');
  const { q, bank, origin, review, status } = filters;
  const on = [
    q !== '' && t.quoted(q),
    bank !== null && t.reaching(bank),
    origin !== null && t.origins[origin],
    review && t.needsAttention,
  ].filter((filter): filter is string => filter !== false);
  if (on.length > 0) {
    return (
      <Empty bead="entity" title={t.noMatch} action={<Button onClick={onClear}>{t.clearFilters}</Button>}>
        {t.noMatchText(on)}
      </Empty>
    );
  }
  const create = (
    <Button icon={Plus} locked={locked} onClick={onCreate}>
      {t.create}
    </Button>
  );
  const hasAny = counts && counts.active + counts.expired + counts.revoked > 0;
  if (status === 'active' && hasAny) {
    return (
      <Empty bead="entity" title={t.noActive} action={create}>
        {t.noActiveText}
      </Empty>
    );
  }
  if (status === 'expired' || status === 'revoked') {
    return (
      <Empty bead="entity" title={status === 'expired' ? t.noExpired : t.noRevoked}>
        {t.noneOfStatus}
      </Empty>
    );
  }
  return (
    <Empty bead="entity" title={t.emptyTitle} action={create}>
      {locked ? t.emptyLocked : t.emptyText}
    </Empty>
  );
}
