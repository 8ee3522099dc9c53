'use client';

import { useEffect, useRef, useState } from 'react';
import type { TreeNode } from '#components/knowledge/moves';
import { useRename } from '#components/knowledge/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { knowledge as t } from '#components/strings/knowledge';
import { announce } from '#components/ui/live';
import { toast } from '#components/ui/toast';

interface RenameFieldProps {
  node: Pick<TreeNode, 'id' | 'name'>;
  onDone: (isKeyed: boolean) => void;
}

/** Renames a node in its row. Enter and leaving the field store the name, Escape does not. */
export function RenameField({ node: { id, name }, onDone }: RenameFieldProps) {
  const { organization } = useConsole();
  const rename = useRename(organization.slug, useBank());
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
    if (isStored && next !== '' && next !== name)
      rename.mutate(
        { id, name: next },
        { onSuccess: () => announce(t.renamed(next)), onError: (error) => toast.failed(t.renameFailed(name), error) },
      );
    onDone(isKeyed);
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
      onClick={(event) => event.stopPropagation()}
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
