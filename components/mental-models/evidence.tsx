'use client';

import { ShowMore } from '#components/mental-models/show-more';
import { SourceLine } from '#components/mental-models/source-line';
import { mentalModel as t } from '#components/strings/mental-model';
import { cx } from '#components/ui/cx';
import { useSteps } from '#components/ui/reveal';
import type { MentalModelDocument, MentalModelSource } from '#lib/memory/mental-models/contract';

interface EvidenceProps {
  document: MentalModelDocument | null;
  sources: readonly MentalModelSource[];
  /** Id of the hovered block. */
  lit: string | null;
  onPoint: (sourceId: string | null) => void;
  onOpen: (memoryId: string) => void;
}

const FIRST = 12;
const STEP = 24;

/** The sources of the document, each once. Hovering one highlights its blocks. */
export function Evidence({ document, sources, lit, onPoint, onOpen }: EvidenceProps) {
  const { shown: count, show, list } = useSteps<HTMLUListElement>(FIRST, STEP);
  const blocks = document?.sections.flatMap((section) => section.blocks) ?? [];
  if (sources.length === 0) return <p className="text-muted">{t.evidenceNone}</p>;
  const litIds = new Set(blocks.find(({ id }) => id === lit)?.source_ids);
  const shown = sources.slice(0, count);
  const hidden = sources.length - shown.length;
  return (
    <>
      <ul ref={list} className="grid gap-1">
        {shown.map((source) => (
          <li
            key={source.id}
            onPointerEnter={() => onPoint(source.id)}
            onPointerLeave={() => onPoint(null)}
            onFocus={() => onPoint(source.id)}
            onBlur={() => onPoint(null)}
            className={cx('-mx-2 rounded-md px-2 py-1 transition-colors duration-80', litIds.has(source.id) && 'bg-selected')}
          >
            <SourceLine
              source={source}
              onOpen={onOpen}
              after={t.cited(blocks.filter(({ source_ids }) => source_ids.includes(source.id)).length)}
            />
          </li>
        ))}
      </ul>
      <ShowMore step={STEP} hidden={hidden} onShow={show} className="mt-2" />
    </>
  );
}
