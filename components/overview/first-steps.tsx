'use client';

import { Check } from 'lucide-react';
import { useState } from 'react';
import { recallLine, retainLine } from '#components/banks/snippets';
import { ClientKey } from '#components/connect/client-key';
import type { Client } from '#components/connect/client-literals';
import type { ClientKeys } from '#components/connect/client-queries';
import { setVariable, shownKey } from '#components/connect/client-snippets';
import { CreateClientKey } from '#components/connect/create-client-key';
import { useOrigin } from '#components/recall/use-origin';
import { useBank, useConsole } from '#components/shell/console-context';
import { bankPath } from '#components/shell/paths';
import { beginning } from '#components/strings/beginning';
import { connectClient } from '#components/strings/connect-client';
import { ButtonLink } from '#components/ui/button';
import { CopyButton } from '#components/ui/copy';
import { CodeBlock, Panel } from '#components/ui/page';
import { Ring } from '#components/ui/ring';
import { ThreadStep } from '#components/ui/thread-step';

/** The client that the commands are for. */
const CLIENT: Client = 'curl';
/** Those that most people connect first. */
const AGENTS: readonly Client[] = ['claude-code', 'cursor', 'python', 'typescript'];
const DONE = <Check size={13} strokeWidth={2} />;

interface FirstStepsProps {
  keys: ClientKeys;
  /** Waiting for the first memory. */
  isEmpty: boolean;
}

/** Steps to a connected agent: a key, a memory, a query, a client. */
export function FirstSteps({ keys, isEmpty }: FirstStepsProps) {
  const t = beginning.start;
  const bankId = useBank();
  const server = useOrigin();
  const retain = retainLine(server, bankId, t.sentence);
  const ask = recallLine(server, bankId, t.question);
  return (
    <Panel title={t.title} note={<span className="text-12 text-faint">{t.duration}</span>}>
      <ol aria-label={t.title}>
        <KeyStep keys={keys} />
        <ThreadStep mark={isEmpty ? 2 : DONE} title={t.retain} note={<CopyButton text={retain} what={t.copy} className="shrink-0" />}>
          <Snippet text={t.retainText} label={t.code} code={retain} />
          {isEmpty && (
            <p role="status" className="mt-2 flex items-center gap-2 text-12 text-faint">
              <Ring />
              {t.listening}
            </p>
          )}
        </ThreadStep>
        <ThreadStep mark={3} title={t.ask} note={<CopyButton text={ask} what={t.askCopy} className="shrink-0" />}>
          <Snippet text={t.askText} label={t.askCode} code={ask} />
        </ThreadStep>
        <ThreadStep mark={4} title={t.connect}>
          <p>{t.connectText}</p>
          <ConnectLinks />
        </ThreadStep>
      </ol>
    </Panel>
  );
}

/** Creates the key in place; afterwards, the command that sets it. */
function KeyStep({ keys }: { keys: ClientKeys }) {
  const t = beginning.start;
  const [isShown, show] = useState(false);
  const made = keys.of(CLIENT);
  if (!made)
    return (
      <ThreadStep mark={1} title={t.key}>
        <div className="mt-2">
          <CreateClientKey client={CLIENT} keys={keys} canSignIn={false} label={t.key} />
        </div>
      </ThreadStep>
    );
  return (
    <ThreadStep mark={DONE} title={t.key} note={<CopyButton text={setVariable('KEY', made.key)} what={t.keyCode} className="shrink-0" />}>
      <div className="my-2">
        <ClientKey made={made} isShown={isShown} onShow={show} />
      </div>
      <Snippet text={t.keyText} label={t.keyCode} code={setVariable('KEY', shownKey(made, isShown))} />
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
