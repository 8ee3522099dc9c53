'use client';

import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCreateBank } from '#components/banks/queries';
import { BankProvider, useConsole } from '#components/shell/console-context';
import { organizationPath } from '#components/shell/paths';
import { useForgottenBank } from '#components/shell/use-visits';
import { shell as t } from '#components/strings/shell';
import { Button } from '#components/ui/button';
import { Link } from '#components/ui/link';
import { Page, Panel } from '#components/ui/page';
import { ReadFailed } from '#components/ui/read';
import { Empty } from '#components/ui/states';
import { ApiError, call } from '#lib/api/call';
import { getProfile } from '#lib/api/calls';

export const profileQuery = (org: string, bankId: string) =>
  queryOptions({
    queryKey: ['banks', org, 'profile', bankId],
    queryFn: ({ signal }) => call(getProfile, { org, bankId, signal }),
    retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status === 404),
  });

/**
 * The frame of bank pages. Shows them immediately, and replaces them if the bank does not exist.
 */
export function BankFrame({ bankId, children }: { bankId: string; children: ReactNode }) {
  const { me, organization } = useConsole();
  const profile = useQuery(profileQuery(organization.slug, bankId));
  const isMissing = profile.error instanceof ApiError && profile.error.status === 404;
  useForgottenBank(me.person.id, organization.slug, bankId, isMissing);
  if (isMissing) return <NoBank bankId={bankId} />;
  if (profile.error)
    return (
      <Page>
        <h1 className="sr-only">{bankId}</h1>
        <Panel flush>
          <ReadFailed read={profile} title={t.noBank.failed} />
        </Panel>
      </Page>
    );
  return <BankProvider value={bankId}>{children}</BankProvider>;
}

function NoBank({ bankId }: { bankId: string }) {
  const { organization, lockedBy } = useConsole();
  const create = useCreateBank(organization.slug);
  return (
    <Page>
      <h1 className="sr-only">{bankId}</h1>
      <Panel flush>
        <Empty
          bead="entity"
          title={t.noBank.title(bankId)}
          action={
            <>
              <Button
                locked={lockedBy('bank.create')}
                busy={create.isPending}
                busyLabel={t.noBank.creating}
                onClick={() => create.mutate({ bankId, name: '', mission: '', template: null })}
              >
                {t.noBank.create}
              </Button>
              <Link className="link" href={organizationPath(organization.slug, 'banks')}>
                {t.noBank.home}
              </Link>
            </>
          }
        >
          {t.noBank.text}
        </Empty>
      </Panel>
    </Page>
  );
}
