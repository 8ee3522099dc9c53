import { mcpResource } from '#lib/api/mcp/endpoint';
import * as config from '../../v1/default/banks/[bank_id]/config/route';
import * as directive from '../../v1/default/banks/[bank_id]/directives/[directive_id]/route';
import * as directives from '../../v1/default/banks/[bank_id]/directives/route';
import * as document from '../../v1/default/banks/[bank_id]/documents/[...document_id]/route';
import * as documents from '../../v1/default/banks/[bank_id]/documents/route';
import * as folders from '../../v1/default/banks/[bank_id]/knowledge-base/folders/route';
import * as node from '../../v1/default/banks/[bank_id]/knowledge-base/nodes/[node_id]/route';
import * as page from '../../v1/default/banks/[bank_id]/knowledge-base/pages/[page_id]/route';
import * as pages from '../../v1/default/banks/[bank_id]/knowledge-base/pages/route';
import * as search from '../../v1/default/banks/[bank_id]/knowledge-base/search/route';
import * as tree from '../../v1/default/banks/[bank_id]/knowledge-base/tree/route';
import * as memory from '../../v1/default/banks/[bank_id]/memories/[memory_id]/route';
import * as list from '../../v1/default/banks/[bank_id]/memories/list/route';
import * as recall from '../../v1/default/banks/[bank_id]/memories/recall/route';
import * as memories from '../../v1/default/banks/[bank_id]/memories/route';
import * as clearModel from '../../v1/default/banks/[bank_id]/mental-models/[mental_model_id]/clear/route';
import * as refresh from '../../v1/default/banks/[bank_id]/mental-models/[mental_model_id]/refresh/route';
import * as mentalModel from '../../v1/default/banks/[bank_id]/mental-models/[mental_model_id]/route';
import * as mentalModels from '../../v1/default/banks/[bank_id]/mental-models/route';
import * as observations from '../../v1/default/banks/[bank_id]/observations/route';
import * as operation from '../../v1/default/banks/[bank_id]/operations/[operation_id]/route';
import * as operations from '../../v1/default/banks/[bank_id]/operations/route';
import * as profile from '../../v1/default/banks/[bank_id]/profile/route';
import * as reflect from '../../v1/default/banks/[bank_id]/reflect/route';
import * as bank from '../../v1/default/banks/[bank_id]/route';
import * as stats from '../../v1/default/banks/[bank_id]/stats/route';
import * as tags from '../../v1/default/banks/[bank_id]/tags/route';
import * as banks from '../../v1/default/banks/route';

/** The routes whose operations the tools call. */
const ROUTES = [
  ...[bank, banks, config, profile, stats, tags],
  ...[memories, memory, list, recall, reflect],
  ...[document, documents, operation, operations],
  ...[mentalModel, mentalModels, refresh, clearModel, observations],
  ...[directive, directives],
  ...[tree, folders, pages, page, node, search],
];

export const mcp = mcpResource(ROUTES.flatMap((route) => [route.GET, route.POST, route.PUT, route.PATCH, route.DELETE]));
