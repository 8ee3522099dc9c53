import { cx } from '#components/ui/cx';

/** The text of a memory, struck through if it is invalidated. */
export const MemoryText = ({ isInvalid, className, children }: { isInvalid: boolean; className: string; children: string }) => (
  <p dir="auto" className={cx(className, '[overflow-wrap:anywhere]', isInvalid && 'text-muted line-through decoration-line-strong')}>
    {children}
  </p>
);
