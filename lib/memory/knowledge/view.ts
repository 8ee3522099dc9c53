import { formatTimestamp } from '#lib/base/contract/fields';
import type { KnowledgeNode, KnowledgePage } from '#lib/memory/knowledge/contract';
import { pageMarkdown } from '#lib/memory/knowledge/markdown';
import type { FolderRow, PageRow, PageTextRow } from '#lib/memory/knowledge/store';
import { toWireTrigger } from '#lib/memory/mental-models/view';

export const toFolder = (row: FolderRow): KnowledgeNode => ({
  id: row.id,
  kind: 'folder',
  name: row.name,
  parent_id: row.parent_id,
  managed: false,
  tags: [],
  timestamp: formatTimestamp(row.updated_at),
  children: [],
});

export const toPageNode = (row: PageRow): KnowledgeNode => ({
  id: row.id,
  kind: 'page',
  name: row.name,
  parent_id: row.parent_id,
  mental_model_id: row.mental_model_id,
  managed: false,
  description: row.source_query,
  tags: row.tags,
  timestamp: formatTimestamp(row.last_refreshed_at),
  last_refresh_failed_at: row.last_error?.at ?? null,
  trigger: toWireTrigger(row.trigger),
  children: [],
});

/** Whether the first refresh of a page has not ended: nothing that it reads has been read. */
export const isUnwritten = ({ version, built_query }: PageRow): boolean => version === 0 && built_query === null;

const TYPE = 'type:';

export function toPage(row: PageTextRow): KnowledgePage {
  const type = row.tags.find((tag) => tag.startsWith(TYPE))?.slice(TYPE.length);
  const page = {
    id: row.id,
    name: row.name,
    type: type || 'knowledge-page',
    description: row.source_query,
    tags: row.tags.filter((tag) => !tag.startsWith(TYPE)),
    timestamp: formatTimestamp(row.last_refreshed_at),
    body: row.content,
  };
  return { ...page, markdown: pageMarkdown(page, row.content === '' ? NO_CONTENT : row.content) };
}

export const NO_CONTENT = 'No content yet.';
