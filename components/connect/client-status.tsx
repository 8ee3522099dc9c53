'use client';

import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect } from 'react';
import { firstCallQuery } from '#components/keys/queries';
import { useConsole } from '#components/shell/console-context';
import { connectClient as t } from '#components/strings/connect-client';
import { announce } from '#components/ui/live';
import { Ring } from '#components/ui/ring';
import { Failure } from '#components/ui/states';
import { ThreadStep } from '#components/ui/thread-step';
import { momentText } from '#components/ui/time';
import type { ConsoleKey } from '#lib/access/keys/contract';

/** Waits for the first call with a key. */
export function FirstCallStatus({ id }: { id: string }) {
  const { organization } = useConsole();
  const { data, error } = useQuery(firstCallQuery(organization.slug, id));
  return <Status waiting={t.waiting} connected={data ? t.connectedAt(momentText(data)) : null} error={error} />;
}

/** Waits until somebody has allowed an application to use the bank. */
export function ApplicationStatus({ application }: { application: ConsoleKey | undefined }) {
  return (
    <Status
      waiting={t.waitingForApplication}
      connected={application ? t.connectedApplication(application.name, application.created_by) : null}
      error={null}
    />
  );
}

/** The last step: a ring until connected, then a check mark. The change is announced. */
function Status({ waiting, connected, error }: { waiting: string; connected: string | null; error: unknown }) {
  useEffect(() => {
    if (connected !== null) announce(connected);
  }, [connected]);
  if (connected !== null)
    return <ThreadStep mark={<Check size={13} strokeWidth={2} />} title={<span className="text-ok-text">{connected}</span>} />;
  return (
    <ThreadStep mark={<Ring size={12} />} title={<span className="font-normal text-muted">{waiting}</span>}>
      {error ? <Failure failed={t.checkFailed} error={error} /> : null}
    </ThreadStep>
  );
}
