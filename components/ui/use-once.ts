import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';

export interface Once {
  /** Returns true for the first caller, then false until released. */
  take: () => boolean;
  release: () => void;
}

function newOnce(): Once {
  let isTaken = false;
  return {
    take: () => {
      const isFirst = !isTaken;
      isTaken = true;
      return isFirst;
    },
    release: () => {
      isTaken = false;
    },
  };
}

/** Prevents double submission: a second key press arrives before the page shows that it is busy. */
export const useOnce = (): Once => useState(newOnce)[0];

/** Submits a form once, until the response arrives. */
export function useSendOnce<V>({ mutate }: Pick<UseMutationResult<unknown, Error, V>, 'mutate'>): (values: V) => void {
  const once = useOnce();
  return (values) => {
    if (once.take()) mutate(values, { onSettled: once.release });
  };
}
