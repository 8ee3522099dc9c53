import { type Mark, outlineOf } from '#components/graph/draw/look';
import type { GraphNode } from '#components/graph/model';
import { graph as t } from '#components/strings/graph';
import { Bead } from '#components/ui/bead';
import { cx } from '#components/ui/cx';
import type { EntityCategory } from '#lib/memory/entities/literals';

const COLORS: Readonly<Record<EntityCategory, string>> = {
  person: 'text-[var(--person)]',
  organization: 'text-[var(--organization)]',
  place: 'text-[var(--place)]',
  date: 'text-[var(--date)]',
  thing: 'text-[var(--thing)]',
};

/** The shape of a mark in a box of 12 by 12. */
const pathOf = (mark: Mark): string =>
  outlineOf(mark, 10.4)
    .map(([x, y]) => `${(x + 6).toFixed(1)},${(y + 6).toFixed(1)}`)
    .join(' ');

interface CategoryMarkProps {
  category: EntityCategory;
  size?: number;
  label?: string;
  /** Without the color of the category, where colors mean something else. */
  isPlain?: boolean;
}

/** The mark of what an entity is. */
export const CategoryMark = ({ category, size = 11, label, isPlain = false }: CategoryMarkProps) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 12 12"
    role={label ? 'img' : undefined}
    aria-label={label}
    aria-hidden={label ? undefined : true}
    className={cx('shrink-0', isPlain ? 'text-muted' : COLORS[category])}
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

/** The mark of a node in a list, with its type for screen readers. */
export const NodeMark = ({ node, size = 11 }: { node: Pick<GraphNode, 'kind'> & Partial<Pick<GraphNode, 'category'>>; size?: number }) => {
  const { kind, category = null } = node;
  return category === null ? (
    <Bead kind={kind} size={size} label={t.kinds[kind]} />
  ) : (
    <CategoryMark category={category} size={size} label={t.categories[category]} />
  );
};
