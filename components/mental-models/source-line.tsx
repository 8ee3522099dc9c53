'use client';

import { mentalModelPath } from '#components/mental-models/paths';
import { LineText } from '#components/mental-models/prose';
import { beadOf, isUnavailable } from '#components/mental-models/wording';
import { useBank, useConsole } from '#components/shell/console-context';
import { mentalModel as t } from '#components/strings/mental-model';
import { ui } from '#components/strings/ui';
import { Bead } from '#components/ui/bead';
import { cx } from '#components/ui/cx';
import { Link } from '#components/ui/link';
import type { MentalModelSource } from '#lib/memory/mental-models/contract';

interface SourceLineProps {
  source: MentalModelSource;
  /** Opens the memory next to the page. */
  onOpen: (id: string) => void;
  /** Replaces the bead: + or −. */
  sign?: '+' | '−' | undefined;
  /** Small text after the source. */
  after?: string | undefined;
  /** Shows only the start of the text, for dense lists. */
  isShort?: boolean;
}

/** A source that opens its memory or links to its mental model. A deleted source has no text. */
export function SourceLine({ source: { id, type, text, state }, onOpen, sign, after, isShort = false }: SourceLineProps) {
  const { organization } = useConsole();
  const bankId = useBank();
  const bead = beadOf(type);
  const words = (
    <>
      {/* This text belongs to the page and does not set the direction of the source. */}
      <span className="sr-only" dir="ltr">
        {ui.labelBefore(ui.facts[bead])}{' '}
      </span>
      {text === null ? t.deletedSource : <LineText text={text} />}
    </>
  );
  const look = cx(
    'min-w-0 text-left rtl:text-right [overflow-wrap:anywhere]',
    isShort ? 'line-clamp-3' : 'block',
    text === null ? 'text-faint italic' : 'hover:text-accent-text',
  );
  const notes = ui.series([t.sourceStates[state], after ?? ''].filter((note) => note !== ''));
  return (
    <div className="flex min-w-0 gap-2">
      {sign && (
        <span aria-hidden className={cx('w-2 shrink-0 font-mono phone:mt-3', sign === '+' ? 'text-ok-text' : 'text-bad-text')}>
          {sign}
        </span>
      )}
      <Bead kind={bead} hollow={isUnavailable({ state })} className="mt-1 phone:mt-4" />
      <div className="min-w-0">
        {text === null ? (
          <span className={look}>{words}</span>
        ) : bead === 'model' ? (
          <Link dir="auto" href={mentalModelPath(organization.slug, bankId, id)} className={cx(look, 'phone:py-3')}>
            {words}
          </Link>
        ) : (
          <button type="button" dir="auto" onClick={() => onOpen(id)} className={cx(look, 'phone:py-3')}>
            {words}
          </button>
        )}
        {notes && <p className={cx('text-12', state === 'live' ? 'text-faint' : 'text-warn-text')}>{notes}</p>}
      </div>
    </div>
  );
}
