'use client';

import { Command } from 'cmdk';
import { ChevronsUpDown, type LucideIcon } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Popover } from '#components/ui/popover';

export interface Option {
  id: string;
  label: string;
  /** Shown at the end of the line. */
  detail?: ReactNode;
}

export interface PickerProps {
  label: string;
  icon: LucideIcon;
  /** Label of the selected option, or null. */
  chosen: ReactNode | null;
  placeholder: string;
  search: { readonly label: string; readonly q: string; readonly onChange: (q: string) => void };
  options: readonly Option[];
  /** Shown if there are no options. */
  none: string;
  onPick: (id: string) => void;
}

/** A button that opens a list with server-side search. */
export function Picker({ label, icon: Icon, chosen, placeholder, search, options, none, onPick }: PickerProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const ids = options.map((option) => option.id).join('\n');
  const [seen, see] = useState({ ids, value: options[0]?.id ?? '' });
  // Results arrive after the text was typed. Enter then selects the first visible option.
  if (seen.ids !== ids) see({ ids, value: options[0]?.id ?? '' });
  const pick = (option: string) => {
    onPick(option);
    setOpen(false);
    search.onChange('');
  };
  return (
    <div className="grid gap-1.5">
      <span id={id} className="font-medium">
        {label}
      </span>
      <Popover
        label={label}
        isOpen={isOpen}
        onOpenChange={setOpen}
        className="!w-[min(360px,calc(100vw-32px))] overflow-hidden"
        trigger={
          <button
            type="button"
            aria-labelledby={`${id} ${id}-value`}
            className="flex h-9 w-full min-w-0 items-center gap-2 rounded-md border border-control bg-surface px-2.5 text-left shadow-1 hover:bg-hover rtl:text-right phone:h-11"
          >
            <Icon size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
            <span id={`${id}-value`} dir="auto" className="min-w-0 grow truncate">
              {chosen ?? <span className="text-faint">{placeholder}</span>}
            </span>
            <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-faint" />
          </button>
        }
      >
        <Command label={label} shouldFilter={false} value={seen.value} onValueChange={(value) => see({ ids, value })}>
          <Command.Input
            dir="auto"
            value={search.q}
            onValueChange={search.onChange}
            placeholder={search.label}
            className="h-9 w-full border-line border-b bg-transparent px-3 text-13 outline-none phone:h-11 phone:text-16"
          />
          <Command.List label={label} className="max-h-72 overflow-y-auto p-1">
            {options.length === 0 && <p className="px-2 py-3 text-faint">{none}</p>}
            {options.map((option) => (
              <Command.Item
                key={option.id}
                value={option.id}
                onSelect={() => pick(option.id)}
                className="flex min-h-8 cursor-default items-center gap-3 rounded-md px-2 data-[selected=true]:bg-hover phone:min-h-11"
              >
                <span dir="auto" className="min-w-0 grow truncate text-left rtl:text-right">
                  {option.label}
                </span>
                {option.detail && <span className="shrink-0 text-12 text-faint">{option.detail}</span>}
              </Command.Item>
            ))}
          </Command.List>
        </Command>
      </Popover>
    </div>
  );
}
