'use client';

import { useQuery } from '@tanstack/react-query';
import { Database, KeyRound } from 'lucide-react';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useState } from 'react';
import { ActionChoice } from '#components/access/action-choice';
import { Picker } from '#components/access/picker';
import { Verdict } from '#components/access/verdict';
import { bankChoicesQuery, keyChoicesQuery, keyQuery } from '#components/keys/queries';
import { parseAsTested } from '#components/shell/address';
import { rankedBanks } from '#components/shell/bank-hits';
import { useConsole } from '#components/shell/console-context';
import { IgnoredAddress } from '#components/shell/ignored-address';
import { access as t } from '#components/strings/access';
import { keys } from '#components/strings/keys';
import { answeredBy } from '#components/ui/options';
import { Page, PageHeader, Panel } from '#components/ui/page';
import { useSettled } from '#components/ui/use-settled';
import { ACCESS_ACTIONS } from '#lib/access/keys/literals';
import { isUuid } from '#lib/base/ids';

const parsers = {
  key: parseAsTested(isUuid),
  bank: parseAsString,
  action: parseAsStringLiteral(ACCESS_ACTIONS).withDefault('bank.read'),
};

/** Key, bank and action are part of the URL, so that a verdict can be shared. */
export function AccessPage() {
  const { organization } = useConsole();
  const org = organization.slug;
  const [{ key, bank, action }, set] = useQueryStates(parsers);
  return (
    <Page>
      <PageHeader title={t.title} purpose={t.purpose} />
      <IgnoredAddress names={parsers} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(300px,380px)_minmax(0,1fr)] [&>*]:min-w-0">
        <Panel title={t.question}>
          <div className="grid gap-4">
            <KeyPicker org={org} value={key} onPick={(next) => void set({ key: next })} />
            <BankPicker org={org} value={bank} onPick={(next) => void set({ bank: next })} />
            <ActionChoice org={org} keyId={key} bankId={bank} value={action} onChange={(next) => void set({ action: next })} />
          </div>
        </Panel>
        <Verdict org={org} question={key !== null && bank !== null ? { keyId: key, bankId: bank, action } : null} />
      </div>
    </Page>
  );
}

interface OnePickerProps {
  org: string;
  value: string | null;
  onPick: (id: string) => void;
}

function KeyPicker({ org, value, onPick }: OnePickerProps) {
  const [q, search] = useState('');
  const wanted = useSettled(q.trim());
  const found = useQuery(keyChoicesQuery(org, wanted));
  const answers = answeredBy(wanted, found);
  const options = (found.data?.items ?? []).map((key) => ({
    id: key.id,
    label: key.name,
    detail: key.status === 'active' ? <span className="font-mono">{key.prefix}…</span> : keys.statuses[key.status],
  }));
  const chosen = useQuery({ ...keyQuery(org, value ?? ''), enabled: value !== null }).data;
  return (
    <Picker
      label={t.key}
      icon={KeyRound}
      placeholder={t.keyPlaceholder}
      search={{ label: t.findKey, q, onChange: search }}
      onPick={onPick}
      note={found.isError ? t.choicesFailed : answers !== null && options.length === 0 ? t.noKey(wanted) : null}
      chosen={
        value === null ? null : (
          <>
            {chosen?.name ?? '…'} <span className="font-mono text-12 text-faint">{chosen && `${chosen.prefix}…`}</span>
          </>
        )
      }
      groups={[{ answers, options }]}
    />
  );
}

function BankPicker({ org, value, onPick }: OnePickerProps) {
  const [q, search] = useState('');
  const wanted = useSettled(q.trim());
  const found = useQuery(bankChoicesQuery(org, wanted));
  const answers = answeredBy(wanted, found);
  const banks = rankedBanks(found.data?.banks ?? [], wanted, []);
  const options = banks.map(({ bank_id, name }) => ({ id: bank_id, label: bank_id, detail: name === bank_id ? undefined : name }));
  const typed = q.trim();
  const isNew = typed !== '' && !options.some(({ id }) => id === typed);
  // The typed id may belong to no bank. It is offered after the banks that match.
  const unknown = { answers: typed, options: isNew ? [{ id: typed, label: t.unknownBank(typed), detail: t.unknownBankHelp }] : [] };
  return (
    <Picker
      label={t.bank}
      icon={Database}
      placeholder={t.bankPlaceholder}
      search={{ label: t.findBank, q, onChange: search }}
      onPick={onPick}
      note={found.isError ? t.choicesFailed : answers !== null && options.length === 0 && !isNew ? t.noBank : null}
      chosen={value}
      groups={[{ answers, options }, unknown]}
    />
  );
}
