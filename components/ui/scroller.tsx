import type { ReactNode, Ref } from 'react';
import { cx } from '#components/ui/cx';

interface ScrollerProps {
  /** Label for screen readers. */
  label: string;
  /** Vertical by default. */
  axis?: 'x' | 'y';
  className?: string;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** A scrollable region that is focusable and labeled for keyboard users. */
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
