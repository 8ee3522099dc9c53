'use client';

import { useQuery } from '@tanstack/react-query';
import { Database } from 'lucide-react';
import { useState } from 'react';
import { Picker } from '#components/access/picker';
import { bankChoicesQuery } from '#components/keys/queries';
import { rankedBanks } from '#components/shell/bank-hits';
import { importing as t } from '#components/strings/importing';
import { answeredBy } from '#components/ui/options';
import { useSettled } from '#components/ui/use-settled';

interface BankPickerProps {
  org: string;
  value: string | null;
  error: string | null;
  onPick: (bankId: string) => void;
}

/** Chooses an existing bank with a search on the server. */
export function BankPicker({ org, value, error, onPick }: BankPickerProps) {
  const [q, search] = useState('');
  const wanted = useSettled(q.trim());
  const found = useQuery(bankChoicesQuery(org, wanted));
  const answers = answeredBy(wanted, found);
  const banks = rankedBanks(found.data?.banks ?? [], wanted, []);
  const options = banks.map(({ bank_id, name }) => ({ id: bank_id, label: bank_id, detail: name === bank_id ? undefined : name }));
  const none = wanted === '' ? t.noBank : t.noMatch;
  return (
    <div className="grid gap-1.5">
      <Picker
        label={t.bank}
        icon={Database}
        placeholder={t.bankPlaceholder}
        search={{ label: t.findBank, q, onChange: search }}
        onPick={onPick}
        note={found.isError ? t.banksFailed : answers !== null && options.length === 0 ? none : null}
        chosen={value}
        groups={[{ answers, options }]}
      />
      {error !== null && (
        <p role="alert" className="text-12 text-bad-text">
          {error}
        </p>
      )}
    </div>
  );
}
