'use client';

import { useState } from 'react';
import { ClientKey } from '#components/connect/client-key';
import { type Auth, authsOf, type Client, isHosted } from '#components/connect/client-literals';
import type { ClientKeys } from '#components/connect/client-queries';
import { isPublicOrigin, NO_KEY, type SetupStep, setupSteps, shownKey } from '#components/connect/client-snippets';
import { ApplicationStatus, FirstCallStatus } from '#components/connect/client-status';
import { CreateClientKey } from '#components/connect/create-client-key';
import { useOrigin } from '#components/recall/use-origin';
import { useBank, useConsole } from '#components/shell/console-context';
import { connectClient as t } from '#components/strings/connect-client';
import { RadioCards } from '#components/ui/choice';
import { CopyButton } from '#components/ui/copy';
import { CodeBlock } from '#components/ui/page';
import { Notice } from '#components/ui/states';
import { ThreadStep } from '#components/ui/thread-step';
import type { ConsoleKey } from '#lib/access/keys/contract';

interface ClientSetupProps {
  client: Client;
  auth: Auth;
  onAuth: (auth: Auth) => void;
  keys: ClientKeys;
  /** The application that was connected since the page was opened. */
  application: ConsoleKey | undefined;
}

/** How a client authenticates, its steps, and whether it is connected. */
export function ClientSetup({ client, auth, onAuth, keys, application }: ClientSetupProps) {
  const { me } = useConsole();
  const bankId = useBank();
  const own = useOrigin();
  const [isShown, show] = useState(false);
  const origin = me.origin ?? own;
  const made = keys.of(client);
  // The first call of a key that was used before says nothing about this client.
  const [wasUsed] = useState(() => made !== undefined && keys.isUsed(made.id));
  const target = { origin, bankId };
  const steps = setupSteps(client, auth, target, shownKey(made, isShown));
  const copied = setupSteps(client, auth, target, made?.key ?? NO_KEY);
  return (
    <div className="grid grid-cols-1 gap-5">
      <AuthChoice client={client} auth={auth} onAuth={onAuth} />
      {isHosted(client) && origin !== '' && !isPublicOrigin(origin) && (
        <Notice tone="warn">
          <b>{t.needsPublic(t.clientList[client].name)}</b> {t.needsPublicText(origin)}
        </Notice>
      )}
      {auth === 'key' && made && <ClientKey made={made} isShown={isShown} onShow={show} />}
      {auth === 'key' && (!made || keys.isShared(client)) && (
        <CreateClientKey
          client={client}
          keys={keys}
          canSignIn={authsOf(client).includes('oauth')}
          label={t.create}
          isMinor={made !== undefined}
        />
      )}
      <ol aria-label={t.setUp(t.clientList[client].name)}>
        {steps.map((step, at) => (
          <Step key={step.text} step={step} at={at} copied={copied[at]?.code ?? ''} secret={made?.key} />
        ))}
        {auth === 'oauth' && <ApplicationStatus application={application} />}
        {auth === 'key' && made && !(wasUsed && keys.isShared(client)) && <FirstCallStatus id={made.id} />}
      </ol>
    </div>
  );
}

function AuthChoice({ client, auth, onAuth }: Pick<ClientSetupProps, 'client' | 'auth' | 'onAuth'>) {
  const auths = authsOf(client);
  if (auths.length === 1) return auth === 'oauth' ? <p className="text-muted">{t.onlyOauth(t.clientList[client].name)}</p> : null;
  return <RadioCards label={t.auth} value={auth} onChange={onAuth} choices={auths.map((value) => ({ value, ...t.auths[value] }))} />;
}

interface StepProps {
  step: SetupStep;
  at: number;
  /** The code with the whole key. */
  copied: string;
  secret: string | undefined;
}

function Step({ step: { text, code }, at, copied, secret }: StepProps) {
  if (code === undefined) return <ThreadStep mark={at + 1} title={text} />;
  const note = secret !== undefined && copied.includes(secret) ? t.containsKey : copied.includes(NO_KEY) ? t.placeholder : null;
  return (
    <ThreadStep
      mark={at + 1}
      title={text}
      note={<CopyButton text={copied} label={t.copy} what={t.code(at + 1)} size="sm" className="shrink-0" />}
    >
      <div className="mt-2">
        <CodeBlock label={t.code(at + 1)}>{code}</CodeBlock>
      </div>
      {note && <p className="mt-1.5 text-12 text-faint">{note}</p>}
    </ThreadStep>
  );
}
