'use client';

import { type ReactNode, useEffect, useId, useRef } from 'react';
import { ui as t } from '#components/strings/ui';
import { announce } from '#components/ui/live';
import { type ListedGroup, OptionList, optionIds } from '#components/ui/option-list';
import { isAnyWaiting, isWaiting, type OptionGroup, queryOf } from '#components/ui/options';
import { useOptions } from '#components/ui/use-options';

export type ComboboxGroup = Omit<OptionGroup, 'ids'> & Omit<ListedGroup, 'isOld'>;

export interface ComboboxProps {
  /** Label of the field and of the list for screen readers. */
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  groups: readonly ComboboxGroup[];
  /** Enter was pressed before the list was loaded. */
  wasEntered?: boolean;
  /** Wraps the field, for example with an icon. */
  frame?: (field: ReactNode) => ReactNode;
  inputClass: string;
  listClass: string;
  /** Below the options: an error, or that there are none. */
  children?: ReactNode;
}

/** The longest text that the API searches for. */
const MAX_TEXT = 1000;

/**
 * A search field with its options. Options of another text stay visible, dimmed, until the answer
 * to the typed one arrives, but cannot be chosen.
 */
export function Combobox(props: ComboboxProps) {
  const { label, placeholder, text, onText, groups, wasEntered = false, frame = (field) => field, inputClass, listClass, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const options = groups.flatMap((group) => group.options);
  const searched = groups.map(({ options: shown, ...group }): OptionGroup => ({ ...group, ids: shown.map((option) => option.id) }));
  const isBusy = isAnyWaiting(searched, text);
  const { highlighted, moveTo, onKeyDown } = useOptions({
    text,
    groups: searched,
    onChoose: (chosen) => options.find((option) => option.id === chosen)?.onChoose(),
    wasEntered,
  });
  const idOf = optionIds(id, groups);
  useEffect(() => {
    if (highlighted !== null) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [highlighted]);
  const query = queryOf(text);
  const hits = groups.reduce((sum, group) => sum + (group.isSecondary ? 0 : group.options.length), 0);
  useEffect(() => {
    if (query !== '' && !isBusy) announce(t.results(hits));
  }, [query, isBusy, hits]);
  return (
    <>
      {frame(
        <input
          // biome-ignore lint/a11y/noAutofocus: a user opens the popover or dialog to type into this field
          autoFocus
          type="text"
          dir="auto"
          role="combobox"
          aria-label={label}
          aria-expanded
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={highlighted === null ? undefined : idOf(highlighted)}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={MAX_TEXT}
          value={text}
          placeholder={placeholder}
          onChange={({ target }) => onText(target.value)}
          onKeyDown={onKeyDown}
          className={inputClass}
        />,
      )}
      <div ref={list} className={listClass}>
        <OptionList
          id={id}
          label={label}
          isBusy={isBusy}
          groups={groups.map(({ answers, ...group }) => ({ ...group, isOld: isWaiting({ answers, ids: [] }, text) }))}
          highlighted={highlighted}
          onMove={moveTo}
        />
        {children}
      </div>
    </>
  );
}
