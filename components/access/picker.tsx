'use client';

import { ChevronsUpDown, type LucideIcon } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Combobox } from '#components/ui/combobox';
import { Popover } from '#components/ui/popover';

export interface Option {
  id: string;
  label: string;
  /** Shown at the end of the line. */
  detail?: ReactNode;
}

export interface OptionAnswer {
  /** The text that the options answer. Null before the first answer. */
  answers: string | null;
  options: readonly Option[];
}

export interface PickerProps {
  label: string;
  icon: LucideIcon;
  /** Label of the selected option, or null. */
  chosen: ReactNode | null;
  placeholder: string;
  search: { readonly label: string; readonly q: string; readonly onChange: (q: string) => void };
  groups: readonly OptionAnswer[];
  /** Below the options: that there are none, or that the search failed. */
  note: string | null;
  onPick: (id: string) => void;
}

/** A button that opens a list with server-side search. */
export function Picker({ label, icon: Icon, chosen, placeholder, search, groups, note, onPick }: PickerProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
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
        <Combobox
          label={search.label}
          placeholder={search.label}
          text={search.q}
          onText={search.onChange}
          inputClass="h-9 w-full border-line border-b bg-transparent px-3 text-13 outline-none phone:h-11 phone:text-16"
          listClass="max-h-72 overflow-y-auto p-1"
          groups={groups.map(({ answers, options }) => ({
            answers,
            options: options.map((option) => ({
              id: option.id,
              onChoose: () => pick(option.id),
              className: 'gap-3',
              content: (
                <>
                  <span dir="auto" className="min-w-0 grow truncate text-left rtl:text-right">
                    {option.label}
                  </span>
                  {option.detail && <span className="shrink-0 text-12 text-faint">{option.detail}</span>}
                </>
              ),
            })),
          }))}
        >
          {note !== null && <p className="px-2 py-3 text-faint">{note}</p>}
        </Combobox>
      </Popover>
    </div>
  );
}
