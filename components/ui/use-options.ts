'use client';

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type Choice, choiceAt, enter, highlightedOf, movedBy, type OptionGroup } from '#components/ui/options';

interface Options {
  /** The text in the field. */
  text: string;
  groups: readonly OptionGroup[];
  onChoose: (id: string) => void;
  /** Enter was pressed before the list was loaded. */
  wasEntered?: boolean;
}

/** The highlighted option of a search field, and the keys of the field. See `options.ts`. */
export function useOptions({ text, groups, onChoose, wasEntered = false }: Options) {
  const [last, setLast] = useState<Choice>({ text, moved: null, isEntered: wasEntered });
  const choice = choiceAt(last, text);
  // Stored at once, so that typing the former text again does not restore its choice.
  if (choice !== last) setLast(choice);
  const highlighted = highlightedOf(groups, choice);
  const decision = enter(groups, choice);
  const latest = useRef(onChoose);
  latest.current = onChoose;
  const { isEntered } = choice;
  useEffect(() => {
    if (!isEntered || decision.isEntered) return;
    setLast((now) => ({ ...now, isEntered: false }));
    if (decision.chosen !== null) latest.current(decision.chosen);
  }, [isEntered, decision.isEntered, decision.chosen]);
  /** Stops waiting for the answer that Enter asked for. */
  const cancel = () => setLast({ ...choice, isEntered: false });
  const moveTo = (moved: string | null) => setLast({ text, moved, isEntered: false });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = movedBy(event.key, groups, choice);
    if (next !== undefined) {
      event.preventDefault();
      moveTo(next);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (decision.chosen !== null) onChoose(decision.chosen);
      else setLast({ ...choice, isEntered: decision.isEntered });
    } else if (event.key === 'Escape') cancel();
  };
  return { highlighted, moveTo, cancel, onKeyDown };
}
