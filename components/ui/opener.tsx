'use client';

import type { MouseEvent } from 'react';
import { cx } from '#components/ui/cx';

export interface OpenerProps {
  /** Label for screen readers. */
  name: string;
  /** Address of the target. Without it, it is a button. */
  href?: string | undefined;
  onOpen: () => void;
  /** Whether the target is open next to the list. Undefined if nothing opens there. */
  isOpen?: boolean | undefined;
  className?: string;
}

const isPlain = (event: MouseEvent): boolean => event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/**
 * Covers the row that contains it and opens it. A plain click opens next to the list; clicks for a
 * new tab or window follow the link.
 */
export function Opener({ name, href, onOpen, isOpen, className }: OpenerProps) {
  const look = cx('absolute inset-0 focus-visible:-outline-offset-2', className);
  const open = (event: MouseEvent) => {
    if (href !== undefined && !isPlain(event)) return;
    event.preventDefault();
    // Ignores the second click of a double click, which would close what the first opened.
    if (event.detail <= 1) onOpen();
  };
  if (href === undefined)
    return <button type="button" data-opens aria-label={name} aria-pressed={isOpen} onClick={open} className={look} />;
  return (
    // biome-ignore lint/a11y/useAnchorContent: the row around it shows what the label says
    <a href={href} data-opens aria-label={name} aria-current={isOpen ? 'true' : undefined} onClick={open} className={look} />
  );
}
