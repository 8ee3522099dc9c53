'use client';

import type { ReactNode } from 'react';
import { Panel, type PanelProps } from '#components/ui/page';
import { ErrorState, SkeletonRows } from '#components/ui/states';

/** The parts of a query's result that a component needs to render it; `useKept` adds `cachedFrom`. */
export interface ReadState<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
  /** The data belongs to an earlier question. */
  readonly isPlaceholderData?: boolean;
  /** When the data was read, ISO 8601; null without data. If set, a failure is shown above the data. */
  readonly cachedFrom?: string | null;
}

interface ReadFailedProps {
  read: Omit<ReadState<unknown>, 'data'>;
  /** What could not be read: "The keys could not be read". */
  title: string;
  className?: string;
}

/** The failure of a query with a button that reads again; nothing if the query did not fail. */
export function ReadFailed({ read: { error, refetch, isFetching, cachedFrom = null }, title, className = '' }: ReadFailedProps) {
  if (!error) return null;
  return (
    <ErrorState
      title={title}
      error={error}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
      cachedFrom={cachedFrom}
      className={className}
    />
  );
}

interface ReadProps<Data> {
  of: ReadState<Data>;
  /** Title of the failure. */
  failed: string;
  loading?: ReactNode;
  /** Puts the failure and the loading state into a panel each, for use outside of one. */
  panel?: boolean;
  /** Class of the failure. */
  className?: string;
  /** `isStale`: the data is of an earlier question, or could not be read again. */
  children: (data: Data, isStale: boolean) => ReactNode;
}

/** Renders a query in each of its states: loading, failed, read, and failed with the data of an earlier read. */
export function Read<Data>({ of, failed, loading = <SkeletonRows />, panel = false, className = '', children }: ReadProps<Data>) {
  const { data, error, cachedFrom, isPlaceholderData = false } = of;
  const hasFailed = Boolean(error);
  const framed = (state: ReactNode) => (panel ? <Panel flush>{state}</Panel> : state);
  return (
    <>
      {hasFailed &&
        (data === undefined || cachedFrom !== undefined) &&
        framed(<ReadFailed read={of} title={failed} className={className} />)}
      {data === undefined ? !hasFailed && framed(loading) : children(data, isPlaceholderData || hasFailed)}
    </>
  );
}

interface ListPanelProps<Data> extends Omit<PanelProps, 'flush' | 'footer' | 'children'>, Omit<ReadProps<Data>, 'panel' | 'loading'> {
  /** Label of the loading state. */
  loading?: string;
  /** Number of rows while loading. */
  rows?: number;
  /** For lists that are not empty: counts, and the way to further items. */
  footer?: (data: Data) => ReactNode;
}

/** A list that is read, in a panel. */
export const ListPanel = <Data,>({ of, failed, loading, rows, footer, children, ...panel }: ListPanelProps<Data>) => (
  <Panel {...panel} flush footer={of.data !== undefined && footer?.(of.data)}>
    <Read of={of} failed={failed} loading={<SkeletonRows {...(rows && { rows })} {...(loading && { label: loading })} />}>
      {children}
    </Read>
  </Panel>
);
