'use client';

import { beadOf, isGone } from '#components/mental-models/model-words';
import { modelPath } from '#components/mental-models/paths';
import { Said } from '#components/mental-models/prose';
import { useBank, useConsole } from '#components/shell/console-context';
import { mentalModel as t } from '#components/strings/mental-model';
import { ui } from '#components/strings/ui';
import { Bead } from '#components/ui/bead';
import { cx } from '#components/ui/cx';
import { Link } from '#components/ui/link';
import type { ModelSource } from '#lib/memory/mental-models/contract';

interface SourceLineProps {
  source: ModelSource;
  /** opens the memory beside the page */
  onOpen: (id: string) => void;
  /** instead of its bead's column: + or − */
  sign?: '+' | '−' | undefined;
  /** after it, in small */
  after?: string | undefined;
  /** its beginning alone, where many stand close together */
  isShort?: boolean;
}

/** Something that is cited: opens the memory, or leads to the other model. What was deleted has no words any more. */
export function SourceLine({ source: { id, type, text, state }, onOpen, sign, after, isShort = false }: SourceLineProps) {
  const { organization } = useConsole();
  const bankId = useBank();
  const bead = beadOf(type);
  const words = (
    <>
      {/* Of the page, so it says nothing about the direction of what is cited. */}
      <span className="sr-only" dir="ltr">
        {ui.facts[bead]}:{' '}
      </span>
      {text === null ? t.deletedSource : <Said text={text} />}
    </>
  );
  const look = cx(
    'min-w-0 text-left [overflow-wrap:anywhere]',
    isShort ? 'line-clamp-3' : 'block',
    text === null ? 'text-faint italic' : 'hover:text-accent-text',
  );
  const notes = [t.sourceStates[state], after].filter(Boolean).join(', ');
  return (
    <div className="flex min-w-0 gap-2">
      {sign && (
        <span aria-hidden className={cx('w-2 shrink-0 font-mono phone:mt-3', sign === '+' ? 'text-ok-text' : 'text-bad-text')}>
          {sign}
        </span>
      )}
      <Bead kind={bead} hollow={isGone({ state })} className="mt-1 phone:mt-4" />
      <div className="min-w-0">
        {text === null ? (
          <span className={look}>{words}</span>
        ) : bead === 'model' ? (
          <Link dir="auto" href={modelPath(organization.slug, bankId, id)} className={cx(look, 'phone:py-3')}>
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
