'use client';

import { useQuery } from '@tanstack/react-query';
import { Database, KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { STATUS_CHOICES, type useKeyFilters } from '#components/keys/filters';
import { bankChoicesQuery } from '#components/keys/queries';
import { useConsole } from '#components/shell/console-context';
import { keys as t } from '#components/strings/keys';
import { Chip } from '#components/ui/badge';
import { Segment } from '#components/ui/choice';
import { FilterMenu } from '#components/ui/filter-menu';
import { MenuItem } from '#components/ui/menu';
import { FilterRow } from '#components/ui/page';
import { SearchInput } from '#components/ui/search-input';
import { KEY_ORIGINS, type KeyStatus } from '#lib/access/keys/literals';

interface KeysFilterRowProps {
  filters: ReturnType<typeof useKeyFilters>[0];
  setFilters: ReturnType<typeof useKeyFilters>[1];
  counts: Record<KeyStatus, number> | undefined;
  sort: ReactNode;
}

export function KeysFilterRow({ filters, setFilters, counts, sort }: KeysFilterRowProps) {
  const { status, q, bank, origin, review } = filters;
  return (
    <FilterRow
      label={t.filters}
      sort={sort}
      search={
        <SearchInput label={t.searchLabel} placeholder={t.search} value={q} onChange={(next) => void setFilters({ q: next || null })} />
      }
    >
      <Segment
        label={t.status}
        value={status}
        onChange={(next) => void setFilters({ status: next, fold: null })}
        choices={STATUS_CHOICES.map((value) => ({
          value,
          label: t.statuses[value],
          ...(value !== 'all' && counts && { count: counts[value] }),
        }))}
      />
      <BankFilter bank={bank} onChange={(next) => void setFilters({ bank: next })} />
      <FilterMenu
        label={t.originFilter}
        icon={KeyRound}
        any={t.anyOrigin}
        chosen={origin && t.origins[origin]}
        onRemove={() => void setFilters({ origin: null })}
        removeLabel={t.takeOff}
      >
        {KEY_ORIGINS.map((each) => (
          <MenuItem key={each} onSelect={() => void setFilters({ origin: each })}>
            {t.origins[each]}
          </MenuItem>
        ))}
      </FilterMenu>
      {review && (
        <Chip onRemove={() => void setFilters({ review: null })} removeLabel={t.takeOff(t.needsAttention)}>
          {t.needsAttention}
        </Chip>
      )}
    </FilterRow>
  );
}

function BankFilter({ bank, onChange }: { bank: string | null; onChange: (bank: string | null) => void }) {
  const { organization } = useConsole();
  const banks = useQuery({ ...bankChoicesQuery(organization.slug, ''), enabled: bank === null }).data?.banks ?? [];
  return (
    <FilterMenu
      label={t.bankFilter}
      icon={Database}
      any={t.anyBank}
      chosen={bank === null ? null : t.reaching(bank)}
      onRemove={() => onChange(null)}
      removeLabel={t.takeOff}
    >
      {banks.length === 0 && <MenuItem locked={t.noBanksYet}>{t.bankFilter}</MenuItem>}
      {banks.map(({ bank_id }) => (
        <MenuItem key={bank_id} onSelect={() => onChange(bank_id)}>
          {bank_id}
        </MenuItem>
      ))}
    </FilterMenu>
  );
}
