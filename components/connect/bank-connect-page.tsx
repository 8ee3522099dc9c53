'use client';

import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { ApplicationsPanel } from '#components/connect/client-applications';
import { ClientList } from '#components/connect/client-list';
import { AUTHS, authOf, CLIENTS } from '#components/connect/client-literals';
import { useApplications, useClientKeys } from '#components/connect/client-queries';
import { ClientSetup } from '#components/connect/client-setup';
import { useBank, useConsole } from '#components/shell/console-context';
import { IgnoredAddress } from '#components/shell/ignored-address';
import { bankPath } from '#components/shell/paths';
import { connectClient as t } from '#components/strings/connect-client';
import { ButtonLink } from '#components/ui/button';
import { Page, PageHeader, Panel } from '#components/ui/page';

const params = {
  client: parseAsStringLiteral(CLIENTS).withDefault('claude-code').withOptions({ history: 'push' }),
  /** Null: the default of the client. */
  auth: parseAsStringLiteral(AUTHS).withOptions({ history: 'push' }),
};

/** Steps to connect a client to the bank, and the applications that are connected. */
export function BankConnectPage() {
  const { organization } = useConsole();
  const bankId = useBank();
  const [{ client, auth: wanted }, set] = useQueryStates(params);
  const auth = authOf(client, wanted);
  const keys = useClientKeys(organization.slug, bankId);
  const { read, newest } = useApplications(organization.slug, bankId, auth === 'oauth');
  return (
    <Page>
      <PageHeader
        title={t.title}
        purpose={t.purpose}
        actions={<ButtonLink href={`${bankPath(organization.slug, bankId)}?steps=true`}>{t.firstSteps}</ButtonLink>}
      />
      <IgnoredAddress names={params} />
      <div className="grid items-start gap-4 lg:grid-cols-[264px_minmax(0,1fr)]">
        <Panel flush title={t.clients}>
          <ClientList
            value={client}
            onChange={(next) => {
              keys.forgetError();
              void set({ client: next });
            }}
          />
        </Panel>
        <Panel title={t.setUp(t.clientList[client].name)}>
          <ClientSetup
            key={client}
            client={client}
            auth={auth}
            onAuth={(next) => void set({ auth: next })}
            keys={keys}
            application={newest}
          />
        </Panel>
      </div>
      <ApplicationsPanel of={read} />
    </Page>
  );
}
