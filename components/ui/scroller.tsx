import type { ReactNode, Ref } from 'react';
import { cx } from '#components/ui/cx';

interface ScrollerProps {
  /** what is in it, as it is announced to who comes to it by keys */
  label: string;
  /** down, unless it is what is wide */
  axis?: 'x' | 'y';
  className?: string;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** A part of a page that scrolls by itself: it is reached and scrolled by keys, and says what it is. */
export const Scroller = ({ label, axis = 'y', className, ref, children }: ScrollerProps) => (
  <section
    ref={ref}
    aria-label={label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    tabIndex={0}
    className={cx(axis === 'x' ? 'overflow-x-auto' : 'overflow-y-auto', 'focus-visible:-outline-offset-2', className)}
  >
    {children}
  </section>
);
