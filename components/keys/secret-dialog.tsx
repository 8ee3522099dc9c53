'use client';

import { Copy, Eye, EyeOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { masked, SNIPPETS, type Snippet, snippet } from '#components/keys/snippets';
import { keys as t } from '#components/strings/keys';
import { useBackGuard } from '#components/ui/back-guard';
import { Button, IconButton } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { CopyButton, useCopy } from '#components/ui/copy';
import { Dialog } from '#components/ui/dialog';
import { announce } from '#components/ui/live';
import { CodeBlock } from '#components/ui/page';
import { Phrase } from '#components/ui/phrase';
import { Notice } from '#components/ui/states';
import { Tabs } from '#components/ui/tabs';

/** The fields of a response with a secret that its dialog needs. */
export interface NewSecret {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  /** The secret. */
  readonly key: string;
  readonly allowed_bank_ids: readonly string[] | null;
}

export interface SecretDialogProps {
  made: NewSecret | undefined;
  /** A bank for the first call, for a key that reaches all banks. */
  anyBank: string | null;
  /** Forgets the secret. The page may then use the id of the key. */
  onClose: () => void;
  onClosed: (id: string) => void;
}

/** Shows a key once. Closes only by its button, after the key was copied or confirmed as saved. */
export function SecretDialog({ made, anyBank, onClose, onClosed }: SecretDialogProps) {
  const [isStored, store] = useState(false);
  const [wasTried, nag] = useState(false);
  const tried = () => {
    nag(true);
    announce(t.mustStore);
  };
  const { release } = useBackGuard(made !== undefined, tried);
  useEffect(() => {
    if (!made) return;
    const notice = (event: KeyboardEvent) => {
      if (event.key === 'Escape') nag(true);
    };
    document.addEventListener('keydown', notice);
    return () => document.removeEventListener('keydown', notice);
  }, [made]);
  const close = () => {
    if (!made) return;
    const { id } = made;
    const released = release();
    onClose();
    store(false);
    nag(false);
    void released.then(() => onClosed(id));
  };
  return (
    <Dialog
      isOpen={made !== undefined}
      mustAnswer
      width="xl"
      title={t.storeNow}
      purpose={made && <Phrase text={t.isActive} name={<b className="font-semibold text-ink [overflow-wrap:anywhere]">{made.name}</b>} />}
      footer={
        <div className="flex w-full flex-wrap items-center justify-between gap-3 phone:flex-col phone:items-stretch">
          <Checkbox label={t.stored} checked={isStored} onChange={(event) => store(event.target.checked)} />
          <Button look="primary" locked={isStored ? null : t.doneLocked} onClick={close}>
            {t.done}
          </Button>
        </div>
      }
    >
      {made && <Secret made={made} anyBank={anyBank} onStored={() => store(true)} isNagged={wasTried && !isStored} />}
    </Dialog>
  );
}

interface SecretProps {
  made: NewSecret;
  anyBank: string | null;
  onStored: () => void;
  isNagged: boolean;
}

function Secret({ made, anyBank, onStored, isNagged }: SecretProps) {
  const [isShown, show] = useState(false);
  const [isRefused, refuse] = useState(false);
  const text = useRef<HTMLElement>(null);
  const { copied, copy } = useCopy();
  const { key, prefix } = made;
  const select = () => {
    if (text.current) window.getSelection()?.selectAllChildren(text.current);
  };
  useEffect(() => {
    if (isRefused && isShown && text.current) window.getSelection()?.selectAllChildren(text.current);
  }, [isRefused, isShown]);
  const act = async () => {
    if (await copy(key)) {
      announce(t.copiedKey);
      onStored();
    } else {
      show(true);
      refuse(true);
    }
  };
  const visible = isShown ? key : masked(key, prefix);
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4 pt-1">
      <div>
        <fieldset
          aria-label={t.theKey}
          className="flex min-w-0 items-center gap-1 rounded-md border border-control bg-surface py-1 pe-1 ps-3 dark:bg-sunken"
        >
          <code
            ref={text}
            onClick={isShown ? select : undefined}
            onKeyDown={undefined}
            className={
              isShown
                ? 'min-w-0 grow select-all py-1 font-mono text-12 [overflow-wrap:anywhere]'
                : 'min-w-0 grow select-none truncate py-1 font-mono text-12'
            }
          >
            {visible}
          </code>
          <IconButton
            icon={isShown ? EyeOff : Eye}
            label={isShown ? t.conceal : t.reveal}
            aria-pressed={isShown}
            onClick={() => show(!isShown)}
          />
          <Button look="primary" icon={Copy} onClick={() => void act()} autoFocus>
            {copied ? t.copiedKey : t.copy}
          </Button>
        </fieldset>
        <p className="mt-1.5 text-12 text-faint">{t.keyForm(key.length)}</p>
      </div>
      {isRefused && <Notice tone="warn">{t.selectInstead}</Notice>}
      {isNagged && <Notice tone="warn">{t.mustStore}</Notice>}
      <FirstCalls made={made} anyBank={anyBank} isShown={isShown} onStored={onStored} />
    </div>
  );
}

/** These contain the key when copied. */
const WITH_KEY: readonly Snippet[] = ['curl', 'env'];

function FirstCalls({
  made,
  anyBank,
  isShown,
  onStored,
}: {
  made: NewSecret;
  anyBank: string | null;
  isShown: boolean;
  onStored: () => void;
}) {
  const bankId = made.allowed_bank_ids === null ? anyBank : (made.allowed_bank_ids[0] ?? null);
  const firstCall = { server: window.location.origin, bankId, question: t.question };
  const shown = isShown ? made.key : masked(made.key, made.prefix).slice(0, made.prefix.length + 8);
  return (
    <Tabs
      label={t.firstCall}
      tabs={SNIPPETS.map((kind) => ({
        id: kind,
        label: t.snippets[kind],
        content: (
          <div className="grid gap-2">
            <CodeBlock label={t.snippets[kind]}>{snippet(kind, firstCall, shown)}</CodeBlock>
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p className="min-w-0 grow basis-64 text-12 text-faint">{t.snippetNote[kind]}</p>
              <CopyButton
                text={snippet(kind, firstCall, made.key)}
                label={WITH_KEY.includes(kind) ? t.copySnippet : t.copyCode}
                what={t.snippets[kind]}
                onCopied={() => WITH_KEY.includes(kind) && onStored()}
              />
            </div>
          </div>
        ),
      }))}
    />
  );
}
