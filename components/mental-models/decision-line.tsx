'use client';

import { Pencil, Pin, UserPen } from 'lucide-react';
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

const ICONS = { pin: Pin, reword: Pencil, add: UserPen } as const;

/** Who added, pinned or reworded a block, when, and whether its evidence changed since. */
export function DecisionLine({ of: { pin, reword, add } }: { of: DecisionsOfBlock }) {
  if (add && reword)
    return (
      <>
        <OneDecision kind="add" decision={add} />
        <OneDecision kind="reword" decision={reword} />
      </>
    );
  const decision = reword ?? pin ?? add;
  return decision ? <OneDecision kind={reword ? 'reword' : pin ? 'pin' : 'add'} decision={decision} /> : null;
}

function OneDecision({ kind, decision }: { kind: keyof typeof ICONS; decision: BlockDecisionView }) {
  const who = useWho();
  const Icon = ICONS[kind];
  return (
    <>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-12 text-faint">
        <Icon size={12} strokeWidth={1.75} aria-hidden className="shrink-0" />
        <span>
          <Phrase text={t.decided} mark={t.marks[kind]} who={who(decision.actor)} time={<RelativeTime at={decision.created_at} prose />} />
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
