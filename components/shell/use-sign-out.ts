'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { forgetOperations } from '#components/operations/watched';
import { forgetVisits } from '#components/shell/visits';
import { signOut } from '#components/sign-in/credentials';
import { whenSessionEnds } from '#lib/api/call';

/**
 * Ends the session and removes what this browser has read and noted for the user, then calls
 * `leave`, which loads another document. Settings of pages and saved views stay.
 */
export function useSignOut(leave: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: signOut,
    onSuccess: () => {
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
    },
  });
}
