'use client';

import type { ReactNode } from 'react';
import { PageFooter, type PaginationProps, Panel, type PanelProps } from '#components/ui/page';
import { ErrorState, SkeletonRows } from '#components/ui/states';

/**
 * The parts of a query result that a component needs to render it. `useRead` adds `cachedFrom`.
 */
export interface ReadState<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
  /** The data belongs to a previous query. */
  readonly isPlaceholderData?: boolean;
  /**
   * When the data was read, ISO 8601. Null without data. If set, an error is shown above the data.
   */
  readonly cachedFrom?: string | null;
}

interface ReadFailedProps {
  read: Omit<ReadState<unknown>, 'data'>;
  /** The error title: "Could not load the keys". */
  title: string;
  className?: string;
}

/** The error of a query with a retry button. Renders nothing without an error. */
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
  /** `isStale`: the data belongs to a previous query, or could not be reloaded. */
  children: (data: Data, isStale: boolean) => ReactNode;
}

/** Renders a query in each state: loading, failed, loaded, and failed with previous data. */
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
  /** For non-empty lists: counts and pagination. */
  footer?: (data: Data) => ReactNode;
}

/** A list query in a panel. */
export const ListPanel = <Data,>({ of, failed, loading, rows, footer, children, ...panel }: ListPanelProps<Data>) => (
  <Panel {...panel} flush footer={of.data !== undefined && footer?.(of.data)}>
    <Read of={of} failed={failed} loading={<SkeletonRows {...(rows && { rows })} {...(loading && { label: loading })} />}>
      {children}
    </Read>
  </Panel>
);

interface PagedPanelProps<Page> extends Omit<ListPanelProps<Page>, 'footer'> {
  /** The pages of the list; `words` states how many of all are shown. */
  pages: Omit<PaginationProps, 'total'> & { words: (shown: number, total: number) => string };
}

/** A list query with pages in a panel. */
export const PagedPanel = <Page extends { readonly items: readonly unknown[]; readonly total: number }>({
  pages: { words, ...pages },
  ...panel
}: PagedPanelProps<Page>) => (
  <ListPanel
    {...panel}
    footer={({ items, total }) => total > 0 && <PageFooter words={words(items.length, total)} total={total} {...pages} />}
  />
);
