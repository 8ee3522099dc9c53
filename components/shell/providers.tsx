'use client';

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ThemeProvider } from 'next-themes';
import { type ReactNode, useState } from 'react';
import { AddressAdapter } from '#components/shell/address-adapter';
import { ME_KEY } from '#components/shell/me-key';
import { OfflineNote } from '#components/shell/offline-note';
import { isStaying } from '#components/shell/use-removal';
import { LiveRegion } from '#components/ui/live';
import { ifStale, isPassing, retryAfter } from '#components/ui/refetch';
import { Toaster } from '#components/ui/toast';
import { TooltipProvider } from '#components/ui/tooltip';
import { ApiError } from '#lib/api/call';

declare global {
  // Radix reads this for the style that locks scrolling behind a dialog, so that it has the nonce.
  var __webpack_nonce__: string | undefined;
}

const STALE_MS = 15_000;
const REFUSED = new Set([401, 403]);

function newClient(): QueryClient {
  // A refused user may have been signed out or replaced.
  const askWho = (error: Error) => {
    if (error instanceof ApiError && REFUSED.has(error.status))
      void client.invalidateQueries({ queryKey: ME_KEY }, { cancelRefetch: false });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => query.queryKey[0] !== ME_KEY[0] && askWho(error) }),
    mutationCache: new MutationCache({ onError: askWho }),
    defaultOptions: {
      queries: {
        // The browser’s offline state may be wrong, and a failing request is better than a paused
        // one.
        networkMode: 'always',
        // That network mode disables it by default.
        refetchOnReconnect: ifStale,
        refetchOnWindowFocus: ifStale,
        staleTime: STALE_MS,
        enabled: isStaying,
        refetchInterval: retryAfter,
        retry: (count, error) => count < 1 && isPassing(error),
        retryDelay: 800,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}

/** Providers of all pages. `nonce` is that of the response’s content security policy. */
export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const [client] = useState(newClient);
  if (typeof window !== 'undefined') globalThis.__webpack_nonce__ ??= nonce;
  return (
    <ThemeProvider
      attribute="data-theme"
      defaultTheme="system"
      enableSystem
      enableColorScheme={false}
      disableTransitionOnChange
      {...(nonce && { nonce })}
    >
      <AddressAdapter>
        <QueryClientProvider client={client}>
          <TooltipProvider delayDuration={350} skipDelayDuration={150}>
            {children}
          </TooltipProvider>
          <OfflineNote />
          <Toaster />
          <LiveRegion />
        </QueryClientProvider>
      </AddressAdapter>
    </ThemeProvider>
  );
}
