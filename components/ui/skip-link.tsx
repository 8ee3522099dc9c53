import type { ReactNode } from 'react';

/** A skip link for keyboard users, visible on focus. */
export const SkipLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <a
    href={`#${to}`}
    className="sr-only z-50 rounded-md bg-raised px-3 py-2 shadow-2 focus:not-sr-only focus:fixed focus:top-1 focus:start-1"
  >
    {children}
  </a>
);
