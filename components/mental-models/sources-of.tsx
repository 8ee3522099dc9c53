'use client';

import { SourceLine } from '#components/mental-models/source-line';
import type { Unit } from '#components/mental-models/units';
import { mentalModel as t } from '#components/strings/mental-model';
import { Dialog } from '#components/ui/dialog';
import type { MentalModelSource } from '#lib/memory/mental-models/contract';

interface SourcesOfProps {
  unit: Unit | null;
  sources: ReadonlyMap<string, MentalModelSource>;
  onClose: () => void;
  onOpen: (memoryId: string) => void;
}

/** The sources of a block in each version. */
export function SourcesOf({ unit, sources, onClose, onOpen }: SourcesOfProps) {
  return (
    <Dialog isOpen={unit !== null} onClose={onClose} title={t.sourcesOf} width="md">
      <ul className="grid gap-3">
        {unit?.sourceIds.map((id) => {
          const source = sources.get(id);
          return (
            source && (
              <li key={id}>
                <SourceLine
                  source={source}
                  onOpen={(memory) => {
                    onClose();
                    onOpen(memory);
                  }}
                />
              </li>
            )
          );
        })}
      </ul>
    </Dialog>
  );
}
