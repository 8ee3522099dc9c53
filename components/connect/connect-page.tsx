'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { BankChoice } from '#components/keys/bank-choice';
import { bankChoicesQuery } from '#components/keys/queries';
import { Waiting } from '#components/sign-in/sign-in-page';
import { VisitorTitle } from '#components/sign-in/visitor-frame';
import { connect as t } from '#components/strings/connect';
import { keys } from '#components/strings/keys';
import { Button, ButtonLink } from '#components/ui/button';
import { ChoiceGrid, RadioCards } from '#components/ui/choice';
import { Field, Select } from '#components/ui/field';
import { Phrase } from '#components/ui/phrase';
import { ErrorState, messageOf, Notice } from '#components/ui/states';
import { ACCESS_LEVELS, type AccessLevel } from '#lib/access/keys/literals';
import { CONNECTION_LIFETIMES } from '#lib/access/oauth/literals';
import { type AnswerOf, ApiError, call } from '#lib/api/call';
import { decideConnection, getConnectionRequest, refuseConnection } from '#lib/api/calls';

interface Organization {
  readonly slug: string;
  readonly name: string;
}

export interface ConnectPageProps {
  /** the id of the request */
  request: string;
  email: string;
  organizations: readonly Organization[];
}

type Lifetime = (typeof CONNECTION_LIFETIMES)[number];

/** Never resolves, so that the form stays busy until the page unloads. */
const leaveFor = (url: string): Promise<never> => {
  window.location.assign(url);
  return new Promise(() => {});
};

/** A person decides what an application may do with their memory. */
export function ConnectPage(props: ConnectPageProps) {
  const params = { request_id: props.request };
  const query = useQuery({
    queryKey: ['connection', props.request],
    queryFn: ({ signal }) => call(getConnectionRequest, { params, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (query.error instanceof ApiError && query.error.status === 404) return <RequestOver />;
  if (query.error) return <ErrorState title={t.loadFailed} error={query.error} onRetry={() => void query.refetch()} className="!px-0" />;
  return query.data ? <Decision {...props} asked={query.data} /> : <Waiting />;
}

/** An unknown, expired or answered request. */
export function RequestOver() {
  return (
    <>
      <VisitorTitle title={t.over} purpose={t.overText} />
      <ButtonLink href="/" size="lg" className="justify-self-start">
        {t.toConsole}
      </ButtonLink>
    </>
  );
}

/** Whether the bank that an application asks for is missing in an organization. */
function useUnknownBank(org: string, bankId: string | null): boolean {
  const { data, isPlaceholderData } = useQuery({ ...bankChoicesQuery(org, bankId ?? ''), enabled: bankId !== null && org !== '' });
  if (bankId === null || !data || isPlaceholderData) return false;
  // Of a longer list only the beginning is known.
  return data.total <= data.banks.length && !data.banks.some(({ bank_id }) => bank_id === bankId);
}

function Decision({ request, email, organizations, asked }: ConnectPageProps & { asked: AnswerOf<typeof getConnectionRequest> }) {
  const params = { request_id: request };
  const [org, setOrg] = useState(organizations[0]?.slug ?? '');
  const [banks, setBanks] = useState<string[] | null | undefined>(undefined);
  const [access, setAccess] = useState<AccessLevel>(asked.access);
  const [lifetime, setLifetime] = useState<Lifetime>('90_days');
  const [isChecked, check] = useState(false);
  const isMissing = asked.bank_id === null && (banks === undefined || banks?.length === 0);
  const allow = useMutation({
    mutationFn: async () => {
      const body = { bank_ids: asked.bank_id === null ? (banks ?? null) : [asked.bank_id], access, expires_in: lifetime };
      const { redirect_to } = await call(decideConnection, { org, params, body });
      return leaveFor(redirect_to);
    },
  });
  const refuse = useMutation({
    mutationFn: async () => leaveFor((await call(refuseConnection, { params })).redirect_to),
  });
  const isUnknownBank = useUnknownBank(org, asked.bank_id);
  const error = allow.error ?? refuse.error;
  const send = (event: FormEvent) => {
    event.preventDefault();
    check(true);
    if (!isMissing) allow.mutate();
  };
  const title = asked.application === null ? t.pageTitle : t.title(asked.application);
  if (organizations.length === 0) return <VisitorTitle title={title} purpose={t.noOrganization} />;
  return (
    <>
      <VisitorTitle title={title} purpose={t.purpose(asked.redirect_host)} />
      {asked.client_host !== null && <p className="text-muted">{t.publisher(asked.client_host)}</p>}
      <Notice tone="warn">{t.unverified}</Notice>
      <form onSubmit={send} noValidate className="grid gap-5">
        <p className="text-muted">
          <Phrase text={t.signedInAs} email={<b className="font-medium text-ink">{email}</b>} />
        </p>
        {organizations.length > 1 && (
          <Field label={t.organization}>
            <Select
              size="lg"
              value={org}
              onChange={(event) => {
                setOrg(event.target.value);
                setBanks(undefined);
              }}
            >
              {organizations.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {asked.bank_id === null ? (
          <BankChoice key={org} org={org} value={banks} onChange={setBanks} error={isChecked && isMissing ? t.banksMissing : null} />
        ) : (
          <p>
            <span className="block font-medium">{t.bank}</span>
            {asked.bank_id}
            {isUnknownBank && <span className="block text-12 text-bad-text">{t.bankMissing}</span>}
          </p>
        )}
        <Choice label={t.access} note={t.never}>
          <RadioCards
            label={t.access}
            value={access}
            onChange={setAccess}
            choices={ACCESS_LEVELS.filter((level) => level === 'read' || asked.access === 'write').map((value) => ({
              value,
              ...t.accesses[value],
            }))}
          />
        </Choice>
        <Choice label={t.expires} note={t.revocable}>
          <ChoiceGrid
            label={t.expires}
            value={lifetime}
            onChange={setLifetime}
            columns={3}
            choices={CONNECTION_LIFETIMES.map((value) => ({ value, label: keys.expiries[value] }))}
          />
        </Choice>
        <div role="alert" className={error ? 'text-bad-text' : 'hidden'}>
          {error && messageOf(error)}
        </div>
        <div className="grid gap-2">
          <Button
            type="submit"
            look="primary"
            size="lg"
            busy={allow.isPending}
            busyLabel={t.allowing}
            locked={isUnknownBank ? t.bankMissing : null}
          >
            {t.allow}
          </Button>
          <Button size="lg" busy={refuse.isPending} busyLabel={t.refusing} onClick={() => refuse.mutate()}>
            {t.refuse}
          </Button>
        </div>
      </form>
    </>
  );
}

const Choice = ({ label, note, children }: { label: string; note: string; children: ReactNode }) => (
  <div className="grid gap-1.5">
    <span className="font-medium">{label}</span>
    {children}
    <p className="text-12 text-faint">{note}</p>
  </div>
);
