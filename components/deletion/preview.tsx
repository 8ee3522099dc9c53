'use client';

import { useQuery } from '@tanstack/react-query';
import { DeletionCounts } from '#components/deletion/counts';
import { type DeletionTarget, deletionPreviewQuery } from '#components/deletion/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { deletion as t } from '#components/strings/deletion';
import { failureText } from '#components/ui/states';

interface Preview {
  readonly content: React.ReactNode;
  /** Why the deletion cannot be confirmed yet; null if it can. */
  readonly lock: string | null;
}

/**
 * What a deletion would remove, to show before it is confirmed. If the counts cannot be loaded, the
 * deletion stays possible. `isDone`: it was deleted, so that there is nothing to count.
 */
export function useDeletionPreview(target: DeletionTarget, isDone: boolean): Preview {
  const { organization } = useConsole();
  const preview = useQuery({ ...deletionPreviewQuery(organization.slug, useBank(), target), enabled: !isDone });
  return {
    lock: preview.isPending && !isDone ? t.counting : null,
    content: (
      <section aria-label={t.preview} aria-busy={preview.isPending} className="rounded-md border border-line bg-sunken px-3 py-2">
        {preview.data ? <DeletionCounts of={preview.data} /> : preview.error ? failureText(preview.error, t.countFailed) : t.counting}
      </section>
    ),
  };
}
