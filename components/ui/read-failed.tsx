'use client';

import { Panel } from '#components/ui/page';
import { ErrorState } from '#components/ui/states';

interface ReadFailedProps {
  /** the query that could not be read; nothing is shown of one that could */
  read: { error: unknown; refetch: () => unknown; isFetching: boolean };
  title: string;
  /** the age of what stays in sight, of `useKept` */
  keptFrom?: string | null;
  /** in a panel of its own, where the page has none around it */
  panel?: boolean;
  className?: string;
}

/** A reading that failed, above what an earlier one left. */
export function ReadFailed({ read: { error, refetch, isFetching }, title, keptFrom, panel = false, className }: ReadFailedProps) {
  if (!error) return null;
  const state = (
    <ErrorState
      title={title}
      error={error}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
      {...(keptFrom !== undefined && { keptFrom })}
      {...(className !== undefined && { className })}
    />
  );
  return panel ? <Panel flush>{state}</Panel> : state;
}
