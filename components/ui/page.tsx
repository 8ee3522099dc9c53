'use client';

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { ui as t } from '#components/strings/ui';
import { Button, type ButtonProps, IconButton } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { Scroller } from '#components/ui/scroller';

/** The content area of a page, with padding and spacing. Toasts have room below it. */
export const Page = ({ children, className }: { children: ReactNode; className?: string }) => (
  <div
    className={cx(
      'mx-auto grid w-full max-w-[1440px] min-w-0 content-start gap-4 px-6 pt-5 pb-24 phone:px-4 phone:pt-4 [&>*]:min-w-0',
      className,
    )}
  >
    {children}
  </div>
);

export interface PageHeaderProps {
  title: ReactNode;
  /** One line. */
  purpose?: ReactNode;
  /** Buttons, the primary one last. */
  actions?: ReactNode;
}

export function PageHeader({ title, purpose, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-start gap-x-4 gap-y-3 pb-1">
      <div className="min-w-0 grow basis-72">
        <h1 className="font-semibold text-20 [overflow-wrap:anywhere] tracking-[-0.012em]">{title}</h1>
        {purpose && <p className="mt-0.5 text-muted">{purpose}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2 phone:w-full phone:[&>*]:grow">{actions}</div>}
    </header>
  );
}

interface FilterRowProps {
  label: string;
  search?: ReactNode;
  /** Replaces the column headers where there are none: a `SortMenu`. */
  sort?: ReactNode;
  note?: ReactNode;
  children?: ReactNode;
}

/**
 * Search, then segments and chips, with `note` at the end. On a phone, a search has a line of its
 * own with the sort menu, and the rest scrolls horizontally.
 */
export const FilterRow = ({ label, search, sort, note, children }: FilterRowProps) => (
  <fieldset aria-label={label} className="relative flex min-w-0 flex-wrap items-center gap-2">
    {search && (
      <div className="phone:flex phone:w-full phone:gap-2">
        <div className="phone:min-w-0 phone:grow">{search}</div>
        {sort}
      </div>
    )}
    {children && (
      <Sideways>
        {!search && sort}
        {children}
        {note && <div className="ms-auto flex items-center gap-1">{note}</div>}
      </Sideways>
    )}
  </fieldset>
);

type Edge = 'none' | 'start' | 'end' | 'both';

/** On a phone, the row fades out at an edge with hidden content. */
const FADES: Readonly<Record<Edge, string>> = {
  none: '',
  start:
    'phone:[mask-image:linear-gradient(to_left,#000_calc(100%-3rem),transparent)] phone:rtl:[mask-image:linear-gradient(to_right,#000_calc(100%-3rem),transparent)]',
  end: 'phone:[mask-image:linear-gradient(to_right,#000_calc(100%-3rem),transparent)] phone:rtl:[mask-image:linear-gradient(to_left,#000_calc(100%-3rem),transparent)]',
  both: 'phone:[mask-image:linear-gradient(90deg,transparent,#000_3rem,#000_calc(100%-3rem),transparent)]',
};

const edgeOf = ({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): Edge => {
  // Right to left, `scrollLeft` is 0 at the start and negative after it.
  const scrolled = Math.abs(scrollLeft);
  const isAfterStart = scrolled > 1;
  const isBeforeEnd = scrolled + clientWidth < scrollWidth - 1;
  return isAfterStart && isBeforeEnd ? 'both' : isAfterStart ? 'start' : isBeforeEnd ? 'end' : 'none';
};

/** Content in a line that wraps, or on a phone scrolls horizontally to the edges of the page. */
export function Sideways({ children }: { children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null);
  const [edge, setEdge] = useState<Edge>('none');
  const look = useCallback(() => row.current && setEdge(edgeOf(row.current)), []);
  // The content changes with every filter. Setting an equal state does not re-render.
  useEffect(() => void look());
  useEffect(() => {
    const observer = new ResizeObserver(look);
    if (row.current) observer.observe(row.current);
    return () => observer.disconnect();
  }, [look]);
  return (
    <div
      ref={row}
      data-edge={edge}
      onScroll={look}
      className={cx(
        'flex min-w-0 grow flex-wrap items-center gap-2 phone:-mx-4 phone:basis-full phone:flex-nowrap phone:overflow-x-auto phone:px-4 phone:py-1 phone:[scrollbar-width:none]',
        FADES[edge],
      )}
    >
      {children}
    </div>
  );
}

export interface PanelProps {
  title?: ReactNode;
  /** After the title, at the end of the line. */
  note?: ReactNode;
  footer?: ReactNode;
  /** Without padding, for tables and lists. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}

export function Panel({ title, note, footer, flush = false, className, children }: PanelProps) {
  return (
    // Clipped instead of hidden, so that a bar in it can stick to the window.
    <section className={cx('flex min-w-0 flex-col overflow-clip rounded-lg border border-line bg-surface shadow-edge', className)}>
      {(title || note) && (
        <header className="flex min-h-10 items-center justify-between gap-3 border-line-soft border-b px-4 py-1.5">
          <h2 className="font-semibold">{title}</h2>
          {note}
        </header>
      )}
      <div className={cx('min-w-0 grow', !flush && 'p-4')}>{children}</div>
      {footer && (
        <footer data-bar className="flex min-h-9 items-center justify-between gap-3 border-line-soft border-t px-4 py-2 text-12 text-faint">
          {footer}
        </footer>
      )}
    </section>
  );
}

/** A panel without content, in one line: its title and why it is empty. */
export const EmptyPanel = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex min-h-10 min-w-0 flex-wrap items-baseline gap-x-3 rounded-lg border border-line bg-surface px-4 py-2.5">
    <h2 className="font-medium text-muted">{title}</h2>
    <p className="text-12 text-faint">{children}</p>
  </section>
);

/** The submit button of a form in a panel. */
export const PanelSubmit = (props: Pick<ButtonProps, 'busy' | 'busyLabel' | 'locked' | 'children'>) => (
  <div data-bar className="flex justify-end">
    <Button type="submit" {...props} className="phone:grow" />
  </div>
);

export interface PaginationProps {
  offset: number;
  limit: number;
  total: number;
  onChange: (offset: number) => void;
  label: string;
}

export function Pagination({ offset, limit, total, onChange, label }: PaginationProps) {
  if (total <= limit && offset === 0) return null;
  return (
    <nav aria-label={label} className="flex items-center gap-1">
      <span className="me-2 whitespace-nowrap text-12 text-faint tabular-nums">
        {t.rangeOf(Math.min(offset + 1, total), Math.min(offset + limit, total), total)}
      </span>
      <IconButton
        icon={ChevronLeft}
        label={t.previous}
        size="sm"
        aria-disabled={offset === 0 || undefined}
        onClick={() => offset > 0 && onChange(Math.max(0, offset - limit))}
      />
      <IconButton
        icon={ChevronRight}
        label={t.next}
        size="sm"
        aria-disabled={offset + limit >= total || undefined}
        onClick={() => offset + limit < total && onChange(offset + limit)}
      />
    </nav>
  );
}

/** The footer of a paginated list: counts and navigation. */
export const PageFooter = ({ words, ...pages }: PaginationProps & { words: ReactNode }) => (
  <>
    <span className="tabular-nums">{words}</span>
    <Pagination {...pages} />
  </>
);

interface MoreButtonProps extends Pick<ButtonProps, 'look' | 'busyLabel' | 'children'> {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** Loads the next page of a growing list. Hidden after the last page. */
export const MoreButton = ({ list, ...button }: MoreButtonProps) =>
  list.hasNextPage && <Button size="sm" {...button} busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} />;

/** Facts as a description list. */
export function KeyValues({ items, className }: { items: readonly { key: string; value: ReactNode }[]; className?: string }) {
  return (
    <dl className={cx('grid grid-cols-[minmax(88px,max-content)_minmax(0,1fr)] gap-x-4 gap-y-2', className)}>
      {items.map(({ key, value }) => (
        <div key={key} className="col-span-2 grid grid-cols-subgrid items-baseline">
          <dt className="text-faint">{key}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-flex h-[18px] min-w-[18px] shrink-0 items-center whitespace-nowrap justify-center rounded-sm border border-line bg-surface px-1 font-sans text-11 text-muted dark:bg-hover">
    {children}
  </kbd>
);

/** Keyboard shortcuts with their actions. */
export const KeyList = ({
  keys,
  className,
}: {
  keys: readonly { readonly keys: readonly string[]; readonly does: string }[];
  className?: string;
}) => (
  <dl className={cx('grid gap-2', className)}>
    {keys.map(({ keys: pressed, does }) => (
      <div key={does} className="flex items-center justify-between gap-4">
        <dt className="text-muted">{does}</dt>
        <dd className="flex gap-1">
          {pressed.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </dd>
      </div>
    ))}
  </dl>
);

interface CodeBlockProps {
  label: string;
  /** A button beside the code, which never covers it. */
  action?: ReactNode;
  className?: string;
  children: string;
}

/** Code to read or copy. Wraps on a phone. */
export const CodeBlock = ({ label, action, className, children }: CodeBlockProps) => (
  <div dir="ltr" className={cx('flex items-start rounded-md border border-line bg-sunken', className)}>
    <Scroller label={label} axis="x" className="min-w-0 grow rounded-md">
      <pre className="w-max min-w-full px-3 py-2.5 text-12 leading-[1.6] [tab-size:2] phone:w-auto phone:whitespace-pre-wrap phone:[overflow-wrap:anywhere]">
        {children}
      </pre>
    </Scroller>
    {action && <div className="shrink-0 p-1.5">{action}</div>}
  </div>
);
