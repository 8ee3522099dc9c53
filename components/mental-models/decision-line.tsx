'use client';

import { Pencil, Pin } from 'lucide-react';
import { useWho } from '#components/mental-models/actor';
import type { DecisionsOfBlock } from '#components/mental-models/use-decisions';
import { blockDecisions as t } from '#components/strings/block-decisions';
import { Phrase } from '#components/ui/phrase';
import { RelativeTime } from '#components/ui/time';
import type { BlockDecisionView } from '#lib/memory/mental-models/decisions/contract';

/** What happened to the sources of a fixed block, one sentence per kind of change. Pure. */
export function evidenceWords({ current, edited, superseded, invalidated, deleted }: BlockDecisionView['evidence']): string[] {
  const lost = deleted + invalidated;
  const of = current + edited + superseded + lost;
  return [
    ...(lost > 0 ? [t.lost(lost, of)] : []),
    ...(superseded > 0 ? [t.superseded(superseded, of)] : []),
    ...(edited > 0 ? [t.edited(edited, of)] : []),
  ];
}

/** Who pinned or reworded a block, when, and whether its evidence changed since. */
export function DecisionLine({ of: { pin, reword } }: { of: DecisionsOfBlock }) {
  const who = useWho();
  const decision = reword ?? pin;
  if (!decision) return null;
  const Icon = reword ? Pencil : Pin;
  return (
    <>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-12 text-faint">
        <Icon size={12} strokeWidth={1.75} aria-hidden className="shrink-0" />
        <span>
          <Phrase
            text={t.decided}
            mark={t.marks[reword ? 'reword' : 'pin']}
            who={who(decision.actor)}
            time={<RelativeTime at={decision.created_at} prose />}
          />
        </span>
      </p>
      {evidenceWords(decision.evidence).map((words) => (
        <p key={words} className="text-12 text-warn-text">
          {words}
        </p>
      ))}
    </>
  );
}
