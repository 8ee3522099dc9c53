'use client';

import { useEffect, useRef, useState } from 'react';
import { changeId } from '#components/mental-models/diff-view';
import { mentalModel as t } from '#components/strings/mental-model';
import { isOverlaid, isTyping } from '#components/ui/keys';
import { announce } from '#components/ui/live';

interface Changes {
  /** Index of the current change, or null. */
  readonly at: number | null;
  readonly goTo: (at: number) => void;
  readonly next: () => void;
  readonly previous: () => void;
}

interface ChangesOptions {
  /** Prefix of the row ids. */
  readonly prefix: string;
  /** Identifies the comparison. A new one has no current change. */
  readonly of: string;
  readonly older?: () => void;
  readonly newer?: () => void;
}

/** Navigates between changes with buttons and the keys n and p; [ and ] select another pair. */
export function useChanges(total: number, { prefix, of, older, newer }: ChangesOptions): Changes {
  const [selected, go] = useState<{ of: string; at: number } | null>(null);
  const at = selected?.of === of ? selected.at : null;
  const goTo = (to: number) => {
    if (total === 0) return;
    const place = (to + total) % total;
    go({ of, at: place });
    const row = document.getElementById(changeId(place, prefix));
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
    announce(t.at(place + 1, total));
  };
  const next = () => goTo(at === null ? 0 : at + 1);
  const previous = () => goTo(at === null ? -1 : at - 1);
  const keys = { n: next, p: previous, '[': older, ']': newer } as Readonly<Record<string, (() => void) | undefined>>;
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target) || isOverlaid()) return;
      const doIt = current.current[event.key];
      if (!doIt) return;
      event.preventDefault();
      doIt();
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, []);
  return { at: at !== null && at < total ? at : null, goTo, next, previous };
}
