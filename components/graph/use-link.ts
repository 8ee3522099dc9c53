'use client';

import { type RefObject, useCallback, useEffect, useReducer, useRef } from 'react';
import type { GraphAction } from '#components/graph/acts';
import { formerLayout, rememberLayout, startOf } from '#components/graph/former-layout';
import type { Layouter } from '#components/graph/layout/client';
import { MAX_WORD, toWord } from '#components/graph/link';
import type { Graph } from '#components/graph/model';
import { type Busy, type Context, layBase, type PositionedGraph, replay } from '#components/graph/perform';
import { graph as t } from '#components/strings/graph';
import { messageOf } from '#components/ui/states';
import { toast } from '#components/ui/toast';

interface Options {
  readonly base: Graph | null;
  /** The acts in the URL. */
  readonly word: string;
  readonly layouter: Layouter;
  readonly now: RefObject<Context>;
  readonly onBusy: (busy: Busy | null) => void;
  readonly onLoaded: (laid: PositionedGraph, acts: readonly GraphAction[]) => void;
  /** The current picture. */
  readonly laid: PositionedGraph | null;
  readonly done: readonly GraphAction[];
  /** Called with the acts for the URL, or null if they are too long. */
  readonly onWord: (word: string | null) => void;
}

/**
 * Synchronizes the picture and the URL: replays a URL on the graph, and writes acts on the
 * picture to the URL.
 */
export function useLink({ base, word, layouter, now, onBusy, onLoaded, laid, done, onWord }: Options) {
  const [attempt, again] = useReducer((n: number) => n + 1, 0);
  /** The URL that the picture shows. */
  const shown = useRef<{ base: Graph | null; word: string; attempt: number }>({ base: null, word: '', attempt: 0 });
  /**
   * Set if part of the URL could not be replayed. The URL then stays unchanged until the
   * user changes the picture.
   */
  const isPartial = useRef(false);
  const isLayingOut = useRef(false);

  useEffect(() => {
    if (!base || (shown.current.base === base && shown.current.word === word && attempt === shown.current.attempt)) return;
    let isCurrent = true;
    let isDone = false;
    shown.current = { base, word, attempt };
    isPartial.current = false;
    const load = async () => {
      onBusy({ what: 'layout', share: 0 });
      isLayingOut.current = true;
      const { asking, moment } = now.current;
      const start = startOf(base, formerLayout(asking));
      const { laid, acts: first } = await layBase(layouter, base, { moment, start }, (share) => onBusy({ what: 'layout', share }));
      // A grid that replaces a canceled layout is no start.
      if (first.length === 0) rememberLayout(asking, laid.places, start);
      isLayingOut.current = false;
      const { acts, lost, failure } = await replay(
        layouter,
        word,
        laid,
        first,
        () => now.current,
        () => isCurrent,
      );
      if (!isCurrent) return;
      isPartial.current = failure !== null;
      onLoaded(laid, acts);
      onBusy(null);
      if (failure !== null)
        toast.failed(t.linkUnread, failure, {
          detail: `${messageOf(failure)} ${t.linkInAddress}`,
          action: { label: t.linkAgain, onClick: again },
        });
      else if (lost > 0) toast.note(t.lostSteps(lost));
      isDone = true;
    };
    void load().catch((error) => {
      if (!isCurrent) return;
      onBusy(null);
      toast.failed(t.layoutFailed, error);
    });
    return () => {
      isCurrent = false;
      if (isDone) return;
      layouter.cancel();
      shown.current = { base: null, word: '', attempt };
    };
  }, [base, word, attempt, layouter, now, onBusy, onLoaded]);

  const says = useRef(onWord);
  says.current = onWord;
  useEffect(() => {
    if (!laid || shown.current.base !== laid.base || isPartial.current) return;
    const next = toWord(done);
    if (next === shown.current.word) return;
    const fits = next.length <= MAX_WORD;
    shown.current = { ...shown.current, base: laid.base, word: fits ? next : '' };
    says.current(fits ? next : null);
  }, [laid, done]);

  const onSuccess = useCallback(() => {
    isPartial.current = false;
  }, []);
  return { isLayingOut, onSuccess };
}
