'use client';

import { useEffect, useRef } from 'react';

/**
 * For a dialog that shows something once. While `isOn`, Back stays on this page and `onTry` is called; leaving by any other way asks first.
 * Works by an entry of the history that stands for the dialog: Back uses it up, and it is put back. `release` ends the guard and resolves
 * once the history is as it was: a page that goes on before that would have its next step undone.
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
