'use client';

import { useEffect, useRef } from 'react';

/**
 * Guards a dialog that shows something once. While `isOn`, Back stays on this page and calls
 * `onTry`; leaving otherwise asks first. Adds a history entry for the dialog, which Back consumes
 * and the guard restores. `release` ends the guard and resolves once the history is restored;
 * navigate only after that, or the navigation would be undone.
 */
export function useBackGuard(isOn: boolean, onTry: () => void): { release: () => Promise<void> } {
  const tried = useRef(onTry);
  tried.current = onTry;
  const lift = useRef<() => Promise<void>>(() => Promise.resolve());
  useEffect(() => {
    if (!isOn) return;
    const pushGuard = () => window.history.pushState(window.history.state, '', window.location.href);
    const back = () => {
      pushGuard();
      tried.current();
    };
    const leave = (event: BeforeUnloadEvent) => event.preventDefault();
    pushGuard();
    window.addEventListener('popstate', back);
    window.addEventListener('beforeunload', leave);
    let lifted: Promise<void> | undefined;
    lift.current = () => {
      lifted ??= new Promise((resolve) => {
        window.removeEventListener('popstate', back);
        window.removeEventListener('beforeunload', leave);
        window.addEventListener('popstate', () => resolve(), { once: true });
        window.history.back();
      });
      return lifted;
    };
    return () => void lift.current();
  }, [isOn]);
  return { release: () => lift.current() };
}
