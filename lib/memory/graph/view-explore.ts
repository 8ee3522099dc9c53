import { stampOrNull } from '#lib/base/contract/fields';
import { categoryOf } from '#lib/memory/entities/category';
import { type ExploredEdge, type ExploredNode, MAX_NODE_TEXT } from '#lib/memory/graph/contract';
import type { ExploredRow, LinkRow } from '#lib/memory/graph/store-explore';

/**
 * A text is read with one character more than the limit, which shows whether it must be truncated.
 */
const cut = (text: string): string => {
  const characters = [...text];
  return characters.length > MAX_NODE_TEXT ? `${characters.slice(0, MAX_NODE_TEXT - 1).join('')}…` : text;
};

export const toExploredNode = (row: ExploredRow): ExploredNode => ({
  id: row.id,
  kind: row.kind,
  label: cut(row.label),
  entity_kind: row.entity_kind,
  category: row.entity_kind === null ? null : categoryOf(row.label, row.entity_kind),
  mentions: row.mentions,
  first: { occurred: stampOrNull(row.occurred_start), mentioned: stampOrNull(row.mentioned_at), created: stampOrNull(row.created_at) },
  last: { occurred: stampOrNull(row.occurred_end), mentioned: stampOrNull(row.mentioned_last), created: stampOrNull(row.created_last) },
});

export const toExploredEdge = ({ source, target, kind, weight }: LinkRow): ExploredEdge => ({
  source,
  target,
  kind,
  weight: Math.round(weight * 1000) / 1000,
});
