'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { decisionsQuery, useDecide, useUndo } from '#components/mental-models/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { blockDecisions as t } from '#components/strings/block-decisions';
import { toast } from '#components/ui/toast';
import type { BlockDecisionKind } from '#lib/base/literals';
import type { MentalModelBlock } from '#lib/memory/mental-models/contract';
import type { BlockDecisionList, BlockDecisionView } from '#lib/memory/mental-models/decisions/contract';

/** The decisions in force about one block. */
export type DecisionsOfBlock = Readonly<Partial<Record<BlockDecisionKind, BlockDecisionView>>>;

export interface BlockDecisions {
  readonly of: (blockId: string) => DecisionsOfBlock;
  /** removed blocks, the last one first */
  readonly removed: readonly BlockDecisionView[];
  /** why nothing can be changed; null: it can */
  readonly lock: string | null;
  readonly isBusy: boolean;
  /**
   * Resolves after the document was read again; false: it failed. `blockId`: for `add` the block
   * above the new one; null: the new one is the last.
   */
  readonly decide: (blockId: string | null, kind: BlockDecisionKind, text?: string) => Promise<boolean>;
  readonly undo: (blockId: string, kind: BlockDecisionKind) => Promise<boolean>;
  /** Deletes an added block. `above`: the block above it, for a way back. */
  readonly drop: (block: Pick<MentalModelBlock, 'id' | 'text'>, above: string | null) => Promise<boolean>;
}

export function useDecisions(modelId: string): BlockDecisions {
  const { organization, lockedBy } = useConsole();
  const bankId = useBank();
  const { data } = useQuery(decisionsQuery(organization.slug, bankId, modelId));
  const decision = useDecide(organization.slug, bankId, modelId);
  const undoing = useUndo(organization.slug, bankId, modelId);
  const items = data?.items;
  const byBlock = useMemo(() => {
    const grouped = new Map<string, DecisionsOfBlock>();
    for (const one of items ?? []) grouped.set(one.block_id, { ...grouped.get(one.block_id), [one.kind]: one });
    return grouped;
  }, [items]);
  const settled = (change: Promise<BlockDecisionList>, done: string, wayBack: (after: BlockDecisionList) => (() => unknown) | null) =>
    change.then(
      (after) => {
        const goBack = wayBack(after);
        toast.done(done, goBack ? { action: { label: t.undo, onClick: () => void goBack() } } : undefined);
        return true;
      },
      (error: unknown) => {
        toast.failed(t.failed, error);
        return false;
      },
    );
  const undo: BlockDecisions['undo'] = (block_id, kind) => settled(undoing.mutateAsync({ block_id, kind }), t.undone[kind], () => null);
  const decide: BlockDecisions['decide'] = (block_id, kind, text) =>
    settled(decision.mutateAsync({ block_id, kind, ...(text !== undefined && { text }) }), t.done[kind], (after) => {
      const decided = kind === 'add' ? (after.items.findLast((one) => one.kind === 'add')?.block_id ?? null) : block_id;
      return decided === null ? null : () => undo(decided, kind);
    });
  const drop: BlockDecisions['drop'] = ({ id, text }, above) =>
    settled(undoing.mutateAsync({ block_id: id, kind: 'add' }), t.undone.add, () => () => decide(above, 'add', text));
  return {
    of: (blockId) => byBlock.get(blockId) ?? {},
    removed: (items ?? []).filter(({ kind }) => kind === 'remove').reverse(),
    lock: lockedBy('bank.write'),
    isBusy: decision.isPending || undoing.isPending,
    decide,
    undo,
    drop,
  };
}
