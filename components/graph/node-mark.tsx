import { CategoryMark } from '#components/entities/category-mark';
import type { GraphNode } from '#components/graph/model';
import { entities } from '#components/strings/entities';
import { graph as t } from '#components/strings/graph';
import { Bead } from '#components/ui/bead';

/** The mark of a node in a list, with its type for screen readers. */
export const NodeMark = ({ node, size = 11 }: { node: Pick<GraphNode, 'kind'> & Partial<Pick<GraphNode, 'category'>>; size?: number }) => {
  const { kind, category = null } = node;
  return category === null ? (
    <Bead kind={kind} size={size} label={t.kinds[kind]} />
  ) : (
    <CategoryMark category={category} size={size} label={entities.kinds[category]} />
  );
};
