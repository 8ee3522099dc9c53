import type { ReactNode, Ref } from 'react';
import { cx } from '#components/ui/cx';

interface ScrollerProps {
  /** Label for screen readers. */
  label: string;
  /** Vertical by default. */
  axis?: 'x' | 'y';
  /** For code, which runs from left to right in each language. */
  dir?: 'ltr';
  className?: string;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** A scrollable region that is focusable and labeled for keyboard users. */
export const Scroller = ({ label, axis = 'y', dir, className, ref, children }: ScrollerProps) => (
  <section
    ref={ref}
    dir={dir}
    aria-label={label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    tabIndex={0}
    className={cx(axis === 'x' ? 'overflow-x-auto' : 'overflow-y-auto', 'focus-visible:-outline-offset-2', className)}
  >
    {children}
  </section>
);
