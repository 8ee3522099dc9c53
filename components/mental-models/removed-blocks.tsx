'use client';

import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useWho } from '#components/mental-models/actor';
import { plainTextOf } from '#components/mental-models/block-text';
import { Prose } from '#components/mental-models/prose';
import { ShowMore } from '#components/mental-models/show-more';
import type { BlockDecisions } from '#components/mental-models/use-decisions';
import { blockDecisions as t } from '#components/strings/block-decisions';
import { Button } from '#components/ui/button';
import { Panel } from '#components/ui/page';
import { Phrase } from '#components/ui/phrase';
import { RelativeTime } from '#components/ui/time';
import type { BlockDecisionView } from '#lib/memory/mental-models/decisions/contract';

const STEP = 10;

const hasSource = ({ evidence: { current, edited, superseded } }: BlockDecisionView): boolean => current + edited + superseded > 0;

/** Blocks that people removed, each with a way back. */
export function RemovedBlocks({ decisions: { removed, lock, isBusy, undo } }: { decisions: BlockDecisions }) {
  const who = useWho();
  const [shown, show] = useState(STEP);
  const [restoring, restore] = useState<string | null>(null);
  if (removed.length === 0) return null;
  return (
    <Panel title={t.removed(removed.length)}>
      <p className="text-12 text-faint">{t.removedText}</p>
      <ul className="mt-2 grid gap-3">
        {removed.slice(0, shown).map((one) => (
          <li key={one.block_id} className="flex flex-wrap items-start gap-x-3 gap-y-1">
            <div className="min-w-0 grow basis-56">
              {one.text === '' ? (
                <p className="text-faint italic">{t.purgedText}</p>
              ) : (
                <div dir="auto" className="text-muted">
                  <Prose text={one.text} />
                </div>
              )}
              <p className="text-12 text-faint">
                <Phrase text={t.removedBy} who={who(one.actor)} time={<RelativeTime at={one.created_at} prose />} />
              </p>
              {!hasSource(one) && <p className="text-12 text-warn-text">{t.sourceless}</p>}
            </div>
            <Button
              size="sm"
              icon={RotateCcw}
              locked={lock}
              busy={isBusy && restoring === one.block_id}
              busyLabel={t.restoring}
              aria-label={one.text === '' ? undefined : t.restoreOf(plainTextOf(one.text))}
              onClick={() => {
                restore(one.block_id);
                void undo(one.block_id, 'remove');
              }}
            >
              {t.restore}
            </Button>
          </li>
        ))}
      </ul>
      <ShowMore step={STEP} hidden={removed.length - shown} onShow={() => show(shown + STEP)} className="mt-2" />
    </Panel>
  );
}
