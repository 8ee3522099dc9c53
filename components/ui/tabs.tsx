'use client';

import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { number } from '#components/strings/counted';

export interface Tab {
  id: string;
  label: ReactNode;
  count?: number;
  /** There are more than `count`. */
  isMore?: boolean;
  content: ReactNode;
}

/** Scrolls a row of tabs, and not the page, until one of them is visible. */
function showTab(row: HTMLElement | null, index: number): void {
  const tab = row?.children[index];
  if (!row || !tab) return;
  const [outer, inner] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
  row.scrollLeft += Math.min(0, inner.left - outer.left) + Math.max(0, inner.right - outer.right);
}

/** Tabs with content. Uncontrolled without `value`. */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string;
  tabs: readonly Tab[];
  value?: string;
  onChange?: (id: string) => void;
}) {
  const row = useRef<HTMLDivElement>(null);
  const active = tabs.findIndex(({ id }) => id === value);
  useEffect(() => showTab(row.current, active), [active]);
  return (
    <Radix.Root {...(value === undefined ? { defaultValue: tabs[0]?.id } : { value })} onValueChange={onChange} className="min-w-0">
      <div className="border-line border-b">
        {/* The margin leaves room for the focus ring. */}
        <Radix.List ref={row} aria-label={label} className="-mx-2 -mb-px flex overflow-x-auto [scrollbar-width:none]">
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.id}
              value={tab.id}
              className="group relative flex h-8 shrink-0 items-center gap-1.5 whitespace-nowrap px-2 text-muted hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:font-medium data-[state=active]:text-ink phone:h-11"
            >
              {tab.label}
              {tab.count !== undefined && (
                <span className="text-11 text-faint tabular-nums">{`${number(tab.count)}${tab.isMore ? '+' : ''}`}</span>
              )}
              <span aria-hidden className="absolute inset-x-2 bottom-0 h-0.5 group-data-[state=active]:bg-accent" />
            </Radix.Trigger>
          ))}
        </Radix.List>
      </div>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} className="pt-3 outline-none">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
