'use client';

import { useClear } from '#components/mental-models/queries';
import { isByItself } from '#components/mental-models/wording';
import { useBank, useConsole } from '#components/shell/console-context';
import { mentalModel as t } from '#components/strings/mental-model';
import { ConfirmDialog } from '#components/ui/dialog';
import { toast } from '#components/ui/toast';
import type { MentalModel } from '#lib/memory/mental-models/contract';

interface ClearMentalModelProps {
  model: Pick<MentalModel, 'id' | 'name' | 'trigger'>;
  isOpen: boolean;
  onClose: () => void;
}

/**
 * Asks for confirmation before the document is emptied, and explains that nothing is lost and that
 * the next refresh is a full one.
 */
export function ClearMentalModel({ model: { id, name, trigger }, isOpen, onClose }: ClearMentalModelProps) {
  const { organization } = useConsole();
  const clear = useClear(organization.slug, useBank());
  return (
    <ConfirmDialog
      of={clear}
      isOpen={isOpen}
      onClose={onClose}
      texts={{ title: t.clearTitle(name), action: t.clear, busyLabel: t.clearing }}
      onConfirm={() =>
        clear.mutate(id, {
          onSuccess: () => {
            onClose();
            toast.done(t.cleared(name), { detail: t.clearedText });
          },
        })
      }
    >
      <p>{t.clearText}</p>
      <p>{t.clearNext}</p>
      {isByItself(trigger) && <p>{t.clearAlone}</p>}
    </ConfirmDialog>
  );
}
