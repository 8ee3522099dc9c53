import type { ReactNode } from 'react';

/** The options of a query. On a phone, options are tiles in three columns. */
export const OptionRow = ({ label, children }: { label: string; children: ReactNode }) => (
  <fieldset
    aria-label={label}
    className="flex min-w-0 flex-wrap items-center gap-2 phone:grid phone:grid-cols-3 phone:items-stretch phone:gap-1.5"
  >
    {children}
  </fieldset>
);
