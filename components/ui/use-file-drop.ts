'use client';

import { useEffect, useEffectEvent, useState } from 'react';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/**
 * Accepts files that are dropped anywhere on the page while `isActive`; a browser would otherwise
 * leave the page to show the file. Returns whether files are dragged over the page.
 */
export function useFileDrop(isActive: boolean, onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const drop = useEffectEvent(onFiles);
  useEffect(() => {
    if (!isActive) return;
    const controller = new AbortController();
    const { signal } = controller;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      // The pointer left the page, not only one of its elements.
      if (event.relatedTarget === null) setOver(false);
    };
    const dropped = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      drop([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', dropped, { signal });
    return () => {
      controller.abort();
      setOver(false);
    };
  }, [isActive]);
  return isOver;
}
