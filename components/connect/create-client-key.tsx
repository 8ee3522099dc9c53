'use client';

import { KeyRound } from 'lucide-react';
import type { Client } from '#components/connect/client-literals';
import type { ClientKeys } from '#components/connect/client-queries';
import { useConsole } from '#components/shell/console-context';
import { connectClient as t } from '#components/strings/connect-client';
import { Button } from '#components/ui/button';
import { Failure, Notice } from '#components/ui/states';

interface CreateClientKeyProps {
  client: Client | 'any';
  keys: ClientKeys;
  /** Whether the client also works without a key. */
  canSignIn: boolean;
  label: string;
  /** Not the main action of the page. */
  isMinor?: boolean;
}

/** Creates a key in place, or shows who may. */
export function CreateClientKey({ client, keys, canSignIn, label, isMinor = false }: CreateClientKeyProps) {
  const { lockedBy } = useConsole();
  const lock = lockedBy('key.manage');
  if (lock)
    return (
      <Notice>
        <b>{t.locked}</b> {t.lockedText(lock)} {canSignIn && t.lockedOauth}
      </Notice>
    );
  return (
    <div className="grid gap-2">
      <Failure failed={t.createFailed} error={keys.error} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          {...(!isMinor && { look: 'primary' })}
          icon={KeyRound}
          busy={keys.busy}
          busyLabel={t.creating}
          onClick={() => keys.create(client)}
          className="phone:w-full"
        >
          {label}
        </Button>
        <p className="min-w-0 grow basis-64 text-12 text-faint">{t.createHelp}</p>
      </div>
    </div>
  );
}
