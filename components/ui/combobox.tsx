'use client';

import { type PointerEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { ui as t } from '#components/strings/ui';
import { cx } from '#components/ui/cx';
import { announce } from '#components/ui/live';
import { isAnyWaiting, isWaiting, type OptionGroup, queryOf } from '#components/ui/options';
import { useOptions } from '#components/ui/use-options';

export interface ComboboxOption {
  /** Unique in all groups. */
  readonly id: string;
  readonly content: ReactNode;
  readonly onChoose: () => void;
  readonly className?: string;
}

export interface ComboboxGroup extends Omit<OptionGroup, 'ids'> {
  readonly heading?: string;
  readonly options: readonly ComboboxOption[];
}

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

const OPTION =
  'flex min-h-8 cursor-default items-center rounded-md px-2 data-[selected=true]:bg-hover aria-disabled:opacity-60 phone:min-h-11';

/**
 * A search field with its options. Options of another text stay visible, dimmed, until the answer
 * to the typed one arrives, but cannot be chosen.
 */
export function Combobox(props: ComboboxProps) {
  const { label, placeholder, text, onText, groups, wasEntered = false, frame = (field) => field, inputClass, listClass, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const options = groups.flatMap((group) => group.options);
  const numbers = new Map(options.map((option, at) => [option.id, at]));
  const searched = groups.map(({ options: shown, ...group }): OptionGroup => ({ ...group, ids: shown.map((option) => option.id) }));
  const isBusy = isAnyWaiting(searched, text);
  const { highlighted, moveTo, onKeyDown } = useOptions({
    text,
    groups: searched,
    onChoose: (chosen) => options.find((option) => option.id === chosen)?.onChoose(),
    wasEntered,
  });
  const idOf = (option: string): string => `${id}-${numbers.get(option)}`;
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
        <div id={id} role="listbox" aria-label={label} aria-busy={isBusy} tabIndex={-1}>
          {groups.map((group, at) => {
            const isOld = isWaiting({ ...group, ids: [] }, text);
            return (
              group.options.length > 0 && (
                <Group key={group.heading ?? at} heading={group.heading}>
                  {group.options.map((option) => (
                    // biome-ignore lint/a11y/useKeyWithClickEvents: focus stays in the field, which handles the keys
                    <div
                      key={option.id}
                      id={idOf(option.id)}
                      role="option"
                      tabIndex={-1}
                      aria-selected={option.id === highlighted}
                      aria-disabled={isOld || undefined}
                      data-selected={option.id === highlighted}
                      onPointerMove={(event) => hasMoved(event) && !isOld && option.id !== highlighted && moveTo(option.id)}
                      onMouseDown={(event) => event.preventDefault()}
                      onClick={() => !isOld && option.onChoose()}
                      className={cx(OPTION, option.className)}
                    >
                      {option.content}
                    </div>
                  ))}
                </Group>
              )
            );
          })}
        </div>
        {children}
      </div>
    </>
  );
}

/** Browsers also report a resting pointer when the list moves under it. */
const hasMoved = ({ movementX, movementY }: PointerEvent): boolean => movementX !== 0 || movementY !== 0;

const Group = ({ heading, children }: { heading: string | undefined; children: ReactNode }) =>
  heading === undefined ? (
    children
  ) : (
    // biome-ignore lint/a11y/useSemanticElements: HTML has no element for a group of options outside `select`
    <div role="group" aria-label={heading}>
      <p aria-hidden className="px-2.5 pt-2 pb-1 text-12 text-faint">
        {heading}
      </p>
      {children}
    </div>
  );
