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
 * Next's router learns of a written address in a transition, and writes the address of each state it comes to into the bar once more. While
 * it is on its way from one write to the next, the bar may therefore say again what was overwritten long ago; whoever wrote the next value
 * then on top of the bar would bring it back for good. So the address is what was written last, until the router has come to it.
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
    // The mark tells the provider of nuqs that this is its own.
    if (history === 'push') window.history.pushState(null, '__nuqs__', url);
    else window.history.replaceState(null, '__nuqs__', url);
    // In the same transition as the router's state: one is seen with the other.
    arrive(count);
  });
  if (scroll) window.scrollTo(0, 0);
};

/** Who goes through the history leaves what is on its way behind. */
const forget = () => {
  writing.arrived = writing.count;
};

/** Sees what the router has come to, right after it wrote the bar. */
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

/** Keeps what pages say in the address there (nuqs). The provider for Next outside sees to navigation, the one inside to writing. */
export const AddressAdapter = ({ children }: { children: ReactNode }) => (
  <NuqsAdapter>
    <Provider>
      <Arrivals />
      {children}
    </Provider>
  </NuqsAdapter>
);
