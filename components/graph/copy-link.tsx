'use client';

import { Link2 } from 'lucide-react';
import type { Stage } from '#components/graph/draw/stage';
import { wordOfViewpoint } from '#components/graph/link';
import type { Positions } from '#components/graph/model';
import { graph as t } from '#components/strings/graph';
import { Button } from '#components/ui/button';
import { useCopy } from '#components/ui/copy';
import { toast } from '#components/ui/toast';

/**
 * Copies the URL, which contains the whole picture (filters, acts, window and selection), with the
 * viewpoint.
 */
export function CopyLink({ isTooLong, stage, places }: { isTooLong: boolean; stage: Stage | null; places: Positions | undefined }) {
  const { copy } = useCopy();
  const onClick = async () => {
    const address = new URL(window.location.href);
    if (stage && places) address.searchParams.set('at', wordOfViewpoint(stage.viewpoint(), places));
    if (!(await copy(address.href))) toast.note(t.copyFailed);
    else if (isTooLong) toast.note(t.linkLong);
    else toast.done(t.linkCopied);
  };
  return (
    <Button icon={Link2} onClick={() => void onClick()}>
      {t.copyLink}
    </Button>
  );
}
