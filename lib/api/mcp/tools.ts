import type { Tool } from '#lib/api/mcp/tool';
import { bankTools } from '#lib/api/mcp/tools/banks';
import { directiveTools } from '#lib/api/mcp/tools/directives';
import { documentTools } from '#lib/api/mcp/tools/documents';
import { knowledgeTools } from '#lib/api/mcp/tools/knowledge';
import { memoriesTools } from '#lib/api/mcp/tools/memories';
import { memoryTools } from '#lib/api/mcp/tools/memory';
import { mentalModelTools } from '#lib/api/mcp/tools/mental-models';
import { operationTools } from '#lib/api/mcp/tools/operations';

/**
 * Every tool, the most used first: some clients offer a model only the beginning of a long list.
 */
export const TOOLS: readonly Tool[] = [
  ...memoryTools,
  ...mentalModelTools,
  ...memoriesTools,
  ...documentTools,
  ...bankTools,
  ...operationTools,
  ...directiveTools,
  ...knowledgeTools,
];
