import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';

export interface Once {
  /** true for the first who asks, false until it is given back */
  take: () => boolean;
  giveBack: () => void;
}

function newOnce(): Once {
  let isTaken = false;
  return {
    take: () => {
      const isFirst = !isTaken;
      isTaken = true;
      return isFirst;
    },
    giveBack: () => {
      isTaken = false;
    },
  };
}

/** For what must not be made twice: a key that is pressed again comes sooner than the page that shows it as busy. */
export const useOnce = (): Once => useState(newOnce)[0];

/** Sends what a form says, and nothing more until that has been answered. */
export function useSendOnce<V>({ mutate }: Pick<UseMutationResult<unknown, Error, V>, 'mutate'>): (values: V) => void {
  const once = useOnce();
  return (values) => {
    if (once.take()) mutate(values, { onSettled: once.giveBack });
  };
}
