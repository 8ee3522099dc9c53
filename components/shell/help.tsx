'use client';

import { shell } from '#components/strings/shell';
import { shortcuts as t } from '#components/strings/shortcuts';
import { Dialog } from '#components/ui/dialog';
import { KeyList } from '#components/ui/page';

/** The keyboard shortcuts of all pages. */
export const Help = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Dialog isOpen={isOpen} onClose={onClose} title={shell.help} purpose={t.purpose} width="md">
    <KeyList keys={t.list} />
  </Dialog>
);
