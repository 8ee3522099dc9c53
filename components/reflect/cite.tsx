'use client';

import { mentalModelPath } from '#components/mental-models/paths';
import { beadOf, type Source } from '#components/reflect/result';
import { useBank, useConsole } from '#components/shell/console-context';
import { reflect as t } from '#components/strings/reflect';
import { ui } from '#components/strings/ui';
import { Bead } from '#components/ui/bead';
import { cx } from '#components/ui/cx';
import { Link } from '#components/ui/link';
import { Tooltip } from '#components/ui/tooltip';

interface CiteProps {
  source: Source;
  isLit: boolean;
  onPoint: (id: string | null) => void;
  onOpen: (id: string) => void;
}

/** A citation within the text: a numbered bead that describes and opens its source. */
export function Cite({ source: { id, type, mark, text }, isLit, onPoint, onOpen }: CiteProps) {
  const { organization } = useConsole();
  const bankId = useBank();
  const bead = beadOf(type);
  const shared = {
    'aria-label': t.cite(mark, ui.facts[bead]),
    onPointerEnter: () => onPoint(id),
    onPointerLeave: () => onPoint(null),
    onFocus: () => onPoint(id),
    onBlur: () => onPoint(null),
    // The touch target extends beyond the bead.
    className: cx(
      'relative mx-px inline-flex h-[18px] items-center gap-1 rounded-sm border px-1 align-[1px] text-11 tabular-nums leading-none phone:after:absolute phone:after:-inset-x-0.5 phone:after:-inset-y-3',
      isLit ? 'border-accent-line bg-accent-tint text-accent-text' : 'border-line bg-sunken text-muted hover:bg-hover dark:bg-hover',
    ),
  };
  const inside = (
    <>
      <Bead kind={bead} size={8} />
      {mark}
    </>
  );
  return (
    <Tooltip
      text={
        <span dir="auto" className="line-clamp-4">
          {text}
        </span>
      }
    >
      {bead === 'model' ? (
        <Link {...shared} href={mentalModelPath(organization.slug, bankId, id)}>
          {inside}
        </Link>
      ) : (
        <button {...shared} type="button" onClick={() => onOpen(id)}>
          {inside}
        </button>
      )}
    </Tooltip>
  );
}
