'use client';

import { Eye, EyeOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { NewSecret } from '#components/keys/secret-dialog';
import { masked } from '#components/keys/snippets';
import { connectClient as t } from '#components/strings/connect-client';
import { IconButton } from '#components/ui/button';
import { CopyButton } from '#components/ui/copy';
import { Phrase } from '#components/ui/phrase';

interface ClientKeyProps {
  made: NewSecret;
  isShown: boolean;
  onShow: (isShown: boolean) => void;
}

/** A key that was made on this page: masked until revealed, copied as a whole. */
export function ClientKey({ made, isShown, onShow }: ClientKeyProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  // The button that created the key had the focus and no longer exists.
  useEffect(() => {
    if (document.activeElement === document.body) [...(group.current?.querySelectorAll('button') ?? [])].at(-1)?.focus();
  }, []);
  return (
    <div>
      <fieldset
        ref={group}
        aria-label={t.theKey(made.name)}
        className="flex min-w-0 items-center gap-1 rounded-md border border-control bg-surface py-1 pe-1 ps-3 dark:bg-sunken"
      >
        <code
          className={
            isShown
              ? 'min-w-0 grow select-all py-1 font-mono text-12 [overflow-wrap:anywhere]'
              : 'min-w-0 grow select-none truncate py-1 font-mono text-12'
          }
        >
          {isShown ? made.key : masked(made.key, made.prefix)}
        </code>
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label={isShown ? t.conceal : t.reveal}
          aria-pressed={isShown}
          onClick={() => onShow(!isShown)}
        />
        <CopyButton text={made.key} label={t.copy} what={t.theKey(made.name)} />
      </fieldset>
      <p className="mt-1.5 text-12 text-faint [overflow-wrap:anywhere]">
        <Phrase text={t.shownOnce} name={<b className="font-medium text-ink">{made.name}</b>} />
      </p>
    </div>
  );
}
