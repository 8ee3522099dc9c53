import type { ReactNode } from 'react';

export interface ThreadStepProps {
  /** The number of the step, or an icon. */
  mark: ReactNode;
  title: ReactNode;
  /** After the title, at the end of the line. */
  note?: ReactNode;
  children?: ReactNode;
}

/** A step on a thread: an item of an ordered list. */
export const ThreadStep = ({ mark, title, note, children }: ThreadStepProps) => (
  <li className="group/step relative pb-5 ps-8 last:pb-0">
    <span aria-hidden className="absolute top-6 bottom-0 start-2.5 w-px bg-thread group-last/step:hidden" />
    <span
      aria-hidden
      className="absolute top-0 start-0 grid size-5 place-items-center rounded-full border border-accent text-11 text-accent-text tabular-nums"
    >
      {mark}
    </span>
    <div className="flex items-start justify-between gap-3">
      <h3 className="font-medium">{title}</h3>
      {note && <div className="-my-1 phone:-my-3">{note}</div>}
    </div>
    {children && <div className="mt-0.5 text-muted">{children}</div>}
  </li>
);
