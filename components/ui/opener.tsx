'use client';

import type { MouseEvent } from 'react';
import { cx } from '#components/ui/cx';

export interface OpenerProps {
  /** what it opens, for screen readers */
  name: string;
  /** the address of what it opens; without one it is a button */
  href?: string | undefined;
  onOpen: () => void;
  /** what it opens is open beside the list; undefined where nothing opens there */
  isOpen?: boolean | undefined;
  className?: string;
}

const isPlain = (event: MouseEvent): boolean => event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/**
 * Stretches over the row that it stands in and opens it. A plain click opens beside the list; what people do to have a tab or a window of its
 * own follows the link.
 */
export function Opener({ name, href, onOpen, isOpen, className }: OpenerProps) {
  const look = cx('absolute inset-0 focus-visible:-outline-offset-2', className);
  const open = (event: MouseEvent) => {
    if (href !== undefined && !isPlain(event)) return;
    event.preventDefault();
    // A double click is one: the second would close what the first has opened.
    if (event.detail <= 1) onOpen();
  };
  if (href === undefined)
    return <button type="button" data-opens aria-label={name} aria-pressed={isOpen} onClick={open} className={look} />;
  return (
    // biome-ignore lint/a11y/useAnchorContent: the row around it shows what the label says
    <a href={href} data-opens aria-label={name} aria-current={isOpen ? 'true' : undefined} onClick={open} className={look} />
  );
}
