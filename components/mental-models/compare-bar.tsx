'use client';

import { ArrowDown, ArrowLeftRight, ArrowUp, Columns2, Ellipsis, FileCode2, Rows2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Comparison } from '#components/mental-models/compare';
import { mentalModel as t } from '#components/strings/mental-model';
import { ui } from '#components/strings/ui';
import { IconButton } from '#components/ui/button';
import { Segment } from '#components/ui/choice';
import { useCopy } from '#components/ui/copy';
import { Menu, MenuItem, MenuSeparator } from '#components/ui/menu';

export const LAYOUTS = ['unified', 'split'] as const;
export type DiffLayout = (typeof LAYOUTS)[number];

interface CompareBarProps {
  comparison: Comparison;
  /** Null if the window is too narrow for a choice. */
  layout: DiffLayout | null;
  isRaw: boolean;
  ignoreBlanks: boolean;
  onShow: (next: { view?: DiffLayout; raw?: boolean; blanks?: boolean }) => void;
  changes: { next: () => void; previous: () => void };
  patch: () => string;
  onSwap: () => void;
  onWithCurrent: (() => void) | null;
  children?: ReactNode;
}

/** The number of changes, navigation between them, and view options. */
export function CompareBar({
  comparison,
  layout,
  isRaw,
  ignoreBlanks,
  onShow,
  changes,
  patch,
  onSwap,
  onWithCurrent,
  children,
}: CompareBarProps) {
  const { changes: total, wordsAdded, wordsRemoved } = comparison;
  const { copy } = useCopy();
  return (
    <header className="sticky top-11 z-15 flex flex-wrap items-center gap-2 border-line border-b bg-surface px-3 py-1.5">
      <p role="status" className="min-w-0 grow">
        <span className="sr-only">{t.summarySpoken(total, wordsAdded, wordsRemoved)}</span>
        <span aria-hidden className="flex flex-wrap items-baseline gap-x-2">
          <b className="font-semibold tabular-nums">{t.summary(total)}</b>
          <span className="text-12 text-faint tabular-nums">{t.words(wordsAdded, wordsRemoved)}</span>
        </span>
      </p>
      <span className="flex items-center">
        <IconButton
          icon={ArrowUp}
          size="sm"
          label={ui.labelWithNote(t.previousChange, 'p')}
          onClick={changes.previous}
          aria-disabled={total === 0 || undefined}
        />
        <IconButton
          icon={ArrowDown}
          size="sm"
          label={ui.labelWithNote(t.nextChange, 'n')}
          onClick={changes.next}
          aria-disabled={total === 0 || undefined}
        />
      </span>
      {layout && (
        <Segment
          label={t.layout}
          value={layout}
          onChange={(view) => onShow({ view })}
          choices={[
            { value: 'unified', label: t.unified },
            { value: 'split', label: t.split },
          ]}
        />
      )}
      {children}
      <Menu label={t.more} trigger={<IconButton icon={Ellipsis} size="sm" label={t.more} />}>
        <MenuItem icon={Rows2} checked={!isRaw} onSelect={() => onShow({ raw: false })}>
          {t.rendered}
        </MenuItem>
        <MenuItem icon={FileCode2} checked={isRaw} onSelect={() => onShow({ raw: true })}>
          {t.raw}
        </MenuItem>
        <MenuItem checked={ignoreBlanks} onSelect={() => onShow({ blanks: !ignoreBlanks })}>
          {t.ignoreBlanks}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={ArrowLeftRight} onSelect={onSwap}>
          {t.swap}
        </MenuItem>
        {onWithCurrent && (
          <MenuItem icon={Columns2} onSelect={onWithCurrent}>
            {t.withCurrent}
          </MenuItem>
        )}
        <MenuItem onSelect={() => void copy(patch())}>{t.copyPatch}</MenuItem>
      </Menu>
    </header>
  );
}
