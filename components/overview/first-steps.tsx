'use client';

import { Check, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { recallLine, retainLine } from '#components/banks/snippets';
import { ClientKey } from '#components/connect/client-key';
import type { Client } from '#components/connect/client-literals';
import type { ClientKeys } from '#components/connect/client-queries';
import { NO_KEY, shownKey } from '#components/connect/client-snippets';
import { CreateClientKey } from '#components/connect/create-client-key';
import { useOrigin } from '#components/recall/use-origin';
import { useBank, useConsole } from '#components/shell/console-context';
import { bankPath, organizationPath } from '#components/shell/paths';
import { beginning } from '#components/strings/beginning';
import { connectClient } from '#components/strings/connect-client';
import { ButtonLink, IconButton } from '#components/ui/button';
import { CopyButton } from '#components/ui/copy';
import { Link } from '#components/ui/link';
import { CodeBlock, Panel } from '#components/ui/page';
import { Phrase } from '#components/ui/phrase';
import { Ring } from '#components/ui/ring';
import { Skeleton } from '#components/ui/states';
import { ThreadStep } from '#components/ui/thread-step';

/** Those that most people connect first. */
const AGENTS: readonly Client[] = ['claude-code', 'cursor', 'python', 'typescript'];
const DONE = <Check size={13} strokeWidth={2} />;

interface FirstStepsProps {
  keys: ClientKeys;
  /** Waiting for the first memory. */
  isEmpty: boolean;
  isConnected: boolean;
  /** Without it, the steps cannot be dismissed. */
  onDismiss?: () => void;
  /** After the steps. */
  children?: ReactNode;
}

/** Steps to a connected agent: a key, a memory, a query, a client. */
export function FirstSteps({ keys, isEmpty, isConnected, onDismiss, children }: FirstStepsProps) {
  const t = beginning.start;
  const bankId = useBank();
  const server = useOrigin();
  const [isShown, show] = useState(false);
  const made = keys.of('any');
  const commandsWith = (key: string) => ({
    retain: retainLine(server, bankId, t.sentence, key),
    ask: recallLine(server, bankId, t.question, key),
  });
  const shown = commandsWith(shownKey(made, isShown));
  const copied = commandsWith(made?.key ?? NO_KEY);
  const note = <p className="mt-1.5 text-12 text-faint">{made ? connectClient.containsKey : connectClient.placeholder}</p>;
  return (
    <Panel
      title={t.title}
      note={
        <span className="flex items-center gap-2 text-12 text-faint">
          {t.duration}
          {onDismiss && <IconButton icon={X} size="sm" label={t.dismiss} onClick={onDismiss} className="-me-1.5" />}
        </span>
      }
    >
      <ol aria-label={t.title}>
        <KeyStep keys={keys} isShown={isShown} onShow={show} isMain={isEmpty} />
        <ThreadStep
          mark={isEmpty ? 2 : DONE}
          title={t.retain}
          note={<CopyButton text={copied.retain} what={t.copy} className="shrink-0" />}
        >
          {isEmpty && (
            <>
              <Snippet text={t.retainText} label={t.code} code={shown.retain} />
              {note}
              <p role="status" className="mt-2 flex items-center gap-2 text-12 text-faint">
                <Ring />
                {t.listening}
              </p>
            </>
          )}
        </ThreadStep>
        <ThreadStep mark={3} title={t.ask} note={<CopyButton text={copied.ask} what={t.askCopy} className="shrink-0" />}>
          <Snippet text={t.askText} label={t.askCode} code={shown.ask} />
          {note}
        </ThreadStep>
        <ThreadStep mark={isConnected ? DONE : 4} title={t.connect}>
          <p>{t.connectText}</p>
          <ConnectLinks />
        </ThreadStep>
      </ol>
      {children}
    </Panel>
  );
}

interface KeyStepProps {
  keys: ClientKeys;
  isShown: boolean;
  onShow: (isShown: boolean) => void;
  /** The main action of the page. */
  isMain: boolean;
}

/** Creates the key in place. A key of an earlier visit exists without its secret. */
function KeyStep({ keys, isShown, onShow, isMain }: KeyStepProps) {
  const t = beginning.start;
  const { organization, may } = useConsole();
  const made = keys.of('any');
  const { existing } = keys;
  const create = (label: string) => (
    <div className="mt-2">
      <CreateClientKey client="any" keys={keys} canSignIn={false} label={label} isMinor={!isMain || existing !== undefined} />
    </div>
  );
  if (made)
    return (
      <ThreadStep mark={DONE} title={t.key}>
        <div className="mt-2">
          <ClientKey made={made} isShown={isShown} onShow={onShow} />
        </div>
      </ThreadStep>
    );
  if (existing === null && may('key.manage'))
    return (
      <ThreadStep mark={1} title={t.key}>
        <Skeleton className="mt-2 h-7 w-28" />
      </ThreadStep>
    );
  if (!existing)
    return (
      <ThreadStep mark={1} title={t.key}>
        {create(t.key)}
      </ThreadStep>
    );
  return (
    <ThreadStep mark={DONE} title={t.key}>
      <p>
        <Phrase
          text={t.keyExists}
          name={
            <Link className="link [overflow-wrap:anywhere]" href={organizationPath(organization.slug, 'keys', existing.id)}>
              {existing.name}
            </Link>
          }
        />
      </p>
      {may('key.manage') && create(t.keyAnother)}
    </ThreadStep>
  );
}

/** Links to the setup of agents for this bank. */
export function ConnectLinks() {
  const { organization } = useConsole();
  const path = bankPath(organization.slug, useBank(), 'connect');
  return (
    <div className="mt-2 flex flex-wrap gap-1.5">
      {AGENTS.map((client) => (
        <ButtonLink key={client} size="sm" href={`${path}?client=${client}`}>
          {connectClient.clientList[client].name}
        </ButtonLink>
      ))}
      <ButtonLink size="sm" look="ghost" href={path}>
        {beginning.start.connectAll}
      </ButtonLink>
    </div>
  );
}

const Snippet = ({ text, label, code }: { text: string; label: string; code: string }) => (
  <>
    <p>{text}</p>
    <div className="mt-2">
      <CodeBlock label={label}>{code}</CodeBlock>
    </div>
  </>
);
