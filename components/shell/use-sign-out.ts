'use client';

import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { forgetOperations } from '#components/operations/watched';
import { forgetVisits } from '#components/shell/visits';
import { signOut } from '#components/sign-in/credentials';
import { whenSessionEnds } from '#lib/api/call';

/** For the other tabs of this browser: the user signed out. */
const CHANNEL = 'sign-out';

/** Removes what this tab has read and noted for the user, then calls `leave`. */
function forgetUser(client: QueryClient, leave: () => void): void {
  // The page is still mounted and may read its data again, which is refused.
  whenSessionEnds(leave);
  client.clear();
  forgetVisits();
  forgetOperations();
  try {
    // Dry runs of this tab.
    sessionStorage.clear();
  } catch {
    // The browser refuses storage.
  }
  leave();
}

/**
 * Ends the session and removes what this browser has read and noted for the user, then calls
 * `leave`, which loads another document. Settings of pages and saved views stay.
 */
export function useSignOut(leave: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: signOut,
    onSuccess: () => {
      const channel = new BroadcastChannel(CHANNEL);
      channel.postMessage(null);
      channel.close();
      forgetUser(client, leave);
    },
  });
}

/** Leaves too when the user signs out in another tab. */
export function useSignOutElsewhere(leave: () => void): void {
  const client = useQueryClient();
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = () => forgetUser(client, leave);
    return () => channel.close();
  }, [client, leave]);
}
