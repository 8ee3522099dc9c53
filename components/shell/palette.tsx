'use client';

import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { shell as t } from '#components/strings/shell';
import { useAhead } from '#components/ui/ahead';
import { queryOf } from '#components/ui/options';
import { SCRIM } from '#components/ui/overlay';
import { useReturn } from '#components/ui/return-focus';
import type { Me } from '#lib/access/people/contract';

const load = () => import('#components/shell/palette-list');
const PaletteList = lazy(load);

export interface PaletteProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  me: Me;
  organization: Me['organizations'][number] | null;
  onHelp: () => void;
  onSignOut: () => void;
}

/**
 * Ctrl+K: local search for pages, organizations and actions, and server search for banks, keys and
 * the items of the bank.
 */
export function Palette(props: PaletteProps) {
  const returnFocus = useReturn(props.isOpen);
  useAhead(load);
  return (
    <Dialog.Root open={props.isOpen} onOpenChange={props.onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={SCRIM} />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fixed z-50 flex max-h-[min(480px,80dvh)] animate-rise flex-col overflow-hidden rounded-lg border border-line bg-raised text-ink shadow-3 outline-none md:inset-x-0 md:top-[12dvh] md:mx-auto md:w-[560px] phone:inset-x-2 phone:top-2"
        >
          <Dialog.Title className="sr-only">{t.palette}</Dialog.Title>
          <Inside {...props} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Accepts text, and Enter, before the list is loaded. */
function Inside(props: PaletteProps) {
  const [text, setText] = useState('');
  const [wasEntered, setEntered] = useState(false);
  return (
    <Suspense
      fallback={
        <PaletteField>
          <input
            aria-label={t.palette}
            placeholder={t.palette}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setEntered(false);
            }}
            onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && setEntered(queryOf(text) !== '')}
            dir="auto"
            className={PALETTE_INPUT}
          />
        </PaletteField>
      }
    >
      <PaletteList {...props} text={text} onText={setText} wasEntered={wasEntered} />
    </Suspense>
  );
}

export const PALETTE_INPUT = 'h-12 w-full bg-transparent text-14 outline-none phone:text-16';

export const PaletteField = ({ children }: { children: ReactNode }) => (
  <div className="flex items-center gap-2 border-line border-b px-4">
    <Search size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
    {children}
  </div>
);
