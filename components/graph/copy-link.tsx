'use client';

import { Link2 } from 'lucide-react';
import { graph as t } from '#components/strings/graph';
import { Button } from '#components/ui/button';
import { useCopy } from '#components/ui/copy';
import { toast } from '#components/ui/toast';

/** Copies the URL, which contains the whole picture: filters, acts, window and selection. */
export function CopyLink({ isTooLong }: { isTooLong: boolean }) {
  const { copy } = useCopy();
  const onClick = async () => {
    if (!(await copy(window.location.href))) toast.note(t.copyFailed);
    else if (isTooLong) toast.note(t.linkLong);
    else toast.done(t.linkCopied);
  };
  return (
    <Button icon={Link2} onClick={() => void onClick()}>
      {t.copyLink}
    </Button>
  );
}
