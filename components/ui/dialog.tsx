'use client';

import { X } from 'lucide-react';
import { AlertDialog, Dialog as Radix } from 'radix-ui';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { ui as t } from '#components/strings/ui';
import { Button, IconButton } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { Input } from '#components/ui/field';
import { SCRIM } from '#components/ui/overlay';
import { Phrase } from '#components/ui/phrase';
import { useReturn } from '#components/ui/return-focus';
import { Scroller } from '#components/ui/scroller';
import { failureText } from '#components/ui/states';
import { useOnce } from '#components/ui/use-once';

const BOX =
  'fixed inset-x-0 z-50 flex max-h-[calc(100dvh-32px)] flex-col overflow-hidden border border-line bg-surface text-ink shadow-3 outline-none dark:bg-raised ' +
  'md:top-1/2 md:mx-auto md:w-[calc(100vw-32px)] md:-translate-y-1/2 md:animate-appear md:rounded-lg ' +
  'phone:bottom-0 phone:animate-lift phone:rounded-t-xl phone:border-b-0';
const WIDTHS = { md: 'md:max-w-[480px]', lg: 'md:max-w-[560px]', xl: 'md:max-w-[664px]' } as const;

export interface DialogProps {
  isOpen: boolean;
  /** Required unless it is `mustAnswer`. */
  onClose?: () => void;
  title: string;
  /** One sentence below the title. */
  purpose?: ReactNode;
  width?: keyof typeof WIDTHS;
  footer?: ReactNode;
  /** Only the footer closes it: not Esc, a click outside or a close button. */
  mustAnswer?: boolean;
  /** Omit `purpose` if there is no description. */
  children?: ReactNode;
}

/** For confirmations and secrets. Use a `Sheet` for anything longer. */
export function Dialog({ isOpen, onClose, title, purpose, width = 'lg', footer, mustAnswer = false, children }: DialogProps) {
  const stay = (event: Event) => mustAnswer && event.preventDefault();
  const returnFocus = useReturn(isOpen);
  return (
    <Radix.Root open={isOpen} onOpenChange={(next) => !next && onClose?.()}>
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content
          {...(purpose ? {} : { 'aria-describedby': undefined })}
          onCloseAutoFocus={returnFocus}
          onEscapeKeyDown={stay}
          onPointerDownOutside={stay}
          onInteractOutside={stay}
          className={cx(BOX, WIDTHS[width])}
        >
          <header className="flex items-start gap-3 px-5 pt-4 pb-3 phone:px-4">
            <div className="min-w-0 grow">
              <Radix.Title className="min-w-0 font-semibold text-16 [overflow-wrap:anywhere]">{title}</Radix.Title>
              {purpose && <Radix.Description className="mt-1 text-muted">{purpose}</Radix.Description>}
            </div>
            {!mustAnswer && (
              <Radix.Close asChild>
                <IconButton icon={X} label={t.close} tooltip={false} className="-me-1.5" />
              </Radix.Close>
            )}
          </header>
          <Scroller label={title} className="min-h-0 px-5 pb-4 phone:px-4">
            {children}
          </Scroller>
          {footer && (
            <footer className="flex items-center justify-end gap-2 border-line border-t bg-chrome px-5 py-3 phone:px-4 dark:bg-sunken">
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export interface ConfirmDialogProps {
  isOpen?: boolean;
  onClose: () => void;
  /** The mutation that it confirms: makes it busy, and its error is shown. */
  of?: { readonly isPending: boolean; readonly error: unknown };
  texts: {
    readonly title: string;
    /** Verb and object: "Revoke key". */
    readonly action: string;
    readonly busyLabel?: string;
    /** What failed, before the error of `of`: "Could not delete the bank". */
    readonly failed?: string;
    /** The label of the cancel button: "Keep editing". */
    readonly cancel?: string;
  };
  /** The consequence. */
  children: ReactNode;
  onConfirm: (typed: string) => void;
  busy?: boolean;
  /** Red, for actions that cannot be undone. */
  destructive?: boolean;
  /** The name that must be typed. */
  typedName?: string;
  /** Another error, as a sentence. */
  error?: ReactNode;
  /** Why it is not possible. */
  locked?: string | null;
}

/** Focuses the text field, because a space would press the cancel button. */
const focusWords = (event: Event) => {
  const field = (event.currentTarget as HTMLElement).querySelector<HTMLElement>('textarea, input:not([type="checkbox"], [type="radio"])');
  if (!field) return;
  event.preventDefault();
  field.focus();
};

/**
 * Asks for confirmation. A click outside does not close it, and nothing closes it while `of` runs:
 * the caller shows the result. The cancel button has focus unless a name must be typed.
 */
export function ConfirmDialog({ isOpen = true, onClose, of, busy, error, ...rest }: ConfirmDialogProps) {
  const returnFocus = useReturn(isOpen);
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(next) => !next && !of?.isPending && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={SCRIM} />
        <AlertDialog.Content onOpenAutoFocus={focusWords} onCloseAutoFocus={returnFocus} className={cx(BOX, WIDTHS.md)}>
          <Confirmation {...rest} busy={busy || of?.isPending} error={of?.error ? failureText(of.error, rest.texts.failed) : error} />
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

const oneBlank = (text: string): string => text.trim().replace(/\s+/g, ' ');

function Confirmation({
  texts: { title, action, busyLabel, cancel = t.cancel },
  children,
  onConfirm,
  busy = false,
  destructive = false,
  typedName,
  error,
  locked,
}: Omit<ConfirmDialogProps, 'isOpen' | 'onClose' | 'of'>) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const once = useOnce();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what failed can be tried again, the same way too
  useEffect(() => {
    if (!busy) once.release();
  }, [busy, error]);
  // Compares with whitespace collapsed, because it is not visible.
  const isTyped = typedName === undefined || oneBlank(typed) === oneBlank(typedName);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isTyped && !busy && !locked && once.take()) onConfirm(typed);
  };
  return (
    <form onSubmit={submit} className="flex min-h-0 flex-col">
      <div className="min-h-0 overflow-y-auto px-5 pt-4 pb-4 phone:px-4">
        <AlertDialog.Title className="min-w-0 font-semibold text-16 [overflow-wrap:anywhere]">{title}</AlertDialog.Title>
        <AlertDialog.Description asChild>
          <div className="mt-2 grid gap-3 text-muted">{children}</div>
        </AlertDialog.Description>
        {typedName !== undefined && (
          <div className="mt-4 grid gap-1.5">
            <label htmlFor={id} className="font-medium">
              <Phrase
                text={t.typeToConfirm}
                name={
                  <span dir="auto" className="select-all break-all font-mono text-12">
                    {typedName}
                  </span>
                }
              />
            </label>
            <Input
              id={id}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
            />
          </div>
        )}
        <div role="alert" className={cx('text-bad-text', error ? 'mt-3' : 'hidden')}>
          {error}
        </div>
      </div>
      <footer className="flex items-center justify-end gap-2 border-line border-t bg-chrome px-5 py-3 phone:px-4 dark:bg-sunken">
        <AlertDialog.Cancel asChild>
          <Button look="ghost">{cancel}</Button>
        </AlertDialog.Cancel>
        <Button
          type="submit"
          look={destructive ? 'destroy' : 'primary'}
          busy={busy}
          busyLabel={busyLabel}
          locked={locked ?? null}
          aria-disabled={!isTyped || undefined}
          className={cx(!isTyped && 'opacity-50')}
        >
          {action}
        </Button>
      </footer>
    </form>
  );
}
