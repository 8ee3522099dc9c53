import * as audit from '#lib/access/audit/contract';
import * as keys from '#lib/access/keys/contract';
import * as oauth from '#lib/access/oauth/contract';
import * as orgs from '#lib/access/orgs/contract';
import * as people from '#lib/access/people/contract';
import * as invitations from '#lib/access/people/invitations/contract';
import * as monitoring from '#lib/api/monitoring/contract';
import { isOperation, isPublic, type Operation } from '#lib/base/contract/operation';
import * as operationsContract from '#lib/jobs/operations/contract';
import * as banks from '#lib/memory/banks/contract';
import * as directives from '#lib/memory/directives/contract';
import * as documents from '#lib/memory/documents/contract';
import * as entities from '#lib/memory/entities/contract';
import * as graph from '#lib/memory/graph/contract';
import * as knowledge from '#lib/memory/knowledge/contract';
import * as memories from '#lib/memory/memories/contract';
import * as mentalModels from '#lib/memory/mental-models/contract';
import * as blockDecisions from '#lib/memory/mental-models/decisions/contract';
import * as observations from '#lib/memory/observations/contract';
import * as purge from '#lib/memory/purge/contract';
import * as bankCache from '#lib/memory/recall/cache/contract';
import * as recall from '#lib/memory/recall/contract';
import * as receipts from '#lib/memory/receipts/contract';
import * as reembedding from '#lib/memory/reembedding/contract';
import * as reflect from '#lib/memory/reflect/contract';
import * as retain from '#lib/memory/retain/contract';
import * as settings from '#lib/memory/settings/contract';
import * as stats from '#lib/memory/stats/contract';
import * as templates from '#lib/memory/templates/contract';
import * as transfer from '#lib/memory/transfer/contract';
import * as llm from '#lib/models/llm/contract';

/**
 * Every endpoint of the product. The OpenAPI document and the tests are generated from these lists.
 * A test fails if an operation of any contract is missing here or has no route file.
 */
const contracts = [
  observations,
  monitoring,
  banks,
  settings,
  reembedding,
  documents,
  memories,
  entities,
  graph,
  stats,
  recall,
  bankCache,
  mentalModels,
  blockDecisions,
  directives,
  knowledge,
  reflect,
  retain,
  operationsContract,
  people,
  orgs,
  invitations,
  keys,
  oauth,
  audit,
  receipts,
  purge,
  transfer,
  templates,
  llm,
];

const named = contracts.flatMap((contract) =>
  Object.entries<unknown>(contract).filter((entry): entry is [string, Operation] => isOperation(entry[1])),
);
const declared: readonly Operation[] = named.map(([, operation]) => operation);

/** Operations by the name of their contract's export. */
export const declaredByName: ReadonlyMap<string, Operation> = new Map(named);

/** The operations that the reference describes. */
export const operations: readonly Operation[] = declared.filter(isPublic);

/** The private operations of the console. */
export const consoleOperations: readonly Operation[] = declared.filter((operation) => !isPublic(operation));
