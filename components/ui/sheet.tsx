'use client';

import { Info, X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { FormEvent, ReactNode } from 'react';
import { ui as t } from '#components/strings/ui';
import { Button, type ButtonProps, IconButton } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { useDiscard } from '#components/ui/discard';
import { SCRIM } from '#components/ui/overlay';
import { Kbd } from '#components/ui/page';
import { useReturn } from '#components/ui/return-focus';

export interface SheetProps {
  isOpen?: boolean;
  onClose: () => void;
  title: string;
  purpose?: ReactNode;
  /** The result of pressing the button. */
  sentence?: ReactNode;
  /** The button, and elements before it. */
  actions: ReactNode;
  /** Makes the sheet a form. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /**
   * Unsaved input: Esc, Cancel, the close button, a press outside and leaving the page ask first.
   * Pass it for each form that contains typed text or a selection.
   */
  isWritten?: boolean;
  children: ReactNode;
}

interface SheetActionsProps extends Pick<ButtonProps, 'busy' | 'busyLabel' | 'locked'> {
  /** The buttons use the whole width, with the cancel button at the start. */
  isSpread?: boolean;
  /** On a phone, the submit button fills the row. */
  isWide?: boolean;
  /** The shortcut of the submit button. */
  hint?: string;
  /** The label of the submit button. */
  children: ReactNode;
}

/** The buttons of a sheet: cancel, which closes it, and submit. */
export const SheetActions = ({ isSpread = false, isWide = isSpread, hint, children, ...submit }: SheetActionsProps) => (
  <>
    <Radix.Close asChild>
      <Button look="ghost" className={cx(isSpread && 'me-auto')}>
        {t.cancel}
      </Button>
    </Radix.Close>
    {hint && (
      <span className="phone:hidden">
        <Kbd>{hint}</Kbd>
      </span>
    )}
    <Button type="submit" look="primary" className={cx(isWide && 'phone:grow')} {...submit}>
      {children}
    </Button>
  </>
);

/** Focuses the first field instead of the close button. */
const focusFirstField = (event: Event) => {
  const field = (event.currentTarget as HTMLElement).querySelector<HTMLElement>(
    'form input:not([type="hidden"]), form textarea, form select',
  );
  if (!field) return;
  event.preventDefault();
  field.focus();
};

/** Its button is already busy. */
const isBusy = (form: HTMLFormElement): boolean => form.querySelector('[type="submit"][aria-busy="true"]') !== null;

/**
 * A form to create or edit. The body scrolls; the footer contains the summary and the button.
 * Ctrl+Enter submits.
 */
export function Sheet({ isOpen = true, onClose, title, purpose, sentence, actions, onSubmit, isWritten = false, children }: SheetProps) {
  const { close, question } = useDiscard({ isOpen, isWritten, onClose });
  const returnFocus = useReturn(isOpen);
  return (
    <Radix.Root open={isOpen} onOpenChange={(next) => !next && close()}>
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content
          {...(purpose ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={returnFocus}
          className="fixed z-50 flex flex-col overflow-hidden border-line bg-surface text-ink shadow-3 outline-none md:inset-y-0 md:end-0 md:w-[min(440px,100vw)] md:animate-slide md:border-s phone:inset-x-0 phone:bottom-0 phone:max-h-[calc(100dvh-24px)] phone:animate-lift phone:rounded-t-xl phone:border-t"
        >
          <header className="flex items-start gap-3 border-line border-b px-5 pt-4 pb-3 phone:px-4">
            <div className="min-w-0 grow">
              <Radix.Title className="min-w-0 font-semibold text-16 [overflow-wrap:anywhere]">{title}</Radix.Title>
              {purpose && <Radix.Description className="mt-0.5 text-muted">{purpose}</Radix.Description>}
            </div>
            <Radix.Close asChild>
              <IconButton icon={X} label={t.close} tooltip={false} className="-me-1.5" />
            </Radix.Close>
          </header>
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              event.stopPropagation();
              if (!isBusy(event.currentTarget)) onSubmit?.(event);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              const isMeant = event.ctrlKey || event.metaKey;
              // A field also submits on Enter, and a held key repeats.
              if (isMeant || (event.repeat && event.target instanceof HTMLInputElement)) event.preventDefault();
              if (isMeant && !event.repeat) event.currentTarget.requestSubmit();
            }}
            className="flex min-h-0 grow flex-col"
          >
            <div className="grid min-h-0 grow content-start gap-5 overflow-y-auto px-5 py-4 phone:px-4">{children}</div>
            <footer className="border-line border-t bg-chrome px-5 py-3 phone:px-4 phone:pb-[max(12px,env(safe-area-inset-bottom))] dark:bg-sunken">
              {sentence && (
                <p className="mb-3 flex gap-2 text-muted [&_b]:font-semibold [&_b]:text-ink">
                  <Info size={15} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
                  <span className="min-w-0">{sentence}</span>
                </p>
              )}
              <div className={cx('flex items-center justify-end gap-2')}>{actions}</div>
            </footer>
          </form>
        </Radix.Content>
      </Radix.Portal>
      {question}
    </Radix.Root>
  );
}
