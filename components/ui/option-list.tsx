import type { PointerEvent, ReactNode } from 'react';
import { cx } from '#components/ui/cx';

export interface ListedOption {
  /** Unique in all groups. */
  readonly id: string;
  readonly content: ReactNode;
  readonly onChoose: () => void;
  readonly className?: string;
}

export interface ListedGroup {
  readonly heading?: string;
  /** At the end of the heading. */
  readonly note?: ReactNode;
  readonly options: readonly ListedOption[];
  /** The options answer a former text: they are dimmed and cannot be chosen. */
  readonly isOld?: boolean;
}

/** The element ids of the options of a list, by option id. */
export function optionIds(list: string, groups: readonly ListedGroup[]): (option: string) => string {
  const numbers = new Map(groups.flatMap(({ options }) => options).map(({ id }, at) => [id, at]));
  return (option) => `${list}-${numbers.get(option)}`;
}

interface OptionListProps {
  /** The element id, which the field refers to. */
  id: string;
  label: string;
  isBusy?: boolean;
  groups: readonly ListedGroup[];
  highlighted: string | null;
  onMove: (option: string) => void;
}

const OPTION =
  'flex min-h-8 cursor-default items-center rounded-md px-2 data-[selected=true]:bg-hover aria-disabled:opacity-60 phone:min-h-11';

/** The options of a search field. The field has the focus and handles the keys (`useOptions`). */
export function OptionList({ id, label, isBusy = false, groups, highlighted, onMove }: OptionListProps) {
  const idOf = optionIds(id, groups);
  return (
    <div id={id} role="listbox" aria-label={label} aria-busy={isBusy} tabIndex={-1}>
      {groups.map(
        ({ heading, note, options, isOld = false }, at) =>
          options.length > 0 && (
            <Group key={heading ?? at} heading={heading} note={note}>
              {options.map((option) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: focus stays in the field, which handles the keys
                <div
                  key={option.id}
                  id={idOf(option.id)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={option.id === highlighted}
                  aria-disabled={isOld || undefined}
                  data-selected={option.id === highlighted}
                  onPointerMove={(event) => hasMoved(event) && !isOld && option.id !== highlighted && onMove(option.id)}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => !isOld && option.onChoose()}
                  className={cx(OPTION, option.className)}
                >
                  {option.content}
                </div>
              ))}
            </Group>
          ),
      )}
    </div>
  );
}

/** Browsers also report a resting pointer when the list moves under it. */
const hasMoved = ({ movementX, movementY }: PointerEvent): boolean => movementX !== 0 || movementY !== 0;

const Group = ({ heading, note, children }: { heading: string | undefined; note: ReactNode; children: ReactNode }) =>
  heading === undefined ? (
    children
  ) : (
    // biome-ignore lint/a11y/useSemanticElements: HTML has no element for a group of options outside `select`
    <div role="group" aria-label={heading}>
      <p aria-hidden className="flex justify-between gap-2 px-2.5 pt-2 pb-1 text-12 text-faint">
        {heading}
        {note !== undefined && <span className="tabular-nums">{note}</span>}
      </p>
      {children}
    </div>
  );
