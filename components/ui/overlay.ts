import type { ReactNode } from 'react';

/** A menu or a popover next to its button. */
export interface FloatProps {
  /** One button. */
  trigger: ReactNode;
  label: string;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'bottom';
  className?: string;
  children: ReactNode;
}

/** Shared styles of overlays. */
export const SCRIM = 'fixed inset-0 z-40 animate-appear bg-scrim';
export const FLOAT = 'z-50 animate-rise rounded-lg border border-line bg-raised text-ink shadow-3 outline-none';
