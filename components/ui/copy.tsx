'use client';

import { Check, Copy, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ui as t } from '#components/strings/ui';
import { Button, type ButtonLook, type ButtonSize, IconButton } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { announce } from '#components/ui/live';
import { CodeBlock } from '#components/ui/page';

const SHOWN_MS = 1600;

/**
 * `copied` is true for a moment after a successful copy. A browser that forbids copying is
 * reported.
 */
export function useCopy(): { copied: boolean; copy: (text: string) => Promise<boolean> } {
  const [copied, set] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => set(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      announce(t.copyFailed);
      return false;
    }
    set(true);
    announce(t.copied);
    return true;
  };
  return { copied, copy };
}

export interface CopyButtonProps {
  text: string;
  /** Text of the button. Without it, only an icon. */
  label?: string;
  /** What is copied, for screen readers. */
  what: string;
  look?: ButtonLook;
  size?: ButtonSize;
  icon?: LucideIcon;
  onCopied?: () => void;
  className?: string;
}

export function CopyButton({ text, label, what, look, size, icon = Copy, onCopied, className }: CopyButtonProps) {
  const { copied, copy } = useCopy();
  const act = async () => {
    if (await copy(text)) onCopied?.();
  };
  if (label === undefined) {
    return (
      <IconButton
        icon={copied ? Check : icon}
        label={copied ? t.copied : t.copyOf(what)}
        size={size ?? 'sm'}
        {...(look && { look })}
        className={cx('relative z-10', className)}
        onClick={(event) => {
          event.stopPropagation();
          void act();
        }}
      />
    );
  }
  return (
    <Button
      icon={copied ? Check : icon}
      aria-label={`${label}: ${what}`}
      {...(look && { look })}
      {...(size && { size })}
      className={className}
      onClick={() => void act()}
    >
      {label}
    </Button>
  );
}

/** `0199f2c4…d41f` with a copy button. The title and the copied text are the full id. */
export function CopyableId({
  id,
  what,
  head = 8,
  tail = 4,
  className,
}: {
  id: string;
  what: string;
  head?: number;
  tail?: number;
  className?: string;
}) {
  const short = id.length > head + tail + 1 ? `${id.slice(0, head)}…${tail > 0 ? id.slice(-tail) : ''}` : id;
  return (
    <span className={cx('inline-flex min-w-0 max-w-full items-center gap-0.5', className)}>
      <span className="truncate font-mono text-12" title={id}>
        {short}
      </span>
      <CopyButton text={id} what={what} className="shrink-0 phone:-my-3" />
    </span>
  );
}

/** A block of code with a copy button beside it. */
export const CopyableCode = ({ label, text, className }: { label: string; text: string; className?: string }) => (
  <CodeBlock label={label} action={<CopyButton text={text} what={label} />} {...(className && { className })}>
    {text}
  </CodeBlock>
);
