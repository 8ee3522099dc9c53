'use client';

import { useOffline } from 'next/offline';
import { ui as t } from '#components/strings/ui';
import { Ring } from '#components/ui/ring';

/**
 * Shown while the server is unreachable. Content remains, and a requested page opens automatically
 * afterwards.
 */
export function OfflineNote() {
  const isOffline = useOffline();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-50 flex justify-center px-4 phone:bottom-[calc(72px+env(safe-area-inset-bottom))]"
    >
      {isOffline && (
        <div
          data-bar
          className="flex max-w-[560px] animate-rise gap-2.5 rounded-lg border border-line bg-raised px-4 py-3 text-muted shadow-3"
        >
          <span className="mt-0.5 text-warn-text">
            <Ring />
          </span>
          <p>
            <b className="font-semibold text-ink">{t.unreachable.title}</b> {t.unreachable.text}
          </p>
        </div>
      )}
    </div>
  );
}
