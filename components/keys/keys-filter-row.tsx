'use client';

import { useQuery } from '@tanstack/react-query';
import { Database, KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { STATUS_CHOICES, type useKeyFilters } from '#components/keys/filters';
import { bankChoicesQuery } from '#components/keys/queries';
import { useConsole } from '#components/shell/console-context';
import { keys as t } from '#components/strings/keys';
import { Chip } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { Segment } from '#components/ui/choice';
import { Menu, MenuItem } from '#components/ui/menu';
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
      {bank === null ? (
        <BankFilter onChoose={(next) => void setFilters({ bank: next })} />
      ) : (
        <Chip onRemove={() => void setFilters({ bank: null })} removeLabel={t.takeOff(t.reaching(bank))}>
          {t.reaching(bank)}
        </Chip>
      )}
      {origin === null ? (
        <Menu
          label={t.originFilter}
          align="start"
          trigger={
            <Button look="ghost" icon={KeyRound}>
              {t.anyOrigin}
            </Button>
          }
        >
          {KEY_ORIGINS.map((each) => (
            <MenuItem key={each} onSelect={() => void setFilters({ origin: each })}>
              {t.origins[each]}
            </MenuItem>
          ))}
        </Menu>
      ) : (
        <Chip onRemove={() => void setFilters({ origin: null })} removeLabel={t.takeOff(t.origins[origin])}>
          {t.origins[origin]}
        </Chip>
      )}
      {review && (
        <Chip onRemove={() => void setFilters({ review: null })} removeLabel={t.takeOff(t.needsAttention)}>
          {t.needsAttention}
        </Chip>
      )}
    </FilterRow>
  );
}

function BankFilter({ onChoose }: { onChoose: (bank: string) => void }) {
  const { organization } = useConsole();
  const banks = useQuery(bankChoicesQuery(organization.slug, '')).data?.banks ?? [];
  return (
    <Menu
      label={t.bankFilter}
      align="start"
      trigger={
        <Button look="ghost" icon={Database}>
          {t.anyBank}
        </Button>
      }
    >
      {banks.length === 0 && <MenuItem locked={t.noBanksYet}>{t.bankFilter}</MenuItem>}
      {banks.map(({ bank_id }) => (
        <MenuItem key={bank_id} onSelect={() => onChoose(bank_id)}>
          {bank_id}
        </MenuItem>
      ))}
    </Menu>
  );
}
