import { cx } from '#components/ui/cx';
import { outlineOf } from '#components/ui/outline';
import type { EntityCategory } from '#lib/memory/entities/literals';

const COLORS: Readonly<Record<EntityCategory, string>> = {
  person: 'text-[var(--person)]',
  organization: 'text-[var(--organization)]',
  place: 'text-[var(--place)]',
  date: 'text-[var(--date)]',
  thing: 'text-[var(--thing)]',
};

/** The shape in a box of 12 by 12. */
const pathOf = (category: EntityCategory): string =>
  outlineOf(category, 10.4)
    .map(([x, y]) => `${(x + 6).toFixed(1)},${(y + 6).toFixed(1)}`)
    .join(' ');

interface CategoryMarkProps {
  category: EntityCategory;
  size?: number;
  label?: string;
  /** Without the color of the category, where colors mean something else. */
  isPlain?: boolean;
  className?: string;
}

/** The mark of what an entity is. */
export const CategoryMark = ({ category, size = 11, label, isPlain = false, className }: CategoryMarkProps) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 12 12"
    role={label ? 'img' : undefined}
    aria-label={label}
    aria-hidden={label ? undefined : true}
    className={cx('shrink-0', isPlain ? 'text-muted' : COLORS[category], className)}
  >
    <polygon
      points={pathOf(category)}
      fill="currentColor"
      fillOpacity="0.4"
      stroke="currentColor"
      strokeWidth="1.2"
      strokeLinejoin="round"
    />
  </svg>
);
