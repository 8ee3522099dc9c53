'use client';

import { type KeyboardEvent, memo, type ReactNode, useMemo } from 'react';
import { type Piece, piecesOf, placesOf } from '#components/documents/passages';
import { documents as t } from '#components/strings/documents';
import { ui } from '#components/strings/ui';
import { Bead } from '#components/ui/bead';
import { cx } from '#components/ui/cx';
import { Link } from '#components/ui/link';
import { Popover } from '#components/ui/popover';
import { Tooltip } from '#components/ui/tooltip';
import { defined } from '#lib/base/defined';
import type { FactType } from '#lib/base/literals';
import type { MemoryListItem } from '#lib/memory/memories/contract';

const GROUNDS: Record<FactType, string> = {
  world: 'bg-world-tint',
  experience: 'bg-experience-tint',
  observation: 'bg-observation-tint',
};

export interface ChunkTextProps {
  text: string;
  /** Memories that were extracted from it. */
  units: readonly MemoryListItem[];
  /** Id of the hovered memory, here or in the list next to it. */
  lit: string | null;
  onPoint: (id: string | null) => void;
  pathOf: (id: string) => string;
}

/**
 * A chunk with the passages of its memories. Hovering a passage shows the memory; a click opens it.
 */
export const ChunkText = memo(function ChunkText({ text, units, lit, onPoint, pathOf }: ChunkTextProps) {
  const pieces = useMemo(() => piecesOf(text, placesOf(text, units)), [text, units]);
  const byId = useMemo(() => new Map(units.map((unit) => [unit.id, unit])), [units]);
  const begun = new Set<string>();
  return pieces.map((piece) => {
    const here = piece.ids.flatMap((id) => byId.get(id) ?? []);
    const fresh = here.filter(({ id }) => !begun.has(id));
    for (const { id } of fresh) begun.add(id);
    if (here.length === 0) return <span key={piece.from}>{piece.text}</span>;
    return (
      <Passage
        key={piece.from}
        piece={piece}
        units={here}
        fresh={fresh}
        isLit={piece.ids.includes(lit ?? '')}
        onPoint={onPoint}
        pathOf={pathOf}
      />
    );
  });
});

interface PassageProps extends Pick<ChunkTextProps, 'onPoint' | 'pathOf'> {
  piece: Piece;
  units: readonly MemoryListItem[];
  /** Memories whose passage begins here. */
  fresh: readonly MemoryListItem[];
  isLit: boolean;
}

function Passage({ piece, units, fresh, isLit, onPoint, pathOf }: PassageProps) {
  const [first] = units;
  const point = {
    onPointerEnter: () => onPoint(defined(first).id),
    onPointerLeave: () => onPoint(null),
    onFocus: () => onPoint(defined(first).id),
    onBlur: () => onPoint(null),
    className: cx(
      'cursor-pointer rounded-[2px] text-ink underline decoration-dotted decoration-line-strong underline-offset-3 [box-decoration-break:clone]',
      GROUNDS[defined(first).fact_type],
      isLit && 'outline-2 outline-accent',
    ),
  };
  const inside = (
    <>
      {fresh.map(({ id, fact_type }) => (
        <Bead key={id} kind={fact_type} size={8} className="me-1 inline-block align-[1px]" />
      ))}
      {piece.text}
    </>
  );
  if (units.length === 1)
    return (
      <Tooltip text={<FactLine unit={defined(first)} />}>
        <Link href={pathOf(defined(first).id)} {...point}>
          {inside}
        </Link>
      </Tooltip>
    );
  return (
    <Popover
      label={t.here(units.length)}
      trigger={
        // biome-ignore lint/a11y/useSemanticElements: a button does not break over lines as text does
        <span role="button" tabIndex={0} onKeyDown={press} {...point}>
          {inside}
        </span>
      }
    >
      <Several units={units} pathOf={pathOf} />
    </Popover>
  );
}

const press = (event: KeyboardEvent<HTMLElement>) => {
  if (event.key !== 'Enter' && event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
};

const FactLine = ({ unit }: { unit: MemoryListItem }): ReactNode => (
  <span className="flex items-baseline gap-1.5">
    <Bead kind={unit.fact_type} size={9} label={ui.facts[unit.fact_type]} />
    <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
      {unit.text}
    </span>
  </span>
);

const Several = ({ units, pathOf }: Pick<PassageProps, 'units' | 'pathOf'>) => (
  <div className="max-h-80 overflow-y-auto py-1">
    <p className="px-3 py-1.5 text-12 text-faint">{t.here(units.length)}</p>
    <ul>
      {units.map((unit) => (
        <li key={unit.id}>
          <Link href={pathOf(unit.id)} className="block px-3 py-1.5 hover:bg-hover focus-visible:-outline-offset-2">
            <FactLine unit={unit} />
          </Link>
        </li>
      ))}
    </ul>
  </div>
);
