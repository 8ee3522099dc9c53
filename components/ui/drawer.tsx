'use client';

import { ArrowDown, ArrowUp, Maximize2, X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { ui as t } from '#components/strings/ui';
import { buttonClass, IconButton } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { isOverlaid } from '#components/ui/keys';
import { useMedia, WIDE } from '#components/ui/media';
import { SCRIM } from '#components/ui/overlay';
import { openerNow, returnFocus, useReturn } from '#components/ui/return-focus';
import { Scroller } from '#components/ui/scroller';

export interface DrawerProps {
  /** Name of the open item, also the heading for screen readers. */
  title: string;
  /** At the start of the bar: a status or badge. */
  badge?: ReactNode;
  onClose: () => void;
  onPrevious?: (() => void) | null;
  onNext?: (() => void) | null;
  /** The page of the item. */
  href?: string;
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * An item next to its list. From 1180 px on it pushes the list; below that it is a dialog over the
 * list. Pass it as `drawer` to a `Workspace`. Esc closes it and returns the focus to the row.
 */
export function Drawer(props: DrawerProps) {
  return useMedia(WIDE) ? <Beside {...props} /> : <Over {...props} />;
}

/** A page with room for a drawer at the end of the line. */
export function Workspace({ drawer, children }: { drawer: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-w-0 grow items-stretch">
      <div className="min-w-0 grow">{children}</div>
      {drawer}
    </div>
  );
}

function Beside(props: DrawerProps) {
  const { title, onClose } = props;
  const panel = useRef<HTMLElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const opener = openerNow();
    panel.current?.focus({ preventScroll: true });
    return () => returnFocus(opener);
  }, []);
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isOverlaid()) return;
      close.current();
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, []);
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={title}
      className="sticky top-11 flex h-[calc(100dvh-44px)] w-[384px] shrink-0 animate-slide flex-col border-line border-s bg-surface outline-none"
    >
      <Inside {...props} heading={<h2 className="sr-only">{title}</h2>} />
    </aside>
  );
}

function Over(props: DrawerProps) {
  const returnFocus = useReturn(true);
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && props.onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          onOpenAutoFocus={(event) => {
            // Focuses the panel, because focusing its first button would show a tooltip.
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
          }}
          className={cx(
            'fixed z-50 flex flex-col overflow-hidden border-line bg-surface text-ink shadow-3 outline-none',
            'md:inset-y-0 md:end-0 md:w-[min(400px,100vw)] md:animate-slide md:border-s',
            'phone:inset-x-0 phone:bottom-0 phone:h-[min(88dvh,100dvh)] phone:animate-lift phone:rounded-t-xl phone:border-t',
          )}
        >
          <Inside {...props} heading={<Radix.Title className="sr-only">{props.title}</Radix.Title>} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Inside({ title, heading, badge, onPrevious, onNext, href, onClose, footer, children }: DrawerProps & { heading: ReactNode }) {
  return (
    <>
      <div className="flex h-10 shrink-0 items-center gap-0.5 border-line border-b pe-2 ps-4 phone:h-13">
        {heading}
        <div className="flex min-w-0 grow items-center gap-2">{badge}</div>
        {onPrevious !== undefined && (
          <IconButton icon={ArrowUp} size="sm" label={t.previous} onClick={() => onPrevious?.()} aria-disabled={!onPrevious || undefined} />
        )}
        {onNext !== undefined && (
          <IconButton icon={ArrowDown} size="sm" label={t.next} onClick={() => onNext?.()} aria-disabled={!onNext || undefined} />
        )}
        {href && (
          <a href={href} aria-label={t.openPage} title={t.openPage} className={buttonClass('ghost', 'sm', '!px-0 size-6 phone:size-11')}>
            <Maximize2 size={14} strokeWidth={1.75} aria-hidden />
          </a>
        )}
        <IconButton icon={X} size="sm" label={t.close} onClick={onClose} />
      </div>
      <Scroller label={title} className="min-h-0 grow p-4">
        {children}
      </Scroller>
      {footer && (
        <footer className="flex shrink-0 items-center gap-2 border-line border-t bg-chrome px-4 py-3 dark:bg-sunken">{footer}</footer>
      )}
    </>
  );
}
