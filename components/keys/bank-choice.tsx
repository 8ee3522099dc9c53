'use client';

import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { bankChoicesQuery } from '#components/keys/queries';
import { keys as t } from '#components/strings/keys';
import { Checkbox } from '#components/ui/checkbox';
import { RadioCards } from '#components/ui/choice';
import { Input } from '#components/ui/field';
import { SkeletonRows } from '#components/ui/states';
import { useSettled } from '#components/ui/use-settled';

export interface BankChoiceProps {
  org: string;
  /** Null for all banks including future ones, undefined if nothing is selected. */
  value: readonly string[] | null | undefined;
  onChange: (value: string[] | null) => void;
  error?: string | null | undefined;
}

/**
 * All banks, or banks selected with a server-side search. Selected banks stay visible during a
 * search.
 */
export function BankChoice({ org, value, onChange, error }: BankChoiceProps) {
  const id = useId();
  const [q, setQ] = useState('');
  const [selected, keep] = useState<string[]>(value ? [...value] : []);
  const wanted = useSettled(q.trim());
  const banks = useQuery(bankChoicesQuery(org, wanted));
  const everything = useQuery(bankChoicesQuery(org, ''));
  const total = everything.data?.total;
  const set = (next: string[] | null) => {
    if (next !== null) keep(next);
    onChange(next);
  };
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-medium">{t.banks}</legend>
      <RadioCards
        label={t.banks}
        value={value === undefined ? null : value === null ? 'all' : 'chosen'}
        onChange={(kind) => set(kind === 'all' ? null : selected)}
        choices={[
          { value: 'all', label: t.banksAll, help: t.banksAllHelp },
          { value: 'chosen', label: t.banksChosen, help: total === undefined ? '…' : t.banksOf(value?.length ?? selected.length, total) },
        ]}
      />
      {value && (
        <div className="mt-1 overflow-hidden rounded-md border border-control bg-surface">
          <Input
            icon={Search}
            value={q}
            onChange={(event) => setQ(event.target.value)}
            placeholder={t.findBank}
            aria-label={t.findBank}
            className="border-line border-b [&_input]:rounded-none [&_input]:border-0 [&_input]:shadow-none"
          />
          <Choices
            chosen={value}
            onChange={set}
            found={banks.data?.banks}
            more={Math.max(0, (banks.data?.total ?? 0) - (banks.data?.banks.length ?? 0))}
            q={wanted}
            hasFailed={banks.isError}
          />
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className="text-12 text-bad-text">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface ChoicesProps {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  found: readonly { bank_id: string; name: string; fact_count: number }[] | undefined;
  /** Number of further matches. */
  more: number;
  q: string;
  hasFailed: boolean;
}

function Choices({ chosen, onChange, found, more, q, hasFailed }: ChoicesProps) {
  // Banks that were selected when the list opened come first. The order then stays, so that no line
  // moves under the pointer.
  const [first] = useState(() => new Set(chosen));
  if (hasFailed) return <p className="px-3 py-3 text-bad-text">{t.banksFailed}</p>;
  if (!found) return <SkeletonRows rows={3} />;
  const shown = new Set(found.map(({ bank_id }) => bank_id));
  const others = chosen.filter((bank) => !shown.has(bank)).map((bank_id) => ({ bank_id, name: bank_id, fact_count: null }));
  const lines = [...others, ...found.filter(({ bank_id }) => first.has(bank_id)), ...found.filter(({ bank_id }) => !first.has(bank_id))];
  const turn = (bank: string, isOn: boolean) => onChange(isOn ? [...chosen, bank] : chosen.filter((each) => each !== bank));
  return (
    <>
      <ul aria-label={t.bankList} className="max-h-56 overflow-y-auto py-1">
        {lines.map(({ bank_id, name, fact_count }) => {
          const isOn = chosen.includes(bank_id);
          return (
            <li key={bank_id} data-on={isOn || undefined} className="flex items-center gap-3 px-3 hover:bg-hover data-[on]:bg-accent-tint">
              <Checkbox
                className="min-w-0 grow py-1.5 [&>span:last-child]:truncate"
                label={
                  <>
                    {bank_id}
                    {name !== bank_id && (
                      <span className="ms-2 text-faint">
                        <bdi>{name}</bdi>
                      </span>
                    )}
                  </>
                }
                checked={isOn}
                onChange={(event) => turn(bank_id, event.target.checked)}
              />
              {fact_count !== null && <span className="shrink-0 text-12 text-faint tabular-nums">{t.bankMemories(fact_count)}</span>}
            </li>
          );
        })}
      </ul>
      {lines.length === 0 && <p className="px-3 pt-1 pb-3 text-faint">{q === '' ? t.noBanksYet : t.noBankFound(q)}</p>}
      {more > 0 && <p className="border-line-soft border-t px-3 py-2 text-12 text-faint">{t.banksMore(more)}</p>}
    </>
  );
}
