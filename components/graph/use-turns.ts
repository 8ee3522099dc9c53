'use client';

import { type Dispatch, type RefObject, useCallback, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { GraphAction, Scene } from '#components/graph/acts';
import { Cancelled, type Layouter } from '#components/graph/layout/client';
import type { LinkStep } from '#components/graph/link';
import type { Graph } from '#components/graph/model';
import { type Busy, type Context, perform } from '#components/graph/perform';
import { graph as t } from '#components/strings/graph';
import { announce } from '#components/ui/live';
import { toast } from '#components/ui/toast';

const FAILED = { expand: 'expandFailed', bring: 'expandFailed', path: 'pathFailed' } as const;

/** The current picture. */
export interface CurrentPicture extends Context {
  readonly scene: Scene | null;
  readonly base: Graph | undefined;
}

interface Options {
  readonly layouter: Layouter;
  readonly now: RefObject<CurrentPicture>;
  readonly onBusy: (busy: Busy | null) => void;
  readonly onStep: Dispatch<{ type: 'act'; act: GraphAction } | { type: 'undo' } | { type: 'redo' }>;
  /** A step succeeded, even if it changed nothing. */
  readonly onSuccess: () => void;
}

/**
 * Acts on the picture, undo and redo. Runs them in sequence, each on the result of the previous
 * one.
 */
export function useTurns({ layouter, now, onBusy, onStep, onSuccess }: Options) {
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const inTurn = useCallback(<T>(work: () => T): Promise<Awaited<T>> => {
    const done = queue.current.then(work) as Promise<Awaited<T>>;
    queue.current = done.catch(() => undefined);
    return done;
  }, []);
  const actNow = useCallback(
    async (step: LinkStep, meantFor: Graph | undefined): Promise<GraphAction | null | undefined> => {
      const { scene, base, ...context } = now.current;
      if (!scene || base !== meantFor) return undefined;
      const isSlow = step.kind === 'layout' || step.kind === 'expand' || step.kind === 'bring' || step.kind === 'path';
      if (isSlow) onBusy({ what: step.kind, share: 0 });
      try {
        const made = await perform(layouter, step, scene, context, (share) => onBusy({ what: 'layout', share }));
        if (now.current.base !== meantFor) return undefined;
        onSuccess();
        // Applied immediately, so that the next turn uses it.
        if (made) flushSync(() => onStep({ type: 'act', act: made }));
        return made;
      } catch (error) {
        if (!(error instanceof Cancelled)) toast.failed(t[isSlow && step.kind !== 'layout' ? FAILED[step.kind] : 'layoutFailed'], error);
        return undefined;
      } finally {
        if (isSlow) onBusy(null);
      }
    },
    [layouter, now, onBusy, onStep, onSuccess],
  );
  /**
   * `undefined`: it failed, which a toast reports, or the picture was replaced. null: it has no
   * effect.
   */
  const act = useCallback(
    (step: LinkStep): Promise<GraphAction | null | undefined> => {
      const meantFor = now.current.base;
      return inTurn(() => actNow(step, meantFor));
    },
    [now, inTurn, actNow],
  );
  const travel = useCallback(
    (type: 'undo' | 'redo') =>
      void inTurn(() => {
        announce(type === 'undo' ? t.undone : t.redone);
        flushSync(() => onStep({ type }));
      }),
    [inTurn, onStep],
  );
  const undo = useCallback(() => travel('undo'), [travel]);
  const redo = useCallback(() => travel('redo'), [travel]);
  return { act, undo, redo };
}
