'use client';

import { useEffect, useRef, useState } from 'react';
import type { TreeNode } from '#components/knowledge/moves';
import { knowledge as t } from '#components/strings/knowledge';

interface RenameFieldProps {
  node: Pick<TreeNode, 'name'>;
  /** `name`: null if it did not change. `isKeyed`: a key ended it, so the row gets the focus. */
  onDone: (name: string | null, isKeyed: boolean) => void;
}

/** Renames a node in its row. Enter and leaving the field store the name, Escape does not. */
export function RenameField({ node: { name }, onDone }: RenameFieldProps) {
  const [written, write] = useState(name);
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    // After the menu whose item opened it has returned the focus.
    const frame = requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.select();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const finish = (isStored: boolean, isKeyed: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    const next = written.trim();
    onDone(isStored && next !== '' && next !== name ? next : null, isKeyed);
  };
  return (
    <input
      ref={input}
      dir="auto"
      aria-label={t.nameOf(name)}
      value={written}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => write(event.target.value)}
      onBlur={() => finish(true, false)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
        event.preventDefault();
        finish(event.key === 'Enter', true);
      }}
      className="-my-px h-6 min-w-0 grow rounded-sm border border-control bg-surface px-1 text-13 text-ink phone:h-9 phone:text-16"
    />
  );
}
