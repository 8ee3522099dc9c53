'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import {
  unstable_createAdapterProvider as createAdapterProvider,
  renderQueryString,
  type unstable_AdapterInterface,
} from 'nuqs/adapters/custom';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, startTransition, useEffect, useInsertionEffect, useState } from 'react';

/**
 * Next's router processes a written URL in a transition, and writes the URL of each state that it
 * reaches into the location bar again. During several quick writes, the bar may briefly contain an
 * overwritten URL, and a write based on it would restore old values permanently. This adapter
 * therefore reads the last written URL until the router has caught up.
 */
const writing = { count: 0, arrived: 0, last: new URLSearchParams() };
let arrive: (count: number) => void = () => undefined;

const snapshot = (): URLSearchParams =>
  writing.arrived === writing.count ? new URLSearchParams(window.location.search) : new URLSearchParams(writing.last);

const updateUrl: unstable_AdapterInterface['updateUrl'] = (search, { history, scroll }) => {
  writing.count += 1;
  writing.last = search;
  const { count } = writing;
  const { origin, pathname, hash } = window.location;
  const url = origin + pathname + renderQueryString(search) + hash;
  startTransition(() => {
    // The marker identifies the write as nuqs's own.
    if (history === 'push') window.history.pushState(null, '__nuqs__', url);
    else window.history.replaceState(null, '__nuqs__', url);
    // In the same transition as the router's state, so that both appear together.
    arrive(count);
  });
  if (scroll) window.scrollTo(0, 0);
};

/** History navigation discards pending writes. */
const forget = () => {
  writing.arrived = writing.count;
};

/** Observes the router's state right after it wrote the location bar. */
function Arrivals() {
  const [arrived, setArrived] = useState(0);
  const pathname = usePathname();
  useInsertionEffect(() => {
    writing.arrived = Math.max(writing.arrived, arrived);
  }, [arrived]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another address
  useEffect(forget, [pathname]);
  useEffect(() => {
    arrive = setArrived;
    window.addEventListener('popstate', forget);
    return () => window.removeEventListener('popstate', forget);
  }, []);
  return null;
}

const Provider = createAdapterProvider(() => ({
  searchParams: useSearchParams(),
  pathname: usePathname(),
  updateUrl,
  getSearchParamsSnapshot: snapshot,
  rateLimitFactor: 3,
  autoResetQueueOnUpdate: false,
}));

/**
 * Stores page state in the URL (nuqs). The outer Next provider handles navigation, the inner
 * one writes.
 */
export const AddressAdapter = ({ children }: { children: ReactNode }) => (
  <NuqsAdapter>
    <Provider>
      <Arrivals />
      {children}
    </Provider>
  </NuqsAdapter>
);
