'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { decisionsQuery, useDecide, useUndo } from '#components/mental-models/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { blockDecisions as t } from '#components/strings/block-decisions';
import { toast } from '#components/ui/toast';
import type { BlockDecisionKind } from '#lib/base/literals';
import type { BlockDecisionView } from '#lib/memory/mental-models/decisions/contract';

/** The decisions in force about one block. */
export type DecisionsOfBlock = Readonly<Partial<Record<BlockDecisionKind, BlockDecisionView>>>;

export interface BlockDecisions {
  readonly of: (blockId: string) => DecisionsOfBlock;
  /** removed blocks, the last one first */
  readonly removed: readonly BlockDecisionView[];
  /** why nothing can be changed; null: it can */
  readonly lock: string | null;
  readonly isBusy: boolean;
  /** Resolves after the document was read again; false: it failed. */
  readonly decide: (blockId: string, kind: BlockDecisionKind, text?: string) => Promise<boolean>;
  readonly undo: (blockId: string, kind: BlockDecisionKind) => Promise<boolean>;
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
  const undo: BlockDecisions['undo'] = (block_id, kind) =>
    undoing.mutateAsync({ block_id, kind }).then(
      () => {
        toast.done(t.undone[kind]);
        return true;
      },
      (error: unknown) => {
        toast.failed(t.failed, error);
        return false;
      },
    );
  const decide: BlockDecisions['decide'] = (block_id, kind, text) =>
    decision.mutateAsync({ block_id, kind, ...(text !== undefined && { text }) }).then(
      () => {
        toast.done(t.done[kind], { action: { label: t.undo, onClick: () => void undo(block_id, kind) } });
        return true;
      },
      (error: unknown) => {
        toast.failed(t.failed, error);
        return false;
      },
    );
  return {
    of: (blockId) => byBlock.get(blockId) ?? {},
    removed: (items ?? []).filter(({ kind }) => kind === 'remove').reverse(),
    lock: lockedBy('bank.write'),
    isBusy: decision.isPending || undoing.isPending,
    decide,
    undo,
  };
}
